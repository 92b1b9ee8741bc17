# One boot of a campaign (see Tests/Soak): plays RIG_OUT/schedule, in which every ride and every fault has its instant. What a client was
# told stands in watch.jsonl, with the instant of each line; what was asked and answered, in notes.jsonl. Both lie on the shared folder,
# since the plug may be pulled at any time.
#
# The schedule, a line each:
#   first                     the chain begins: both devices are chosen, the settings made, plans/*.txt imported
#   before COMMAND            at once, before the ride that follows
#   ride NUMBER WORDS...      a ride is asked for, `jz2ctl start WORDS`; instants count from here
#   again NUMBER SECONDS      the plug was pulled so long after a ride was asked for; instants go on from there
#   SECONDS COMMAND           a command at that instant; a negative one is so long before the ride's timer runs out
#   over SECONDS              when all that was played the ride may take so long until it is over; its answers are kept
#   last                      the chain ends: every ride is shown once more, and the library copied
# Commands are `tell WORDS` to the peripherals, `ask WORDS` to the daemon, and the functions `do_...` below.
. "$REPO/Tests/Rig/guest/prelude.sh"
mkdir -p "$RIG_OUT/campaign"
mv "$OUT"/* "$RIG_OUT/campaign"
export OUT=$RIG_OUT/campaign
STATE=$RIG_PLACE/disk/state
DAEMON='' UNPLUGGED='' ASKED=0 START=''

# instant: US is the microseconds since boot, exactly; SET is by how much the wall clock is beside that.
instant() { US=$((10#${EPOCHREALTIME/./} - SET)); }

# micro SECONDS: FOUND is that in microseconds, 12.345 as 12345000.
micro() {
  local sign='' whole fraction
  [[ $1 != -* ]] || sign=-
  whole=${1#-}
  fraction=000000
  [[ $whole != *.* ]] || { fraction=${whole#*.}000000; whole=${whole%%.*}; }
  FOUND=$sign$((10#$whole * 1000000 + 10#${fraction:0:6}))
}

# pause MICROSECONDS: returns so much later, at once where that is in the past.
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
  [ -z "$DAEMON" ] || { wait "$DAEMON" 2> /dev/null; status=$?; note daemon-ended status:=$status asked:="${ENDING:-0}"; }
  ENDING=
  [ -d "$STATE" ] || mkdir -p "$STATE"
  "$RIG_BIN/jz2d" --radio bluez --state "$STATE" --socket "$SOCKET" >> "$OUT/jz2d.log" 2>&1 8>&- 9>&- &
  DAEMON=$!
  note daemon-started
  # What the one before said last is not about this one.
  forget_status
}

do_kill() { ENDING=9; note killed; kill -9 "$DAEMON" 2> /dev/null; }
# A daemon that was killed before ends by that; until it is waited for, it is a zombie, and takes signals without an error.
do_term() { [ "$ENDING" != 9 ] || return 0; ENDING=15; note told-to-end; kill -TERM "$DAEMON" 2> /dev/null; }

do_kill_bluetoothd() {
  read -r BLUETOOTHD < "$RIG_PLACE/bluetoothd.pid"
  kill_for_good "$BLUETOOTHD"
}

# Returns when it is gone: where a schedule is late, what starts it again follows at once, and would find it alive.
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

# Another program on the computer looks for devices, and there are many.
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

# The disk is full to its last block, root's own too.
do_fill() { dd if=/dev/zero of="$RIG_PLACE/disk/filled" bs=1M 2> /dev/null; }
do_empty() { rm -f "$RIG_PLACE/disk/filled"; }

# do_clock SECONDS: the wall clock is set so much forward, or back.
do_clock() {
  local to before
  micro "$1"
  to=$((10#${EPOCHREALTIME/./} + FOUND))
  before=$((10#${EPOCHREALTIME/./}))
  printf -v to '%d.%06d' $((to / 1000000)) $((to % 1000000))
  date -s "@$to" > /dev/null
  SET=$((SET + 10#${EPOCHREALTIME/./} - before))
}

# do_pull OUTAGE: the plug is pulled; for how long is for the host to know.
do_pull() { pull "$OUT"/*.jsonl "$OUT/jz2d.log"; }

# do_ask WORDS: asked beside all else, since an answer may take its time.
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

# start_ride WORDS: asks for the ride; a rider who is told no, or finds no daemon, asks twice more.
start_ride() {
  local try
  for try in 1 2 3; do
    note asked number:="${RIDE}00$try" command="start $*"
    answer_to "${RIDE}00$try" start "$@"
    case $SAID in
      *'"error":"StartWithdrawn"'* | *'"error":"RideInProgress"'*) return ;;
      *'"error":"ConnectionLost"'*)
        # The ride may be on all the same.
        sleep 20
        [[ $(ctl --json status 2> /dev/null) == *'"phase":"idle"'* ]] || return
        ;;
      *'"error":'*) sleep 20 ;;
      *) return ;;
    esac
  done
}

# do_later SECONDS COMMAND...: plays that so much later.
do_later() {
  micro "$1"
  shift
  instant
  TIMED+=("$((US - ORIGIN + FOUND)) $*")
}

# play COMMAND...: does it, and notes when.
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

# next_timed: TIMED has it at INDEX, and it is at AT; fails where there is none.
next_timed() {
  local index at
  INDEX=
  for index in "${!TIMED[@]}"; do
    at=${TIMED[index]%% *}
    if [ -z "$INDEX" ] || [ "$at" -lt "$AT" ]; then INDEX=$index AT=$at; fi
  done
  [ -n "$INDEX" ]
}

# until_ending: how long it is, by what was told last, to the first of ENDINGS: FOUND, in microseconds, is short by one to two seconds.
# Fails where no ride's timer runs.
until_ending() {
  newest || return 1
  phase_is riding && part ride "$STATUS" && field remainingSeconds "$FOUND" && [ -n "$FOUND" ] || return 1
  REMAINING=$FOUND
  FOUND=$((REMAINING * 1000000 + ${ENDINGS[0]%% *} - 2000000))
}

# timed_is_due: whether something of TIMED is to be played now.
timed_is_due() { next_timed && instant && [ "$AT" -le $((US - ORIGIN)) ]; }

# close_in: waits for the ending that is near, to the millisecond: for the second in which it lies, and then the rest of it. Fails where
# something else is due before: a daemon that was killed tells no more seconds until it is begun again.
close_in() {
  local at=${ENDINGS[0]%% *} whole
  whole=$(((-at + 999999) / 1000000))
  while until_ending && [ "$REMAINING" -gt $whole ]; do
    ! timed_is_due || return 1
    sleep 0.01
  done
  pause $((whole * 1000000 + at))
}

# play_endings: the first of ENDINGS, and what is to follow it, which stands a moment after it.
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

# play_block: all lines of a ride, each at its instant.
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
      # The ride is over, or stands; an ending that is not reached is not played.
      if ended; then ENDINGS=(); else instant; [ $((US - ORIGIN)) -lt "$LIMIT" ] || ENDINGS=(); pause $((wait < 500000 ? wait : 500000)); fi
    else
      pause "$wait"
    fi
  done
}

# ended: whether no ride is on. A start that was refused at once may change nothing that a watcher is told of, so who was told nothing asks.
ended() {
  ! alive "$START" || return 1
  if ! newest; then
    sleep 5
    newest || STATUS=$(ctl --json status 2> /dev/null) || return 1
  fi
  idle
}

# list_rides NAME: NAME.json has the library, IDS the numbers of its rides, the one that was begun last at the end. That is not the one
# that `last` means, after a clock that was wrong.
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

# end_block: the ride is over, as the daemon says, or the limit is; what is left of it is kept.
end_block() {
  local nodded=0 seconds=0
  while ! { ended && sleep 1 && ended; } && [ $seconds -lt $((LIMIT / 1000000)) ]; do
    sleep 4
    seconds=$((seconds + 4))
    alive "$DAEMON" || { note died; do_daemon; }
    # Who waits for a nod gets it.
    if [ $((seconds - nodded)) -ge 30 ]; then nodded=$seconds; [[ $STATUS != *'"end":"activity"'* ]] || do_ask "done"; fi
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
  ctl --json watch 2> "$OUT/watch.err" | "$RIG_PYTHON" -S "$REPO/Tests/Soak/stamp.py" "$OUT/watch.jsonl" 8>&- 9>&- &
  WATCHER=$!
  exec {FOLLOWED}< "$OUT/watch.jsonl"
  for _ in {1..1000}; do
    ! newest || return 0
    sleep 0.01
  done
  return 1
}

tell state
field t "$ANSWER" && micro "$FOUND"
SET=$((10#${EPOCHREALTIME/./} - FOUND))
rig state
ENDING='' RIDE='' ORIGIN=0 LIMIT=0 TIMED=() ENDINGS=()
declare -A LINES_AT # a line as it stands in the schedule, for who plays the rest of it after a pulled plug
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
        [ ! -f "$file" ] || ctl --json plan import "$file" >> "$OUT/plans.json" || exit 1
      done
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
