#!/usr/bin/env bash
# edits.sh MESHWRIGHT FOLDER: one edit of a sample in Blender at a time, and back onto it: exactly that change is told, and
# what comes out has nothing that validate finds. Exit code 77: there is no Blender.
set -euo pipefail
meshwright=$1
out=$2/edits
command -v blender > /dev/null || { echo "skipped: no Blender here"; exit 77; }
rm -rf "$out" && mkdir -p "$out"
for sample in kotor-mdl:creature.mdl kotor-walkmesh:room.wok bw2-bwm:house.bwm wows-geometry:turret.geometry; do
  file=$out/${sample#*:}
  "$meshwright" -q sample "${sample%%:*}" "$file" > /dev/null
  "$meshwright" convert "$file" "$file.glb" > /dev/null 2>&1
done

# The file, the edit, and what is told: "what|where|message", several behind one another.
cases=(
  "creature.mdl=move_vertex:tail_g mesh-changed|mesh tail_g|1 vertex moved normals-changed|mesh tail_g|3 normals turned"
  "creature.mdl=add_influence:body_g:neck_g:0.25 mesh-changed|mesh body_g|1 vertex with other weights"
  "creature.mdl=set_key:pause1:neck_g animation-changed|animation pause1|1 key in 1 channel changed"
  "creature.mdl=add_node:newhook:neck_g node-added|node newhook|added"
  "creature.mdl=delete_mesh:tail_g node-removed|node tail_g|removed"
  "creature.mdl=delete_mesh:body_g node-removed|node body_g|removed"
  "creature.mdl=turn_armature node-moved|node mw_creature|moved"
  "creature.mdl=add_triangle:body_g node-added|node neutral_bone|added mesh-changed|mesh body_g|1 triangle added"
  "creature.mdl=rename_material:mw_hide:mw_fur material-changed|material mw_hide|renamed to mw_fur"
  "room.wok=move_vertex:surface mesh-changed|mesh surface|2 vertices moved"
  "room.wok=rename_material:Water:Grass material-changed|material Water|renamed to Grass"
  "house.bwm=move_vertex:m_sample_house mesh-changed|mesh m_sample_house|2 vertices moved, normals recomputed"
  "house.bwm=rename_material:_roof_:_tiles_ material-changed|material _roof_|renamed to _tiles_"
  "turret.geometry=move_vertex:bodyShape mesh-changed|mesh bodyShape|3 vertices moved, normals recomputed"
  "turret.geometry=delete_mesh:bodyShape node-removed|node bodyShape|removed"
)
edits=()
for case in "${cases[@]}"; do
  edit=${case%% *}
  edits+=("$out/${edit%%=*}.glb=${edit#*=}")
done
blender -b --factory-startup -noaudio -P "$(dirname "$0")/edits.py" -- "$out" "${edits[@]}" > "$out/log.txt" 2>&1 ||
  { tail -5 "$out/log.txt"; exit 1; }

failed=0
for number in "${!cases[@]}"; do
  edit=${cases[$number]%% *}
  wanted=${cases[$number]#* }
  file=${edit%%=*}
  made=$out/$number.${file#*.}
  told=$("$meshwright" convert --json "$out/$number.glb" "$made" --onto "$out/$file" 2> "$out/errors.txt" |
    sed -e 's/.*"changes":\[//' -e 's/\]}$//' -e 's/},{/ /g' -e 's/[{}]//g' -e 's/"what":"\([^"]*\)","where":"\([^"]*\)","message":"\([^"]*\)"/\1|\2|\3/g')
  if [ "$told" != "$wanted" ]; then
    echo "$edit: expected $wanted"
    echo "$edit: told     $told"
    cat "$out/errors.txt"
    failed=1
  fi
  if ! "$meshwright" validate "$made" > "$out/findings.txt" || ! grep -q ': 0 errors, 0 warnings' "$out/findings.txt"; then
    echo "$edit: $(cat "$out/findings.txt")"
    failed=1
  fi
done
exit $failed
