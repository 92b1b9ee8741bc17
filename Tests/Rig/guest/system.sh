# One ride in which the computer goes wrong: its adapter, its services, the daemon itself, its disk and its clock.
. "$(dirname "$0")/prelude.sh"
. "$(dirname "$0")/tries.sh"
RANDOM=3 # the instants of the kills, the same in each run

# A disk that a file of a few megabytes fills, and too small for the log to take its room beforehand.
STATE=/tmp/rig/disk/state
mkdir -p "${STATE%/*}" && mount -t tmpfs -o size=6m disk "${STATE%/*}" || exit 1

# The adapter is pulled out and put back two seconds later under another index: while it is gone, a virtual controller that never
# answers takes index 0, or gives it up again.
replug_adapter() {
  rig unplug
  sleep 0.5 # What is under way on its serial line gets through; what were left there would garble the next adapter's first words.
  kill_at_once btattach
  sleep 0.5
  if [ -e /proc/$$/fd/8 ]; then exec 8>&-; else exec 8<> /dev/vhci; printf '\xff\x00' >&8; fi
  sleep 1
  again plug_adapter
  await 20 index_changed
}

index_changed() {
  local index
  index=$(adapter_index) && [ -n "$index" ] && [ "$index" != "$LAST_INDEX" ] && note index is="$index" && LAST_INDEX=$index
}

# adapter_index: under which name bluetoothd has the adapter now.
adapter_index() {
  dbus-send --system --print-reply --dest=org.bluez / org.freedesktop.DBus.ObjectManager.GetManagedObjects 2> /dev/null |
    grep -oE '/org/bluez/hci[0-9]+"' | grep -oE 'hci[0-9]+' | head -1
}
LAST_INDEX=$(adapter_index)

# bluetoothd dies, and is started again after two seconds, as systemd would.
restart_bluetoothd() {
  kill_at_once bluetoothd
  sleep 2
  again start_bluetoothd
}

# D-Bus dies, and bluetoothd with it; both are started again.
restart_bus() {
  kill_at_once dbus
  await 10 gone "$(cat /tmp/rig/bluetoothd.pid)"
  sleep 1
  start_bus
  again start_bluetoothd
}

# The daemon is killed somewhere in a second, and started again.
kill_daemon() {
  sleep 0.$((RANDOM % 900 + 100))
  kill -9 "$DAEMON"
  note killed
  wait "$DAEMON"
  again start_daemon
}

# The daemon is told to go, as by a restart or an upgrade, and started again: the ride is suspended, and goes on.
restart_daemon() {
  stop_daemon
  again start_daemon
}

# The state's disk is full for ten seconds, and the status says so.
fill_disk() {
  dd if=/dev/zero of="${STATE%/*}/filled" bs=64k 2> /dev/null
  sleep 10
  ask full status
  again rm "${STATE%/*}/filled"
}

store_works() { well && ! ctl --json status | grep -q storeFailing; }

start_daemon || exit 1
use_both || exit 1
begin_ride --watts $WATTS --minutes 60 || exit 1
announce_seconds

repeat 3 try "adapter unplugged, back under another index" well replug_adapter
repeat 3 try "bluetoothd killed" well restart_bluetoothd
repeat 3 try "D-Bus restarted" well restart_bus
repeat 2 try "disk full" store_works fill_disk
try "clock 10 years on" well lasting 5 date -s '+10 years'
try "clock 10 years back" well lasting 5 date -s '-10 years'
repeat 2 try "daemon restarted" well restart_daemon
repeat 5 try "daemon killed" well kill_daemon

finish_ride
cp -r "$STATE" "$OUT/state"
