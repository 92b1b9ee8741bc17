#!/bin/bash
# A ride by a power meter that shows 4 % less than the trainer: jz2 requests more until the meter shows the target. The
# meter falls silent and is lost, and the trainer drops, RIG_TRIES (3) times each; at last the meter's error exceeds the
# limit of the match.
. "$GUEST/prelude.sh"
. "$GUEST/tries.sh"
TRIES=${RIG_TRIES:-3}
ASKED=200 # the wanted reading of the meter
MATCHED=  # the trainer's own target for that
WATTS=$ASKED

# holds_target: whether the trainer itself reports the matched target, and its data reach a subscriber. While the match
# steers, that may differ by a watt; WATTS becomes the trainer's target.
holds_target() {
  tell state
  [[ $ANSWER == *'"control": true, "running": true'* && $ANSWER == *'"trainerHeard": true'* ]] || return 1
  field target "$ANSWER" && [ $((FOUND - MATCHED)) -ge -1 ] && [ $((FOUND - MATCHED)) -le 1 ] && WATTS=$FOUND
}

meter_heard() { rig_says '"meter": {"connected": true, "heard": true}' && holds_target; }

# match_is STATE: whether the daemon reports that state of the match.
match_is() { newest && part match "$STATUS" && field state "$FOUND" && [ "$FOUND" = "$1" ]; }

# remember: sets MATCHED to the trainer's present target.
remember() {
  tell state
  field target "$ANSWER"
  MATCHED=$FOUND
}

# matched_try ...: runs a try once the match steers.
matched_try() {
  await 60 match_is steering
  remember
  try "$@"
}

# steady WATTS: notes that these watts have been requested and ridden for half a minute.
steady() {
  later 30
  remember
  note steady watts:="$1" target:="$MATCHED"
}

# ask_steady WATTS: requests other watts, and notes when they have been ridden.
ask_steady() {
  ask "watts-$1" watts "$1"
  later 10
  steady "$1"
}

start_daemon || exit 1
use_both || exit 1
ask use-meter use $METER --as power || exit 1
begin_ride --watts $ASKED --minutes 1440 || exit 1
at 60
ask minute status
steady $ASKED

# The learnt correction also applies to other targets.
ask_steady 150
ask_steady 250
ask_steady $ASKED

# Without the meter the target stays, and the power is the trainer's.
repeat "$TRIES" matched_try "meter: drop" meter_heard lasting 0.5 rig drop meter
repeat "$TRIES" matched_try "meter: vanish 20 s" meter_heard lasting 20 rig vanish meter 20
repeat "$TRIES" matched_try "meter: silent 20 s" meter_heard lasting 20 rig silent meter 20

# The trainer comes back with the matched target.
repeat "$TRIES" matched_try "matched: drop" well lasting 0.5 rig drop trainer
repeat "$TRIES" matched_try "matched: vanish 5 s" well lasting 5 rig vanish trainer 5
repeat "$TRIES" matched_try "matched: trainer reboot" well lasting 4.5 rig reset
later 30
steady $ASKED

# The meter is a quarter off: jz2 corrects the target up to its limit.
rig meter -25
later 120
ask limited status
remember
note limited target:="$MATCHED"
rig meter -4
later 120
steady $ASKED

ask stop stop
await 60 idle
ask rows export last --format json --output "$OUT/rows.json"
keep_results
stop_daemon
