# One ride in which the radio itself is at fault: connection parameters that are not taken, links that are not established, and somebody
# else who looks for devices all the time.
. "$REPO/Tests/Rig/guest/prelude.sh"
. "$REPO/Tests/Rig/guest/tries.sh"
TRIES=${RIG_TRIES:-3}
start_daemon || exit 1
rig stillborn trainer 2
use_both || exit 1
begin_ride --watts $WATTS --minutes 1440 || exit 1

# well_for_long: the ride is, and its link has the supervision timeout that outlives a fade.
well_for_long() { rig_says '"supervision": 4.0' && well; }

# updates HOW TIMES: of the trainer's next link so many connection updates are not taken.
updates() { rig updates "$1" "$2"; rig drop trainer; sleep 0.5; }
for times in 1 2; do
  try "update refused" well_for_long updates refused $times
  try "update failed" well_for_long updates failed $times
done
try "update never taken" well lasting 30 updates refused 1000
rig updates refused 0

# not_established WHOSE TIMES: the device lets go, and so many of its next links are none.
not_established() { rig stillborn "$1" "$2"; rig drop "$1"; sleep 0.5; }
for times in 1 2 5; do try "not established" well not_established trainer $times; done
repeat "$TRIES" try "strap: not established" strap_heard not_established strap 2

# wakes NAME SECONDS: how often the daemon is woken in that time.
wakes() {
  local before
  count_wakes
  before=$WAKES
  sleep "$2"
  count_wakes
  note wakes name="$1" seconds:="$2" count:=$((WAKES - before))
}

# count_wakes: WAKES is how often a thread of the daemon has waited for something so far.
count_wakes() {
  local thread key value
  WAKES=0
  for thread in "/proc/$DAEMON/task/"*/status; do
    while read -r key value _; do [ "$key" != voluntary_ctxt_switches: ] || WAKES=$((WAKES + value)); done < "$thread"
  done
}

# Another program on the computer looks for devices, and wants to hear each advertisement of each.
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
