#!/usr/bin/env bash
# run-shards.sh COUNT PROGRAM: runs a test program in COUNT processes at once, each with its share of the tests.
set -uo pipefail
count=$1 program=$2
[ "$count" -ge 1 ] || exit 2
shares=()
for ((i = 0; i < count; ++i)); do
  GTEST_TOTAL_SHARDS=$count GTEST_SHARD_INDEX=$i "$program" --gtest_brief=1 &
  shares+=($!)
done
failures=0
for share in "${shares[@]}"; do wait "$share" || failures=$((failures + 1)); done
[ "$failures" -eq 0 ]
