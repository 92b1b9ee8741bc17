#!/bin/bash
# varlink.sh BIN: the Varlink client from PyPI works the daemon: info, help, a call, a stream of answers, and a typed error.
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
check 'an unknown method is an error, and the daemon goes on' unknown_method_is_refused
echo "$PASSED passed, $FAILED failed"
[ $FAILED = 0 ]
