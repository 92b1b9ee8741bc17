#!/bin/bash
# A ride on a trainer without FTMS, named by RIG_VARIANT: found, ridden at two targets, and tried with the faults that a
# codec can get wrong, RIG_TRIES (3) times each. The faults have the same names as in faults.sh.
. "$GUEST/prelude.sh"
. "$GUEST/tries.sh"
TRIES=${RIG_TRIES:-3}
start_daemon || exit 1
use_both || exit 1
begin_ride --watts $WATTS --minutes 1440 || exit 1
await "$TRY_LIMIT" well || exit 1

# Two targets, long enough for their means.
at 40
note steady watts:="$WATTS"
ask_watts 180
later 25
note steady watts:="$WATTS"
ask_watts 150

repeat "$TRIES" try "vanish 5 s" well lasting 5 rig vanish trainer 5
repeat "$TRIES" try "drop" well lasting 0.5 rig drop trainer

# A link that is up and silent, with enough time between the silences.
repeat "$TRIES" apart try "silent until subscribed anew" well lasting 4 rig stall trainer subscription
repeat "$TRIES" apart try "silent until linked anew" well lasting 4 rig stall trainer link

# Wrong answers, or none. The trainer needs 2 s for a target.
try_answers "$TRIES"

# The trainer loses power, and is back after 4 s; it has forgotten everything, and the host gets no disconnection.
repeat "$TRIES" try "trainer reboot" well lasting 4.5 rig reset

repeat "$TRIES" try "garbage" well lasting 2 rig garbage 50

# A rider who requests three targets at once; such a trainer may drop some.
rig hasty on
for watts in 170 180 190; do ask_watts $watts; done
await "$TRY_LIMIT" well && note settled watts:="$WATTS"
rig state
rig hasty off

finish_ride
