#!/bin/bash
# run.sh [short | BOOT... | SCENARIO...]: boots guests, checks the results of each, and makes the table of faults.
#
#   run.sh                 all boots, each fault several times: `make proof`
#   run.sh short           the boots whose faults no faster check finds, each fault once: `make test`
#   run.sh plan system     these boots; a scenario of a boot gets a boot of its own: run.sh wedge
#
#   ride                            a ride with a pause, and both links lost once
#   faults, system                  all faults of devices and computer, and the time until a lost link is back
#   strapless                       rides without a strap, a ride right after another, devices that require a bond
#   radio                           a faulty radio, and a controller that hangs
#   adapters                        a second adapter
#   phone                           a phone on it, which uses the services that jz2bridge offers over Bluetooth
#   first                           a first ride, heart rate variability, the black box, a number pad
#   service                         the package on Raspberry Pi OS, and all that systemd does with it
#   get                             install.sh and a repository: the installation, upgrades, from 0.2.0 too, the removal
#   writes                          the disk writes of that package
#   pulls                           a ride over power cuts
#   kickr-2016, snap, neo2t         trainers without FTMS: the faults that a codec can get wrong, and power cuts
#   beside, match                   a cadence sensor and a fan with the trainer; a trainer matched to a power meter
#   plan, clean, variant, again     rides with few faults; the ride once more, the same to the byte
#   others                          on an emulated machine: adapters on USB, and the package without systemd
#
# All but the last are boots in virtual time, one to a processor, and the same for the same seed on one computer. The
# table of README.md has the findings of each boot.
#
#   RIG_BIN      the folder of the programs in the checkout        (.build/debug)
#   RIG_DEB      the package jz2, with the others of its version in the same folder    (the newest in .work/deb)
#   RIG_OLD      a package jz2 of 0.2.0, also with the others in its folder; by default RIG_DEB with that version
#   RIG_SEED     the seed of everything random in the guests     (1)
#   RIG_TRIES, RIG_RETURNS, RIG_PULLS    how often a fault is tried (3), returns are timed (20), the plug is pulled
#                                        (20); with `short` 1, 3 and 3
#   RIG_RUNS     a boot leaves its files in RIG_RUNS/BOOT        (.work/rig/runs); the tables are in the folder above
set -euo pipefail
HERE=$(dirname "$(realpath "$0")")
ROOT=$(realpath "$HERE/../..")
export RIG_BIN=${RIG_BIN:-.build/debug} RIG_SEED=${RIG_SEED:-1} RIG_RUNS=${RIG_RUNS:-$ROOT/.work/rig/runs}
export PYTHONPATH=$HERE
GIVEN=$RIG_RUNS/given
# The longest first, so that no long boot runs alone at the end.
SHORT=(service first strapless faults radio adapters ride system)
VIRTUAL=(service get pulls writes faults match strapless first radio neo2t kickr-2016 snap plan system beside adapters
  phone clean ride again variant)
EMULATED=(others)
# The scenarios of a boot that has several, in its order. Any other boot has the scenario of its name.
declare -A SCENARIOS=(
  [faults]="returns faults"
  [strapless]="strapless anew bonding insisting"
  [radio]="radio wedge"
  [first]="first hrv blackbox cue"
  [adapters]="adapters second"
  [plan]="plan zone2 ramp spindown"
  [clean]="link refuse clean"
  [get]="get upgrade"
)

for program in jz2d jz2ctl jz2cue jz2bridge; do
  [ -x "$ROOT/$RIG_BIN/$program" ] ||
    { echo "run.sh: no $RIG_BIN/$program; build first (make build)" >&2; exit 1; }
done
if [ "$*" = short ]; then
  set -- "${SHORT[@]}"
  export RIG_TRIES=${RIG_TRIES:-1} RIG_RETURNS=${RIG_RETURNS:-3} RIG_PULLS=${RIG_PULLS:-3}
fi
export RIG_TRIES=${RIG_TRIES:-3} RIG_RETURNS=${RIG_RETURNS:-20} RIG_PULLS=${RIG_PULLS:-20}
[ $# -gt 0 ] || set -- "${VIRTUAL[@]}" "${EMULATED[@]}"
virtual=() emulated=() system=()
for name in "$@"; do
  case " ${VIRTUAL[*]} ${SCENARIOS[*]} : ${EMULATED[*]} " in
    *:*" $name "*) emulated+=("$name") ;;
    *" $name "*:*) virtual+=("$name") ;;
    *) echo "run.sh: unknown boot '$name' (there are: ${VIRTUAL[*]} ${EMULATED[*]})" >&2; exit 64 ;;
  esac
  case $name in
    service | writes) system+=(system) ;;
    get | upgrade) system+=(system publish) ;;
  esac
done
if [ "$(uname -m)" != x86_64 ]; then
  echo "The rig is left out on $(uname -m): there the kernel cannot be a program, nor this root an x86-64 guest."
  exit 0
fi
"$HERE/setup.sh" rig "${system[@]}" ${emulated:+emulated}

echo "== The peripherals"
"$ROOT/.work/venv/bin/python" -B "$HERE/test_air.py"
"$ROOT/.work/venv/bin/python" -B "$HERE/test_misdeeds.py"

# newest_package: prints the path of the newest package.
newest_package() {
  find "$ROOT/.work/deb/" -name "jz2_*_$(dpkg --print-architecture).deb" -printf '%T@ %p\n' 2> /dev/null |
    sort -n | tail -n 1 | cut -d' ' -f2-
}

# give_packages: puts the package jz2 into GIVEN, and a later version of each with the same contents. The later ones
# have another compression, so that an emulated processor unpacks them in a tenth of the time.
give_packages() {
  local package=${RIG_DEB:-$(newest_package)} other beside
  [ -f "$package" ] || { echo "run.sh: no package in .work/deb; make deb first" >&2; exit 1; }
  export RIG_DEB=$package
  rm -rf "$GIVEN"
  mkdir -p "$GIVEN"
  cp "$package" "$GIVEN/first.deb"
  make_later "$package" "$GIVEN/later.deb"
  for other in sync cue web bridge; do
    beside=$(dirname "$package")/$(basename "$package" | sed "s/^jz2_/jz2-${other}_/")
    [ -f "$beside" ] || { echo "run.sh: no $beside; make deb first" >&2; exit 1; }
    make_later "$beside" "$GIVEN/later-$other.deb"
  done
}

# make_later PACKAGE LATER: LATER is PACKAGE with a later version, and needs the later version of jz2 if it needs one.
make_later() { "$HERE/virtual/repack.sh" "$1" "$(dpkg-deb -f "$1" Version)+later" "$2"; }

# boot NAME: replaces this process by that boot.
boot() {
  local scenarios boot=$HERE/virtual/boot.sh
  read -ra scenarios <<< "${SCENARIOS[$1]:-$1}"
  export RIG_ENV="RIG_TRIES=$RIG_TRIES RIG_RETURNS=$RIG_RETURNS RANDOM=$RIG_SEED"
  export RIG_LIMIT=${RIG_LIMIT:-3000}
  rm -rf "${RIG_RUNS:?}/$1"
  case $1 in
    pulls) exec "$HERE/virtual/pulls.sh" "$RIG_RUNS/$1" ;;
    service)
      export RIG_GIVEN="$GIVEN/first.deb $GIVEN/later.deb $GIVEN/later-sync.deb $GIVEN/later-web.deb"
      exec "$HERE/virtual/service.sh" "$RIG_RUNS/$1"
      ;;
    get | upgrade)
      RIG_LATER="$GIVEN/later.deb $GIVEN/later-web.deb" exec "$HERE/virtual/get.sh" "$RIG_RUNS/$1" "${scenarios[@]}"
      ;;
    writes) RIG_GIVEN=$GIVEN/later.deb exec "$HERE/virtual/writes.sh" "$RIG_RUNS/$1" ;;
    variant) export RIG_VARIANT=core1818,onebyte ;;
    again) scenarios=(ride) ;;
    beside) export RIG_VARIANT=cadence,headwind ;;
    match) export RIG_VARIANT=meter-4 ;;
    kickr-2016 | snap | neo2t)
      export RIG_VARIANT=$1
      "$boot" "$RIG_RUNS/$1" another || exit 1
      RIG_PULLS=$RIG_TRIES exec "$HERE/virtual/pulls.sh" "$RIG_RUNS/$1/pulls"
      ;;
    others)
      scenarios=(usb install) boot=$HERE/emulated/boot.sh
      export RIG_GIVEN="$GIVEN/later.deb $GIVEN/later-sync.deb $GIVEN/later-cue.deb $GIVEN/later-web.deb \
        $GIVEN/later-bridge.deb"
      ;;
  esac
  exec "$boot" "$RIG_RUNS/$1" "${scenarios[@]}"
}

# left_by NAME: prints the folders of the boot's results, one for each of its checks.
left_by() {
  local scenario run=$RIG_RUNS/$1
  case $1 in
    pulls | service) echo "$run" ;;
    kickr-2016 | snap | neo2t) printf '%s\n' "$run/out/another" "$run/pulls" ;;
    others) printf '%s\n' "$run/out/usb" "$run/out/install" ;;
    *) for scenario in ${SCENARIOS[$1]:-$1}; do echo "$run/out/$scenario"; done ;;
  esac
}

# check NAME: checks the results of that boot.
check() {
  local folder status=0
  if [ "$1" = again ]; then check_one again "$RIG_RUNS/ride/out"; return; fi
  for folder in $(left_by "$1"); do
    case ${folder##*/} in
      variant) check_one clean "$folder" ;;
      second) check_one adapters "$folder" ;;
      insisting) check_one bonding "$folder" ;;
      *) check_one "${folder##*/}" "$folder" ;;
    esac || status=1
  done
  return $status
}

# check_one CHECK FOLDER: runs the check. If it fails, prints the events of the last scenarios below FOLDER: CI keeps
# only the output.
check_one() {
  python3 -B -m rig.checks "$1" "$2" && return
  local notes
  find "$2" -name notes.jsonl | sort | tail -n 3 | while read -r notes; do what_happened "${notes%/*}"; done
  return 1
}

# what_happened FOLDER: prints the events of one scenario.
what_happened() {
  echo "== ${1#"$RIG_RUNS/"}"
  tail -n 5 "$1/scenario.log" 2> /dev/null || true
  [ ! -f "$1/jz2d.log" ] || { echo "The last lines of jz2d.log:"; tail -n 20 "$1/jz2d.log" | cut -c 1-160; }
  echo "What happened:"
  python3 -B -m rig.timeline "$1" || true
}

# boot_on PROCESSORS NAME
boot_on() { (taskset -cp "$1" $BASHPID > /dev/null 2>&1; boot "$2") > "$RIG_RUNS/$2.log" 2>&1; }

# panicked NAME: whether the kernel of that boot panicked. The ride and its repetition must stay alike, so neither is
# booted with another seed.
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
  # The check compares the repetition with the ride, whichever of the two ends first.
  if [ "$1" = again ]; then until [ -f "$RIG_RUNS/ride.done" ]; do sleep 1; done; fi
  said=$(check "$1" 2>&1) || status=1
  [ $status = 0 ] || said+=$'\n'"Again, the same: make rig BOOTS=$1 SEED=$RIG_SEED"
  echo "-- $1: $((SECONDS - began)) s"$'\n'"$said"
  touch "$RIG_RUNS/$1.done"
  return $status
}

mkdir -p "$RIG_RUNS"
rm -f "$RIG_RUNS"/*.done
[ ${#system[@]}${#emulated[@]} = 00 ] || give_packages
trap 'kill $(jobs -p) 2> /dev/null || true' EXIT
failures=0
declare -A processor_of=()

# finish_one: waits for a boot, and frees its processor.
finish_one() {
  local id
  wait -n -p id "${!processor_of[@]}" || failures=$((failures + 1))
  local processor=${processor_of[$id]}
  unset "processor_of[$id]"
  free+=("$processor")
}

# The emulated guest runs at the same time as the others: no check measures its times, and the virtual guests have a
# clock of their own.
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
  python3 -B -m rig.service_figures "$RIG_RUNS" "$RIG_RUNS/../service.md" || failures=$((failures + 1))
fi
mapfile -t folders < <(for name in "${virtual[@]}"; do left_by "$name"; done)
python3 -B -m rig.faults "$RIG_RUNS/../faults.md" "${folders[@]}" || failures=$((failures + 1))
[ $failures = 0 ] || { echo "The rig: $failures parts failed with seed $RIG_SEED; see $RIG_RUNS"; exit 1; }
echo "The rig: all passed"
