#!/bin/bash
# run.sh [BOOT...]: boots guests, checks what came of each, and makes the table of faults. All boots by default, in five rounds of
# two at most, since a guest that waits for a processor hears its trainer late; boots that are named run side by side. RIG_BIN names
# the folder of jz2d and jz2ctl in the checkout (.build/debug), RIG_PULLS the number of power cuts (20), RIG_RETURNS that of timed
# returns (20). What a boot leaves is in RIG_RUNS/BOOT (.work/rig/runs), the table beside it.
#
#   ride, others, variant   rides in which little happens, a plan, Zone 2; a trainer that refuses, one with oddities; adapters on USB,
#                           the package
#   faults, system, pulls   everything that can go wrong: devices, computer, power
#   service                 the package on Raspberry Pi OS, over a reboot; its figures are in service.md beside the table
#   returns                 how fast a lost link is back
#   writes                  what the disk is written to, with no ride and riding
set -euo pipefail
HERE=$(dirname "$(realpath "$0")")
ROOT=$(realpath "$HERE/../..")
BIN=${RIG_BIN:-.build/debug}
RUNS=${RIG_RUNS:-$ROOT/.work/rig/runs}
# Returns are timed, so that boot has the machine to itself.
ROUNDS=("others variant" "service ride" "faults system" "pulls writes" "returns")
[ $# = 0 ] || ROUNDS=("$*")

"$HERE/setup.sh" rig
for program in jz2d jz2ctl; do
  [ -x "$ROOT/$BIN/$program" ] || { echo "run.sh: no $BIN/$program; build first (make build)" >&2; exit 1; }
done

scenarios() {
  case $1 in
    faults | system | service | returns | writes) echo "$1" ;;
    ride) echo ride plan ;;
    variant) echo variant zone2 ;;
    others) echo link refuse clean blackbox first usb install ;;
    pulls) echo pull ;;
    *) echo "run.sh: unknown boot '$1' (ride, others, variant, faults, system, pulls, service, returns, writes)" >&2; exit 64 ;;
  esac
}

# make_disk FOLDER: an ext4 in its disk.img, laid out as a card's is, on which the file system has nothing left to do by itself.
make_disk() {
  mkdir -p "$1"
  truncate -s 512M "$1/disk.img"
  PATH=$PATH:/usr/sbin:/sbin mkfs.ext4 -q -b 4096 -E lazy_itable_init=0,lazy_journal_init=0 "$1/disk.img"
}

# boot NAME: becomes that boot.
boot() {
  local long=(RIG_LIMIT=1800 RIG_ENV="RIG_SCENARIO_LIMIT=1700 RIG_RETURNS=${RIG_RETURNS:-20}")
  rm -rf "${RUNS:?}/$1"
  # shellcheck disable=SC2046
  case $1 in
    pulls | service) exec "$HERE/$1.sh" "$RUNS/$1" ;;
    variant) exec env RIG_VARIANT=core1818,onebyte RIG_LIMIT=1800 RIG_ENV="RIG_SCENARIO_LIMIT=600" "$HERE/boot.sh" "$RUNS/$1" $(scenarios "$1") ;;
    writes) make_disk "$RUNS/$1" && exec env "${long[@]}" RIG_DISK="$RUNS/$1/disk.img" RIG_DISK_CACHE=writeback "$HERE/boot.sh" "$RUNS/$1" writes ;;
    faults | system | returns) exec env "${long[@]}" "$HERE/boot.sh" "$RUNS/$1" "$1" ;;
    *) exec env RIG_LIMIT=1800 RIG_ENV="RIG_SCENARIO_LIMIT=600" "$HERE/boot.sh" "$RUNS/$1" $(scenarios "$1") ;;
  esac
}

# check BOOT SCENARIO: judges what it left.
check() {
  local folder=$RUNS/$1/out/$2 check=$HERE/checks/check_$2.py
  case $2 in
    variant) check=$HERE/checks/check_clean.py ;;
    pull | service) folder=$RUNS/$1 ;;
  esac
  echo "-- $1: $2"
  [ -d "$folder" ] && python3 -B "$check" "$folder" && return
  tail -5 "$folder/scenario.log" 2> /dev/null || true
  return 1
}

declare -A running
stop() { for name in "${!running[@]}"; do kill "${running[$name]}" 2> /dev/null || true; done; }
trap stop EXIT

failures=0
for round in "${ROUNDS[@]}"; do
  for name in $round; do
    what=$(scenarios "$name")
    echo "Booting $name: $what"
    boot "$name" &
    running[$name]=$!
  done
  for name in $round; do
    wait "${running[$name]}" || { echo "FAILED boot $name"; failures=$((failures + 1)); }
    unset "running[$name]"
    for scenario in $(scenarios "$name"); do
      check "$name" "$scenario" || failures=$((failures + 1))
    done
  done
done

python3 -B "$HERE/checks/faults.py" "$RUNS" "$RUNS/../faults.md" || failures=$((failures + 1))
[ $failures = 0 ] && echo "The rig: all passed" || { echo "The rig: $failures parts failed; see .work/rig/runs"; exit 1; }
