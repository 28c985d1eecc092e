#!/usr/bin/env bash
# results_count.sh COMPILER FLAGS...: a program that ignores a Result does not compile where unused results are errors.
set -u
source='#include <meshwright/core/error.h>
mw::Result<int> number();
mw::Result<void> done();
void use() { USE; }'
compile() { "${@:2}" -Werror=unused-result "-DUSE=$1" -fsyntax-only -x c++ - <<<"$source" 2>&1; }
for used in '(void)number()' 'if (done()) return' 'return void(number().map([](int) {}))'; do
  errors=$(compile "$used" "$@") || { echo "$used does not compile: $errors"; exit 1; }
done
for ignored in 'number()' 'done()' 'number().map([](int) {})' 'done().and_then(number)'; do
  errors=$(compile "$ignored" "$@") && { echo "$ignored compiles"; exit 1; }
  grep -q 'ignoring return' <<<"$errors" || { echo "$ignored is refused, but for another reason: $errors"; exit 1; }
done
exit 0
