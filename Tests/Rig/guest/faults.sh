# One ride in which trainer and strap do everything wrong that they can; what each command does to them, peripherals.py says.
. "$(dirname "$0")/prelude.sh"
. "$(dirname "$0")/tries.sh"
start_daemon || exit 1
use_both || exit 1
begin_ride --watts $WATTS --minutes 60 || exit 1
announce_seconds

# Out of range, as if the link had just timed out.
repeat 3 try "vanish 1 s" well lasting 1 rig vanish trainer 1
repeat 3 try "vanish 5 s" well lasting 5 rig vanish trainer 5
repeat 1 try "vanish 60 s" well lasting 60 rig vanish trainer 60

# Nothing gets through, and whether the link outlives it is for its supervision timeout to say.
repeat 3 try "fade 2 s" well lasting 2.5 rig fade trainer 2
repeat 3 try "fade 5 s" well lasting 5.5 rig fade trainer 5

# The trainer closes the link.
repeat 3 try "drop" well lasting 0.5 rig drop trainer

# A living link that says nothing: it ends by itself, or when it is subscribed to anew, or linked anew. Who falls silent again at once is
# given longer before another link is tried; here each silence is one by itself.
apart() { sleep 21; "$@"; }
repeat 2 try "silent 8 s" well lasting 8 rig silent trainer 8
repeat 2 try "silent until subscribed anew" well lasting 4 rig stall trainer subscription
repeat 2 apart try "silent until linked anew" well lasting 4 rig stall trainer link
repeat 2 apart try "strap: silent until linked anew" strap_heard lasting 4 rig stall strap link

# The control point: refuses three requests after a drop; does not answer; answers and does not do it.
refusing_after_drop() { rig deny 3; rig drop trainer; sleep 0.5; }
asked_of_a() { rig "$1" 1; ask_watts "$2"; }
repeat 3 try "deny" well refusing_after_drop
for watts in 160 170 150; do try "mute" well asked_of_a mute $watts; done
for watts in 165 175 150; do try "deaf" well asked_of_a deaf $watts; done

# The trainer reboots: it is back after 4 s and knows nothing; nobody tells the host that the link is gone.
repeat 3 try "trainer reboot" well lasting 4.5 rig reset

# Fifty notifications of anything, on both devices.
repeat 3 try "garbage" well lasting 2 rig garbage 50

# The strap's battery is empty. That is no business of the trainer's, not even when the trainer drops.
try "strap gone for good" well lasting 45 rig vanish strap 3600
repeat 3 try "drop, the strap gone" well lasting 0.5 rig drop trainer

finish_ride
