# The adapter's controller hangs: it answers no command, and then nothing passes at all. A reset cures it.
#
# While a device is looked for, Linux does not switch such a controller off for BlueZ: it wants the scan stopped first, by the
# controller (hci_power_off_sync, 6.1). Blocking its radio does it.
. "$REPO/Tests/Rig/guest/prelude.sh"
. "$REPO/Tests/Rig/guest/tries.sh"
TRY_LIMIT=60
start_daemon || exit 1
use_both || exit 1
begin_ride --watts $WATTS --minutes 1440 || exit 1

# well_again: the controller was reset since it hung, and the ride is well.
well_again() { rig_says '"wedged": false' && well; }

# hang: it answers no command, and the trainer lets go, so that it is needed.
hang() { rig wedge commands; rig drop trainer; }
try "controller answers no command" well_again hang
await 30 strap_heard
try "controller is dead" well_again rig wedge all
await 30 strap_heard
rig vanish strap 36000
sleep 5
try "no strap: controller answers no command" well_again hang

finish_ride
