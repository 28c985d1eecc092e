#!/usr/bin/env bash
# there_and_back.sh MESHWRIGHT FOLDER: samples as GLB, through Blender, and back onto themselves: the same bytes.
# Exit code 77: there is no Blender.
set -euo pipefail
meshwright=$1
out=$2/blender
command -v blender >/dev/null || { echo "skipped: no Blender here"; exit 77; }
rm -rf "$out" && mkdir -p "$out/saved"
samples=(kotor-walkmesh:.wok kotor-walkmesh:.pwk bw2-bwm:.bwm wows-geometry:.geometry)
for sample in "${samples[@]}"; do
  file=$out/sample${sample#*:}
  "$meshwright" -q sample "${sample%%:*}" "$file" >/dev/null
  "$meshwright" convert "$file" "$file.glb" >/dev/null 2>&1
done
blender -b --factory-startup -noaudio -P "$(dirname "$0")/open_and_save.py" -- "$out/saved" "$out"/*.glb > "$out/log.txt" 2>&1 ||
  { tail -5 "$out/log.txt"; exit 1; }
for sample in "${samples[@]}"; do
  name=sample${sample#*:}
  "$meshwright" convert "$out/saved/$name.glb" "$out/back${name#sample}" --onto "$out/$name" > "$out/changes.txt" 2>&1 ||
    { cat "$out/changes.txt"; exit 1; }
  cmp "$out/$name" "$out/back${name#sample}" || { cat "$out/changes.txt"; exit 1; }
done
