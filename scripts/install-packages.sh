#!/usr/bin/env bash
# install-packages.sh command|threads|demo|build|test|bench|lint: installs from Debian 12 what building the command, the
# tests of threads, `make demo`, building all tests, `make test`, `make bench` or `make lint` needs. Does nothing when all
# of it is there.
set -euo pipefail

# dpkg-dev unpacks the sources of what Debian has compiled in another way (cmake/DebianSource.cmake).
command=(
  dpkg-dev libstdc++-12-dev cmake ninja-build pkgconf clang-19 lld-19
  libfmt-dev libexpected-dev libfast-float-dev libglm-dev libcli11-dev rapidjson-dev libmeshoptimizer-dev
  libcpp-httplib-dev libxxhash-dev zlib1g-dev
)
# clang-format: the sources' form is checked before anything is built.
threads=(libclang-rt-19-dev libgtest-dev clang-format-19)
# The page: llvm-19 has the archiver for WebAssembly.
demo=(llvm-19 wasi-libc libc++-19-dev-wasm32 libc++abi-19-dev-wasm32 libclang-rt-19-dev-wasm32)
# Node.js and npm may come from elsewhere, in packages that exclude Debian's.
command -v node >/dev/null || demo+=(nodejs)
command -v npm >/dev/null || demo+=(npm)

build=(g++ git python3 librapidcheck-dev libassimp-dev libpng-dev)
test=(
  # What the page is looked at with, and the shells that completions are tried in.
  chromium fonts-dejavu-core zsh fish
  # batch is compared with it
  parallel
)

bench=(libembree-dev librecast-dev)
lint=(clang-tidy-19)

case ${1:-} in
  command) packages=("${command[@]}") ;;
  threads) packages=("${command[@]}" "${threads[@]}") ;;
  demo) packages=("${command[@]}" "${demo[@]}") ;;
  build) packages=("${command[@]}" "${threads[@]}" "${demo[@]}" "${build[@]}") ;;
  test) packages=("${command[@]}" "${threads[@]}" "${demo[@]}" "${build[@]}" "${test[@]}") ;;
  bench) packages=("${command[@]}" "${threads[@]}" "${demo[@]}" "${build[@]}" "${test[@]}" "${bench[@]}") ;;
  lint) packages=("${command[@]}" "${threads[@]}" "${demo[@]}" "${build[@]}" "${lint[@]}") ;;
  *) echo "usage: install-packages.sh command|threads|demo|build|test|bench|lint" >&2; exit 2 ;;
esac

find_missing() {
  missing=()
  for package in "${packages[@]}"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
  done
}
find_missing
[ ${#missing[@]} -eq 0 ] && exit 0
# Another of these may be installing beside this one (`make test`): wait for it, then see what is left.
exec 9<"$0"
flock 9
find_missing
[ ${#missing[@]} -eq 0 ] && exit 0

run=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || { echo "these packages are missing and need root to install: ${missing[*]}" >&2; exit 1; }
  run=(sudo)
fi
echo "installing ${#missing[@]} packages: ${missing[*]}"
"${run[@]}" apt-get update -qq
"${run[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
