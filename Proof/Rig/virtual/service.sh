#!/bin/bash
# service.sh WORK: runs the package on Raspberry Pi OS, over a reboot in the middle of a ride. WORK/first and WORK/again
# are the two boots of one disk. RIG_GIVEN names the packages for the guest: first.deb, and later.deb, later-sync.deb
# and later-web.deb, all of a later version.
set -euo pipefail
HERE=$(dirname "$(realpath "$0")")
WORK=$(realpath -m "$1")
rm -rf "$WORK"
export RIG_SYSTEM=$WORK/disk.img
trap 'rm -f "$RIG_SYSTEM"' EXIT
"$HERE/boot.sh" "$WORK/first" service
first=$WORK/first/out/service
[ "$(cat "$first/exit")" = 0 ] || { tail -n 5 "$first/scenario.log" >&2; exit 1; }
# A reboot takes 20 s, without pedalling.
asked=$(tail -n 1 "$first/notes.jsonl" | grep -oE '"epoch": [0-9]+' | grep -oE '[0-9]+')
RIG_EPOCH=$((asked + 20)) RIG_VARIANT=atrest "$HERE/boot.sh" "$WORK/again" service-again
