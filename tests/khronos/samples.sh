#!/usr/bin/env bash
# samples.sh MESHWRIGHT FOLDER: every sample as .glb, .gltf and compressed .glb through the validator. The compressed ones
# are then compared with the plain ones, since the validator cannot look into them.
set -euo pipefail
meshwright=$1
folder=$2
out=$folder/samples
source "$(dirname "$0")/everything_of.sh"
rm -rf "$out" && mkdir -p "$out"
while read -r id extension; do
  sample=$out/sample$extension
  "$meshwright" -q sample "$id" "$sample" >/dev/null
  "$meshwright" convert "$sample" "$sample.glb" >/dev/null 2>&1
  "$meshwright" convert "$sample" "$sample.gltf" >/dev/null 2>&1
  # shellcheck disable=SC2046
  "$meshwright" convert $(everything_of "$sample") "$sample" "$sample.all.glb" >/dev/null 2>&1
  "$meshwright" convert --compress "$sample" "$sample.small.glb" >/dev/null 2>&1
  "$meshwright" diff "$sample" "$sample.glb" >/dev/null || { echo "$sample.glb differs from its source"; exit 1; }
done < <("$meshwright" formats --json | node -e '
  for (const line of require("fs").readFileSync(0, "utf8").trim().split("\n")) {
    const { id, extensions, sample, scene } = JSON.parse(line);
    // A database becomes a scene only together with the files it speaks of: below.
    if (sample && scene && id !== "wows-assets") for (const extension of extensions) console.log(id, extension);
  }')
# A turret as its database has it: nodes, materials and a skin.
"$meshwright" -q sample wows-assets "$out/assets.bin" >/dev/null
cp "$out/sample.geometry" "$out/turret.geometry"
"$meshwright" convert "$out/turret.geometry" "$out/dressed.glb" --assets "$out/assets.bin" --lod all --armor --collision >/dev/null 2>&1
grep -aq '"name":"barrel_mouth"' "$out/dressed.glb" || { echo "dressed.glb lacks its bones"; exit 1; }
# A model with the animations of its supermodel, and one with a blade.
edit() { node "$(dirname "$0")/edit_sample.mjs" "$1" < "$out/sample.json" > "$out/$1.json"; }
"$meshwright" convert "$out/sample.mdl" "$out/sample.json" >/dev/null
edit heir
"$meshwright" convert "$out/heir.json" "$out/heir.glb" --supermodel "$out" >/dev/null 2>&1
grep -aq '"name":"walk"' "$out/heir.glb" || { echo "heir.glb has inherited nothing"; exit 1; }
edit sword
"$meshwright" convert "$out/sword.json" "$out/sword.glb" 2>&1 | grep -v ": lost: " > "$out/sword.txt"
grep -q "28 vertices, 32 triangles" "$out/sword.txt" || { echo "sword.glb lacks its blade:"; cat "$out/sword.txt"; exit 1; }
cd "$folder"
node validate.mjs "$out"/*.glb "$out"/*.gltf
