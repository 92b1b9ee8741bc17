#!/bin/bash
# boot.sh WORK SCENARIO...: boots an emulated guest without a radio over this computer's own root (read-only, overlaid),
# runs each scenarios/SCENARIO.sh there in turn, and powers off.
#
# WORK/out is the guest's /out and has a folder for each scenario and main.log. Each boot needs a WORK of its own. Fails
# if the guest did not finish.
#
#   RIG_BIN      folder of jz2d and jz2ctl inside the checkout   (.build/debug)
#   RIG_LIMIT    seconds until the guest is killed               (900)
#   RIG_IMAGE    kernel and initrd from guest-image.sh           (.work/rig)
#   RIG_GIVEN    files for the guest's /out/given
#   RIG_ENV      more variables for the guest's environment, "NAME=value NAME=value"
set -euo pipefail
HERE=$(dirname "$(realpath "$0")")
ROOT=$(realpath "$HERE/../../..")
mkdir -p "$1"
WORK=$(realpath "$1")
shift
IMAGE=${RIG_IMAGE:-$ROOT/.work/rig}
OUT=$WORK/out
rm -rf "$OUT"
mkdir -p "$OUT"
read -ra given <<< "${RIG_GIVEN:-}"
[ ${#given[@]} = 0 ] || { mkdir "$OUT/given" && cp "${given[@]}" "$OUT/given/"; }

cat > "$OUT/guest.sh" << GUEST
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TZ=UTC LC_ALL=C.UTF-8
export REPO=/repo RIG_OUT=/out RIG_PLACE=/tmp/rig RIG_MACHINE=emulated RIG_BIN=/repo/${RIG_BIN:-.build/debug}
export ${RIG_ENV:-RIG_MACHINE}
exec bash /repo/Proof/Rig/guest/main.sh $*
GUEST

cd "$WORK"
trap 'kill ${QEMU:-} 2> /dev/null || true' EXIT
trap 'exit 130' INT TERM

shares=()
# share TAG FOLDER [OPTIONS]: shares a folder of this computer with the guest.
share() {
  shares+=(-fsdev "local,id=$1,path=$2,security_model=none,multidevs=remap${3:-}")
  shares+=(-device "virtio-9p-pci,fsdev=$1,mount_tag=$1")
}
share host / ,readonly=on
share out "$OUT"
share repo "$ROOT" ,readonly=on

# One processor: a second one costs the emulation more than it gains. The processor lacks features that are slow to
# emulate: -cpu max has page tables of five levels, wide vectors, and copies by the byte.
processor=(-machine "q35,accel=tcg" -smp 1 -cpu "qemu64,-svm,+ssse3,+sse4.1,+sse4.2,+cx16,+popcnt")
# As on a Pi, no security module is active.
kernel="console=ttyS0 quiet panic=-1 rdinit=/init mitigations=off audit=0 lsm=capability"
kernel+=" tsc=reliable no_timer_check cryptomgr.notests"
timeout -k 5 "${RIG_LIMIT:-900}" qemu-system-x86_64 "${processor[@]}" -m 1536 \
  -display none -nic none -no-reboot -pidfile qemu.pid \
  -serial stdio \
  -kernel "$IMAGE"/kernel/boot/vmlinuz-* -initrd "$IMAGE/initrd.gz" -append "$kernel" \
  "${shares[@]}" < /dev/null > console.log 2>&1 &
QEMU=$!
wait $QEMU || { status=$?; tail -n 20 console.log >&2; echo "boot.sh: qemu ended with $status" >&2; exit 1; }
[ -f "$OUT/finished" ] && exit
tail -n 20 console.log "$OUT/main.log" >&2 || true
echo "boot.sh: the guest did not come to its end" >&2
exit 1
