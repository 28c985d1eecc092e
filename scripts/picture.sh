#!/usr/bin/env bash
# picture.sh MESHWRIGHT: renders the picture of the sample room for the README. Needs Debian's f3d, xvfb and imagemagick.
set -euo pipefail
meshwright=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$meshwright" -q sample kotor-walkmesh "$work/room.wok"
"$meshwright" -q convert "$work/room.wok" "$work/room.glb"
xvfb-run -a f3d "$work/room.glb" --output="$work/room.png" --resolution=1000,620 --up=+Y \
  --camera-position=15,14,9 --camera-focal-point=6,0.5,-4.6 --camera-view-angle=36 --bg-color=0.93,0.94,0.96
convert "$work/room.png" -colors 64 "png8:docs/images/walkmesh-sample.png"
