# prelude.sh: what scenarios share. A scenario runs with OUT, its folder on tmpfs, and the peripherals' line on 8 (reads) and 9 (writes).
#
# Where the kernel is a program, waiting costs nothing and starting a process costs most: so what is asked again and again is asked by the
# shell itself. Functions answer in a variable of capitals (NOW, ANSWER, STATUS, FOUND) where a pipe would take a process.
RIG=$REPO/Tests/Rig
TRAINER=C0:FF:EE:00:00:01
STRAP=C0:FF:EE:00:00:02
SOCKET=${RIG_SOCKET:-/run/jz2.sock}
STATUS=
. "$RIG/guest/$RIG_MACHINE.sh"

# sleep SECONDS: the shell waits for itself, on a pipe that nobody writes to.
[ -p "$RIG_PLACE/never" ] || mkfifo "$RIG_PLACE/never"
exec {NEVER}<> "$RIG_PLACE/never"
sleep() { read -r -t "$1" -u "$NEVER" || true; }

# now: NOW is the seconds since boot, on the clock that nobody sets.
now() { read -r NOW _ < /proc/uptime; }

# await SECONDS COMMAND...: runs COMMAND until it succeeds; fails when the time is over.
await() {
  local until
  now
  until=$((${NOW%.*} + $1))
  shift
  until "$@"; do
    now
    [ "${NOW%.*}" -lt $until ] || { echo "waited in vain for: $*" >&2; return 1; }
    sleep 0.2
  done
}

# start_bluetooth: D-Bus and bluetoothd (unless the guest's own init has them); returns when the adapter is powered.
start_bluetooth() {
  mkdir -p /run/dbus
  [ -S /run/dbus/system_bus_socket ] || start_bus
  own_system || start_bluetoothd
  await 60 adapter_powered
}

start_bus() {
  rm -f /run/dbus/pid
  dbus-daemon --system --fork --print-pid > "$RIG_PLACE/dbus.pid" 8>&- 9>&-
}

start_bluetoothd() {
  "${RIG_BLUETOOTHD:-/usr/libexec/bluetooth/bluetoothd}" -n ${RIG_BLUEZ_DEBUG--d} >> "$RIG_PLACE/bluetoothd.log" 2>&1 8>&- 9>&- &
  echo $! > "$RIG_PLACE/bluetoothd.pid"
}

adapter_powered() {
  bluetoothctl show 2> /dev/null | grep -q 'Powered: yes' || { bluetoothctl power on > /dev/null 2>&1; false; }
}

# forget_devices: no link and no memory of either peripheral is left for the next scenario.
forget_devices() {
  for address in $TRAINER $STRAP; do bluetoothctl remove $address > /dev/null 2>&1; done
}

# capture: records the radio's traffic as btmon sees it, from here to the scenario's end, in hci.btsnoop.
capture() {
  btmon -w "$OUT/hci.btsnoop" > /dev/null 2>&1 8>&- 9>&- &
  echo $! > "$RIG_PLACE/btmon.pid"
}

stop_capture() {
  local id
  [ -f "$RIG_PLACE/btmon.pid" ] || return 0
  read -r id < "$RIG_PLACE/btmon.pid"
  rm "$RIG_PLACE/btmon.pid"
  kill "$id"
  await 10 gone "$id"
}

gone() { ! kill -0 "$1" 2> /dev/null; }

# tell COMMAND...: tells the peripherals; ANSWER is what they say, one line of JSON.
tell() {
  echo "$*" >&9
  answer || ANSWER='{"error": "no answer"}'
}

# rig COMMAND...: the same, noted.
rig() {
  tell "$@"
  note peripherals command="$*" answer:="$ANSWER"
}

# note EVENT [key=text] [key:=json]...: a line in notes.jsonl, with the guest's monotonic clock and wall clock in seconds.
note() {
  local line
  now
  line="{\"uptime\": $NOW, \"epoch\": $EPOCHREALTIME, \"event\": \"$1\""
  shift
  for pair in "$@"; do
    case $pair in
      *:=*) [ -n "${pair#*:=}" ] && line+=", \"${pair%%:=*}\": ${pair#*:=}" ;;
      *) line+=", \"${pair%%=*}\": \"${pair#*=}\"" ;;
    esac
  done
  [ -n "${OUT:-}" ] && echo "$line}" >> "$OUT/notes.jsonl"
}

# start_daemon [OPTION...]: jz2d over BlueZ with its state in STATE (this scenario's own folder), once its socket is there. DAEMON is
# its process id.
start_daemon() {
  local state=${STATE:-$OUT/state}
  mkdir -p "$state"
  rm -f "$SOCKET"
  "$RIG_BIN/jz2d" --radio bluez --state "$state" --socket "$SOCKET" "$@" >> "$OUT/jz2d.log" 2>&1 8>&- 9>&- &
  DAEMON=$!
  await 20 test -S "$SOCKET"
}

# stop_daemon: ends it as systemd would, and notes how it ended.
stop_daemon() {
  kill -TERM "$DAEMON"
  wait "$DAEMON"
  note daemon-ended status:=$?
}

ctl() { "$RIG_BIN/jz2ctl" --socket "$SOCKET" "$@" 8>&- 9>&-; }

# ask NAME VERB...: a verb with --json. Notes it with the ride's second, where the ride is followed, and its exit code; keeps its answer
# in NAME.json and returns its exit code.
ask() {
  local name=$1 began=$EPOCHREALTIME status
  shift
  ctl --json "$@" > "$OUT/$name.json" 2> "$OUT/$name.err"
  status=$?
  [ "$BASHPID" != $$ ] || newest
  field elapsedSeconds "$STATUS"
  note command command="$*" began:="$began" exit:=$status elapsedAfter:="$FOUND"
  return $status
}

# field NAME JSON: FOUND is the first number or word called so, empty when absent; fails then.
field() {
  FOUND=
  [[ $2 =~ \"$1\"\ *:\ *(\"([^\"]*)\"|-?[0-9.]+) ]] && FOUND=${BASH_REMATCH[2]:-${BASH_REMATCH[1]}}
}

# part NAME JSON: FOUND is the first object called so that has no object in it.
part() {
  FOUND=
  [[ $2 =~ \"$1\"\ *:\ *\{[^{}]*\} ]] && FOUND=${BASH_REMATCH[0]}
}

# follow: from now on the daemon is watched, through restarts of it; watch.jsonl has each line. The second call of a scenario changes
# nothing.
follow() {
  [ -z "${FOLLOWED:-}" ] || return 0
  : > "$OUT/watch.jsonl"
  ctl --json watch >> "$OUT/watch.jsonl" 2> "$OUT/watch.err" &
  exec {FOLLOWED}< "$OUT/watch.jsonl"
  await 10 newest
}

# newest: STATUS is what the daemon said last; fails where it has said nothing since `forget_status`.
newest() {
  local line
  [ -n "${FOLLOWED:-}" ] || return 1
  while read -r -u "$FOLLOWED" line; do STATUS=$line; done
  [ -n "$STATUS" ]
}

# forget_status: what was said before is about a ride to which something is done now.
forget_status() {
  newest
  STATUS=
}

phase_is() { newest && [[ $STATUS == *"\"phase\":\"$1\""* ]]; }
idle() { phase_is idle; }

# ride_reaches FIELD SECONDS: whether that field of the ride stands there, or the ride is over.
ride_reaches() {
  newest || return 1
  case $STATUS in *'"phase":"idle"'* | *'"phase":"finishing"'*) return 0 ;; esac
  part ride "$STATUS" && field "$1" "$FOUND" && [ "${FOUND%%.*}" -ge "$2" ] 2> /dev/null
}

# at SECONDS: returns when the ride's timer has just come there, or the ride is over.
at() { await "${AT_LIMIT:-6000}" ride_reaches timerSeconds "$1"; }

# later SECONDS: returns when that many more seconds of the ride have just gone by, whether its timer runs or not.
later() {
  newest
  field elapsedSeconds "$STATUS"
  await "${AT_LIMIT:-6000}" ride_reaches elapsedSeconds $((${FOUND%%.*} + $1))
}

# use_both: the scan finds both by their services, then both are chosen.
use_both() {
  ask scan scan --seconds 4
  ask use-trainer use $TRAINER && ask use-strap use $STRAP
}

heart_beats() { newest && [[ $STATUS == *'"beatsPerMinute"'* ]]; }

# begin_ride OPTION...: asks for the ride while the rider sits still, who pedals once the strap is heard. So its first second has a
# heart rate, though a missing strap delays no ride.
begin_ride() {
  local asked
  follow
  rig cadence 0
  ask start start "$@" &
  asked=$!
  await 30 heart_beats
  rig cadence 88
  wait $asked
}

# keep_results: what the finished ride left, as a reader sees it, once the links are given up, for which BlueZ takes two seconds.
keep_results() {
  await 5 rig_says '"trainer": false, "strap": false'
  ask rides rides
  ask last show last
  ask export export last --format tcx --output "$OUT/export.tcx"
  ask status status
}

# rig_says TEXT: whether the peripherals' state holds it.
rig_says() {
  tell state
  [[ $ANSWER == *"$1"* ]]
}
