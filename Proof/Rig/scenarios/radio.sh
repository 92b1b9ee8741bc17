#!/bin/bash
# One ride with a faulty radio: connection parameters are refused, links are not established, and another program scans
# all the time.
. "$GUEST/prelude.sh"
. "$GUEST/tries.sh"
TRIES=${RIG_TRIES:-3}
start_daemon || exit 1
rig stillborn trainer 2
use_both || exit 1
begin_ride --watts $WATTS --minutes 1440 || exit 1

# well_for_long: whether the ride is well, and its link has the supervision timeout that survives a fade.
well_for_long() { rig_says '"supervision": 4.0' && well; }

# updates HOW TIMES: so many connection updates of the trainer's next link fail.
updates() { rig updates "$1" "$2"; rig drop trainer; sleep 0.5; }
for times in 1 2; do
  try "update refused" well_for_long updates refused $times
  try "update failed" well_for_long updates failed $times
done
try "update never taken" well lasting 30 updates refused 1000
rig updates refused 0

# not_established WHOSE TIMES: the device closes its link, and so many of its next links are not established.
not_established() { rig stillborn "$1" "$2"; rig drop "$1"; sleep 0.5; }
for times in 1 2 5; do try "not established" well not_established trainer $times; done
repeat "$TRIES" try "strap: not established" strap_heard not_established strap 2

# wakes NAME SECONDS: notes the wake-ups of the daemon in that time.
wakes() {
  local before
  count_wakes
  before=$WAKES
  sleep "$2"
  count_wakes
  note wakes name="$1" seconds:="$2" count:=$((WAKES - before))
}

# count_wakes: sets WAKES to the number of times that a thread of the daemon has waited so far.
count_wakes() {
  local thread key value
  WAKES=0
  for thread in "/proc/$DAEMON/task/"*/status; do
    while read -r key value _; do [ "$key" != voluntary_ctxt_switches: ] || WAKES=$((WAKES + value)); done < "$thread"
  done
}

# look_around: another program on the computer scans, and receives every advertisement.
look_around() {
  mkfifo "$RIG_PLACE/looks"
  bluetoothctl < "$RIG_PLACE/looks" > "$RIG_PLACE/seen" 2>&1 8>&- 9>&- &
  exec {LOOKS}> "$RIG_PLACE/looks"
  sleep 0.5
  printf '%s\n' 'menu scan' 'duplicate-data on' back 'scan le' >&"$LOOKS"
}
discovers() { bluetoothctl show | grep -q 'Discovering: yes'; }

await "$TRY_LIMIT" well
wakes alone 20
look_around
await 10 discovers && note discovers
rig crowd 50
sleep 2
wakes crowded 20
repeat "$TRIES" try "foreign scan: drop" well lasting 0.5 rig drop trainer
repeat "$TRIES" try "foreign scan: vanish 5 s" well lasting 5 rig vanish trainer 5
rig crowd 0
exec {LOOKS}>&-

finish_ride
