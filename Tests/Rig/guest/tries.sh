# tries.sh: how faults are tried in a ride, one after another; sourced after prelude.sh. A try leaves three kinds of note: `fault` when
# it begins, `again` when what the guest took away is given back, `healed` when its traces are gone; the checks take it from there.
WATTS=150 # what the ride asks of the trainer
TRY_LIMIT=${TRY_LIMIT:-30}

# holds_target: whether the trainer, asked itself, does what the ride wants and its data reaches somebody.
holds_target() {
  tell state
  [[ $ANSWER == *"\"target\": $WATTS, \"control\": true, \"running\": true"* && $ANSWER == *'"trainerHeard": true'* ]]
}

# well: whether that is so and the daemon knows it: the timer runs, and the power is a live one. The trainer is asked last: what it
# held before a daemon came back is not what it was given since, and after half a minute without one it is given a ramp.
well() { phase_is riding && [[ $STATUS == *'"powerWatts"'* ]] && holds_target; }

strap_heard() { rig_says '"strapHeard": true'; }

# try FAULT HEALED COMMAND...: once the ride is well, runs COMMAND, which is the fault, and waits until HEALED, another command, says
# that its traces are gone. A fault that does not heal is noted as such and ended, so that the next one is judged by itself.
try() {
  local fault=$1 healed=$2 good=true
  shift 2
  follow
  await "$TRY_LIMIT" well || good=false
  # Not at the same part of a second each time.
  sleep 1.$((RANDOM % 900 + 100))
  note fault name="$fault" watts:=$WATTS
  forget_status
  "$@"
  await "$TRY_LIMIT" "$healed" || good=false
  note healed name="$fault" watts:=$WATTS good:=$good
  rig state
  $good || rig calm
}

# again COMMAND...: gives back what a fault took away, and notes when.
again() {
  note again
  forget_status
  "$@"
}

# lasting SECONDS COMMAND...: a fault that is over only after so long.
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

# ask_watts WATTS: from now on the ride wants so much. The answer may take its time, or be a refusal.
ask_watts() {
  WATTS=$1
  ask "watts-$1" watts "$1"
}

# note_killed: notes that the daemon is dead, and the last second of the ride that a client was told of before. What was told and is not
# in the store afterwards was lost.
note_killed() {
  newest
  part ride "$STATUS" && field elapsedSeconds "$FOUND"
  note killed announced:="$FOUND"
}

# kill_at_once NAME: ends what start_NAME or plug_adapter left the process of, without a word.
kill_at_once() {
  local id
  id=$(cat "$RIG_PLACE/$1.pid")
  kill -9 "$id"
  await 10 gone "$id"
}

# finish_ride: the rider stops, and what the ride left is kept.
finish_ride() {
  ask stop stop
  await 60 idle
  keep_results
  stop_daemon
}
