#!/bin/bash
# release.sh COMMAND: the steps of a release (docs/releasing.md). The workflow release.yml calls them, and so can you.
#
#   check TAG   fails unless this checkout is the release TAG, and the changelogs describe it
#   notes       prints the newest release in CHANGELOG.md, without its heading
#   assets      gathers the files of a release in .work/assets: packages, their lists of parts, images, SHA256SUMS
set -euo pipefail
cd "$(dirname "$(realpath "$0")")/.."
ASSETS=.work/assets
shopt -s nullglob

fail() { echo "release.sh: $1" >&2; exit 1; }

check() {
  local version newest
  version=$(debian/version)
  newest=$(sed -n '/^## /{s/^## \([^ ]*\).*/\1/p;q}' CHANGELOG.md)
  [ "v$version" = "$1" ] ||
    fail "This checkout is version $version, so it is not the release $1. Set the tag on the commit whose \
debian/changelog names that release, and check out all of its history."
  [ "$newest" = "$version" ] ||
    fail "CHANGELOG.md begins with '## $newest'. Name its changes '## $version' before you set the tag."
}

notes() { awk '/^## /{ if (seen++) exit; next } seen' CHANGELOG.md; }

assets() {
  local package versions packages=(.work/deb/*.deb .work/hub-deb/*.deb)
  [ ${#packages[@]} -gt 0 ] || fail "There are no packages in .work/deb. Build them: make deb hub-deb"
  versions=$(for package in "${packages[@]}"; do dpkg-deb -f "$package" Version; done | sort -u)
  [ "$(wc -l <<< "$versions")" = 1 ] ||
    fail "The packages have several versions: ${versions//$'\n'/, }. Delete old ones in .work/deb and .work/hub-deb."
  rm -rf "$ASSETS"
  mkdir -p "$ASSETS"
  cp "${packages[@]}" .work/image/*.{img.xz,rpi-imager-manifest,png} "$ASSETS"
  for package in "${packages[@]}"; do
    [[ $package == *-dbgsym_* ]] || parts "$package" > "$ASSETS/$(basename "$package" .deb).spdx.json"
  done
  (cd "$ASSETS" && sha256sum -- * > ../SHA256SUMS && mv ../SHA256SUMS .)
  ls -l "$ASSETS"
}

# parts PACKAGE: prints the list of the package's parts.
parts() {
  local name
  name=$(dpkg-deb -f "$1" Package)
  dpkg-deb --fsys-tarfile "$1" | tar -xO "./usr/share/doc/$name/$name.spdx.json"
}

case ${1:-} in
  check) check "${2:?release.sh check TAG}" ;;
  notes | assets) "$1" ;;
  *) sed -n '2,6s/^# //p' "$0" >&2; exit 64 ;;
esac
