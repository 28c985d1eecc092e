#!/usr/bin/env bash
# samples.sh MESHWRIGHT FOLDER: every sample as .glb, .gltf and compressed .glb through the validator. The compressed ones
# are then compared with the plain ones, since the validator cannot look into them.
set -euo pipefail
meshwright=$1
folder=$2
out=$folder/samples
rm -rf "$out" && mkdir -p "$out"
while read -r id extension; do
  sample=$out/sample$extension
  "$meshwright" -q sample "$id" "$sample" >/dev/null
  "$meshwright" convert "$sample" "$sample.glb" >/dev/null 2>&1
  "$meshwright" convert "$sample" "$sample.gltf" >/dev/null 2>&1
  "$meshwright" convert --compress "$sample" "$sample.small.glb" >/dev/null 2>&1
  "$meshwright" diff "$sample" "$sample.glb" >/dev/null || { echo "$sample.glb differs from its source"; exit 1; }
done < <("$meshwright" formats --json | node -e '
  for (const line of require("fs").readFileSync(0, "utf8").trim().split("\n")) {
    const { id, extensions, sample, scene } = JSON.parse(line);
    if (sample && scene) for (const extension of extensions) console.log(id, extension);
  }')
cd "$folder"
node validate.mjs "$out"/*.glb "$out"/*.gltf
