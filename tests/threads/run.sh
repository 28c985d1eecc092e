#!/usr/bin/env bash
# run.sh PROGRAM: runs the tests that ThreadSanitizer watches. Exits with 77 when they are not built.
set -euo pipefail
[ -x "$1" ] || { echo "skipped: there is no $1"; exit 77; }
exec "$1"
