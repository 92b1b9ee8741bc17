#!/bin/bash
# Whether adapters on USB may suspend: one with a class of its own and a composite one, without and with jz2's rules for
# udev.
. "$GUEST/prelude.sh"
# The guest's root is a chroot, in which udevadm does nothing without this variable.
export SYSTEMD_IGNORE_CHROOT=1
RULES=/run/udev/rules.d

# A real udevd, with the rules of the computer's own packages, and jz2's below /run.
/lib/systemd/systemd-udevd --daemon || exit 1
trap 'kill $(pidof systemd-udevd) 2> /dev/null' EXIT

# usb_adapter: prints the USB device of the controller, if there is one.
usb_adapter() {
  for controller in /sys/class/bluetooth/hci*; do
    [ ! -e "$controller/device/../idVendor" ] || realpath "$controller/device/.."
  done
}
plugged() { [ -n "$(usb_adapter)" ]; }

# while_there PID COMMAND...: runs COMMAND until it succeeds, as long as that process lives. The speed of the emulation
# is unknown.
while_there() {
  local process=$1
  shift
  until "$@"; do
    kill -0 "$process" 2> /dev/null || { echo "ended before: $*" >&2; return 1; }
    sleep 0.2
  done
}

# sleeping NAME OPTION: plugs an adapter in, waits for udev, and notes its power/control.
sleeping() {
  local name=$1 device pid line
  shift
  udevadm control --reload
  coproc ADAPTER { exec python3 -B "$GUEST/../emulated/usb_adapter.py" "$@" 8>&- 9>&- 2>> "$OUT/usb_adapter.log"; }
  pid=$ADAPTER_PID line=${ADAPTER[1]}
  while_there "$pid" plugged && udevadm settle --timeout 600 || return 1
  device=$(usb_adapter)
  note usb adapter="$name" device="$device" class="$(cat "$device/bDeviceClass")" \
    driver="$(basename "$(realpath "$device"/*:1.0/driver)")" control="$(cat "$device/power/control")"
  exec {line}>&-
  wait "$pid" || return 1
  while plugged; do sleep 0.2; done
}

sleeping plain-no-rules || exit 1
sleeping composite-no-rules --composite || exit 1
mkdir -p $RULES && cp "$REPO"/udev/*.rules $RULES
sleeping plain || exit 1
sleeping composite --composite || exit 1
# The next scenario installs the package, rules and all.
rm $RULES/*jz2*
