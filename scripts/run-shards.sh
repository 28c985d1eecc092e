#!/usr/bin/env bash
# run-shards.sh COUNT PROGRAM [PATTERNS]: runs a test program in COUNT processes at once, each with its share of the
# tests, without those that PATTERNS (as in --gtest_filter) name; it says how many these are.
set -uo pipefail
count=$1 program=$2 without=${3:-}
[ "$count" -ge 1 ] || exit 2
shares=()
for ((i = 0; i < count; ++i)); do
  GTEST_TOTAL_SHARDS=$count GTEST_SHARD_INDEX=$i "$program" --gtest_brief=1 ${without:+"--gtest_filter=-$without"} &
  shares+=($!)
done
failures=0
for share in "${shares[@]}"; do wait "$share" || failures=$((failures + 1)); done
if [ -n "$without" ]; then
  left=$("$program" --gtest_list_tests "--gtest_filter=$without" | grep -c '^  ')
  [ "$left" -eq 0 ] || echo "$left long tests were left out; LONG=1 runs them too"
fi
[ "$failures" -eq 0 ]
