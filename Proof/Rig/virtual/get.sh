#!/bin/bash
# get.sh WORK SCENARIO...: the ways to get jz2, on a Raspberry Pi OS with the memory of a Pi Zero 2 W. The guest serves
# itself two repositories, which are made here.
#
#   RIG_DEB      the package jz2 of the first repository
#   RIG_LATER    the packages jz2 and jz2-web of the second one, of a later version
#   RIG_OLD      a package jz2 of 0.2.0; by default RIG_DEB with that version
#
# jz2-web must be beside RIG_DEB and RIG_OLD.
set -euo pipefail
HERE=$(dirname "$(realpath "$0")")
ROOT=$(realpath "$HERE/../../..")
WORK=$(realpath -m "$1")
shift
GIVEN=$WORK/out/given
export RIG_SYSTEM=$WORK/disk.img RIG_MEMORY=${RIG_MEMORY:-512M} RIG_KEEP=1
trap 'rm -rf "$RIG_SYSTEM" "$GIVEN"' EXIT
rm -rf "$WORK"
mkdir -p "$GIVEN/old"

# with_page PACKAGE: prints the paths of that package and of its jz2-web.
with_page() { printf '%s\n' "$1" "${1%/*}/$(basename "$1" | sed 's/^jz2_/jz2-web_/')"; }

# repository NAME PACKAGE...: makes it of these packages.
repository() {
  local folder=$WORK/packages-$1 tree=$GIVEN/$1 package
  shift
  mkdir "$folder"
  for package in "$@"; do
    # shellcheck disable=SC2016  # dpkg-deb expands it
    cp "$package" "$folder/$(dpkg-deb -W --showformat '${Package}_${Version}_${Architecture}' "$package").deb"
  done
  REPOSITORY_URL=http://127.0.0.1:8000/jz2 "$ROOT/packaging/repository/build.sh" "$tree" "$folder"
  rm -r "$folder"
}

mapfile -t now < <(with_page "$RIG_DEB")
read -ra next <<< "$RIG_LATER"
repository now "${now[@]}"
repository next "${next[@]}"
if [ -n "${RIG_OLD:-}" ]; then
  mapfile -t old < <(with_page "$RIG_OLD")
  cp "${old[@]}" "$GIVEN/old/"
else
  for package in "${now[@]}"; do "$HERE/repack.sh" "$package" 0.2.0 "$GIVEN/old/${package##*/}"; done
fi
# The signatures are from now: an earlier clock would refuse them.
RIG_EPOCH=$(($(date +%s) + 60)) "$HERE/boot.sh" "$WORK" "$@"
