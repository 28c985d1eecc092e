#!/usr/bin/env bash
# examples.sh INCLUDE FOLDER WORK FIRST COMPILER FLAGS...: compiles the example at the top of each public header in
# INCLUDE/meshwright/FOLDER. What lies in its detail/ is not for users, so no example includes it.
#
# An example begins with the line "// Example:"; the lines that follow it with four more spaces after "// " are one
# translation unit, which ends at the first line that is no comment. FIRST is precompiled and read before each of them
# (examples_first.sh).
set -uo pipefail
shopt -s nullglob
include=$1 folder=$2 work=$3 first=$4
shift 4
mkdir -p "$work"
failures=0
complain() { echo "$1"; failures=$((failures + 1)); }

for path in "$include/meshwright/$folder"/*.h; do
  header=$folder/$(basename "$path")
  source=$work/$(basename "$path" .h).cpp
  awk '/^\/\/ Example:$/ {inside = 1; next}
       inside && !/^\/\// {exit}
       inside && /^\/\/     / {print substr($0, 8)}
       inside && /^\/\/$/ {print ""}' "$path" > "$source"
  grep -q '[^[:space:]]' "$source" || { complain "$header: has no example"; continue; }
  grep -q "#include <meshwright/$header>" "$source" || complain "$header: its example does not include it"
  ! grep -q "#include <meshwright/.*/detail/" "$source" || complain "$header: its example includes what is not for users"
  "$@" -Wall -Wextra -Werror -fsyntax-only -Winvalid-pch -include "$first" "$source" || complain "$header: its example does not compile"
done
[ $failures -eq 0 ]
