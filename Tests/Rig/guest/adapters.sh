# One ride on the first adapter, while a second one comes, is switched off and on, and goes.
. "$REPO/Tests/Rig/guest/prelude.sh"
. "$REPO/Tests/Rig/guest/tries.sh"
. "$REPO/Tests/Rig/guest/power.sh"
start_daemon || exit 1
use_both || exit 1
begin_ride --watts $WATTS --minutes 1440 || exit 1

appear() { rig plug second; await 20 powered hci1 true; }

# Within the try: a note's time is exact to ten milliseconds, and the strap must not be lost that shortly after the try before.
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
