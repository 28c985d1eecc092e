#!/usr/bin/env bash
# measure-house.sh [FOLDER]: how easily the house is read, in numbers, without a build. Always prints the same table for
# the same sources; behind a measure stands its limit where there is one, and the worst places below the table.
set -euo pipefail
export LC_ALL=C
cd "${1:-$(dirname "$0")/..}"
exec python3 scripts/measure_house.py
