#!/bin/bash
# pulls.sh WORK: one ride over RIG_PULLS (20) power cuts. The guest's state is on a disk image of its own; each boot of it is killed
# without a word, 3 to 8 s after the ride is on again, and the last one ends the ride. WORK holds a folder for each boot, cut-1 to last.
set -euo pipefail
HERE=$(dirname "$(realpath "$0")")
PULLS=${RIG_PULLS:-20}
rm -rf "$1"
mkdir -p "$1"
WORK=$(realpath "$1")
export RIG_DISK=$WORK/disk.img RIG_LIMIT=180
RANDOM=7 # the same instants in each run

truncate -s 64M "$RIG_DISK"
PATH=$PATH:/usr/sbin:/sbin mkfs.ext4 -q "$RIG_DISK"

boot=
trap '[ -z "$boot" ] || kill $boot 2> /dev/null || true' EXIT
trap 'exit 130' INT TERM

well() { grep -q '"event": "well"' "$1/out/pull/notes.jsonl" 2> /dev/null; }

for cut in $(seq "$PULLS"); do
  "$HERE/boot.sh" "$WORK/cut-$cut" pull > "$WORK/cut-$cut.log" 2>&1 &
  boot=$!
  until well "$WORK/cut-$cut"; do
    kill -0 $boot 2> /dev/null || { echo "pulls.sh: before cut $cut the ride did not go on; see $WORK/cut-$cut" >&2; exit 1; }
    sleep 0.2
  done
  sleep $((3 + RANDOM % 5)).$((RANDOM % 10))
  kill -9 "$(cat "$WORK/cut-$cut/qemu.pid")"
  wait $boot || true
done

RIG_ENV="RIG_LAST=1" "$HERE/boot.sh" "$WORK/last" pull
