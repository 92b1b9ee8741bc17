#!/bin/bash
# One boot of a campaign (see Proof/Soak): plays RIG_OUT/schedule, which has a time for every ride and every fault.
# watch.jsonl has the lines that a client received, with their times; notes.jsonl has requests and answers. Both are on
# the shared folder, because the plug may be pulled at any time.
#
# The lines of the schedule:
#   first WORDS...            begins the chain: chooses all devices, makes settings, imports plans/*.txt; the words are
#                             additional devices: cadence, meter, fan=40 and other rules of the fan
#   before COMMAND            at once, before the ride that follows
#   ride NUMBER WORDS...      `jz2ctl start WORDS`; times count from here
#   again NUMBER SECONDS      the plug was pulled SECONDS after a start; times go on from there
#   SECONDS COMMAND           a command at that time; a negative time is so long before the ride's timer runs out
#   over SECONDS              the ride must be over so long after the last command; its answers are kept
#   last                      ends the chain: shows every ride once more, and copies the library
# Commands are `tell WORDS` to the peripherals, `ask WORDS` to the daemon, and the functions `do_...` below.
. "$GUEST/prelude.sh"
mkdir -p "$RIG_OUT/campaign"
mv "$OUT"/* "$RIG_OUT/campaign"
export OUT=$RIG_OUT/campaign
STATE=$RIG_PLACE/disk/state
DAEMON='' UNPLUGGED='' ASKED=0 START=''

# instant: sets US to the exact microseconds since boot; SET is the difference between the wall clock and this clock.
instant() { US=$((10#${EPOCHREALTIME/./} - SET)); }

# micro SECONDS: sets FOUND to the microseconds: 12345000 for 12.345.
micro() {
  local sign='' whole fraction
  [[ $1 != -* ]] || sign=-
  whole=${1#-}
  fraction=000000
  [[ $whole != *.* ]] || { fraction=${whole#*.}000000; whole=${whole%%.*}; }
  FOUND=$sign$((10#$whole * 1000000 + 10#${fraction:0:6}))
}

# pause MICROSECONDS: returns after that time; at once if it is not positive.
pause() {
  local seconds
  [ "$1" -gt 0 ] || return 0
  printf -v seconds '%d.%06d' $(($1 / 1000000)) $(($1 % 1000000))
  sleep "$seconds"
}

alive() { [ -n "$1" ] && kill -0 "$1" 2> /dev/null; }

do_daemon() {
  local waited=0 status
  if alive "$DAEMON"; then
    [ -n "$ENDING" ] || return 0
    while alive "$DAEMON" && [ $waited -lt 300 ]; do sleep 0.1; waited=$((waited + 1)); done
    if alive "$DAEMON"; then note hung; kill -9 "$DAEMON"; fi
  fi
  if [ -n "$DAEMON" ]; then
    wait "$DAEMON" 2> /dev/null
    status=$?
    note daemon-ended status:=$status asked:="${ENDING:-0}"
  fi
  ENDING=
  [ -d "$STATE" ] || mkdir -p "$STATE"
  "$RIG_BIN/jz2d" --radio bluez --state "$STATE" --socket "$SOCKET" >> "$OUT/jz2d.log" 2>&1 8>&- 9>&- &
  DAEMON=$!
  note daemon-started
  # The last status is from the previous daemon.
  forget_status
}

do_kill() { ENDING=9; note killed; kill -9 "$DAEMON" 2> /dev/null; }
# A daemon that was killed before has ended already. Before `wait` it is a zombie, and accepts signals without an error.
do_term() { [ "$ENDING" != 9 ] || return 0; ENDING=15; note told-to-end; kill -TERM "$DAEMON" 2> /dev/null; }

do_kill_bluetoothd() {
  read -r BLUETOOTHD < "$RIG_PLACE/bluetoothd.pid"
  kill_for_good "$BLUETOOTHD"
}

# kill_for_good PID: returns when the process is gone. If the schedule is late, the command that restarts it follows at
# once, and would find it alive.
kill_for_good() {
  local waited
  kill -9 "$1" 2> /dev/null
  for ((waited = 0; waited < 100; waited++)); do
    alive "$1" || return 0
    sleep 0.01
  done
}

do_bluetoothd() {
  read -r BLUETOOTHD < "$RIG_PLACE/bluetoothd.pid"
  alive "$BLUETOOTHD" || start_bluetoothd
}

do_kill_bus() {
  local bus
  read -r bus < "$RIG_PLACE/dbus.pid"
  kill_for_good "$bus"
}

do_bus() {
  local bus
  read -r bus < "$RIG_PLACE/dbus.pid"
  alive "$bus" || start_bus
}

# Another program on the computer scans, among many devices.
do_look_around() {
  [ -p "$RIG_PLACE/looks" ] || mkfifo "$RIG_PLACE/looks"
  exec {LOOKS}<> "$RIG_PLACE/looks"
  bluetoothctl < "$RIG_PLACE/looks" > /dev/null 2>&1 8>&- 9>&- {LOOKS}>&- &
  LOOKING=$!
  printf '%s\n' 'menu scan' 'duplicate-data on' back 'scan le' >&"$LOOKS"
  tell crowd 20
}

do_look_away() {
  tell crowd 0
  [ -n "${LOOKING:-}" ] || return 0
  kill "$LOOKING" 2> /dev/null
  exec {LOOKS}>&-
  LOOKING=
}

do_unplug() { UNPLUGGED=1; tell unplug; }
do_plug() { [ -z "$UNPLUGGED" ] || tell plug; UNPLUGGED=; }

# The disk is full to its last block, also for root.
do_fill() { dd if=/dev/zero of="$RIG_PLACE/disk/filled" bs=1M 2> /dev/null; }
do_empty() { rm -f "$RIG_PLACE/disk/filled"; }

# do_clock SECONDS: moves the wall clock forward, or back.
do_clock() {
  local to before
  micro "$1"
  to=$((10#${EPOCHREALTIME/./} + FOUND))
  before=$((10#${EPOCHREALTIME/./}))
  printf -v to '%d.%06d' $((to / 1000000)) $((to % 1000000))
  date -s "@$to" > /dev/null
  SET=$((SET + 10#${EPOCHREALTIME/./} - before))
}

# do_pull OUTAGE: pulls the plug; only the host uses OUTAGE.
do_pull() { pull "$OUT"/*.jsonl "$OUT/jz2d.log"; }

# do_ask WORDS: sends the request in the background, because an answer may take a while.
do_ask() {
  ASKED=$((ASKED + 1))
  note asked number:=$ASKED command="$*"
  answer_to "$ASKED" "$@" &
}

answer_to() {
  local number=$1 status
  shift
  ctl --json "$@" > "$RIG_PLACE/said.$number" 2> "$RIG_PLACE/err.$number"
  status=$?
  SAID=$(< "$RIG_PLACE/said.$number")
  [ -n "$SAID" ] || SAID=null
  note answered number:="$number" command="$*" status:=$status answer:="$SAID"
}

# start_ride WORDS: starts the ride; after a refusal, or without a daemon, the rider tries twice more.
start_ride() {
  local try
  for try in 1 2 3; do
    note asked number:="${RIDE}00$try" command="start $*"
    answer_to "${RIDE}00$try" start "$@"
    case $SAID in
      *'"error":"StartWithdrawn"'* | *'"error":"RideInProgress"'*) return ;;
      *'"error":"ConnectionLost"'*)
        # The ride may have begun nevertheless.
        sleep 20
        [[ $(ctl --json status 2> /dev/null) == *'"phase":"idle"'* ]] || return
        ;;
      *'"error":'*) sleep 20 ;;
      *) return ;;
    esac
  done
}

# do_later SECONDS COMMAND...: plays the command after that time.
do_later() {
  micro "$1"
  shift
  instant
  TIMED+=("$((US - ORIGIN + FOUND)) $*")
}

# play COMMAND...: plays the command, and notes the time.
play() {
  local verb=$1
  instant
  shift
  case $verb in
    tell) rig "$@" ;;
    ask | daemon) "do_$verb" "$@" ;;
    *) note played command="$verb $*" since:=$((US - ORIGIN)); "do_${verb//-/_}" "$@" ;;
  esac
}

# next_timed: sets INDEX and AT to the earliest of TIMED and its time; fails if there is none.
next_timed() {
  local index at
  INDEX=
  for index in "${!TIMED[@]}"; do
    at=${TIMED[index]%% *}
    if [ -z "$INDEX" ] || [ "$at" -lt "$AT" ]; then INDEX=$index AT=$at; fi
  done
  [ -n "$INDEX" ]
}

# until_ending: sets FOUND to the microseconds until the first of ENDINGS, by the last status; it is one to two seconds
# too short. Fails while no ride's timer runs.
until_ending() {
  newest || return 1
  phase_is riding && part ride "$STATUS" && field remainingSeconds "$FOUND" && [ -n "$FOUND" ] || return 1
  REMAINING=$FOUND
  FOUND=$((REMAINING * 1000000 + ${ENDINGS[0]%% *} - 2000000))
}

# timed_is_due: whether a command of TIMED is due.
timed_is_due() { next_timed && instant && [ "$AT" -le $((US - ORIGIN)) ]; }

# close_in: waits for the near ending, to the millisecond: first for its second, then for the rest. Fails if another
# command is due before: a killed daemon sends no seconds before its restart.
close_in() {
  local at=${ENDINGS[0]%% *} whole
  whole=$(((-at + 999999) / 1000000))
  while until_ending && [ "$REMAINING" -gt $whole ]; do
    ! timed_is_due || return 1
    sleep 0.01
  done
  pause $((whole * 1000000 + at))
}

# play_endings: plays the first of ENDINGS, and those within a millisecond after it.
play_endings() {
  local line at=${ENDINGS[0]%% *}
  while [ ${#ENDINGS[@]} -gt 0 ] && [ $((${ENDINGS[0]%% *} - at)) -lt 1000 ]; do
    line=${ENDINGS[0]#* }
    note line line="${LINES_AT[${ENDINGS[0]}]:-}"
    ENDINGS=("${ENDINGS[@]:1}")
    # shellcheck disable=SC2086
    play $line
  done
}

# play_block: plays all lines of a ride, each at its time.
play_block() {
  local wait line
  while next_timed || [ ${#ENDINGS[@]} -gt 0 ]; do
    instant
    wait=3600000000
    [ -z "$INDEX" ] || wait=$((AT - (US - ORIGIN)))
    if [ "$wait" -le 0 ]; then
      line=${TIMED[INDEX]#* }
      note line line="${LINES_AT[${TIMED[INDEX]}]:-}"
      unset "TIMED[INDEX]"
      # shellcheck disable=SC2086
      play $line
    elif [ ${#ENDINGS[@]} -gt 0 ] && until_ending; then
      if [ "$FOUND" -le 1000000 ]; then
        if close_in; then play_endings; fi
      else
        pause $((FOUND < wait ? FOUND : wait))
      fi
    elif [ -z "$INDEX" ] || [ ${#ENDINGS[@]} -gt 0 ]; then
      # The ride is over, or paused; an ending that is not reached is not played.
      if ended; then
        ENDINGS=()
      else
        instant
        [ $((US - ORIGIN)) -lt "$LIMIT" ] || ENDINGS=()
        pause $((wait < 500000 ? wait : 500000))
      fi
    else
      pause "$wait"
    fi
  done
}

# ended: whether there is no ride. A start that is refused at once may cause no new status for a watcher; so without a
# status it polls.
ended() {
  ! alive "$START" || return 1
  if ! newest; then
    sleep 5
    newest || STATUS=$(ctl --json status 2> /dev/null) || return 1
  fi
  idle
}

# list_rides NAME: keeps the library in NAME.json, and sets IDS to the numbers of its rides; the ride that began last is
# at the end. After a wrong clock, `last` may mean another one.
list_rides() {
  local all id
  ctl --json rides --limit 1000 > "$OUT/$1.json" 2> "$OUT/$1.err"
  all=$(< "$OUT/$1.json")
  IDS=()
  while [[ $all =~ \"id\":([0-9]+) ]]; do
    id=${BASH_REMATCH[1]}
    IDS[id]=$id
    all=${all#*"${BASH_REMATCH[0]}"}
  done
}

# end_block: waits until the daemon reports the end of the ride, or for the limit, and keeps its results.
end_block() {
  local nodded=0 seconds=0
  while ! { ended && sleep 1 && ended; } && [ $seconds -lt $((LIMIT / 1000000)) ]; do
    sleep 4
    seconds=$((seconds + 4))
    alive "$DAEMON" || { note died; do_daemon; }
    # The rider finishes an activity after 30 s.
    if [ $((seconds - nodded)) -ge 30 ]; then
      nodded=$seconds
      [[ $STATUS != *'"end":"activity"'* ]] || do_ask next
    fi
  done
  ended || { note not-over; do_ask stop; await 60 ended; }
  note over ride:="$RIDE"
  sleep 8
  rig state
  alive "$WATCHER" || note watcher-ended
  alive "$DAEMON" || { note died; do_daemon; }
  list_rides "rides-$RIDE"
  [ ${#IDS[@]} = 0 ] || ctl --json show "${IDS[-1]}" > "$OUT/show-$RIDE.json" 2> "$OUT/show-$RIDE.err"
  ctl --json status > "$OUT/status-$RIDE.json" 2> "$OUT/status-$RIDE.err"
  note kept ride:="$RIDE"
  sleep 30
}

watch_daemon() {
  : > "$OUT/watch.jsonl"
  for _ in {1..2000}; do
    [ ! -S "$SOCKET" ] || break
    sleep 0.01
  done
  ctl --json watch 2> "$OUT/watch.err" |
    "$RIG_PYTHON" -S "$REPO/Proof/Soak/soak/stamp.py" "$OUT/watch.jsonl" 8>&- 9>&- &
  WATCHER=$!
  exec {FOLLOWED}< "$OUT/watch.jsonl"
  for _ in {1..1000}; do
    ! newest || return 0
    sleep 0.01
  done
  return 1
}

# use_beside WORD: chooses a device of `first`.
use_beside() {
  case $1 in
    cadence) ctl --json use $CADENCE --as cadence ;;
    meter) ctl --json use $METER --as power ;;
    fan=*) ctl --json use $FAN && ctl --json settings --fan "${1#*=}" ;;
  esac
}

tell state
field t "$ANSWER" && micro "$FOUND"
SET=$((10#${EPOCHREALTIME/./} - FOUND))
rig state
ENDING='' RIDE='' ORIGIN=0 LIMIT=0 TIMED=() ENDINGS=()
declare -A LINES_AT # the lines of the schedule; the host uses them to find the rest after a pulled plug
do_daemon
watch_daemon || exit 1

mapfile -t SCHEDULE < "$RIG_OUT/schedule"
for line in "${SCHEDULE[@]}"; do
  # shellcheck disable=SC2086
  set -- $line
  case $1 in
    first)
      ctl --json scan --seconds 4 > "$OUT/scan.json"
      ctl --json use $TRAINER > "$OUT/use.json" && ctl --json use $STRAP >> "$OUT/use.json" || exit 1
      ctl --json settings --zone2 120-140 --ftp 240 > "$OUT/settings.json" || exit 1
      for file in "$RIG_OUT"/plans/*.txt; do
        [ ! -f "$file" ] || ctl --json import "$file" >> "$OUT/plans.json" || exit 1
      done
      for word in "${@:2}"; do use_beside "$word" >> "$OUT/use.json" || exit 1; done
      ;;
    before) shift; play "$@" ;;
    ride)
      RIDE=$2 TIMED=() ENDINGS=()
      shift 2
      instant
      ORIGIN=$US
      forget_status
      note ride number:="$RIDE"
      start_ride "$@" &
      START=$!
      ;;
    again)
      RIDE=$2 TIMED=() ENDINGS=() START=''
      micro "$3"
      instant
      ORIGIN=$((US - FOUND))
      note again number:="$RIDE"
      ;;
    over)
      micro "$2"
      LIMIT=$FOUND
      play_block
      end_block
      ;;
    last)
      list_rides rides
      for id in "${IDS[@]}"; do ctl --json show "$id" > "$OUT/final-$id.json"; done
      ENDING=15
      kill -TERM "$DAEMON"
      wait "$DAEMON"
      note daemon-ended status:=$? asked:=15
      cp -r "$STATE" "$OUT/state"
      ;;
    *)
      micro "$1"
      shift
      LINES_AT["$FOUND $*"]=$line
      if [[ $FOUND == -* ]]; then ENDINGS+=("$FOUND $*"); else TIMED+=("$FOUND $*"); fi
      ;;
  esac
done
exit 0
