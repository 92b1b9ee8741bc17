#!/bin/bash
# One ride on the first adapter, while a second one appears, is switched off and on, and disappears.
. "$GUEST/prelude.sh"
. "$GUEST/tries.sh"
. "$GUEST/power.sh"
start_daemon || exit 1
use_both || exit 1
begin_ride --watts $WATTS --minutes 1440 || exit 1

appear() { rig plug second; await 20 powered hci1 true; }

# The strap is lost within the try: a note's time is exact to ten milliseconds only, and a loss right before the try
# would count for the try before.
vanish_both() { rig vanish strap 5; lasting 5 rig vanish trainer 5; }

try "second adapter comes and goes" well appear
try "second adapter: drop" well lasting 0.5 rig drop trainer
try "second adapter comes and goes" well power hci1 false
try "second adapter comes and goes" well power hci1 true
try "second adapter: vanish 5 s" well vanish_both
await 10 strap_heard
note undisturbed
rig state
sleep 20
rig state
try "second adapter comes and goes" well lasting 2 rig unplug second
try "second adapter: drop" well lasting 0.5 rig drop trainer

finish_ride
