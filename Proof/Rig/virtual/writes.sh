#!/bin/bash
# writes.sh WORK: runs the package on Raspberry Pi OS without faults, and with a disk of its own for the rides.
# RIG_GIVEN names the package.
set -euo pipefail
HERE=$(dirname "$(realpath "$0")")
WORK=$(realpath -m "$1")
rm -rf "$WORK"
mkdir -p "$WORK"
export RIG_SYSTEM=$WORK/root.img RIG_DISK=$WORK/disk.img
trap 'rm -f "$RIG_SYSTEM" "$RIG_DISK"' EXIT
"$HERE/make-disk.sh" "$RIG_DISK" 512M
"$HERE/boot.sh" "$WORK" writes
