#!/usr/bin/env bash
# arrows.sh LIST COMPILER FLAGS...: tries to include each header of LIST, whose lines are "allowed HEADER" or
# "refused HEADER". A refused one must not be found; that something else is wrong with it does not count.
set -uo pipefail
list=$1
shift
failures=0
refused=0
while read -r expected header; do
  message=$(echo "#include <$header>" | LC_ALL=C "$@" -E -o /dev/null -x c++ - 2>&1)
  if [ $? -eq 0 ]; then got=allowed
  elif grep -q "$header: No such file\|'$header' file not found" <<< "$message"; then got=refused
  else got="broken: $message"
  fi
  [ "$expected" = refused ] && refused=$((refused + 1))
  [ "$got" = "$expected" ] && continue
  echo "$header: expected to be $expected, but it is $got"
  failures=$((failures + 1))
done < "$list"
echo "$refused headers refused as they must be"
[ $failures -eq 0 ]
