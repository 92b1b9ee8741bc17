#!/bin/bash
# varlink.sh BIN: the Varlink client from PyPI works the daemon: info, help, a call, a stream of answers, a typed error, and a plan that is
# made, ridden and dropped.
set -uo pipefail
ROOT=$(realpath "$(dirname "$0")/../..")
BIN=$(realpath "$1")
PLACE=$(mktemp -d "${TMPDIR:-/tmp}/jz2-varlink.XXXXXX")
ADDRESS=unix:$PLACE/jz2.sock
INTERFACE=org.justzone2.Trainer
PASSED=0 FAILED=0

client() { timeout 20 "$ROOT/.work/venv/bin/python" -m varlink.cli "$@"; }

# check FACT COMMAND...: whether the command succeeds.
check() {
  local fact=$1 said
  shift
  if said=$("$@" 2>&1); then PASSED=$((PASSED + 1)); echo "ok     varlink: $fact"
  else FAILED=$((FAILED + 1)); echo "FAILED varlink: $fact: $(head -c 300 <<< "$said")"; fi
}

# A method of the interface by the word in its name.
method() { client help "$ADDRESS/$INTERFACE" | grep -oE "^ *method [A-Za-z]*$1[A-Za-z]*" | head -1 | awk '{print $2}'; }

# Not grep -q: it would leave before the client has said all, which the client calls an error.
info_names_interface() { client info "$ADDRESS" | grep > /dev/null "$INTERFACE"; }
help_describes() { client help "$ADDRESS/$INTERFACE" | grep > /dev/null '^ *method '; }
status_answers() { client call "$ADDRESS/$INTERFACE.$(method Status)" '{}' | grep > /dev/null phase; }
ride_starts() { client call "$ADDRESS/$INTERFACE.Start" '{"watts": 150, "minutes": 2}' | grep > /dev/null '"targetWatts": 150'; }
device_is_taken() { client call "$ADDRESS/$INTERFACE.Devices" '{}' | grep > /dev/null '"known": true'; }
stream_goes_on() { [ "$(timeout 6 "$ROOT/.work/venv/bin/python" -u -m varlink.cli call --more "$ADDRESS/$INTERFACE.$(method Watch)" '{}' | grep -c phase)" -ge 2 ]; }
# The client tells an error by what it prints, not by its exit code.
unknown_method_is_refused() { client call "$ADDRESS/$INTERFACE.NoSuchMethod" '{}' 2>&1 | grep > /dev/null MethodNotFound && client info "$ADDRESS"; }
typed_error_is_told() { client call "$ADDRESS/$INTERFACE.Start" '{"watts": 150, "minutes": 2}' 2>&1 | grep > /dev/null RideInProgress; }

# call METHOD PARAMETERS WORDS: whether the answer has the words.
call() { client call "$ADDRESS/$INTERFACE.$1" "$2" 2>&1 | tr -d '\n' | tr -s ' ' | grep > /dev/null -F "$3"; }
MINUTE='{"end": "timer", "seconds": 60, "watts": 150, "label": "Over"}'
plan_is_made() { call NewPlan '{"name": "Overs"}' '"intervals": 0' && call AddToPlan "{\"name\": \"Overs\", \"intervals\": [$MINUTE], \"repeats\": 4}" '"repeats": 4'; }
plan_is_shown() { call Plans '{}' '"name": "Overs"' && call ShowPlan '{"name": "overs"}' '"timerSeconds": 240'; }
plan_is_ridden() { client call "$ADDRESS/$INTERFACE.Stop" '{}' && call Start '{"plan": "Overs"}' '"targetWatts": 150' && call Status '{}' '"number": 1'; }
plan_is_in_use() { call RemovePlan '{"name": "Overs"}' PlanInUse; }
interval_is_skipped() { await_riding && call Skip '{}' '"number": 2'; }
plan_is_dropped() { client call "$ADDRESS/$INTERFACE.Stop" '{}' && client call "$ADDRESS/$INTERFACE.RemovePlan" '{"name": "Overs"}' && call ShowPlan '{"name": "Overs"}' UnknownPlan; }
await_riding() { for _ in $(seq 20); do call Status '{}' '"phase": "riding"' && return; sleep 0.5; done; return 1; }

"$BIN/jz2d" --radio sim --state "$PLACE/state" --socket "$PLACE/jz2.sock" > "$PLACE/jz2d.log" 2>&1 &
DAEMON=$!
trap 'kill $DAEMON 2> /dev/null; wait $DAEMON 2> /dev/null; rm -rf "$PLACE"' EXIT
for _ in $(seq 100); do [ -S "$PLACE/jz2.sock" ] && break; sleep 0.1; done

check 'info names the interface' info_names_interface
check 'help prints its description' help_describes
check 'a call is answered' status_answers
check 'a ride is started, though nothing was chosen' ride_starts
check 'its devices are chosen then' device_is_taken
check 'a call with --more is answered again and again' stream_goes_on
check 'a second start is the typed error RideInProgress' typed_error_is_told
check 'a plan is made' plan_is_made
check 'it is listed and shown' plan_is_shown
check 'it is ridden' plan_is_ridden
check 'and not to be dropped meanwhile: PlanInUse' plan_is_in_use
check 'its interval is skipped' interval_is_skipped
check 'it is dropped, and then unknown: UnknownPlan' plan_is_dropped
check 'an unknown method is an error, and the daemon goes on' unknown_method_is_refused
echo "$PASSED passed, $FAILED failed"
[ $FAILED = 0 ]
