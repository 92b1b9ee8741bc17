#!/bin/bash
# A trainer that answers every request with Operation Failed: the ride does not start, but the next one does.
. "$GUEST/prelude.sh"
capture
start_daemon || exit 1
use_both || exit 1

rig deny 1000
ask refused start --watts 150 --minutes 1
ask after-refusal status
rig calm
ask start start --watts 120 --minutes 0.2 || exit 1
follow; at 3600; await 30 idle

keep_results
stop_daemon
