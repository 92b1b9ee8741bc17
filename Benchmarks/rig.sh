#!/bin/bash
# rig.sh BIN: only the last part of `make bench`: the cost of a notification for jz2d and for bleak, in turn, in the
# guest whose kernel runs as a program. RIG_BENCH_MINUTES, "2 2 2 10": the minutes of each pair of rides; empty for
# none.
set -euo pipefail
HERE=$(dirname "$(realpath "$0")")
ROOT=$(realpath "$HERE/..")
WORK=$ROOT/.work/rig/runs/bench
RIG_BENCH_MINUTES=${RIG_BENCH_MINUTES-2 2 2 10}
[ -n "$RIG_BENCH_MINUTES" ] || exit 0

echo "== On the rig: $(wc -w <<< "$RIG_BENCH_MINUTES") pairs of rides, $RIG_BENCH_MINUTES minutes each"
# In virtual time, processing takes no time, so there would be no cost to measure.
export RIG_BIN=$1 RIG_CLOCK=real RIG_LIMIT=7200
export RIG_ENV="RIG_BENCH_MINUTES='$RIG_BENCH_MINUTES' RIG_SCENARIO_LIMIT=7000"
# The kernel and its processes take turns. On a single processor a switch costs less than half.
taskset -c $(($(nproc) - 1)) python3 -B "$HERE/sample_guest.py" "$WORK/cpu.jsonl" \
  "$ROOT/Proof/Rig/virtual/boot.sh" "$WORK" bench
python3 -B "$HERE/analyse_rig.py" "$WORK/out/bench" "$WORK/cpu.jsonl"
