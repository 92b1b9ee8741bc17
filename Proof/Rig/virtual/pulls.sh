#!/bin/bash
# pulls.sh WORK: one ride over RIG_PULLS (20) power cuts. The guest's state is on a disk image of its own. Each boot
# ends without warning at a time from the seed: the first one in the ride's first second, the others up to 8 s after the
# ride goes on. The last boot ends the ride. WORK has a folder for each boot, cut-1 to last.
set -euo pipefail
HERE=$(dirname "$(realpath "$0")")
rm -rf "$1"
mkdir -p "$1"
WORK=$(realpath "$1")
export RIG_DISK=$WORK/disk.img RIG_EPOCH=1795156800
RANDOM=${RIG_SEED:-7}

"$HERE/make-disk.sh" "$RIG_DISK" 64M

# milliseconds FROM TO: prints a random time between them, in seconds.
milliseconds() {
  local ms=$(($1 + (RANDOM << 15 | RANDOM) % ($2 - $1)))
  printf "%d.%03d" $((ms / 1000)) $((ms % 1000))
}

for cut in $(seq "${RIG_PULLS:-20}"); do
  after=$(milliseconds 0 8000)
  [ "$cut" != 1 ] || after=$(milliseconds 0 1000)
  status=0
  RIG_ENV="RIG_PULL_AFTER=$after ${RIG_ENV:-}" "$HERE/boot.sh" "$WORK/cut-$cut" pull > "$WORK/cut-$cut.log" 2>&1 ||
    status=$?
  if [ $status != 75 ]; then
    tail -n 5 "$WORK/cut-$cut.log" >&2
    echo "pulls.sh: before cut $cut the ride did not go on; see $WORK/cut-$cut" >&2
    exit 1
  fi
  # The computer is off for 20 s.
  pulled=$(tail -n 1 "$WORK/cut-$cut/out/pull/notes.jsonl" | grep -oE '"epoch": [0-9]+' | grep -oE '[0-9]+')
  RIG_EPOCH=$((pulled + 20))
done

"$HERE/boot.sh" "$WORK/last" pull
