# A strap that is subscribed to by nobody who is not bonded, and a trainer that asks to be: each is ridden with, and back after a drop.
. "$REPO/Tests/Rig/guest/prelude.sh"
. "$REPO/Tests/Rig/guest/tries.sh"
rig bond strap insist
start_daemon || exit 1
use_both || exit 1
begin_ride --watts $WATTS --minutes 1440
await 20 strap_heard && note heard

try "bonded strap: drop" strap_heard lasting 0.5 rig drop strap
rig bond trainer ask
try "trainer asks for a bond" well lasting 6 rig drop trainer
try "bonded trainer: drop" well lasting 6 rig drop trainer

finish_ride
