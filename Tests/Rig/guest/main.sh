# main.sh SCENARIO...: brings Bluetooth up in the guest, then runs each scenario in a folder of its own and keeps what it left.
# State and logs stand on tmpfs while a scenario runs: every file touched on the shared root is a round trip to the host.
HERE=$(dirname "$(realpath "$0")")
. "$HERE/prelude.sh"
exec > /out/main.log 2>&1

stty -F /dev/ttyS2 raw -echo
exec 9<> /dev/ttyS2

# keep_logs: what the system and bluetoothd said.
keep_logs() {
  if own_system; then journalctl -q -b > /out/journal.log; else cp /tmp/rig/bluetoothd.log /out/; fi
  dmesg > /out/dmesg.log
}

own_system || [ ! -b /dev/vda ] || mount_disk || { echo "The disk cannot be mounted"; exit 1; }
start_bluetooth || { echo "Bluetooth did not come up"; rfkill; keep_logs; exit 1; }

for scenario in "$@"; do
  export OUT=/tmp/rig/$scenario
  mkdir -p "$OUT"
  began=$SECONDS
  echo "== $scenario, $(cut -d' ' -f1 /proc/uptime) s after boot"
  rig calm > /dev/null
  { echo "Linux $(uname -r)"; echo "BlueZ $(bluetoothctl --version | grep -oE '[0-9.]+')"; "$RIG_BIN/jz2d" --version 2> /dev/null | sed 's/^[0-9]/jz2d &/'; } > "$OUT/versions.txt"
  btmon -w "$OUT/hci.btsnoop" > /dev/null 2>&1 &
  btmon=$!
  timeout -k 5 "${RIG_SCENARIO_LIMIT:-400}" bash "$HERE/$scenario.sh" > "$OUT/scenario.log" 2>&1
  echo $? > "$OUT/exit"
  # A computer of its own remembers them, and a ride on it may go on after this.
  own_system || forget_devices
  kill $btmon
  wait $btmon 2> /dev/null
  echo "   exit $(cat "$OUT/exit") after $((SECONDS - began)) s"
  cp -r "$OUT" /out/
done

keep_logs
echo "$*" > /out/finished
