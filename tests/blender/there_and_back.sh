#!/usr/bin/env bash
# there_and_back.sh MESHWRIGHT FOLDER: samples as GLB, through Blender untouched, and back onto themselves: the same bytes.
# Exit code 77: there is no Blender.
set -euo pipefail
meshwright=$1
out=$2/there_and_back
command -v blender > /dev/null || { echo "skipped: no Blender here"; exit 77; }
rm -rf "$out" && mkdir -p "$out/saved"
samples=(kotor-mdl:creature.mdl kotor-walkmesh:room.wok kotor-walkmesh:crate.pwk kotor-walkmesh:door.dwk bw2-bwm:house.bwm
  bw2-bwm:worm.skin.bwm wows-geometry:turret.geometry)
# Once more with all that an export can have, under another name.
everything=("whole.mdl:creature.mdl:--hidden --collision" "lit.mdl:creature.mdl:--lights" "whole.bwm:house.bwm:--lod all"
  "whole.geometry:turret.geometry:--lod all --armor --collision")
for sample in "${samples[@]}"; do
  file=$out/${sample#*:}
  "$meshwright" -q sample "${sample%%:*}" "$file" > /dev/null
  "$meshwright" convert "$file" "$file.glb" > /dev/null 2>&1
done
# A creature with what Blender 3.4 would not save as it is: a single key between two frames, and a node below one that
# hangs at a bone.
"$meshwright" -q convert "$out/creature.mdl" "$out/creature.mdl.ascii" > /dev/null
awk '/^node emitter sparks/ { below = 1 }
  below && /parent neck_g/ { sub("neck_g", "lamp"); below = 0 }
  /^newanim walk/ { walk = 1 }
  { print }
  walk && /node dummy neck_g/ { getline; print; print "orientationkey\n0.7 0 0 1 0.5\nendlist"; walk = 0 }' \
  "$out/creature.mdl.ascii" > "$out/odd.mdl.ascii"
"$meshwright" -q convert "$out/odd.mdl.ascii" "$out/odd.mdl" > /dev/null
"$meshwright" convert "$out/odd.mdl" "$out/odd.mdl.glb" > /dev/null 2>&1
for mark in own_keys own_joints; do
  grep -qa "$mark" "$out/odd.mdl.glb" || { echo "odd.mdl.glb has no $mark"; exit 1; }
done
# One whose bones Blender turns unless it is told not to: its neck is beside its hip. What hangs at a bone moves there.
awk '/^node dummy neck_g/ { neck = 1 }
  neck && /position 0 0 0.5/ { sub("0 0 0.5", "0.5 0 0"); neck = 0 }
  /^newanim walk/ { walk = 1 }
  walk && /^doneanim/ {
    print "node light lamp\nparent neck_g"
    print "positionkey\n0 0.1 0.2 0.25\n0.5 0.3 0.1 0.5\n1 0.1 0.2 0.25\nendlist"
    print "orientationkey\n0 1 0 0 0.25\n0.5 0 1 0 0.5\n1 0 0 1 0.75\nendlist\nendnode"
    walk = 0
  }
  { print }' "$out/creature.mdl.ascii" > "$out/bent.mdl.ascii"
for line in "position 0.5 0 0" "0.5 0.3 0.1 0.5"; do
  grep -q "$line" "$out/bent.mdl.ascii" || { echo "bent.mdl.ascii has no \"$line\""; exit 1; }
done
"$meshwright" -q convert "$out/bent.mdl.ascii" "$out/bent.mdl" > /dev/null
"$meshwright" convert "$out/bent.mdl" "$out/bent.mdl.glb" > /dev/null 2>&1
for each in "${everything[@]}"; do
  IFS=: read -r name from options <<< "$each"
  # shellcheck disable=SC2086 # several words
  "$meshwright" convert "$out/$from" "$out/$name.glb" $options > /dev/null 2>&1
done
blender -b --factory-startup -noaudio -P "$(dirname "$0")/open_and_save.py" -- "$out/saved" "$out"/*.glb > "$out/log.txt" 2>&1 ||
  { tail -5 "$out/log.txt"; exit 1; }
for sample in "${samples[@]}" kotor-mdl:odd.mdl kotor-mdl:bent.mdl; do
  name=${sample#*:}
  "$meshwright" convert "$out/saved/$name.glb" "$out/saved/$name" --onto "$out/$name" > "$out/changes.txt" 2>&1 ||
    { cat "$out/changes.txt"; exit 1; }
  cmp "$out/$name" "$out/saved/$name" || { cat "$out/changes.txt"; exit 1; }
done
for name in creature odd bent; do
  cmp "$out/$name.mdx" "$out/saved/$name.mdx"
done
for each in "${everything[@]}"; do
  IFS=: read -r name from _ <<< "$each"
  "$meshwright" convert "$out/saved/$name.glb" "$out/saved/$name" --onto "$out/$from" > "$out/changes.txt" 2>&1 ||
    { cat "$out/changes.txt"; exit 1; }
  cmp "$out/$from" "$out/saved/$name" || { cat "$out/changes.txt"; exit 1; }
done
# Once more with what Blender's import has set when nobody touches it: bones are turned.
mkdir "$out/turned"
BONE_DIR=TEMPERANCE blender -b --factory-startup -noaudio -P "$(dirname "$0")/open_and_save.py" -- "$out/turned" \
  "$out/whole.mdl.glb" "$out/bent.mdl.glb" "$out/worm.skin.bwm.glb" > "$out/log.txt" 2>&1 || { tail -5 "$out/log.txt"; exit 1; }
for each in whole.mdl:creature.mdl worm.skin.bwm:worm.skin.bwm bent.mdl:bent.mdl; do
  changes=$out/turned/${each%%:*}.txt
  "$meshwright" convert "$out/turned/${each%%:*}.glb" "$out/turned/${each%%:*}" --onto "$out/${each#*:}" > "$changes" 2>&1 ||
    { cat "$changes"; exit 1; }
  cmp "$out/${each#*:}" "$out/turned/${each%%:*}" || { cat "$changes"; exit 1; }
done
cmp "$out/bent.mdx" "$out/turned/bent.mdx"
grep -q "bones that are turned where they are, as Blender's import does, are turned back" "$out/turned/bent.mdl.txt" ||
  { echo "no bone of bent.mdl was turned"; cat "$out/turned/bent.mdl.txt"; exit 1; }
