#!/bin/bash
# The controller hangs: first it answers no command, then it passes no data either. A reset cures it.
#
# During a scan Linux does not switch such a controller off for BlueZ: it first waits for the controller to stop the
# scan (hci_power_off_sync, 6.1). Blocking the radio works.
. "$GUEST/prelude.sh"
. "$GUEST/tries.sh"
TRY_LIMIT=60
start_daemon || exit 1
use_both || exit 1
begin_ride --watts $WATTS --minutes 1440 || exit 1

# well_again: whether the controller was reset after it hung, and the ride is well.
well_again() { rig_says '"wedged": false' && well; }

# hang: the controller answers no command, and the trainer closes its link, so that a command is needed.
hang() { rig wedge commands; rig drop trainer; }
try "controller answers no command" well_again hang
await 30 strap_heard
try "controller is dead" well_again rig wedge all
await 30 strap_heard
rig vanish strap 36000
sleep 5
try "no strap: controller answers no command" well_again hang

finish_ride
