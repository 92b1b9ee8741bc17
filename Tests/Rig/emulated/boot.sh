#!/bin/bash
# boot.sh WORK SCENARIO...: boots a guest over this machine's own root (read-only, overlaid) with a virtual radio on its
# second serial port and the peripherals' command line on its third, runs each guest/SCENARIO.sh there in turn, powers
# off.
#
# WORK/out is the guest's /out and holds a folder for each scenario, peripherals.jsonl and main.log. WORK is this boot's
# own, so several boots may run side by side. Fails when the guest did not come to its end.
#
#   RIG_BIN      folder of jz2d and jz2ctl inside the checkout   (.build/debug); a RIG_ROOT has those of its package
#   RIG_LIMIT    seconds until the guest is given up             (900)
#   RIG_VARIANT  the peripherals' oddities, RIG_SEED the seed of their noise
#   RIG_IMAGE    kernel and initrd from guest-image.sh           (.work/rig)
#   RIG_ROOT     a disk image with a system of its own (see pi-image.sh), booted by its own init instead of this
#                machine's root: a unit there runs /out/guest.sh and reboots, which ends the boot. What it writes stays,
#                so the next boot of it is a reboot
#   RIG_GIVEN    files that the guest finds in /out/given
#   RIG_DISK     a raw disk image with ext4, mounted at RIG_PLACE/disk in the guest; with RIG_ROOT it is /dev/vdb, which
#                a scenario mounts
#   RIG_DISK_CACHE  "writeback": the disk has a cache of its own, as an SD card may, and is told when to flush it
#   RIG_ENV      more lines for the guest's environment, "NAME=value NAME=value"
set -euo pipefail
HERE=$(dirname "$(realpath "$0")")
ROOT=$(realpath "$HERE/../../..")
mkdir -p "$1"
WORK=$(realpath "$1")
shift
IMAGE=${RIG_IMAGE:-$ROOT/.work/rig}
OUT=$WORK/out
rm -rf "$OUT"
rm -f "$WORK"/*.sock
mkdir -p "$OUT"
# shellcheck disable=SC2086
[ -z "${RIG_GIVEN:-}" ] || { mkdir "$OUT/given" && cp $RIG_GIVEN "$OUT/given/"; }

cat > "$OUT/guest.sh" << GUEST
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TZ=UTC LC_ALL=C.UTF-8
export REPO=/repo RIG_OUT=/out RIG_PLACE=/tmp/rig RIG_MACHINE=emulated RIG_BIN=/repo/${RIG_BIN:-.build/debug}
export RIG_VARIANT=${RIG_VARIANT:-} RIG_SEED=${RIG_SEED:-1} ${RIG_ENV:-}
exec bash /repo/Tests/Rig/guest/main.sh $*
GUEST

# Unix socket paths are short; a checkout's may not be, so both programs get relative ones.
cd "$WORK"
"${RIG_PYTHON:-$ROOT/.work/venv/bin/python}" "$HERE/../peripherals.py" hci.sock control.sock "$OUT/peripherals.jsonl" \
  --seed "${RIG_SEED:-1}" --variant "${RIG_VARIANT:-}" > peripherals.out 2>&1 &
PERIPHERALS=$!
trap 'kill $PERIPHERALS ${QEMU:-} 2> /dev/null || true' EXIT
trap 'exit 130' INT TERM
for _ in $(seq 200); do [ -S control.sock ] && break; sleep 0.05; done
[ -S control.sock ] || { cat peripherals.out >&2; exit 1; }

disk() { echo "-drive file=$1,format=raw,if=virtio,cache=$2"; }
share() {
  echo "-fsdev local,id=$1,path=$2,security_model=none,multidevs=remap${3:-}"
  echo "-device virtio-9p-pci,fsdev=$1,mount_tag=$1"
}

# One processor, as a second one costs the emulation more than it gives; and of what a processor can do nothing that is
# dear to emulate: -cpu max has page tables of five levels, wide vectors, and copies by the byte.
processor=(-machine "q35,accel=tcg" -smp 1 -cpu "qemu64,-svm,+ssse3,+sse4.1,+sse4.2,+cx16,+popcnt")
# As on a Pi, no security module is active.
kernel="console=ttyS0 quiet panic=-1 rdinit=/init mitigations=off audit=0 lsm=capability"
kernel+=" tsc=reliable no_timer_check cryptomgr.notests"
[ -z "${RIG_ROOT:-}" ] || kernel+=" jz2.root=/dev/vda systemd.show_status=0"
# shellcheck disable=SC2046
timeout -k 5 "${RIG_LIMIT:-900}" qemu-system-x86_64 "${processor[@]}" -m 1536 \
  -display none -nic none -no-reboot -pidfile qemu.pid \
  -serial stdio -serial unix:hci.sock -serial unix:control.sock \
  -kernel "$IMAGE"/kernel/boot/vmlinuz-* -initrd "$IMAGE/initrd.gz" -append "$kernel" \
  ${RIG_ROOT:+$(disk "$RIG_ROOT" unsafe)} ${RIG_DISK:+$(disk "$RIG_DISK" "${RIG_DISK_CACHE:-directsync}")} \
  $([ -n "${RIG_ROOT:-}" ] || share host / ,readonly=on) $(share out "$OUT") $(share repo "$ROOT" ,readonly=on) \
  < /dev/null > console.log 2>&1 &
QEMU=$!
wait $QEMU || { status=$?; tail -n 20 console.log >&2; echo "boot.sh: qemu ended with $status" >&2; exit 1; }
[ -f "$OUT/finished" ] && exit
tail -n 20 console.log "$OUT/main.log" >&2 || true
echo "boot.sh: the guest did not come to its end" >&2
exit 1
