#!/bin/bash
# A ride without a strap: no other link prevents a reset of the adapter, but a reset must not happen all the same.
. "$GUEST/prelude.sh"
. "$GUEST/tries.sh"
TRIES=${RIG_TRIES:-3}
rig vanish strap 36000
start_daemon || exit 1
ask scan scan --seconds 4
ask use-trainer use $TRAINER || exit 1
follow
ask start start --watts $WATTS --minutes 1440 --no-heart-rate || exit 1

repeat "$TRIES" try "no strap: vanish 5 s" well lasting 5 rig vanish trainer 5
try "no strap: vanish 60 s" well lasting 60 rig vanish trainer 60
repeat "$TRIES" try "no strap: drop" well lasting 0.5 rig drop trainer

# If a device falls silent again soon, jz2 waits longer before it reconnects; here the silences are far apart.
apart() { sleep 61; "$@"; }
repeat "$TRIES" apart try "no strap: silent until linked anew" well lasting 4 rig stall trainer link

finish_ride
rig back strap
