#!/bin/bash
# run.sh [BOOT...]: boots guests, checks what came of each, and makes the table of faults. All boots by default.
#
#   ride, again, plan, zone2, link, refuse, clean, blackbox, first, variant   rides in which little or something happens
#   strapless, radio, adapters, bonding, wedge    no strap; and what the radio does wrong, a second adapter, bonds, a controller that hangs
#   returns, faults, system, pulls      how fast a lost link is back; everything that devices, computer and power can do wrong
#   service, writes                     the package on Raspberry Pi OS: all that systemd does with it, and what a disk is written to
#   others                              on an emulated machine: adapters on USB, and the package where no systemd runs
#
# All but the last line are boots in virtual time, one to a processor, and the same for the same seed on one machine.
#
#   RIG_BIN      the folder of jz2d and jz2ctl in the checkout   (.build/debug)
#   RIG_DEB      the package                                     (the newest in .work/deb)
#   RIG_SEED     seed of all that is random in the guests        (1)
#   RIG_TRIES, RIG_RETURNS, RIG_PULLS    how often each fault is tried (3), returns are timed (20), and the plug is pulled (20)
#   RIG_RUNS     what a boot leaves is in RIG_RUNS/BOOT          (.work/rig/runs); the tables beside it
set -euo pipefail
HERE=$(dirname "$(realpath "$0")")
ROOT=$(realpath "$HERE/../..")
export RIG_BIN=${RIG_BIN:-.build/debug} RIG_SEED=${RIG_SEED:-1} RIG_RUNS=${RIG_RUNS:-$ROOT/.work/rig/runs}
GIVEN=$RIG_RUNS/given
# The longest first, so that none is left over for one processor at the end.
VIRTUAL="service faults writes returns system pulls adapters strapless radio bonding zone2 wedge plan ride again clean first blackbox refuse variant link"
EMULATED="others"

for program in jz2d jz2ctl; do
  [ -x "$ROOT/$RIG_BIN/$program" ] || { echo "run.sh: no $RIG_BIN/$program; build first (make build)" >&2; exit 1; }
done
virtual=() emulated=() system=
for name in ${*:-$VIRTUAL $EMULATED}; do
  case " $VIRTUAL : $EMULATED " in
    *" $name "*:*) virtual+=("$name") ;;
    *:*" $name "*) emulated+=("$name") ;;
    *) echo "run.sh: unknown boot '$name' (${VIRTUAL// /, }, ${EMULATED// /, })" >&2; exit 64 ;;
  esac
  case $name in service | writes) system=system ;; esac
done
if [ "$(uname -m)" != x86_64 ]; then
  echo "The rig is left out: on $(uname -m) the kernel cannot be a program, and the emulated guest wants an x86-64 root."
  exit 0
fi
# shellcheck disable=SC2086
"$HERE/setup.sh" rig $system ${emulated:+emulated}

# give_package: GIVEN has the package, and a later version of it, whose contents are the same. An emulated processor unpacks that one in a
# tenth of the time, as it is compressed otherwise.
give_package() {
  local package=${RIG_DEB:-$(find "$ROOT/.work/deb/" -name "jz2_*_$(dpkg --print-architecture).deb" -printf '%T@ %p\n' 2> /dev/null | sort -n | tail -n 1 | cut -d' ' -f2-)}
  [ -f "$package" ] || { echo "run.sh: no package in .work/deb; make deb first" >&2; exit 1; }
  rm -rf "$GIVEN"
  mkdir -p "$GIVEN"
  cp "$package" "$GIVEN/first.deb"
  dpkg-deb -R "$package" "$GIVEN/unpacked"
  sed -i 's/^Version: .*/&+later/' "$GIVEN/unpacked/DEBIAN/control"
  dpkg-deb --root-owner-group -Zzstd -z1 -b "$GIVEN/unpacked" "$GIVEN/later.deb" > /dev/null
  rm -rf "$GIVEN/unpacked"
}

# boot NAME: becomes that boot.
boot() {
  local scenarios=$1 boot=$HERE/virtual/boot.sh
  export RIG_ENV="RIG_TRIES=${RIG_TRIES:-3} RIG_RETURNS=${RIG_RETURNS:-20} RANDOM=$RIG_SEED" RIG_LIMIT=${RIG_LIMIT:-3000}
  rm -rf "${RIG_RUNS:?}/$1"
  case $1 in
    pulls) exec "$HERE/virtual/pulls.sh" "$RIG_RUNS/$1" ;;
    service) RIG_GIVEN="$GIVEN/first.deb $GIVEN/later.deb" exec "$HERE/virtual/service.sh" "$RIG_RUNS/$1" ;;
    writes) RIG_GIVEN=$GIVEN/later.deb exec "$HERE/virtual/writes.sh" "$RIG_RUNS/$1" ;;
    variant) export RIG_VARIANT=core1818,onebyte ;;
    again) scenarios=ride ;;
    strapless) scenarios="strapless anew" ;;
    adapters) scenarios="adapters second" ;;
    bonding) scenarios="bonding insisting" ;;
    others) scenarios="usb install" boot=$HERE/emulated/boot.sh RIG_GIVEN=$GIVEN/later.deb; export RIG_GIVEN ;;
  esac
  # shellcheck disable=SC2086
  exec "$boot" "$RIG_RUNS/$1" $scenarios
}

# check NAME: judges what it left.
check() {
  local folder=$RIG_RUNS/$1/out/$1 check=$HERE/checks/check_$1.py
  case $1 in
    variant) check=$HERE/checks/check_clean.py ;;
    pulls | service) folder=$RIG_RUNS/$1 ;;
    again) folder=$RIG_RUNS/ride/out ;;
    others) check_each "$1" usb usb install install; return ;;
    strapless) check_each "$1" strapless strapless anew anew; return ;;
    adapters) check_each "$1" adapters adapters adapters second; return ;;
    bonding) check_each "$1" bonding bonding bonding insisting; return ;;
  esac
  check_one "${check##*/check_}" "$folder"
}

# check_each BOOT CHECK SCENARIO [CHECK SCENARIO]: of a boot that ran several.
check_each() {
  local boot=$1 status=0
  shift
  while [ $# -gt 0 ]; do
    check_one "$1" "$RIG_RUNS/$boot/out/$2" || status=1
    shift 2
  done
  return $status
}

# check_one CHECK FOLDER: runs the check. If it fails, prints what happened in the (last) scenarios below FOLDER: CI keeps nothing but the
# output.
check_one() {
  python3 -B "$HERE/checks/check_${1%.py}.py" "$2" && return
  local notes
  find "$2" -name notes.jsonl | sort | tail -n 3 | while read -r notes; do what_happened "${notes%/*}"; done
  return 1
}

# what_happened FOLDER: of one scenario.
what_happened() {
  echo "== ${1#"$RIG_RUNS/"}"
  tail -n 5 "$1/scenario.log" 2> /dev/null || true
  [ ! -f "$1/jz2d.log" ] || { echo "The last lines of jz2d.log:"; tail -n 20 "$1/jz2d.log" | cut -c 1-160; }
  echo "What happened:"
  python3 -B "$HERE/checks/timeline.py" "$1" || true
}

# boot_on PROCESSORS NAME
boot_on() { (taskset -cp "$1" $BASHPID > /dev/null 2>&1; boot "$2") > "$RIG_RUNS/$2.log" 2>&1; }

# panicked NAME: whether its kernel did. The ride and its repetition are to be alike, so that neither is booted with another seed.
panicked() {
  case $1 in ride | again) return 1 ;; esac
  grep -rqs --include=console.log 'Kernel panic' "$RIG_RUNS/$1"
}

# boot_and_check NAME PROCESSORS
boot_and_check() {
  local began=$SECONDS status=0 said
  boot_on "$2" "$1" || status=1
  if [ $status = 1 ] && panicked "$1"; then
    RIG_SEED=$((RIG_SEED + 1000)) status=0
    echo "The guest's kernel panicked, which is Linux's fault: $1 is booted once more, with seed $RIG_SEED"
    boot_on "$2" "$1" || status=1
  fi
  [ $status = 0 ] || { echo "FAILED boot $1: see $RIG_RUNS/$1.log"; tail -n 5 "$RIG_RUNS/$1.log"; }
  # It is held against the ride, whichever of the two is done first.
  if [ "$1" = again ]; then until [ -f "$RIG_RUNS/ride.done" ]; do sleep 1; done; fi
  said=$(check "$1" 2>&1) || status=1
  [ $status = 0 ] || said+=$'\n'"Again, the same: make rig BOOTS=$1 SEED=$RIG_SEED"
  echo "-- $1: $((SECONDS - began)) s"$'\n'"$said"
  touch "$RIG_RUNS/$1.done"
  return $status
}

mkdir -p "$RIG_RUNS"
rm -f "$RIG_RUNS"/*.done
[ -z "$system${emulated:-}" ] || give_package
trap 'kill $(jobs -p) 2> /dev/null || true' EXIT
failures=0
declare -A processor_of=()

# finish_one: waits for a boot, and gives its processor back.
finish_one() {
  local id
  wait -n -p id "${!processor_of[@]}" || failures=$((failures + 1))
  local processor=${processor_of[$id]}
  unset "processor_of[$id]"
  free+=("$processor")
}

# The emulated guest waits for nobody: what it does is timed by no check, and the virtual ones have a clock of their own.
for name in "${emulated[@]}"; do
  boot_and_check "$name" "0-$(($(nproc) - 1))" > "$RIG_RUNS/$name.said" &
  emulating=$!
done
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
  cat "$RIG_RUNS/others.said"
fi
rm -rf "$GIVEN"

if [ -f "$RIG_RUNS/service.done" ]; then
  python3 -B "$HERE/checks/service_figures.py" "$RIG_RUNS" "$RIG_RUNS/../service.md" || failures=$((failures + 1))
fi
python3 -B "$HERE/checks/faults.py" "$RIG_RUNS" "$RIG_RUNS/../faults.md" || failures=$((failures + 1))
[ $failures = 0 ] && echo "The rig: all passed" || { echo "The rig: $failures parts failed with seed $RIG_SEED; see $RIG_RUNS"; exit 1; }
