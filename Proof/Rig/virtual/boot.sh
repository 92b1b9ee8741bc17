#!/bin/bash
# boot.sh WORK SCENARIO...: boots the kernel as a program (User Mode Linux) over this computer's own root, read-only,
# runs each scenarios/SCENARIO.sh there in turn, and ends. The guest's clock advances only while every process waits, so
# an hour takes about a minute, and two boots of one seed are the same boot.
#
# Afterwards WORK/out has a folder for each scenario, peripherals.jsonl and main.log. Each boot needs a WORK of its own,
# so several boots may run at the same time. Fails if the guest did not finish; exits with 75 if its plug was pulled
# (`pull` in a scenario).
#
#   RIG_BIN      folder of jz2d and jz2ctl inside the checkout   (.build/debug)
#   RIG_KERNEL   the kernel from build-kernel.sh                 (.work/rig/linux-6.1/linux)
#   RIG_CLOCK    "real": the clock is the wall clock, and the guest runs at nearly native speed
#   RIG_MEMORY   the guest's memory, which the peripherals share         (1024M)
#   RIG_LIMIT    seconds of the wall clock until the guest is killed       (900)
#   RIG_SEED     seed of everything random in the guest; RIG_VARIANT the peripherals' oddities
#   RIG_EPOCH    the guest's wall clock when it boots, in seconds since 1970
#   RIG_DISK     a raw disk image with ext4, mounted at RIG_PLACE/disk in the guest. With RIG_SYSTEM it must be in the
#                same folder, and is /dev/loop1, which a scenario mounts. It has a cache like that of a card: `pull`
#                loses data that was not synced
#   RIG_SYSTEM   a disk image with a system of its own, booted by its own init instead of this computer's root: a unit
#                there runs the scenarios and powers off. A missing image is created as a copy of pi-image.sh's. Its
#                files stay, so the next boot of it is a reboot
#   RIG_GIVEN    files for such a guest's RIG_OUT/given
#   RIG_KEEP     set: the files of an earlier boot in WORK/out stay
#   RIG_ENV      more variables for the guest's environment, "NAME=value NAME=value"
set -euo pipefail
HERE=$(dirname "$(realpath "$0")")
ROOT=$(realpath "$HERE/../../..")
mkdir -p "$1"
WORK=$(realpath "$1")
shift
OUT=$WORK/out
# The guest has a /run of its own.
if [[ $ROOT/ == /run/* || $WORK/ == /run/* ]]; then
  echo "boot.sh: neither $ROOT nor $WORK may lie below /run" >&2
  exit 1
fi
[ -n "${RIG_KEEP:-}" ] || rm -rf "$OUT"
mkdir -p "$OUT"
rm -f "$OUT/finished" "$OUT/pulled"
[ -z "${RIG_SYSTEM:-}" ] || [ -f "$RIG_SYSTEM" ] || cp --sparse=always "$ROOT/.work/rig/trixie/root.ext4" "$RIG_SYSTEM"
read -ra given <<< "${RIG_GIVEN:-}"
[ ${#given[@]} = 0 ] || { mkdir "$OUT/given" && cp "${given[@]}" "$OUT/given/"; }

# 06:40 on a dark morning; in real time the clock of this computer.
epoch=${RIG_EPOCH:-1795156800}
[ "${RIG_CLOCK:-virtual}" = virtual ] || epoch=

# absolute PATH: prints it absolute and quoted; prints no text for an empty path.
absolute() { [ -z "$1" ] || printf %q "$(realpath "$1")"; }

first=guest/main.sh
[ -z "${RIG_SYSTEM:-}" ] || first=virtual/own-system.sh
cat > "$OUT/guest.sh" << GUEST
export REPO=$(printf %q "$ROOT") RIG_OUT=/run/out RIG_PLACE=/run/rig RIG_MACHINE=virtual
export RIG_BIN=$(printf %q "$ROOT/${RIG_BIN:-.build/debug}")
export RIG_PYTHON=$(printf %q "${RIG_PYTHON:-$ROOT/.work/venv/bin/python}")
export RIG_VARIANT=${RIG_VARIANT:-} RIG_SEED=${RIG_SEED:-1} RIG_EPOCH=$epoch RIG_ENV=$(printf %q "${RIG_ENV:-}")
export RIG_DISK=$(absolute "${RIG_DISK:-}") RIG_SYSTEM=$(absolute "${RIG_SYSTEM:-}") ${RIG_ENV:-}
. "\$REPO/Proof/Rig/$first" $*
GUEST

# Without randomised addresses the guest has the same memory each time. Jitter entropy measures the stopped clock, which
# takes for ever in 6.12.
options=(rootfstype=hostfs rootflags=/ ro "mem=${RIG_MEMORY:-1024M}" "init=$HERE/init.sh" con=null "con0=null,fd:1"
  norandmaps initcall_blacklist=jent_mod_init)
[ "${RIG_CLOCK:-virtual}" != virtual ] || options+=(time-travel=inf-cpu)
status=0
timeout -k 5 "${RIG_LIMIT:-900}" setarch -R "${RIG_KERNEL:-$ROOT/.work/rig/linux-6.1/linux}" "${options[@]}" \
  "OUT=\"$OUT\"" < /dev/null > "$WORK/console.log" 2>&1 || status=$?
[ ! -f "$OUT/pulled" ] || exit 75
[ ! -f "$OUT/finished" ] || exit 0
tail -n 20 "$WORK/console.log" "$OUT/main.log" >&2 || true
echo "boot.sh: the guest did not come to its end (status $status, seed ${RIG_SEED:-1})" >&2
exit 1
