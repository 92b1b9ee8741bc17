# shellcheck shell=bash
# prelude.sh: the shared functions of the scenarios. A scenario runs with OUT, its folder on tmpfs, and with the line to
# the peripherals on file descriptors 8 (reads) and 9 (writes).
#
# In a kernel that is a program, waiting is free and starting a process is expensive. So the shell itself polls, and
# functions return their result in a variable in capitals (NOW, ANSWER, STATUS, FOUND) where a pipe would need a
# process.
TRAINER=C0:FF:EE:00:00:01
STRAP=C0:FF:EE:00:00:02
# Sensors and a fan, in boots that have them.
CADENCE=C0:FF:EE:00:00:05
METER=C0:FF:EE:00:00:06
FAN=C0:FF:EE:00:00:07
SOCKET=${RIG_SOCKET:-/run/jz2.sock}
STATUS=
# shellcheck source=virtual.sh
. "$GUEST/$RIG_MACHINE.sh"

# sleep SECONDS: waits in the shell itself, on a pipe without data.
[ -p "$RIG_PLACE/never" ] || mkfifo "$RIG_PLACE/never"
exec {NEVER}<> "$RIG_PLACE/never"
sleep() { read -r -t "$1" -u "$NEVER" || true; }

# now: sets NOW to the seconds since boot, by the clock that cannot be set.
now() { read -r NOW _ < /proc/uptime; }

# await SECONDS COMMAND...: runs COMMAND until it succeeds; fails after SECONDS.
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

# start_bluetooth: starts D-Bus and bluetoothd, unless the guest's own init does; returns when the adapter is powered.
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
  local debug=${RIG_BLUEZ_DEBUG--d}
  "${RIG_BLUETOOTHD:-/usr/libexec/bluetooth/bluetoothd}" -n ${debug:+"$debug"} \
    >> "$RIG_PLACE/bluetoothd.log" 2>&1 8>&- 9>&- &
  echo $! > "$RIG_PLACE/bluetoothd.pid"
}

adapter_powered() {
  bluetoothctl show 2> /dev/null | grep -q 'Powered: yes' || { bluetoothctl power on > /dev/null 2>&1; false; }
}

# forget_devices: removes the links and the stored data of all peripherals before the next scenario.
forget_devices() {
  for address in $TRAINER $STRAP $CADENCE $METER $FAN; do bluetoothctl remove "$address" > /dev/null 2>&1; done
}

# capture: records the radio traffic with btmon in hci.btsnoop until the scenario ends.
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

# tell COMMAND...: sends the peripherals a command; ANSWER is their answer, a line of JSON.
tell() {
  echo "$*" >&9
  answer || ANSWER='{"error": "no answer"}'
}

# rig COMMAND...: like tell, with a note.
rig() {
  tell "$@"
  note peripherals command="$*" answer:="$ANSWER"
}

# note EVENT [key=text] [key:=json]...: adds a line to notes.jsonl, with the guest's monotonic clock and its wall
# clock in seconds.
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

# start_daemon [OPTION...]: starts jz2d over BlueZ with its state in STATE (by default in the scenario's own folder),
# and waits for its socket. DAEMON is its process id.
start_daemon() {
  local state=${STATE:-$OUT/state}
  mkdir -p "$state"
  rm -f "$SOCKET"
  "$RIG_BIN/jz2d" --radio bluez --state "$state" --socket "$SOCKET" "$@" >> "$OUT/jz2d.log" 2>&1 8>&- 9>&- &
  DAEMON=$!
  await 20 test -S "$SOCKET"
}

# stop_daemon: ends the daemon like systemd, and notes its exit status.
stop_daemon() {
  kill -TERM "$DAEMON"
  wait "$DAEMON"
  note daemon-ended status:=$?
}

ctl() { "$RIG_BIN/jz2ctl" --socket "$SOCKET" "$@" 8>&- 9>&-; }

# ask NAME VERB...: runs a verb of jz2ctl with --json, keeps its answer in NAME.json, and returns its exit code. Notes
# both, with the ride's second if `follow` was called.
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

# field NAME JSON: sets FOUND to the first number or word of that name; without a match, empties it and fails.
field() {
  FOUND=
  [[ $2 =~ \"$1\"\ *:\ *(\"([^\"]*)\"|-?[0-9.]+) ]] && FOUND=${BASH_REMATCH[2]:-${BASH_REMATCH[1]}}
}

# part NAME JSON: sets FOUND to the first object of that name, without its inner objects; without a match, empties it
# and fails.
part() {
  local rest token own='' depth=0
  local words='^([^"{}]+|"([^"\\]|\\.)*"|[{}])'
  FOUND=
  [[ $2 =~ \"$1\"\ *:\ *(\{.*) ]] || return 1
  rest=${BASH_REMATCH[1]}
  while [[ $rest =~ $words ]]; do
    token=${BASH_REMATCH[1]}
    rest=${rest:${#token}}
    case $token in
      '{') depth=$((depth + 1)) ;;
      '}') depth=$((depth - 1)) ;;
      *) [ $depth != 1 ] || own+=$token ;;
    esac
    [ $depth != 0 ] || { FOUND="{$own}"; return 0; }
  done
  return 1
}

# follow: watches the daemon from now on, through its restarts; watch.jsonl gets each line. A second call has no effect.
follow() {
  [ -z "${FOLLOWED:-}" ] || return 0
  : > "$OUT/watch.jsonl"
  ctl --json watch >> "$OUT/watch.jsonl" 2> "$OUT/watch.err" &
  exec {FOLLOWED}< "$OUT/watch.jsonl"
  await 10 newest
}

# newest: sets STATUS to the last status of the daemon; fails if it has sent none since `forget_status`.
newest() {
  local line
  [ -n "${FOLLOWED:-}" ] || return 1
  while read -r -u "$FOLLOWED" line; do STATUS=$line; done
  [ -n "$STATUS" ]
}

# forget_status: discards earlier statuses. Call it before a change to the ride.
forget_status() {
  newest
  STATUS=
}

phase_is() { newest && [[ $STATUS == *"\"phase\":\"$1\""* ]]; }
idle() { phase_is idle; }

# ride_reaches FIELD SECONDS: whether that field of the ride has reached SECONDS, or the ride is over.
ride_reaches() {
  newest || return 1
  case $STATUS in *'"phase":"idle"'* | *'"phase":"finishing"'*) return 0 ;; esac
  part ride "$STATUS" && field "$1" "$FOUND" && [ "${FOUND%%.*}" -ge "$2" ] 2> /dev/null
}

# at SECONDS: returns when the ride's timer has just reached SECONDS, or the ride is over.
at() { await "${AT_LIMIT:-6000}" ride_reaches timerSeconds "$1"; }

# later SECONDS: returns after so many more seconds of the ride, whether its timer runs or not.
later() {
  newest
  field elapsedSeconds "$STATUS"
  await "${AT_LIMIT:-6000}" ride_reaches elapsedSeconds $((${FOUND%%.*} + $1))
}

# use_both: finds both devices by their services in a scan, then chooses both.
use_both() {
  ask scan scan --seconds 4
  ask use-trainer use $TRAINER && ask use-strap use $STRAP
}

heart_beats() { newest && [[ $STATUS == *'"beatsPerMinute"'* ]]; }

# begin_ride OPTION...: starts the ride while the rider sits still; the rider pedals once the strap sends data. So the
# first second has a heart rate, although a ride does not wait for a strap.
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

# keep_results: keeps the results of the finished ride, as a reader sees them, once the links are closed, for which
# BlueZ takes two seconds.
keep_results() {
  await 5 rig_says '"trainer": false, "strap": false'
  ask rides rides
  ask last show last
  ask export export last --format tcx --output "$OUT/export.tcx"
  ask status status
}

# rig_says TEXT: whether the peripherals' state contains that text.
rig_says() {
  tell state
  [[ $ANSWER == *"$1"* ]]
}
