#!/bin/bash
# run.sh [BOOT...]: boots guests, checks what came of each, and makes the table of faults. All boots by default.
#
#   ride, again, plan, zone2, link, refuse, clean, blackbox, first, variant   rides in which little or something happens
#   returns, faults, system, pulls      how fast a lost link is back; everything that devices, computer and power can do wrong
#   service, others, writes             on an emulated machine (emulated/run.sh): the package on Raspberry Pi OS, adapters on USB,
#                                       what a disk is written to
#
# All but the last line are boots in virtual time, one to a processor, and the same for the same seed on any machine.
#
#   RIG_BIN      the folder of jz2d and jz2ctl in the checkout   (.build/debug)
#   RIG_SEED     seed of all that is random in the guests        (1)
#   RIG_TRIES, RIG_RETURNS, RIG_PULLS    how often each fault is tried (3), returns are timed (20), and the plug is pulled (20)
#   RIG_RUNS     what a boot leaves is in RIG_RUNS/BOOT          (.work/rig/runs); the table beside it
set -euo pipefail
HERE=$(dirname "$(realpath "$0")")
ROOT=$(realpath "$HERE/../..")
export RIG_BIN=${RIG_BIN:-.build/debug} RIG_SEED=${RIG_SEED:-1} RIG_RUNS=${RIG_RUNS:-$ROOT/.work/rig/runs}
EMULATED="service others writes"
# The longest first, so that none is left over for one processor at the end.
VIRTUAL="faults returns system pulls zone2 plan ride again clean first blackbox refuse variant link"

for program in jz2d jz2ctl; do
  [ -x "$ROOT/$RIG_BIN/$program" ] || { echo "run.sh: no $RIG_BIN/$program; build first (make build)" >&2; exit 1; }
done
virtual=() emulated=()
for name in ${*:-$VIRTUAL $EMULATED}; do
  case " $VIRTUAL : $EMULATED " in
    *" $name "*:*) virtual+=("$name") ;;
    *:*" $name "*) emulated+=("$name") ;;
    *) echo "run.sh: unknown boot '$name' (${VIRTUAL// /, }, ${EMULATED// /, })" >&2; exit 64 ;;
  esac
done
if [ "$(uname -m)" != x86_64 ]; then
  echo "The rig is left out: on $(uname -m) the kernel cannot be a program, and the emulated guests want an x86-64 root."
  exit 0
fi
"$HERE/setup.sh" rig ${emulated:+emulated}

# boot NAME: one boot in virtual time, all it prints in RUNS/NAME.log.
boot() {
  local scenario=$1
  export RIG_ENV="RIG_TRIES=${RIG_TRIES:-3} RIG_RETURNS=${RIG_RETURNS:-20} RANDOM=$RIG_SEED" RIG_LIMIT=${RIG_LIMIT:-3000}
  rm -rf "${RIG_RUNS:?}/$1"
  case $1 in
    pulls) exec "$HERE/virtual/pulls.sh" "$RIG_RUNS/$1" ;;
    variant) export RIG_VARIANT=core1818,onebyte ;;
    again) scenario=ride ;;
  esac
  exec "$HERE/virtual/boot.sh" "$RIG_RUNS/$1" "$scenario"
}

# check NAME: judges what it left.
check() {
  local folder=$RIG_RUNS/$1/out/$1 check=$HERE/checks/check_$1.py
  case $1 in
    variant) check=$HERE/checks/check_clean.py ;;
    pulls) folder=$RIG_RUNS/$1 ;;
    again) folder=$RIG_RUNS/ride/out ;;
  esac
  python3 -B "$check" "$folder" && return
  tail -n 5 "$folder/scenario.log" 2> /dev/null || true
  return 1
}

# boot_and_check NAME PROCESSOR
boot_and_check() {
  local began=$SECONDS
  (taskset -cp "$2" $BASHPID > /dev/null 2>&1; boot "$1") > "$RIG_RUNS/$1.log" 2>&1 || { echo "FAILED boot $1: see $RIG_RUNS/$1.log"; tail -n 5 "$RIG_RUNS/$1.log"; }
  # It is held against the ride, whichever of the two is done first.
  if [ "$1" = again ]; then until [ -f "$RIG_RUNS/ride.done" ]; do sleep 1; done; fi
  local status=0 said
  said=$(check "$1" 2>&1) || status=1
  [ $status = 0 ] || said+=$'\n'"Again, the same: make rig BOOTS=$1 SEED=$RIG_SEED"
  echo "-- $1: $((SECONDS - began)) s"$'\n'"$said"
  touch "$RIG_RUNS/$1.done"
  return $status
}

mkdir -p "$RIG_RUNS"
rm -f "$RIG_RUNS"/*.done
trap 'kill $(jobs -p) 2> /dev/null || true' EXIT
failures=0
declare -A processor_of

# finish_one: waits for a boot, and gives its processor back.
finish_one() {
  local id
  wait -n -p id "${!processor_of[@]}" || failures=$((failures + 1))
  local processor=${processor_of[$id]}
  unset "processor_of[$id]"
  free+=("$processor")
}

# An emulated guest waits for much of its time. What is left of the processors is enough for virtual ones, to which it is all the same how
# long they take.
if [ ${#emulated[@]} -gt 0 ]; then
  "$HERE/emulated/run.sh" "${emulated[@]}" > "$RIG_RUNS/emulated.log" 2>&1 &
  emulating=$!
  renice -n 19 $$ > /dev/null
fi
mapfile -t free < <(seq 0 $(($(nproc) - 1)))
for name in "${virtual[@]}"; do
  [ ${#free[@]} -gt 0 ] || finish_one
  processor=${free[0]}
  free=("${free[@]:1}")
  boot_and_check "$name" "$processor" &
  processor_of[$!]=$processor
done
while [ ${#processor_of[@]} -gt 0 ]; do finish_one; done

if [ -n "${emulating:-}" ]; then
  wait "$emulating" || failures=$((failures + 1))
  cat "$RIG_RUNS/emulated.log"
fi

python3 -B "$HERE/checks/faults.py" "$RIG_RUNS" "$RIG_RUNS/../faults.md" || failures=$((failures + 1))
[ $failures = 0 ] && echo "The rig: all passed" || { echo "The rig: $failures parts failed with seed $RIG_SEED; see $RIG_RUNS"; exit 1; }
