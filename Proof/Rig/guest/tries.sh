# shellcheck shell=bash
# tries.sh, sourced after prelude.sh: tries faults in a ride, one after another. A try writes three notes for the
# checks: `fault` when it begins, `again` when the guest gives the missing thing back, `healed` when the traces of the
# fault are gone.
WATTS=150 # the target of the ride
TRY_LIMIT=${TRY_LIMIT:-30}

# holds_target: whether the trainer itself reports the ride's target, and its data reach a subscriber.
holds_target() {
  tell state
  [[ $ANSWER == *"\"target\": $WATTS, \"control\": true, \"running\": true"* && $ANSWER == *'"trainerHeard": true'* ]]
}

# well: also whether the daemon knows it: the timer runs, and there is a current power. The trainer's state is checked
# last: its target may be from before the daemon came back, which causes a ramp after half a minute.
well() { phase_is riding && [[ $STATUS == *'"powerWatts"'* ]] && holds_target; }

strap_heard() { rig_says '"strapHeard": true'; }

# try FAULT HEALED COMMAND...: once the ride is well, runs COMMAND, which is the fault, and waits until the command
# HEALED reports that its traces are gone. If a fault does not heal, the try notes and ends it, so that the next one is
# judged alone.
try() {
  local fault=$1 healed=$2 good=true
  shift 2
  follow
  await "$TRY_LIMIT" well || good=false
  # Each try begins at another part of a second.
  sleep 1.$((RANDOM % 900 + 100))
  note fault name="$fault" watts:=$WATTS
  forget_status
  "$@"
  await "$TRY_LIMIT" "$healed" || good=false
  note healed name="$fault" watts:=$WATTS good:=$good
  rig state
  $good || rig calm
}

# again COMMAND...: gives the missing thing back, and notes the time.
again() {
  note again
  forget_status
  "$@"
}

# lasting SECONDS COMMAND...: runs a fault of that length.
lasting() {
  local seconds=$1
  shift
  "$@"
  sleep "$seconds"
}

# repeat TIMES COMMAND...
repeat() {
  local times=$1
  shift
  for _ in $(seq "$times"); do "$@"; done
}

# ask_watts WATTS: sets the ride's target. The answer may take a while, or be an error.
ask_watts() {
  WATTS=$1
  ask "watts-$1" watts "$1"
}

# apart COMMAND...: runs it long after the last silence: soon after a silence, jz2 waits longer before it reconnects.
apart() {
  sleep 21
  "$@"
}

refusing_after_drop() { rig deny 3; rig drop trainer; sleep 0.5; }

# asked_of_a MISDEED WATTS: requests a target to which the trainer applies that misdeed.
asked_of_a() {
  rig "$1" 1
  ask_watts "$2"
}

# try_answers TIMES: the trainer refuses three requests after a drop, does not answer, acknowledges without an effect,
# or rejects a write; each so many times.
try_answers() {
  local times=$1 turn
  repeat "$times" try "deny" well refusing_after_drop
  for turn in $(seq "$times"); do try "mute" well asked_of_a mute $((160 + turn % 2 * 10)); done
  for turn in $(seq "$times"); do try "deaf" well asked_of_a deaf $((165 + turn % 2 * 10)); done
  for turn in $(seq "$times"); do try "write refused" well asked_of_a reject $((162 + turn % 2 * 10)); done
  ask_watts 150
}

# note_killed: notes that the daemon is dead, and the last second of the ride that a client had received. A second that
# is missing in the store afterwards is lost.
note_killed() {
  newest
  part ride "$STATUS" && field elapsedSeconds "$FOUND"
  note killed announced:="$FOUND"
}

# kill_at_once NAME: kills the process of start_NAME without warning.
kill_at_once() {
  local id
  id=$(cat "$RIG_PLACE/$1.pid")
  kill -9 "$id"
  await 10 gone "$id"
}

# finish_ride: stops the ride, and keeps its results.
finish_ride() {
  ask stop stop
  await 60 idle
  keep_results
  stop_daemon
}
