#!/bin/bash
# writes.sh WORK: the package on Raspberry Pi OS in peace, with a disk of its own for the rides. RIG_GIVEN names the package.
set -euo pipefail
HERE=$(dirname "$(realpath "$0")")
ROOT=$(realpath "$HERE/../../..")
rm -rf "$1"
mkdir -p "$1"
WORK=$(realpath "$1")
export RIG_SYSTEM=$WORK/root.img RIG_DISK=$WORK/disk.img
trap 'rm -f "$RIG_SYSTEM" "$RIG_DISK"' EXIT
cp --sparse=always "$ROOT/.work/rig/trixie/root.ext4" "$RIG_SYSTEM"
"$HERE/make-disk.sh" "$RIG_DISK" 512M
"$HERE/boot.sh" "$WORK" writes
