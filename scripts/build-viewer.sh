#!/usr/bin/env bash
# build-viewer.sh FOLDER WASM PAGE: builds the viewer. Its packages are installed into FOLDER from the lock file, which
# needs the npm registry once.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$1 wasm=$2 page=$3
if [ ! -e "$wasm" ]; then
  echo "viewer: there is no $wasm; make wasm builds it" >&2
  exit 1
fi
mkdir -p "$folder"
if ! cmp -s viewer/package-lock.json "$folder/.installed"; then
  cp viewer/package.json viewer/package-lock.json "$folder"
  (cd "$folder" && npm ci --silent --no-audit --no-fund)
  cp viewer/package-lock.json "$folder/.installed"
fi
node viewer/build.mjs "$folder" "$wasm" "$page"
