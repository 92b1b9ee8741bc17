#!/bin/bash
# A ride on the second adapter, because the first one is off at its start. Later the first one is switched on.
. "$GUEST/prelude.sh"
. "$GUEST/tries.sh"
. "$GUEST/power.sh"
rig plug second
await 20 powered hci1 true || exit 1
power hci0 false || exit 1
start_daemon || exit 1
use_both || exit 1
begin_ride --watts $WATTS --minutes 1440 || exit 1

sleep 10
try "first adapter on" well lasting 2 power hci0 true
note undisturbed
rig state
sleep 20
rig state
try "first adapter on: drop" well lasting 0.5 rig drop trainer
try "first adapter on: vanish 5 s" well lasting 5 rig vanish trainer 5
try "first adapter on: strap: drop" strap_heard lasting 0.5 rig drop strap

finish_ride
rig unplug second
