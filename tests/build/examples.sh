#!/usr/bin/env bash
# examples.sh INCLUDE FOLDER EXCEPTIONS WORK FIRST COMPILER FLAGS...: compiles the example at the top of each header in
# INCLUDE/meshwright/FOLDER. EXCEPTIONS lists the headers that have none, and must be true both ways.
#
# An example begins with the line "// Example:"; the lines that follow it with four more spaces after "// " are one
# translation unit, which ends at the first line that is no comment. FIRST is precompiled and read before each of them
# (examples_first.sh).
set -uo pipefail
include=$1 folder=$2 exceptions=$3 work=$4 first=$5
shift 5
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
  listed=$(grep -cFx "$header" "$exceptions")
  if ! grep -q '[^[:space:]]' "$source"; then
    [ "$listed" -eq 1 ] || complain "$header: has no example, and is not in $(basename "$exceptions")"
    continue
  fi
  [ "$listed" -eq 0 ] || complain "$header: has an example; take it out of $(basename "$exceptions")"
  grep -q "#include <meshwright/$header>" "$source" || complain "$header: its example does not include it"
  "$@" -Wall -Wextra -Werror -fsyntax-only -Winvalid-pch -include "$first" "$source" || complain "$header: its example does not compile"
done
for header in $(grep "^$folder/" "$exceptions"); do
  [ -e "$include/meshwright/$header" ] || complain "$header: is gone; take it out of $(basename "$exceptions")"
done
[ $failures -eq 0 ]
