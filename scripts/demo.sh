#!/usr/bin/env bash
# demo.sh MESHWRIGHT FOLDER: makes the built-in samples and shows what can be done with them.
set -euo pipefail
meshwright=$1
folder=$2

messages=$(mktemp)
trap 'rm -f "$messages"' EXIT
# Warnings and progress are not shown, unless it fails.
say() {
  printf '\n\033[1m$ meshwright %s\033[0m\n' "$*"
  "$meshwright" "$@" 2> "$messages" || { local code=$?; [ $code -eq "${expected:-0}" ] || cat "$messages" >&2; return $code; }
}

rm -rf "$folder" && mkdir -p "$folder"
echo "Samples, made by the program itself:"
say sample kotor-walkmesh "$folder/room.wok"
say sample kotor-mdl "$folder/creature.mdl"
say sample wows-geometry "$folder/turret.geometry"
say sample bw2-bwm "$folder/house.bwm"
samples=("$folder/room.wok" "$folder/creature.mdl" "$folder/turret.geometry" "$folder/house.bwm")

echo; echo "What is in one of them:"
say info "$folder/room.wok"

echo; echo "Is anything wrong with them?"
say validate "${samples[@]}"

echo; echo "Written again from the structures, the bytes are the same:"
say roundtrip "${samples[@]}"

echo; echo "Every byte has a name:"
printf '\n\033[1m$ meshwright dump %s | head -8\033[0m\n' "$folder/house.bwm"
"$meshwright" dump "$folder/house.bwm" | head -8

echo; echo "To glTF, for Blender and every viewer, and nothing of the geometry is lost:"
for sample in "${samples[@]}"; do say convert "$sample" "${sample%.*}.glb"; done
say diff "$folder/room.wok" "$folder/room.glb"

echo; echo "To JSON, one corner of the floor raised in an editor, and back:"
say convert "$folder/room.wok" "$folder/room.json"
sed '0,/  \[2, 0, 0\],/s//  [2, 0, 5],/' "$folder/room.json" > "$folder/edited.json"
! cmp -s "$folder/room.json" "$folder/edited.json" || { echo "no corner was raised" >&2; exit 1; }
say convert "$folder/edited.json" "$folder/edited.wok"
echo; echo "The validator sees what the edit left behind:"
expected=1 say validate "$folder/edited.wok" && exit 1 || [ $? -eq 1 ] # 1: it has errors, as it should

echo; echo "All of them in one page, which needs no server and no network:"
"$meshwright" -q view "${samples[@]}" --html "$folder/samples.html"

cat <<EOF

Look at them, turning, in your browser:
  file://$(cd "$folder" && pwd)/samples.html

Try next, on your own files:
  $meshwright view FOLDER                   look at all of them
  $meshwright FILE                          what is in it
  $meshwright validate FILE                 what is wrong with it
  $meshwright convert FILE FILE.glb         for Blender and every viewer
  $meshwright convert FILE FILE.json        edit it as text, convert it back
  $meshwright --help
EOF
