#!/bin/bash
# record.sh: copies the recordings of the rig's last boots into captures/. Each has a note with its title, the versions
# of the programs, and its events.
set -euo pipefail
HERE=$(dirname "$(realpath "$0")")
ROOT=$(realpath "$HERE/../..")
RUNS=$ROOT/.work/rig/runs
export PYTHONPATH=$HERE

record() {
  local name=$1 folder=$RUNS/$2/out/$3 title=$4
  cp "$folder/hci.btsnoop" "$ROOT/captures/$name.btsnoop"
  python3 -B -m rig.describe "$folder" "$title" > "$ROOT/captures/$name.md"
  echo "captures/$name.btsnoop, $(stat -c %s "$folder/hci.btsnoop") bytes"
}

mkdir -p "$ROOT/captures"
# A test replays the eventful ride with its commands, and compares the result with its file.
python3 -B -m rig.recorded_commands "$RUNS/ride/out/ride" > "$ROOT/captures/ride-with-drops.commands"
cp "$RUNS"/ride/out/ride/state/rides/*.tcx "$ROOT/captures/ride-with-drops.tcx"

record clean-ride clean clean "An undisturbed ride, with trainer and strap"
record ride-with-drops ride ride "A ride with a change of target, a pause, and each link lost once"
record trainer-refuses refuse refuse "A trainer that refuses every request, then agrees"
