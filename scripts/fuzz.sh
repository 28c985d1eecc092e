#!/usr/bin/env bash
# fuzz.sh FOLDER TARGET|all [libFuzzer options]: runs fuzz targets in FOLDER from the samples that the program itself makes.
set -euo pipefail
folder=$1
wanted=$2
shift 2
[ "$wanted" = all ] && wanted='*'
for target in "$folder"/${wanted}_fuzz; do
  name=$(basename "$target" _fuzz)
  seeds=$folder/seeds/$name
  mkdir -p "$seeds" "$folder/corpus/$name"
  corpus=$folder/corpus/$name
  # A fixed number of inputs is the same wherever it runs: what earlier runs found counts among them, so it is left out.
  case " $* " in *" -runs="*) corpus=$(mktemp -d); trap 'rm -rf "$corpus"' EXIT ;; esac
  "$folder/make_seeds" "$name" "$seeds"
  echo "== $name"
  "$target" -timeout=10 -rss_limit_mb=1024 -print_final_stats=1 -verbosity=0 "$@" "$corpus" "$seeds"
done
