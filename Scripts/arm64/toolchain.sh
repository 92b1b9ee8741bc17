#!/bin/bash
# toolchain.sh DIRECTORY: creates a toolchain there that builds for Raspberry Pi OS on an x86-64 computer:
#   chroot   Debian unstable with its own Swift compiler
#   sysroot  the libraries that programs for trixie on arm64 link, with the Swift libraries for arm64
#   sdk      the paths of both for SwiftPM
#   dpkg     the answers to dpkg-shlibdeps's questions about the sysroot
# Skips everything if they exist and this script has not changed since. Takes 1.2 GB from Debian's mirror and 2.5 GB of
# disk. Needs root.
#
# Only Debian unstable has Swift. It is built for a newer C library than trixie's, so the compiler needs its own root.
# Its static libraries are linked against trixie's C library and need no newer symbols from it.
set -euo pipefail
HERE=$(dirname "$(realpath "$0")")
SELF=$(realpath "$0")
PLACE=$(realpath -m "$1")
made_by() { cat "$SELF" "$HERE/apt.sh"; }
made_by | cmp -s - "$PLACE/made-by-toolchain" && exit 0
[ "$(id -u)" = 0 ] || exec sudo "$SELF" "$1"
. "$HERE/apt.sh"
mkdir -p "$PLACE"
cd "$PLACE"
rm -rf chroot sysroot sdk dpkg compiler libraries

echo "Fetching Debian's Swift for x86-64 and arm64, 1.1 GB"
private_apt "$PLACE/apt-unstable" sid amd64 arm64
mkdir compiler
in_private_apt compiler apt-get -qq download swiftlang:amd64 libswiftlang:amd64 swiftlang:arm64 libswiftlang:arm64
# The compiler itself cannot report its version here: it finds its libraries by /proc, which only build.sh mounts.
version=$(dpkg-deb -f compiler/swiftlang_*_amd64.deb Version)
private_apt "$PLACE/apt-trixie" trixie arm64
mkdir libraries
in_private_apt libraries apt-get -qq download libc6 libc6-dev linux-libc-dev libstdc++-14-dev libstdc++6 libgcc-14-dev \
  libgcc-s1 libsqlite3-dev libsqlite3-0 libdbus-1-dev libdbus-1-3 libbluetooth-dev libbluetooth3 libcap-dev libcap2 \
  libcurl4-openssl-dev libsystemd-dev libsystemd0 libcrypt-dev zlib1g-dev zlib1g

# The packages that the compiler and its libraries depend on, without the debugger's Python.
needed=$(for package in compiler/{swiftlang,libswiftlang}_*_amd64.deb; do dpkg-deb -f "$package" Depends; done |
  tr ',' '\n' | sed 's/^ *//; s/[ (].*//' | grep -vE '^(libpython|libswiftlang|debconf)' | sort -u | paste -sd,)
debootstrap --variant=minbase --include="ca-certificates,git,libc6-dev,$needed" sid chroot "$(mirror)" \
  > debootstrap.log 2>&1 || { tail -5 debootstrap.log >&2; exit 1; }
rm -rf chroot/var/cache/apt/archives/*.deb chroot/var/lib/apt/lists/*
mkdir -p chroot/usr/src/jz2 chroot/sysroot chroot/sdk
printf '[safe]\n\tdirectory = *\n' > chroot/etc/gitconfig

# unpack PACKAGE FOLDER PATTERN: leaves out the debugger, the editors' helpers, and the libraries for embedded Swift.
unpack() {
  dpkg-deb --fsys-tarfile "$1" | tar x -C "$2" --exclude='*/embedded' --exclude='*lldb*' --exclude='*sourcekit*' \
    --exclude='*/clangd' --exclude='*/docc' --exclude='*libLTO*' --exclude='./usr/share/doc' --wildcards "$3"
}
for package in compiler/{swiftlang,libswiftlang}_*_amd64.deb; do unpack "$package" chroot './usr/libexec/*'; done
mkdir -p sysroot/usr/lib
ln -s usr/lib sysroot/lib
for package in libraries/*.deb; do dpkg-deb -x "$package" sysroot; done
unpack compiler/swiftlang_*_arm64.deb sysroot './usr/libexec/swift/lib/swift*/*'
unpack compiler/libswiftlang_*_arm64.deb sysroot './usr/libexec/swift/lib/swift*/*'
for part in swift swift_static; do ln -s "../libexec/swift/lib/$part" "sysroot/usr/lib/$part"; done
# The headers that come with clang, in the chroot.
ln -sfn /usr/libexec/swift/lib/clang sysroot/usr/libexec/swift/lib/clang

mkdir -p sdk/trixie-arm64.artifactbundle
cat > sdk/trixie-arm64.artifactbundle/info.json << 'JSON'
{ "schemaVersion": "1.0",
  "artifacts": { "trixie-arm64": { "type": "swiftSDK", "version": "13",
    "variants": [{ "path": ".", "supportedTriples": ["x86_64-unknown-linux-gnu", "x86_64-pc-linux-gnu"] }] } } }
JSON
cat > sdk/trixie-arm64.artifactbundle/swift-sdk.json << 'JSON'
{ "schemaVersion": "4.0",
  "targetTriples": { "aarch64-unknown-linux-gnu": {
    "sdkRootPath": "/sysroot", "swiftResourcesPath": "/sysroot/usr/lib/swift",
    "swiftStaticResourcesPath": "/sysroot/usr/lib/swift_static", "toolsetPaths": ["toolset.json"] } } }
JSON
cat > sdk/trixie-arm64.artifactbundle/toolset.json << 'JSON'
{ "schemaVersion": "1.0", "rootPath": "/usr/libexec/swift/bin",
  "swiftCompiler": { "extraCLIOptions": ["-use-ld=lld"] }, "linker": { "path": "ld.lld" } }
JSON

# dpkg-shlibdeps finds the libraries in the sysroot, and the package of each one here.
mkdir -p dpkg/info dpkg/updates
echo 1 > dpkg/info/format
: > dpkg/status
for package in libraries/*.deb; do
  name=$(dpkg-deb -f "$package" Package)
  [ "$(dpkg-deb -f "$package" Multi-Arch)" != same ] || name=$name:arm64
  { dpkg-deb -f "$package" | sed 's/^Package:.*/&\nStatus: install ok installed/'; echo; } >> dpkg/status
  dpkg-deb --fsys-tarfile "$package" | tar t | sed -n "s|^\./\(.*[^/]\)$|$PLACE/sysroot/\1|p" \
    > "dpkg/info/$name.list"
  control=$(mktemp -d)
  dpkg-deb -e "$package" "$control"
  for part in symbols shlibs; do [ ! -f "$control/$part" ] || cp "$control/$part" "dpkg/info/$name.$part"; done
  rm -rf "$control"
done
rm -rf compiler libraries apt-unstable apt-trixie
made_by > made-by-toolchain
echo "Toolchain for arm64: Debian's Swift $version, $(du -sm . | cut -f1) MB"
