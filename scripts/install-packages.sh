#!/usr/bin/env bash
# Installs what building and testing needs, from Debian 12. Does nothing when all of it is there.
set -euo pipefail

packages=(
  g++ cmake ninja-build git python3
  libfmt-dev libexpected-dev libfast-float-dev libglm-dev libcli11-dev rapidjson-dev libmeshoptimizer-dev libxxhash-dev
  libgtest-dev librapidcheck-dev libassimp-dev libpng-dev zlib1g-dev zsh parallel
  # Peers of the benchmark.
  libembree-dev librecast-dev
  clang-19 libclang-rt-19-dev clang-format-19 clang-tidy-19 lld-19
  # The viewer's server, and the browser its tests run in.
  libcpp-httplib-dev pkgconf chromium fonts-dejavu-core
  # WebAssembly; the last one unpacks sources.
  llvm-19 wasi-libc libc++-19-dev-wasm32 libc++abi-19-dev-wasm32 libclang-rt-19-dev-wasm32 dpkg-dev
)

# Node.js and npm may come from elsewhere, in packages that exclude Debian's.
command -v node >/dev/null || packages+=(nodejs)
command -v npm >/dev/null || packages+=(npm)

missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

run=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || { echo "these packages are missing and need root to install: ${missing[*]}" >&2; exit 1; }
  run=(sudo)
fi
echo "installing: ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
"${run[@]}" apt-get update -qq
"${run[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
