// Debian's compiler-rt for WebAssembly is built with stack protection and expects these from somewhere.
unsigned long __stack_chk_guard = 0x595e9fbdUL;
_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }
