# prelude.sh: what scenarios share. A scenario runs with OUT, its folder on tmpfs, and file descriptor 9, the peripherals' line.
RIG=${RIG:-/repo/Tests/Rig}
TRAINER=C0:FF:EE:00:00:01
STRAP=C0:FF:EE:00:00:02
SOCKET=${RIG_SOCKET:-/run/jz2.sock}

# own_system: whether the guest is a system of its own (RIG_ROOT), whose services systemd runs.
own_system() { [ -d /run/systemd/system ]; }

# mount_disk: the disk of its own that a guest may have (RIG_DISK), with what bluetoothd remembers on it, as on a computer.
mount_disk() {
  mkdir -p /tmp/disk /var/lib/bluetooth
  mount -t ext4 /dev/vda /tmp/disk && mkdir -p /tmp/disk/bluetooth && mount --bind /tmp/disk/bluetooth /var/lib/bluetooth
}

# start_bluetooth: D-Bus, the adapter on its serial port, bluetoothd (unless the guest's own init has them); returns when the
# adapter is powered.
start_bluetooth() {
  mkdir -p /run/dbus /tmp/rig
  [ -S /run/dbus/system_bus_socket ] || start_bus
  plug_adapter
  own_system || start_bluetoothd
  await 20 adapter_powered
}

start_bus() {
  rm -f /run/dbus/pid
  dbus-daemon --system --fork --print-pid > /tmp/rig/dbus.pid
}

start_bluetoothd() {
  /usr/libexec/bluetooth/bluetoothd -n -d >> /tmp/rig/bluetoothd.log 2>&1 9>&- &
  echo $! > /tmp/rig/bluetoothd.pid
}

plug_adapter() {
  if own_system; then
    systemctl start rig-adapter
    systemctl show -P MainPID rig-adapter > /tmp/rig/btattach.pid
    return
  fi
  btattach -B /dev/ttyS1 -P h4 -S 3000000 >> /tmp/rig/btattach.log 2>&1 9>&- &
  echo $! > /tmp/rig/btattach.pid
}

adapter_powered() {
  bluetoothctl show 2> /dev/null | grep -q 'Powered: yes' || { bluetoothctl power on > /dev/null 2>&1; false; }
}

# forget_devices: no link and no memory of either peripheral is left for the next scenario.
forget_devices() {
  for address in $TRAINER $STRAP; do bluetoothctl remove $address > /dev/null 2>&1; done
}

# uptime_seconds: whole seconds since boot; bash's own SECONDS follow the wall clock, which scenarios set.
uptime_seconds() {
  local uptime
  read -r uptime _ < /proc/uptime
  echo "${uptime%.*}"
}

# await SECONDS COMMAND...: runs COMMAND until it succeeds; fails when the time is over.
await() {
  local until=$(($(uptime_seconds) + $1))
  shift
  until "$@"; do
    [ "$(uptime_seconds)" -lt $until ] || { echo "waited in vain for: $*" >&2; return 1; }
    sleep 0.2
  done
}

# tell COMMAND...: tells the peripherals and prints their answer, one line of JSON.
tell() {
  local answer
  echo "$*" >&9
  read -r -t 10 answer <&9 || answer='{"error": "no answer"}'
  echo "$answer"
}

# rig COMMAND...: the same, noted.
rig() {
  local answer
  answer=$(tell "$@")
  note peripherals command="$*" answer:="$answer"
  echo "$answer"
}

# note EVENT [key=text] [key:=json]...: a line in notes.jsonl, with the guest's monotonic clock and wall clock in seconds.
note() {
  local uptime line
  read -r uptime _ < /proc/uptime
  line="{\"uptime\": $uptime, \"epoch\": $EPOCHREALTIME, \"event\": \"$1\""
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
  rm -f $SOCKET
  "$RIG_BIN/jz2d" --radio bluez --state "$state" --socket $SOCKET "$@" >> "$OUT/jz2d.log" 2>&1 9>&- &
  DAEMON=$!
  await 20 test -S $SOCKET
}

# stop_daemon: ends it as systemd would, and notes how it ended.
stop_daemon() {
  kill -TERM "$DAEMON"
  wait "$DAEMON"
  note daemon-ended status:=$?
}

ctl() { "$RIG_BIN/jz2ctl" --socket $SOCKET "$@"; }

# field NAME: the first number or word called so in the JSON on standard input; empty when absent.
field() { grep -oE "\"$1\" *: *(\"[^\"]*\"|[-0-9.]+)" | head -1 | sed -E 's/^[^:]*: *"?([^"]*)"?$/\1/'; }

# part NAME: the first object called so in the JSON on standard input, which has no object in it.
part() { grep -oE "\"$1\" *: *\{[^{}]*\}" | head -1; }

# ask NAME VERB...: a verb with --json. Notes it with the ride's seconds before and after and its exit code, keeps its answer in
# NAME.json, returns its exit code. Those notes are what a replay of the capture sends again.
ask() {
  local name=$1 before after began=$EPOCHREALTIME status
  shift
  before=$(ctl --json status | field elapsedSeconds)
  ctl --json "$@" > "$OUT/$name.json" 2> "$OUT/$name.err"
  status=$?
  after=$(ctl --json status | field elapsedSeconds)
  note command command="$*" began:="$began" exit:=$status elapsedBefore:="$before" elapsedAfter:="$after"
  return $status
}

# ride_reaches FIELD SECONDS: whether that field of the ride stands there, or the ride is over.
ride_reaches() {
  local status seconds
  status=$(ctl --json status) || return 1
  echo "$status" >> "$OUT/status.jsonl"
  case $(field phase <<< "$status") in idle | finishing) return 0 ;; esac
  seconds=$(part ride <<< "$status" | field "$1")
  [ "${seconds%%.*}" -ge "$2" ] 2> /dev/null
}

# at SECONDS: returns when the ride's timer has just come there, or the ride is over.
at() { await "${AT_LIMIT:-300}" ride_reaches timerSeconds "$1"; }

# later SECONDS: returns when that many more seconds of the ride have just gone by, whether its timer runs or not.
later() { await "${AT_LIMIT:-300}" ride_reaches elapsedSeconds $(($(ctl --json status | field elapsedSeconds | cut -d. -f1) + $1)); }

idle() { [ "$(ctl --json status | field phase)" = idle ]; }

# use_both: the scan finds both by their services, then both are chosen.
use_both() {
  ask scan scan --seconds 4
  ask use-trainer use $TRAINER && ask use-strap use $STRAP
}

heart_beats() { ctl --json status | grep -q '"beatsPerMinute"'; }

# begin_ride OPTION...: asks for the ride while the rider sits still, who pedals once the strap is heard. So its first second has a
# heart rate, though a missing strap delays no ride.
begin_ride() {
  local rider status
  rig cadence 0
  { await 30 heart_beats; rig cadence 88; } &
  rider=$!
  ask start start "$@"
  status=$?
  wait $rider
  return $status
}

# keep_results: what the finished ride left, as a reader sees it.
keep_results() {
  ask rides rides
  ask last show last
  ask export export last --format tcx --output "$OUT/export.tcx"
  ask status status
}

# rig_says TEXT: whether the peripherals' state holds it.
rig_says() { rig state | grep -qF "$1"; }

# measure NAME SECONDS PID [DISK]: what a process does meanwhile and what reaches the disk (vda): two lines in NAME.measure, each
# request to the disk in NAME.requests, and in NAME.extents what lies where on it, for checks/check_writes.py.
measure() {
  local disk=${4:-vda} tracing=/sys/kernel/tracing
  [ -d $tracing/events ] || mount -t tracefs tracefs $tracing
  echo 4096 > $tracing/buffer_size_kb
  echo > $tracing/trace
  echo 1 > $tracing/events/block/block_rq_issue/enable
  measured "$3" "$disk" > "$OUT/$1.measure"
  sleep "$2"
  measured "$3" "$disk" >> "$OUT/$1.measure"
  echo 0 > $tracing/events/block/block_rq_issue/enable
  grep " $(tr : , < "/sys/block/$disk/dev") " $tracing/trace > "$OUT/$1.requests"
  extents "$disk" > "$OUT/$1.extents"
}

# measured PID DISK: seconds since boot; the disk's writes, their sectors of 512 bytes, and its flushes; the process's user and
# system time (1/100 s), resident size (KiB), and how often its threads slept.
measured() {
  local uptime disk fields resident sleeps
  read -r uptime _ < /proc/uptime
  read -ra disk < "/sys/block/$2/stat"
  read -ra fields < <(sed 's/^.*) //' "/proc/$1/stat")
  resident=$(awk '/^VmRSS/{print $2}' "/proc/$1/status")
  sleeps=$(cat "/proc/$1"/task/*/status | awk '/^voluntary/{sum += $2} END {print sum}')
  echo "{\"uptime\": $uptime, \"writes\": ${disk[4]}, \"sectors\": ${disk[6]}, \"flushes\": ${disk[15]}, \"ticks\": $((fields[11] + fields[12])), \"residentKiB\": $resident, \"sleeps\": $sleeps}"
}

# extents DISK: where on its ext4 the journal lies, and each file, in blocks of 4096 bytes.
extents() {
  sync
  echo "journal $(debugfs -R 'stat <8>' "/dev/$1" 2> /dev/null | tail -1)"
  find "$(findmnt -n -o TARGET "/dev/$1" | head -1)" -type f -exec filefrag -v -b4096 {} + 2> /dev/null
}
