#!/bin/bash
# setup.sh PART...: runs Scripts/setup.sh, and also sets up these parts of the rig:
#
#   rig       BlueZ, the scripts' virtual environment, and a kernel that is a program
#   system    a Raspberry Pi OS for the rig
#   pair      a second kernel for the rig, Linux 6.12
#   emulated  QEMU, and a kernel and an initrd for it
#   arm64     QEMU for arm64, and a Raspberry Pi OS for it
set -euo pipefail
RIG=$(dirname "$(realpath "$0")")
# shellcheck source=../../Scripts/setup.sh
. "$RIG/../../Scripts/setup.sh"

packages_rig() {
  packages_clients
  echo bluez dbus e2fsprogs
  echo bc bison build-essential flex linux-source-6.1 xz-utils
}
possible_rig() { in_virtual_time; }
begin_rig() { begin_clients; }
make_rig() { kernel 6.1; }

packages_system() { echo debootstrap e2fsprogs; }
possible_system() { in_virtual_time; }
begin_system() { beside system "$RIG/virtual/pi-image.sh" "$WORK/rig/trixie"; }

packages_pair() { echo bc bison build-essential flex linux-source-6.12 xz-utils; }
possible_pair() { in_virtual_time; }
make_pair() { kernel 6.12; }

packages_emulated() { echo busybox-static cpio kmod python3 qemu-system-x86 udev xz-utils; }
possible_emulated() { on_x86_64 "the emulated guests, which boot this computer's own root as x86-64"; }
begin_emulated() { beside emulated "$RIG/emulated/guest-image.sh" "$WORK/rig"; }

packages_arm64() { echo cpio e2fsprogs kmod python3 qemu-system-arm qemu-utils xz-utils; }
begin_arm64() { beside arm64 "$RIG/arm64/image.sh" "$WORK/rig/arm64"; }

# kernel VERSION: builds that kernel, or copies it from the user's cache, where another checkout stored it.
kernel() {
  local kernel=$WORK/rig/linux-$1 kept=${XDG_CACHE_HOME:-$HOME/.cache}/jz2/linux-$1
  [ -d "$kernel" ] || [ ! -d "$kept" ] || { mkdir -p "$WORK/rig" && cp -a "$kept" "$kernel"; }
  "$RIG/virtual/build-kernel.sh" "$kernel" "$1"
  cmp -s "$kernel/made-by" "$kept/made-by" && return
  mkdir -p "${kept%/*}"
  rm -rf "$kept.$$" && cp -a "$kernel" "$kept.$$" && rm -rf "$kept" && mv "$kept.$$" "$kept"
}

in_virtual_time() { on_x86_64 "the rig in virtual time; only on x86-64 can the kernel be a program"; }

set_up "$@"
