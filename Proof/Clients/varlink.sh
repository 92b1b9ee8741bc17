#!/bin/bash
# varlink.sh BIN: the Varlink client from PyPI works with the daemon: info, help, a call, a stream of replies, a typed
# error, and a workout that is created, ridden and removed. Over a narrower socket it can only look.
set -uo pipefail
ROOT=$(realpath "$(dirname "$0")/../..")
BIN=$(realpath "$1")
PLACE=$(mktemp -d "${TMPDIR:-/tmp}/jz2-varlink.XXXXXX")
ADDRESS=unix:$PLACE/jz2.sock
LOOK=unix:$PLACE/look.sock
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

# method WORD: prints the method of the interface whose name contains the word.
method() {
  client help "$ADDRESS/$INTERFACE" | grep -oE "^ *method [A-Za-z]*$1[A-Za-z]*" | head -1 | awk '{print $2}'
}

# call METHOD PARAMETERS WORDS: whether the reply contains the words.
call() { client call "$ADDRESS/$INTERFACE.$1" "$2" 2>&1 | tr -d '\n' | tr -s ' ' | grep > /dev/null -F "$3"; }

# looking METHOD PARAMETERS WORDS: the same over the narrower socket.
looking() { ADDRESS=$LOOK call "$@"; }

# Not grep -q: it would end before the client has printed everything, which the client reports as an error.
info_names_interface() { client info "$ADDRESS" | grep > /dev/null "$INTERFACE"; }
help_describes() { client help "$ADDRESS/$INTERFACE" | grep > /dev/null '^ *method '; }
status_answers() { call "$(method Status)" '{}' phase; }
ride_starts() { call Start '{"watts": 150, "minutes": 2}' '"targetWatts": 150'; }
device_is_taken() { call Devices '{}' '"known": true'; }
stream_goes_on() {
  local watch=("$ROOT/.work/venv/bin/python" -u -m varlink.cli call --more "$ADDRESS/$INTERFACE.$(method Watch)" '{}')
  [ "$(timeout 6 "${watch[@]}" | grep -c phase)" -ge 2 ]
}
# The client reports an error in its output, not by its exit status.
typed_error_is_told() { call Start '{"watts": 150, "minutes": 2}' RideInProgress; }
looker_looks() { looking Status '{}' phase && looking Rides '{}' '"rides"'; }
looker_may_not_ride() {
  looking Start '{"watts": 150, "minutes": 2}' NotAllowed && looking Pause '{}' "'subject': 'ride'"
}
looker_follows() { looking Changes '{}' '"startsAnew": true'; }
unknown_method_is_refused() { call NoSuchMethod '{}' MethodNotFound && client info "$ADDRESS"; }

MINUTE='{"end": "timer", "seconds": 60, "watts": 150, "label": "Over"}'
stop() { client call "$ADDRESS/$INTERFACE.Stop" '{}'; }
plan_is_made() {
  call NewPlan '{"name": "Overs"}' '"intervals": 0' &&
    call AddToPlan "{\"name\": \"Overs\", \"intervals\": [$MINUTE], \"repeats\": 4}" '"repeats": 4'
}
plan_is_shown() {
  call Plans '{}' '"name": "Overs"' && call ShowPlan '{"name": "overs"}' '"timerSeconds": 240'
}
plan_is_ridden() {
  stop && call Start '{"plan": "Overs"}' '"targetWatts": 150' && call Status '{}' '"number": 1'
}
plan_is_in_use() { call RemovePlan '{"name": "Overs"}' PlanInUse; }
interval_is_skipped() { await_riding && call Skip '{}' '"number": 2'; }
plan_is_removed() {
  stop && client call "$ADDRESS/$INTERFACE.RemovePlan" '{"name": "Overs"}' &&
    call ShowPlan '{"name": "Overs"}' UnknownPlan
}
await_riding() {
  for _ in $(seq 20); do
    call Status '{}' '"phase": "riding"' && return
    sleep 0.5
  done
  return 1
}

# The daemon gets its sockets as from systemd.
cat > "$PLACE/sockets.py" << 'PYTHON'
import os, socket, sys

place, *command = sys.argv[1:]
os.umask(0o077)
sockets = []
for name in ('jz2', 'look'):
    sockets.append(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
    sockets[-1].bind(f'{place}/{name}.sock')
    sockets[-1].listen()
kept = [os.dup(one.fileno()) for one in sockets]
for number, descriptor in enumerate(kept, 3):
    os.dup2(descriptor, number, inheritable=True)
os.environ |= {'LISTEN_PID': str(os.getpid()), 'LISTEN_FDS': '2', 'LISTEN_FDNAMES': 'jz2d.socket:look'}
os.execv(command[0], command)
PYTHON
"$ROOT/.work/venv/bin/python" "$PLACE/sockets.py" "$PLACE" "$BIN/jz2d" --radio sim --state "$PLACE/state" \
  > "$PLACE/jz2d.log" 2>&1 &
DAEMON=$!
trap 'kill $DAEMON 2> /dev/null; wait $DAEMON 2> /dev/null; rm -rf "$PLACE"' EXIT
for _ in $(seq 100); do [ -S "$PLACE/jz2.sock" ] && break; sleep 0.1; done

check 'info names the interface' info_names_interface
check 'help prints its description' help_describes
check 'a call is answered' status_answers
check 'a ride is started, though no device was chosen' ride_starts
check 'its devices are chosen then' device_is_taken
check 'a call with --more is answered again and again' stream_goes_on
check 'a second start is the typed error RideInProgress' typed_error_is_told
check 'a plan is made' plan_is_made
check 'it is listed and shown' plan_is_shown
check 'it is ridden' plan_is_ridden
check 'and cannot be removed meanwhile: PlanInUse' plan_is_in_use
check 'its interval is skipped' interval_is_skipped
check 'it is removed, and then unknown: UnknownPlan' plan_is_removed
check 'over a narrower socket, status and rides are answered' looker_looks
check 'a ride cannot be begun over it: NotAllowed, with the socket that allows it' looker_may_not_ride
check 'a follower of the library starts there' looker_follows
check 'an unknown method is an error, and the daemon goes on' unknown_method_is_refused
echo "$PASSED passed, $FAILED failed"
[ $FAILED = 0 ]
