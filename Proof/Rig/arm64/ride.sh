#!/bin/bash
# ride.sh WORK PACKAGE...: installs the arm64 packages on an emulated Raspberry Pi OS and rides a minute there; WORK/out
# has the results. Fails if their check does.
set -euo pipefail
HERE=$(dirname "$(realpath "$0")")
ROOT=$(realpath "$HERE/../../..")
IMAGE=$ROOT/.work/rig/arm64
WORK=$(realpath -m "$1")
shift
rm -rf "$WORK"
mkdir -p "$WORK/out" "$WORK/given"
cp "$@" "$WORK/given"
cd "$WORK"
# The guest writes to an overlay file; the image stays unchanged.
qemu-img create -q -f qcow2 -b "$IMAGE/root.ext4" -F raw root.qcow2
tar -c -C given -f given.tar .
truncate -s %512 given.tar
truncate -s 64M out.tar
disks=()
disk() { disks+=(-drive "if=none,id=$1,format=$2,file=$3" -device "virtio-blk-pci,drive=$1"); }
disk a qcow2 root.qcow2
disk b raw given.tar
disk c raw out.tar
# The processor of a Raspberry Pi 4.
timeout "${RIG_LIMIT:-900}" qemu-system-aarch64 -machine virt -cpu cortex-a72 -smp 2 -m 1024 -accel tcg,thread=multi \
  -kernel "$IMAGE/kernel" -initrd "$IMAGE/initrd.gz" \
  -append "console=ttyAMA0 root=/dev/vda rw quiet systemd.show_status=false" \
  "${disks[@]}" -device virtio-rng-pci -display none -monitor none -serial stdio -nic none -no-reboot \
  < /dev/null > console.log 2>&1 ||
  { echo "The guest did not come to its end:" >&2; tail -20 console.log >&2; exit 1; }
tar -x -C out -f out.tar
rm -rf root.qcow2 given given.tar out.tar
PYTHONPATH=$ROOT/Proof/Rig python3 -B -m rig.checks arm64 "$WORK/out"
