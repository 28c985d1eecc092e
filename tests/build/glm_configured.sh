#!/usr/bin/env bash
# glm_configured.sh COMPILER...: a program that configures GLM otherwise than the library was built must not compile.
set -u
compiles() { "$@" -fsyntax-only -x c++ - <<<'#include <meshwright/core/math.h>' 2>&1; }
errors=$(compiles "$@") || { echo "math.h does not compile at all: $errors"; exit 1; }
refused() {
  macros=$1
  message=$2
  shift 2
  errors=$(compiles "$@" $macros) && { echo "compiles with $macros"; exit 1; }
  [[ $errors == *"$message"* ]] || { echo "refused with $macros, but for another reason: $errors"; exit 1; }
}
refused "-DGLM_FORCE_QUAT_DATA_WXYZ" "GLM must store quaternions as x, y, z, w here" "$@"
refused "-DGLM_FORCE_INTRINSICS -DGLM_FORCE_DEFAULT_ALIGNED_GENTYPES" "GLM must not align its types here" "$@"
