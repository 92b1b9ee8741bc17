#!/bin/bash
# A strap that lets only bonded clients subscribe, and a trainer that asks for a bond: the ride uses both, and both
# return after a drop.
. "$GUEST/prelude.sh"
. "$GUEST/tries.sh"
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
