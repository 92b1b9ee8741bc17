# shellcheck shell=bash
# main.sh SCENARIO...: starts Bluetooth in the guest, then runs each scenario in a folder of its own and keeps its
# files. While a scenario runs, state and logs are on tmpfs: every access to a file of the shared folder is a request to
# the host.
export GUEST=$REPO/Proof/Rig/guest
mkdir -p "$RIG_PLACE"
exec > "$RIG_OUT/main.log" 2>&1
. "$GUEST/prelude.sh"

# keep_logs: keeps the system log and the log of bluetoothd.
keep_logs() {
  if own_system; then
    journalctl -q -b > "$RIG_OUT/journal.log"
  elif has_radio; then
    cp "$RIG_PLACE/bluetoothd.log" "$RIG_OUT/"
  fi
  dmesg > "$RIG_OUT/dmesg.log"
}

versions() {
  echo "Linux $(uname -r)"
  echo "BlueZ $(bluetoothctl --version | grep -oE '[0-9.]+')"
  "$RIG_BIN/jz2d" --version 2> /dev/null | sed 's/^[0-9]/jz2d &/'
}

if has_radio && ! { open_machine && start_bluetooth; }; then
  echo "Bluetooth did not come up"
  rfkill
  keep_logs
  halt_now
fi

for scenario in "$@"; do
  export OUT=$RIG_PLACE/$scenario
  mkdir -p "$OUT"
  now
  echo "== $scenario, $NOW s after boot"
  ! has_radio || rig scenario "$scenario"
  versions > "$OUT/versions.txt"
  timeout -k 5 "${RIG_SCENARIO_LIMIT:-36000}" bash "$GUEST/../scenarios/$scenario.sh" > "$OUT/scenario.log" 2>&1
  echo $? > "$OUT/exit"
  stop_capture
  # A system of its own keeps the devices, because a ride on it may be resumed after this.
  own_system || ! has_radio || [ "$scenario" = "${!#}" ] || forget_devices
  now
  echo "   exit $(cat "$OUT/exit"), $NOW s after boot"
  cp -r "$OUT" "$RIG_OUT/"
done

keep_logs
echo "$*" > "$RIG_OUT/finished"
