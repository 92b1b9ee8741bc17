#!/bin/bash
# run.sh BIN: prints the figures of `make bench`. First on this computer: the size of the programs; an hour replayed,
# compared with tshark; one `jz2ctl status`; the ride library, compared with tcxreader and fitdecode; 2,000 hours of
# rides; an export of Apple Health; 36 simulated riders with a heart-rate target; workouts, compared with their files.
# Then on the rig: the cost of a notification, compared with bleak.
set -euo pipefail
HERE=$(dirname "$(realpath "$0")")
ROOT=$(realpath "$HERE/..")
BIN=$1
PLACE=$ROOT/.work/bench
mkdir -p "$PLACE"

echo "== Size"
for program in jz2d jz2ctl; do
  strip -o "$PLACE/$program" "$ROOT/$BIN/$program"
  echo "$program: $(stat -Lc %s "$ROOT/$BIN/$program") bytes, $(stat -c %s "$PLACE/$program") stripped"
done

echo "== An hour replayed, and one status"
python3 "$HERE/make_capture.py" "$PLACE/hour.btsnoop"
python3 -B "$HERE/replay_and_status.py" "$ROOT/$BIN" "$PLACE/hour.btsnoop" --runs "${BENCH_RUNS:-7}"

echo "== The ride library"
python3 -B "$HERE/library.py" "$ROOT/$BIN" "$PLACE/library" --runs "${BENCH_RUNS:-9}" \
  --python "$ROOT/.work/bench-venv/bin/python"

echo "== Two thousand hours of rides, on one core"
python3 -B "$HERE/years.py" "$ROOT/$BIN" "$PLACE/years"

echo "== An export of Apple Health: 2 GB through a pipe"
python3 -B "$ROOT/Proof/Clients/health.py" "$ROOT/$BIN" 2000

echo "== Zone 2 by heart: 36 simulated riders, each from 20 W too many and too few"
python3 -B "$HERE/steering.py" "$ROOT/$BIN" "$PLACE/steering" --jobs "$(nproc)"

echo "== Workouts, step by step"
python3 -B "$HERE/plan.py" "$ROOT/$BIN" "$PLACE/plan"

"$HERE/rig.sh" "$BIN"
