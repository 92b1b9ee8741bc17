#!/bin/bash
# second-pair.sh [SCENARIO...]: tests the essentials of a ride on Linux 6.12 and the BlueZ 5.82 of Raspberry Pi OS, with
# systemd as its init: one boot for each scenario, and its check. RIG_BIN is the folder of jz2d and jz2ctl in the
# checkout (.build/release).
set -euo pipefail
HERE=$(dirname "$(realpath "$0")")
ROOT=$(realpath "$HERE/../../..")
RUNS=$ROOT/.work/rig/runs-trixie
export RIG_BIN=${RIG_BIN:-.build/release} RIG_KERNEL=$ROOT/.work/rig/linux-6.12/linux RIG_LIMIT=${RIG_LIMIT:-3000}
export RIG_ENV="RIG_TRIES=${RIG_TRIES:-3} RIG_RETURNS=${RIG_RETURNS:-20} RANDOM=${RIG_SEED:-1}"
export PYTHONPATH=$ROOT/Proof/Rig
[ $# -gt 0 ] || set -- ride plan zone2 refuse clean returns faults
"$HERE/../setup.sh" rig system pair
mkdir -p "$RUNS"
failures=0
for scenario in "$@"; do
  rm -rf "${RUNS:?}/$scenario"
  export RIG_SYSTEM=$RUNS/$scenario/root.img
  # The kernel and its processes take turns; on one processor a turn takes less than half the time.
  taskset -c $(($(nproc) - 1)) "$HERE/boot.sh" "$RUNS/$scenario" "$scenario" ||
    { echo "FAILED boot $scenario"; failures=$((failures + 1)); }
  rm -f "$RIG_SYSTEM"
  out=$RUNS/$scenario/out/$scenario
  echo "-- $scenario: $(tr '\n' ' ' < "$out/versions.txt")"
  python3 -B -m rig.checks "$scenario" "$out" || failures=$((failures + 1))
done
[ $failures = 0 ] || { echo "The second pair: $failures parts failed; see $RUNS"; exit 1; }
echo "The second pair: all passed"
