# emulated.sh: a guest of QEMU, with an HCI UART and the peripherals' command line on its serial ports; they are the
# host's, on its clock.

# own_system: whether the guest is a system of its own (RIG_ROOT), whose services systemd runs.
own_system() { [ -d /run/systemd/system ]; }

# open_machine: the peripherals' command line (8 reads, 9 writes), and the disk of its own that a guest may have
# (RIG_DISK), with what bluetoothd remembers on it, as on a computer.
open_machine() {
  stty -F /dev/ttyS2 raw -echo
  exec 9<> /dev/ttyS2 8<&9
  own_system || [ ! -b /dev/vda ] || mount_disk
}

# answer: what the peripherals say to what they were told.
answer() { read -r -t 10 -u 8 ANSWER; }

mount_disk() {
  mkdir -p "$RIG_PLACE/disk" /var/lib/bluetooth
  mount -t ext4 /dev/vda "$RIG_PLACE/disk" && mkdir -p "$RIG_PLACE/disk/bluetooth" &&
    mount --bind "$RIG_PLACE/disk/bluetooth" /var/lib/bluetooth
}

plug_adapter() {
  if own_system; then
    systemctl start rig-adapter
    systemctl show -P MainPID rig-adapter > "$RIG_PLACE/btattach.pid"
    return
  fi
  btattach -B /dev/ttyS1 -P h4 -S 3000000 >> "$RIG_PLACE/btattach.log" 2>&1 8>&- 9>&- &
  echo $! > "$RIG_PLACE/btattach.pid"
}

# unplug_adapter: it loses its power, and then its serial line. What is under way there gets through; what were left
# would garble the next adapter's first words.
unplug_adapter() {
  rig unplug
  sleep 0.5
  kill_at_once btattach
}

# halt_now: the machine's own way down.
halt_now() { exit 1; }
