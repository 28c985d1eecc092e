# Flags of this project's own sources; nothing of it reaches programs that use the library.
add_library(mw_flags INTERFACE)
target_compile_options(mw_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Wcast-align)
# What is written must not depend on the machine, and two triangles agree about a side that they share only if products are
# rounded before they are added: where a processor could do both at once, it does not.
target_compile_options(mw_flags INTERFACE -ffp-contract=off)
# Two false alarms of Debian 12's compilers about its standard library: gcc 12 sees overlapping copies in
# std::string when it optimises, and clang 19 sees that stable_sort uses what the library itself has deprecated.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(mw_flags INTERFACE -Wno-restrict)
elseif(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
  target_compile_options(mw_flags INTERFACE -Wno-deprecated-declarations -Wno-sign-conversion) # the latter as gcc
endif()
# Offsets have 64 bits everywhere and sizes 32 there. They are checked against the file before one becomes the other,
# which tests/wasm tries where the check is the only thing between a file and memory that is not there.
if(MESHWRIGHT_WASM)
  target_compile_options(mw_flags INTERFACE -Wno-shorten-64-to-32)
endif()
# Where sources are compiled as one, a local name may be one of another source.
if(CMAKE_UNITY_BUILD)
  target_compile_options(mw_flags INTERFACE -Wno-shadow)
endif()
if(MESHWRIGHT_WERROR)
  target_compile_options(mw_flags INTERFACE -Werror)
endif()
if(MESHWRIGHT_SANITIZE)
  set(sanitize -fsanitize=${MESHWRIGHT_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  if(MESHWRIGHT_SANITIZE MATCHES "address.*undefined")
    # AddressSanitizer stops where such memory is read or written. What is given up is a null that nobody reads, for a
    # fifth of the time to compile.
    list(APPEND sanitize -fno-sanitize=null,object-size)
    # A tenth of the time to compile, a seventh of that to run: `make fuzz` looks for the use of what a function had on
    # its stack behind its return.
    if(MESHWRIGHT_TESTS)
      list(APPEND sanitize -fsanitize-address-use-after-return=never)
    endif()
  endif()
  add_compile_options(${sanitize})
  add_link_options(${sanitize})
endif()
