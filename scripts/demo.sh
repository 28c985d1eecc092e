#!/usr/bin/env bash
# demo.sh MESHWRIGHT FOLDER: makes the built-in samples and shows what can be done with them.
set -euo pipefail
meshwright=$1
folder=$2

say() { printf '\n\033[1m$ meshwright %s\033[0m\n' "$*"; "$meshwright" "$@"; }

rm -rf "$folder" && mkdir -p "$folder"
echo "Samples, made by the program itself:"
for file in room.wok crate.pwk door.dwk; do say sample kotor-walkmesh "$folder/$file"; done

echo; echo "What is in them:"
say info "$folder/room.wok"

echo; echo "Is anything wrong with them?"
say validate "$folder"/room.wok "$folder"/crate.pwk "$folder"/door.dwk

echo; echo "Written again from the structures, the bytes are the same:"
say roundtrip "$folder"/room.wok "$folder"/crate.pwk "$folder"/door.dwk

echo; echo "Every byte has a name:"
printf '\n\033[1m$ meshwright dump %s | head -12\033[0m\n' "$folder/crate.pwk"
"$meshwright" dump "$folder/crate.pwk" | head -12

echo; echo "To JSON, one corner of the floor raised in an editor, and back:"
say convert "$folder/room.wok" "$folder/room.json"
sed '0,/\[0, 0, 0\],$/!{0,/  \[2, 0, 0\],/s//  [2, 0, 5],/}' "$folder/room.json" > "$folder/edited.json"
say convert "$folder/edited.json" "$folder/edited.wok"
echo; echo "The validator sees what the edit left behind:"
say validate "$folder/edited.wok" || true

cat <<EOF

Try next, on your own files:
  $meshwright FILE.wok                      what is in it
  $meshwright validate FILE.wok             what is wrong with it
  $meshwright convert FILE.wok FILE.json    edit it as text, convert it back
  $meshwright --help
EOF
