#!/bin/bash
# One ride in which the computer fails, RIG_TRIES (3) times each way: its adapter, its services, the daemon itself, its
# disk and its clock.
. "$GUEST/prelude.sh"
. "$GUEST/tries.sh"
TRIES=${RIG_TRIES:-3}

# A file of a few megabytes fills this disk. It is too small for the log to reserve its space, which it does from 8 MB
# on.
STATE=$RIG_PLACE/disk/state
mkdir -p "${STATE%/*}" && mount -t tmpfs -o size="$((6144 + TRIES * 10))k" disk "${STATE%/*}" || exit 1

# replug_adapter: unplugs the adapter and plugs it in two seconds later under another index: in between, a virtual
# controller that never answers takes index 0, or releases it.
replug_adapter() {
  unplug_adapter
  sleep 1
  if [ -n "${PHANTOM:-}" ]; then
    exec {PHANTOM}>&-
    PHANTOM=
  else
    exec {PHANTOM}<> /dev/vhci
    printf '\xff\x00' >&"$PHANTOM"
  fi
  sleep 1
  again plug_adapter
  await 20 index_changed
}

index_changed() {
  local index
  index=$(adapter_index)
  [ -n "$index" ] && [ "$index" != "$LAST_INDEX" ] || return 1
  note index is="$index"
  LAST_INDEX=$index
}

# adapter_index: prints bluetoothd's current name of the adapter.
adapter_index() {
  dbus-send --system --print-reply --dest=org.bluez / org.freedesktop.DBus.ObjectManager.GetManagedObjects \
    2> /dev/null | grep -oE '/org/bluez/hci[0-9]+"' | grep -oE 'hci[0-9]+' | head -1
}
LAST_INDEX=$(adapter_index)

# restart_bluetoothd: kills bluetoothd, and starts it after two seconds, like systemd.
restart_bluetoothd() {
  kill_at_once bluetoothd
  sleep 2
  again start_bluetoothd
}

# restart_bus: kills D-Bus, and bluetoothd with it; starts both again.
restart_bus() {
  kill_at_once dbus
  await 10 gone "$(cat "$RIG_PLACE/bluetoothd.pid")"
  sleep 1
  start_bus
  again start_bluetoothd
}

# kill_daemon: kills the daemon, and starts it again.
kill_daemon() {
  kill -9 "$DAEMON"
  note_killed
  wait "$DAEMON"
  again start_daemon
}

# restart_daemon: ends the daemon as a restart or an upgrade does, and starts it again: the ride is suspended, and
# resumed.
restart_daemon() {
  stop_daemon
  again start_daemon
}

# fill_disk: fills the disk of the state for ten seconds; the status reports it. It comes first, because after ten
# minutes of riding the log has its full size and rows need no more space. The first such status is kept.
fill_disk() {
  dd if=/dev/zero of="${STATE%/*}/filled" bs=64k 2> /dev/null
  sleep 10
  [ -e "$OUT/full.json" ] || ask full status
  again rm "${STATE%/*}/filled"
}

store_works() { well && [[ $STATUS != *storeFailing* ]]; }

start_daemon || exit 1
use_both || exit 1
begin_ride --watts $WATTS --minutes 1440 || exit 1

repeat "$TRIES" try "disk full" store_works fill_disk
repeat "$TRIES" try "adapter unplugged, back under another index" well replug_adapter
repeat "$TRIES" try "bluetoothd killed" well restart_bluetoothd
repeat "$TRIES" try "D-Bus restarted" well restart_bus
for _ in $(seq "$TRIES"); do
  try "clock 10 years on" well lasting 5 date -s '+10 years'
  try "clock 10 years back" well lasting 5 date -s '-10 years'
done
repeat "$TRIES" try "daemon restarted" well restart_daemon
repeat "$TRIES" try "daemon killed" well kill_daemon

finish_ride
cp -r "$STATE" "$OUT/state"
