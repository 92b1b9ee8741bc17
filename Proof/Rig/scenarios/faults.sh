#!/bin/bash
# One ride with every fault of trainer and strap, RIG_TRIES (3) times each. rig/peripherals/commands.py describes the
# commands.
. "$GUEST/prelude.sh"
. "$GUEST/tries.sh"
TRIES=${RIG_TRIES:-3}
start_daemon || exit 1
use_both || exit 1
begin_ride --watts $WATTS --minutes 1440 || exit 1

# Out of range, as after a supervision timeout.
repeat "$TRIES" try "vanish 1 s" well lasting 1 rig vanish trainer 1
repeat "$TRIES" try "vanish 5 s" well lasting 5 rig vanish trainer 5
repeat "$TRIES" try "vanish 60 s" well lasting 60 rig vanish trainer 60

# No data gets through; the supervision timeout decides whether the link survives.
repeat "$TRIES" try "fade 2 s" well lasting 2.5 rig fade trainer 2
repeat "$TRIES" try "fade 5 s" well lasting 5.5 rig fade trainer 5

# The trainer closes the link.
repeat "$TRIES" try "drop" well lasting 0.5 rig drop trainer

# A link that is up and silent: the silence ends by itself, by a new subscription, or by a new link. If a device falls
# silent again soon, jz2 waits longer before it reconnects; here the silences are far enough apart.
repeat "$TRIES" try "silent 8 s" well lasting 8 rig silent trainer 8
repeat "$TRIES" try "silent until subscribed anew" well lasting 4 rig stall trainer subscription
repeat "$TRIES" apart try "silent until linked anew" well lasting 4 rig stall trainer link
repeat "$TRIES" apart try "strap: silent until linked anew" strap_heard lasting 4 rig stall strap link

# The control point refuses three requests after a drop, does not answer, acknowledges without an effect, or rejects a
# write.
try_answers "$TRIES"

# The trainer reboots: it is back after 4 s and has forgotten everything; the host gets no disconnection.
repeat "$TRIES" try "trainer reboot" well lasting 4.5 rig reset

# Fifty malformed notifications from both devices.
repeat "$TRIES" try "garbage" well lasting 2 rig garbage 50

# The strap's battery is empty. That must not disturb the trainer, even if the trainer's link drops.
battery_changed() { again rig back strap; await 10 strap_heard; }
for _ in $(seq "$TRIES"); do
  try "strap gone" well lasting 45 rig vanish strap 3600
  battery_changed
done
rig vanish strap 36000
sleep 45
repeat "$TRIES" try "drop, the strap gone" well lasting 0.5 rig drop trainer

finish_ride
