#!/bin/bash
# A phone on the second adapter uses the services that jz2bridge offers on the first one, which is central for trainer
# and strap at the same time. bluetoothd runs with the kernel's feature for both roles. The phone requests 180 W; then
# the trainer drops, and is away for ten seconds, and the phone leaves.
. "$GUEST/prelude.sh"
. "$GUEST/power.sh"
BOTH_ROLES=671b10b5-42c0-4696-9227-eb28d1b049d6

# restart_bluetoothd OPTION...
restart_bluetoothd() {
  local id real=${RIG_BLUETOOTHD:-/usr/libexec/bluetooth/bluetoothd}
  read -r id < "$RIG_PLACE/bluetoothd.pid"
  kill "$id"
  await 10 gone "$id"
  printf '#!/bin/sh\nexec %s %s "$@"\n' "$real" "$*" > "$RIG_PLACE/bluetoothd-with-options"
  chmod +x "$RIG_PLACE/bluetoothd-with-options"
  RIG_BLUETOOTHD=$RIG_PLACE/bluetoothd-with-options start_bluetoothd
  await 20 powered hci0 true
}

# start_bridge OPTION...: starts jz2bridge. BRIDGE is its process id.
start_bridge() {
  ip link set lo up
  "$RIG_BIN/jz2bridge" --daemon "$SOCKET" --listen 127.0.0.1:36866 "$@" >> "$OUT/jz2bridge.log" 2>&1 8>&- 9>&- &
  BRIDGE=$!
}

# power_is WATTS: whether the trainer's target is so.
power_is() { rig_says "\"target\": $1,"; }

# phone_says WORD
phone_says() { grep -q "^$1" "$OUT/phone.log"; }

restart_bluetoothd "--kernel=$BOTH_ROLES" || exit 1
dbus-send --system --print-reply --dest=org.bluez /org/bluez/hci0 org.freedesktop.DBus.Properties.Get \
  string:org.bluez.Adapter1 string:Roles > "$OUT/roles.txt"
rig plug second
await 20 powered hci1 true || exit 1
start_daemon || exit 1
use_both || exit 1
begin_ride --watts 150 --minutes 1440 || exit 1
at 10
start_bridge --bluetooth
note phone-begins
PYTHONPATH=$REPO/Proof/Rig "$RIG_PYTHON" -B "$REPO/Proof/Rig/phone.py" hci1 120 "$OUT/phone.jsonl" \
  > "$OUT/phone.log" 2>&1 8>&- 9>&- &
phone=$!
await 60 phone_says subscribed || exit 1
await 30 phone_says controls
await 10 power_is 180
rig state
later 15
rig drop trainer
later 15
rig vanish trainer 10
later 25
ask riding status
wait $phone
note phone-left exit:=$?
later 10
kill -TERM "$BRIDGE"
wait "$BRIDGE"
note bridge-ended status:=$?
ask stopped stop
await 30 idle

keep_results
stop_daemon
rig unplug second
