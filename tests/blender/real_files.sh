#!/usr/bin/env bash
# real_files.sh MESHWRIGHT CORPUS FOLDER: every model and walkmesh below CORPUS as GLB, through Blender untouched, and
# back onto itself; tells for each what differs, and how many are the same byte for byte. What is in FOLDER from an
# earlier run is used again: only the way back is gone anew.
set -euo pipefail
meshwright=$1
corpus=$2
out=$3
here=$(dirname "$0")
mkdir -p "$out/glb" "$out/saved" "$out/back"
find "$corpus" -type f \( -name '*.mdl' -o -name '*.wok' -o -name '*.pwk' -o -name '*.dwk' -o -name '*.bwm' \
  -o -name '*.geometry' \) | sort > "$out/files.txt"
name_of() { echo "${1#"$corpus"/}" | tr '/' '_'; }

missing=()
while read -r file; do
  name=$(name_of "$file")
  case $file in
    *.mdl) options=(--hidden --collision) ;;
    *.geometry) options=(--armor --collision --lod all) ;;
    *.bwm) options=(--lod all) ;;
    *) options=() ;;
  esac
  [ -f "$out/glb/$name.glb" ] ||
    "$meshwright" -q convert "$file" "$out/glb/$name.glb" "${options[@]}" >/dev/null 2>&1 || echo "$name: no GLB"
  [ -f "$out/saved/$name.glb" ] || [ ! -f "$out/glb/$name.glb" ] || missing+=("$out/glb/$name.glb")
done < "$out/files.txt"
[ ${#missing[@]} = 0 ] ||
  blender -b --factory-startup -noaudio -P "$here/open_and_save.py" -- "$out/saved" "${missing[@]}" > "$out/log.txt" 2>&1

same=0 other=0 unsaved=0
while read -r file; do
  name=$(name_of "$file")
  [ -f "$out/glb/$name.glb" ] || continue
  if [ ! -f "$out/saved/$name.glb" ]; then
    unsaved=$((unsaved + 1))
    echo "$name: Blender does not save it"
    continue
  fi
  if ! "$meshwright" convert "$out/saved/$name.glb" "$out/back/$name" --onto "$file" -f > "$out/told.txt" 2>&1; then
    other=$((other + 1))
    echo "$name: refused: $(tail -1 "$out/told.txt")"
  elif cmp -s "$file" "$out/back/$name" && { [[ $file != *.mdl ]] || [ ! -f "${file%.mdl}.mdx" ] ||
    cmp -s "${file%.mdl}.mdx" "$out/back/${name%.mdl}.mdx"; }; then
    same=$((same + 1))
  else
    other=$((other + 1))
    echo "$name: $(head -n -1 "$out/told.txt" | wc -l) changes"
    head -n -1 "$out/told.txt" | sed 's/^/    /' | head -40
  fi
done < "$out/files.txt"
echo "$same the same byte for byte, $other not, $unsaved that Blender does not save"
