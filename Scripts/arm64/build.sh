#!/bin/bash
# build.sh OPTION...: builds the programs for Raspberry Pi OS into .build-arm64, with the compiler of toolchain.sh.
# The programs in .work/arm64/run run them here, in QEMU. Needs root.
set -euo pipefail
SELF=$(realpath "$0")
ROOT=$(realpath "$(dirname "$SELF")/../..")
PLACE=$ROOT/.work/arm64
[ "$(id -u)" = 0 ] || exec sudo VERSION="${VERSION:-}" "$SELF" "$@"

mkdir -p "$PLACE/run"
for program in jz2d jz2ctl jz2sync jz2cue jz2web jz2bridge; do
  printf '#!/bin/sh\nexec qemu-aarch64-static -L %s %s "$@"\n' "$PLACE/sysroot" "$ROOT/.build-arm64/release/$program" \
    > "$PLACE/run/$program"
  chmod +x "$PLACE/run/$program"
done

# Dependencies come from the addresses that this computer's git is configured to use.
git config --get-regexp '^url\..*' | while read -r key value; do
  git config --file "$PLACE/chroot/etc/gitconfig" --replace-all "$key" "$value" "^$value\$"
done
mapfile -t copies < <(git config --name-only --get-regexp '^url\./.*' | sed 's/^url\.//; s/\.[^.]*$//' | sort -u)
cp /etc/resolv.conf "$PLACE/chroot/etc/"

# The mounts exist for this command only.
export COPIES="${copies[*]}" VERSION=${VERSION:-$("$ROOT/debian/version")}
unshare --mount bash -s -- "$ROOT" "$PLACE" "$@" << 'INSIDE'
set -euo pipefail
checkout=$1 place=$2
shift 2
cd "$place"
mount --bind "$checkout" chroot/usr/src/jz2
mount --bind sysroot chroot/sysroot
mount --bind sdk chroot/sdk
mount --rbind /dev chroot/dev
mount -t proc proc chroot/proc
for copy in $COPIES; do mkdir -p "chroot$copy" && mount --bind "$copy" "chroot$copy"; done
cd /
exec chroot "$place/chroot" env -i HOME=/root PATH=/usr/libexec/swift/bin:/usr/bin:/usr/sbin VERSION="$VERSION" \
  bash -s -- "$@" << 'BUILD'
set -euo pipefail
cd /usr/src/jz2
export PKG_CONFIG_SYSROOT_DIR=/sysroot
export PKG_CONFIG_PATH=/sysroot/usr/lib/aarch64-linux-gnu/pkgconfig:/sysroot/usr/share/pkgconfig
stamp=.build-arm64/version/$VERSION.o
mkdir -p "$(dirname "$stamp")"
debian/version --object "$stamp" clang --target=aarch64-linux-gnu
for program in jz2d jz2ctl jz2sync jz2cue jz2web jz2bridge; do
  swift build --scratch-path .build-arm64 --swift-sdks-path /sdk --swift-sdk trixie-arm64 -c release \
    --static-swift-stdlib --product "$program" -Xlinker "/usr/src/jz2/$stamp" \
    -Xlinker "--build-id=0x$(echo "$program" "$VERSION" arm64 | sha1sum | cut -d' ' -f1)" "$@"
done
BUILD
INSIDE
# Outside the chroot, too, git finds the objects of the dependencies, which their list of parts needs.
for alternates in "$ROOT"/.build-arm64/checkouts/*/.git/objects/info/alternates; do
  sed -i 's|^/usr/src/jz2/.build-arm64/|../../../../|' "$alternates"
done
[ -z "${SUDO_UID:-}" ] || chown -R "$SUDO_UID:${SUDO_GID:-}" "$ROOT/.build-arm64" "$PLACE/run"
