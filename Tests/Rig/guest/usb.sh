# Adapters on USB, one of a class of its own and one that is composite, without and with the rules for udev: how each
# may sleep.
. "$REPO/Tests/Rig/guest/prelude.sh"
# udevadm does nothing in a chroot, which the guest's root is, unless told to.
export SYSTEMD_IGNORE_CHROOT=1
RULES=/run/udev/rules.d

# A real udevd, with the rules of the computer's own packages and, below /run, ours.
/lib/systemd/systemd-udevd --daemon || exit 1
trap 'kill $(pidof systemd-udevd) 2> /dev/null' EXIT

# The device on USB that a controller stands on, if there is one.
usb_adapter() {
  for controller in /sys/class/bluetooth/hci*; do
    [ ! -e "$controller/device/../idVendor" ] || realpath "$controller/device/.."
  done
}
plugged() { [ -n "$(usb_adapter)" ]; }
unplugged() { ! plugged; }

# sleeping NAME OPTION: plugs one in, waits for udev, and notes its power/control.
sleeping() {
  local name=$1 device pid line
  shift
  udevadm control --reload
  coproc ADAPTER { exec python3 -B "$RIG/emulated/usb_adapter.py" "$@" 8>&- 9>&- 2>> "$OUT/usb_adapter.log"; }
  pid=$ADAPTER_PID line=${ADAPTER[1]}
  await 30 plugged || return 1
  udevadm settle --timeout 60
  device=$(usb_adapter)
  note usb adapter="$name" device="$device" class="$(cat "$device/bDeviceClass")" \
    driver="$(basename "$(realpath "$device"/*:1.0/driver)")" control="$(cat "$device/power/control")"
  exec {line}>&-
  await 30 unplugged
  wait "$pid"
}

sleeping plain-no-rules || exit 1
sleeping composite-no-rules --composite || exit 1
mkdir -p $RULES && cp "$REPO"/udev/*.rules $RULES
sleeping plain || exit 1
sleeping composite --composite || exit 1
# The next scenario installs the package, rules and all.
rm $RULES/*jz2*
