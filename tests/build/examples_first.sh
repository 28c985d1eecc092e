#!/usr/bin/env bash
# examples_first.sh FIRST COMPILER FLAGS...: writes and precompiles the header FIRST, with what nearly all examples include.
# own_includes.py sees to it that each header includes what it needs itself.
set -euo pipefail
first=$1
shift
mkdir -p "$(dirname "$first")"
printf '#include <%s>\n' algorithm array functional map memory optional span string string_view variant vector \
  fmt/format.h glm/glm.hpp glm/gtc/quaternion.hpp > "$first"
"$@" -Wall -Wextra -x c++-header "$first" -o "$first.gch"
