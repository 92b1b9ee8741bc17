# shellcheck shell=bash
# virtual.sh: a guest whose kernel is a program. Peripherals, bluetoothd and daemon share its one clock. Its adapter is
# its own /dev/vhci, with the peripherals as the controller.

# own_system: whether the guest is a system of its own (RIG_SYSTEM), with systemd.
own_system() { [ -d /run/systemd/system ]; }

has_radio() { true; }

# open_machine: sets the clock, mounts the disk, starts the peripherals, and opens the line to them (8 reads, 9 writes).
# A system of its own only needs the line.
open_machine() {
  if own_system; then exec 8<> "$RIG_PLACE/answered" 9<> "$RIG_PLACE/told"; return; fi
  [ -z "${RIG_EPOCH:-}" ] || date -s "@$RIG_EPOCH" > /dev/null
  [ -z "${RIG_DISK:-}" ] || mount_disk || return 1
  mkfifo "$RIG_PLACE/told" "$RIG_PLACE/answered"
  exec 8<> "$RIG_PLACE/answered" 9<> "$RIG_PLACE/told"
  PYTHONPATH=$REPO/Proof/Rig "$RIG_PYTHON" -B -m rig.peripherals "$RIG_PLACE" "$RIG_OUT/peripherals.jsonl" \
    --seed "$RIG_SEED" --variant "$RIG_VARIANT" > "$RIG_OUT/peripherals.out" 2>&1 8>&- 9>&- &
  tell state
  [[ $ANSWER == *'"ok": true'* ]]
}

# mount_disk: mounts the optional disk of a guest (RIG_DISK). It also has the files of bluetoothd, as on a computer. The
# root is read-only, the image's folder is not.
mount_disk() {
  mkdir -p /run/images "$RIG_PLACE/disk"
  mount -t hostfs -o "${RIG_DISK%/*}" none /run/images || return 1
  mount -o loop "/run/images/${RIG_DISK##*/}" "$RIG_PLACE/disk" || return 1
  mkdir -p "$RIG_PLACE/disk/bluetooth" && mount --bind "$RIG_PLACE/disk/bluetooth" /var/lib/bluetooth
}

# answer: sets ANSWER to the peripherals' answer to a command.
answer() { read -r -t 10 -u 8 _ && read -r ANSWER < "$RIG_PLACE/answer"; }

plug_adapter() { tell plug; }

# unplug_adapter: removes the adapter from the computer; its links time out.
unplug_adapter() { rig unplug; }

# pull FILE...: pulls the plug: the guest is off at once, without writing anything. Only the rig's own notes and these
# files are written to the host before.
pull() {
  echo pulled > "$RIG_OUT/pulled"
  sync "$RIG_OUT/pulled" "$RIG_OUT"/*.jsonl "$@"
  halt_now
}

# halt_now: switches the guest's power off (reboot(2), LINUX_REBOOT_CMD_POWER_OFF) without warning.
halt_now() {
  ! own_system || exit 1
  "$RIG_PYTHON" -S -c 'import ctypes; ctypes.CDLL(None).reboot(0x4321fedc)'
}
