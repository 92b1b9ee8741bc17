# One ride on the first adapter, while a second one comes, is switched off and on, and goes.
. "$REPO/Tests/Rig/guest/prelude.sh"
. "$REPO/Tests/Rig/guest/tries.sh"
. "$REPO/Tests/Rig/guest/power.sh"
start_daemon || exit 1
use_both || exit 1
begin_ride --watts $WATTS --minutes 1440 || exit 1

appear() { rig plug second; await 20 powered hci1 true; }
try "second adapter comes and goes" well appear
try "second adapter: drop" well lasting 0.5 rig drop trainer
try "second adapter comes and goes" well power hci1 false
try "second adapter comes and goes" well power hci1 true
rig vanish strap 5
try "second adapter: vanish 5 s" well lasting 5 rig vanish trainer 5
await 10 strap_heard
note undisturbed
rig state
sleep 20
rig state
try "second adapter comes and goes" well lasting 2 rig unplug second
try "second adapter: drop" well lasting 0.5 rig drop trainer

finish_ride
