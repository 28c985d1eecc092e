#!/usr/bin/env bash
# textures.sh MESHWRIGHT FOLDER: samples with textures as .glb, .gltf and compressed .glb through the validator, with
# images of every kind.
set -euo pipefail
meshwright=$1
folder=$2
here=$(cd "$(dirname "$0")" && pwd)
out="$folder/with textures, 100%"
rm -rf "$out" && mkdir -p "$out"
"$meshwright" -q sample kotor-mdl "$out/beast.mdl" >/dev/null
"$meshwright" -q sample bw2-bwm "$out/house.bwm" >/dev/null
node "$here/make_textures.mjs" "$out/images" mw_hide t_sample_walls t_sample_thatch t_sample_light t_sample_moss
for kind in png tga dds; do
  for sample in beast.mdl house.bwm; do
    for name in "$kind $sample.glb" "$kind $sample.gltf" "$kind $sample.small.glb"; do
      compress=()
      [[ $name == *small* ]] && compress=(--compress)
      losses=$("$meshwright" convert "${compress[@]}" --textures "$out/images/$kind" "$out/$sample" "$out/$name" 2>&1 >/dev/null)
      [[ $losses != *"by name only"* ]] || { echo "$name: $losses"; exit 1; }
      grep -q '"images"' "$out/$name" || { echo "$name has no image"; exit 1; }
    done
  done
done
cd "$folder"
node validate.mjs "$out"/*.glb "$out"/*.gltf
