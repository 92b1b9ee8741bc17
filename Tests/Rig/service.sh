#!/bin/bash
# service.sh WORK: the package on Raspberry Pi OS, over a reboot in the middle of a ride. WORK/first and WORK/again are the two boots of
# one disk. RIG_DEB names the package (the newest in .work/deb).
set -euo pipefail
HERE=$(dirname "$(realpath "$0")")
ROOT=$(realpath "$HERE/../..")
IMAGE=$ROOT/.work/rig/trixie
package=${RIG_DEB:-$(find "$ROOT/.work/deb/" -name 'jz2_*.deb' -printf '%T@ %p\n' 2> /dev/null | sort -n | tail -1 | cut -d' ' -f2-)}
[ -f "$package" ] || { echo "service.sh: no package in .work/deb; make deb first" >&2; exit 1; }
"$HERE/pi-image.sh" "$IMAGE"
rm -rf "$1"
mkdir -p "$1/given"
WORK=$(realpath "$1")
cp "$package" "$WORK/given/first.deb"

# The same once more, as a later version; packed so that the emulated processor unpacks it fast.
dpkg-deb -R "$package" "$WORK/later"
sed -i 's/^Version: .*/&+later/' "$WORK/later/DEBIAN/control"
dpkg-deb --root-owner-group -Zzstd -z1 -b "$WORK/later" "$WORK/given/upgrade.deb" > /dev/null
rm -rf "$WORK/later"

cp --sparse=always "$IMAGE/root.ext4" "$WORK/disk.img"
export RIG_IMAGE=$IMAGE RIG_ROOT=$WORK/disk.img RIG_GIVEN="$WORK/given/first.deb $WORK/given/upgrade.deb"
RIG_LIMIT=1500 RIG_ENV="RIG_SCENARIO_LIMIT=1300 ${RIG_ENV:-}" "$HERE/boot.sh" "$WORK/first" service
[ "$(cat "$WORK/first/out/service/exit")" = 0 ] || { tail -5 "$WORK/first/out/service/scenario.log" >&2; exit 1; }
# Nobody pedals while it boots.
RIG_LIMIT=1200 RIG_ENV="RIG_SCENARIO_LIMIT=1000 ${RIG_ENV:-}" RIG_VARIANT=atrest "$HERE/boot.sh" "$WORK/again" service-again
rm -rf "$WORK/disk.img" "$WORK/given"
