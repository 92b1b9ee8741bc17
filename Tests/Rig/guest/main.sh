# main.sh SCENARIO...: brings Bluetooth up in the guest, then runs each scenario in a folder of its own and keeps what it left. State and
# logs stand on tmpfs while a scenario runs: every file touched on a shared folder is a round trip to the host.
HERE=$REPO/Tests/Rig/guest
mkdir -p "$RIG_PLACE"
exec > "$RIG_OUT/main.log" 2>&1
. "$HERE/prelude.sh"

# keep_logs: what the system and bluetoothd said.
keep_logs() {
  if own_system; then journalctl -q -b > "$RIG_OUT/journal.log"; elif has_radio; then cp "$RIG_PLACE/bluetoothd.log" "$RIG_OUT/"; fi
  dmesg > "$RIG_OUT/dmesg.log"
}

! has_radio || { open_machine && start_bluetooth; } || { echo "Bluetooth did not come up"; rfkill; keep_logs; halt_now; }

for scenario in "$@"; do
  export OUT=$RIG_PLACE/$scenario
  mkdir -p "$OUT"
  now
  echo "== $scenario, $NOW s after boot"
  ! has_radio || rig calm
  { echo "Linux $(uname -r)"; echo "BlueZ $(bluetoothctl --version | grep -oE '[0-9.]+')"; "$RIG_BIN/jz2d" --version 2> /dev/null | sed 's/^[0-9]/jz2d &/'; } > "$OUT/versions.txt"
  timeout -k 5 "${RIG_SCENARIO_LIMIT:-36000}" bash "$HERE/$scenario.sh" > "$OUT/scenario.log" 2>&1
  echo $? > "$OUT/exit"
  stop_capture
  # A computer of its own remembers them, and a ride on it may go on after this.
  own_system || ! has_radio || [ "$scenario" = "${!#}" ] || forget_devices
  now
  echo "   exit $(cat "$OUT/exit"), $NOW s after boot"
  cp -r "$OUT" "$RIG_OUT/"
done

keep_logs
echo "$*" > "$RIG_OUT/finished"
