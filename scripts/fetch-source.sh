#!/usr/bin/env bash
# fetch-source.sh FOLDER PACKAGE: unpacks the source of a Debian package, patched as Debian builds it, into
# FOLDER/PACKAGE. The lists of packages are kept in FOLDER too; nothing of the system is changed. Does nothing when the
# source is there.
set -euo pipefail
mkdir -p "$1"
folder=$(cd "$1" && pwd)
package=$2
exec 9> "$folder/.lock"  # several presets may be configured at once
flock 9
# The version that is installed for this machine, so that what both write is the same; else the newest.
version=$(dpkg-query -W -f '${source:Package} ${source:Version}\n' | awk -v name="$package" '$1 == name {version = $2} END {print version}')
[ "$(cat "$folder/$package/.complete" 2>/dev/null)" = "${version:-newest}" ] && exit 0

# The system's own sources, in either form of file, asked for source packages instead of compiled ones.
sources=$folder/apt/sources
mkdir -p "$sources" "$folder/apt/lists/partial" "$folder/download"
rm -f "$sources"/*
shopt -s nullglob
for file in /etc/apt/sources.list.d/*.sources; do
  sed -E 's/^Types:.*/Types: deb-src/' "$file" > "$sources/$(basename "$file")"
done
for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
  [ ! -e "$file" ] || sed -nE 's/^[[:space:]]*deb[[:space:]]/deb-src /p' "$file" > "$sources/$(basename "$file" .list)-src.list"
done

apt=(apt-get -qq
  -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$sources" -o "Dir::State::lists=$folder/apt/lists"
  -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= -o "APT::Sandbox::User=$(id -un)")
# Other places than Debian may have no source packages, which is an error here; whether Debian has is seen below.
"${apt[@]}" update || true
rm -f "$folder/download/${package}"_*
(cd "$folder/download" &&
  { [ -n "$version" ] && "${apt[@]}" source --download-only "$package=$version" || "${apt[@]}" source --download-only "$package"; })

rm -rf "${folder:?}/$package"
dpkg-source --no-check --no-copy -x "$folder/download/${package}"_*.dsc "$folder/$package" > "$folder/download/$package.log"
echo "${version:-newest}" > "$folder/$package/.complete"
