#!/bin/bash
# The black box: both links are lost in a minute's ride; the radio traffic is exported during the ride and after it.
. "$GUEST/prelude.sh"
capture
start_daemon || exit 1
use_both || exit 1

begin_ride --watts 150 --minutes 1 || exit 1
at 15; rig drop trainer
at 25; rig drop strap
at 35; ask midway export last --format btsnoop --output "$OUT/midway.btsnoop"
at 60; await 30 idle

keep_results
ask links show last --link
ask box export last --format btsnoop --output "$OUT/box.btsnoop"
ctl show last --link > "$OUT/links.txt"
ask doctor doctor
stop_daemon
