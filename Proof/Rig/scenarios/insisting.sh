#!/bin/bash
# A trainer that lets only bonded clients subscribe, and a strap that asks for a bond.
. "$GUEST/prelude.sh"
. "$GUEST/tries.sh"
rig bond trainer insist
rig bond strap ask
start_daemon || exit 1
use_both || exit 1
begin_ride --watts $WATTS --minutes 1440 || exit 1
await 20 strap_heard && note heard
sleep 6
try "bonded trainer: vanish 5 s" well lasting 5 rig vanish trainer 5
try "bonding strap: drop" strap_heard lasting 6 rig drop strap

finish_ride
