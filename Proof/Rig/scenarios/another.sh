#!/bin/bash
# A ride on a trainer without FTMS, which RIG_VARIANT names: found, ridden at two targets, and tried with what a codec
# can get wrong, RIG_TRIES (3) times each. Faults have the names that they have in faults.sh.
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

# A link that is up and silent; the silences are far enough apart.
repeat "$TRIES" apart try "silent until subscribed anew" well lasting 4 rig stall trainer subscription
repeat "$TRIES" apart try "silent until linked anew" well lasting 4 rig stall trainer link

# Answers that are wrong, or none. A target needs 2 s to itself.
try_answers "$TRIES"

# The trainer is without power, and back after 4 s; it has forgotten all, and nobody is told that the link is gone.
repeat "$TRIES" try "trainer reboot" well lasting 4.5 rig reset

repeat "$TRIES" try "garbage" well lasting 2 rig garbage 50

# A rider who asks for three targets at once, which such a trainer may drop.
rig hasty on
for watts in 170 180 190; do ask_watts $watts; done
await "$TRY_LIMIT" well && note settled watts:="$WATTS"
rig state
rig hasty off

finish_ride
