#!/bin/bash
# run.sh [BOOT...]: boots the guests side by side, then checks what came of each. Boots: ride, others, variant (all by default).
# RIG_BIN names the folder of jz2d and jz2ctl in the checkout (.build/debug). What a boot leaves is in .work/rig/runs/BOOT/out.
set -euo pipefail
HERE=$(dirname "$(realpath "$0")")
ROOT=$(realpath "$HERE/../..")
BIN=${RIG_BIN:-.build/debug}
RUNS=$ROOT/.work/rig/runs
BOOTS=${*:-ride others variant}

"$HERE/setup.sh" rig
for program in jz2d jz2ctl; do
  [ -x "$ROOT/$BIN/$program" ] || { echo "run.sh: no $BIN/$program; build first (make build)" >&2; exit 1; }
done

scenarios() {
  case $1 in
    ride) echo ride ;;
    others) echo link refuse clean ;;
    variant) echo variant ;;
    *) echo "run.sh: unknown boot '$1' (ride, others, variant)" >&2; exit 64 ;;
  esac
}

declare -A running
stop() { for boot in "${!running[@]}"; do kill "${running[$boot]}" 2> /dev/null || true; done; }
trap stop EXIT
for boot in $BOOTS; do
  what=$(scenarios "$boot")
  echo "Booting $boot: $what"
  case $boot in variant) export RIG_VARIANT=core1818,onebyte ;; *) export RIG_VARIANT= ;; esac
  # shellcheck disable=SC2086
  "$HERE/boot.sh" "$RUNS/$boot" $what &
  running[$boot]=$!
done

failures=0
for boot in $BOOTS; do
  wait "${running[$boot]}" || { echo "FAILED boot $boot"; failures=$((failures + 1)); }
  unset "running[$boot]"
  for scenario in $(scenarios "$boot"); do
    folder=$RUNS/$boot/out/$scenario
    check=$HERE/checks/check_$scenario.py
    [ "$scenario" = variant ] && check=$HERE/checks/check_clean.py
    echo "-- $boot: $scenario"
    [ -d "$folder" ] && python3 -B "$check" "$folder" && continue
    failures=$((failures + 1))
    tail -5 "$folder/scenario.log" 2> /dev/null || true
  done
done
[ $failures = 0 ] && echo "The rig: all passed" || { echo "The rig: $failures parts failed; see .work/rig/runs"; exit 1; }
