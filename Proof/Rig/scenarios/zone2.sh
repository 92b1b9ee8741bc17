#!/bin/bash
# The heart rate controls the target: Zone 2 for six minutes, with a heart rate that follows the trainer's power. The
# start power lasts for three minutes; then the strap is away for 50 seconds.
. "$GUEST/prelude.sh"
start_daemon || exit 1
use_both || exit 1

rig heart 0.35
ctl settings --zone2 120-140 || exit 1
begin_ride --zone2 --minutes 6 --watts 120 || exit 1
at 205; rig vanish strap 50
at 360; await 30 idle

keep_results
stop_daemon
