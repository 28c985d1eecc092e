#!/usr/bin/env bash
# corpus.sh MESHWRIGHT FOLDER: every real file that reaches the scene as .glb through the validator. Skipped (77) without.
set -euo pipefail
meshwright=$1
folder=$2
[ -n "${MESHWRIGHT_CORPUS:-}" ] && [ -d "$MESHWRIGHT_CORPUS" ] || { echo "no real files here"; exit 77; }
out=$folder/corpus
source "$(dirname "$0")/everything_of.sh"
rm -rf "$out" && mkdir -p "$out"
count=0
while read -r file; do
  glb=$out/$count-$(basename "$file").glb
  "$meshwright" convert "$file" "$glb" >/dev/null 2>&1 || { echo "$file does not convert"; exit 1; }
  # With all that is left out by default.
  # shellcheck disable=SC2046
  "$meshwright" convert $(everything_of "$file") "$file" "${glb%.glb}.all.glb" >/dev/null 2>&1
  count=$((count + 1))
done < <(find "$MESHWRIGHT_CORPUS" -path '*/broken' -prune -o -type f \
  \( -name '*.wok' -o -name '*.pwk' -o -name '*.dwk' -o -name '*.bwm' -o -name '*.mdl' -o -name '*.geometry' \) -print | sort)
[ "$count" -gt 0 ] || { echo "no real files here"; exit 77; }
cd "$folder"
node validate.mjs "$out"/*.glb
