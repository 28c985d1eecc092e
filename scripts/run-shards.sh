#!/usr/bin/env bash
# run-shards.sh COUNT PROGRAM [OPTIONS]: runs a test program in COUNT processes at once, each with its share of the tests.
set -uo pipefail
count=$1 program=$2
shift 2
for ((i = 0; i < count; ++i)); do
  GTEST_TOTAL_SHARDS=$count GTEST_SHARD_INDEX=$i "$program" --gtest_brief=1 "$@" &
done
failures=0
for job in $(jobs -p); do wait "$job" || failures=$((failures + 1)); done
[ "$failures" -eq 0 ]
