#!/bin/bash
# service.sh WORK: the package on Raspberry Pi OS, over a reboot in the middle of a ride. WORK/first and WORK/again are
# the two boots of one disk. RIG_GIVEN names the packages that the guest finds: first.deb, and upgrade.deb, which is a
# later version.
set -euo pipefail
HERE=$(dirname "$(realpath "$0")")
ROOT=$(realpath "$HERE/../../..")
export RIG_IMAGE=$ROOT/.work/rig/trixie
rm -rf "$1"
mkdir -p "$1"
WORK=$(realpath "$1")
export RIG_ROOT=$WORK/disk.img
cp --sparse=always "$RIG_IMAGE/root.ext4" "$RIG_ROOT"
trap 'rm -f "$RIG_ROOT"' EXIT
RIG_LIMIT=1500 RIG_ENV="RIG_SCENARIO_LIMIT=1300 ${RIG_ENV:-}" "$HERE/boot.sh" "$WORK/first" service
[ "$(cat "$WORK/first/out/service/exit")" = 0 ] || { tail -n 5 "$WORK/first/out/service/scenario.log" >&2; exit 1; }
# Nobody pedals while it boots.
RIG_LIMIT=1200 RIG_ENV="RIG_SCENARIO_LIMIT=1000 ${RIG_ENV:-}" RIG_VARIANT=atrest \
  "$HERE/boot.sh" "$WORK/again" service-again
