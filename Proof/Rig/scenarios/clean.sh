#!/bin/bash
# An undisturbed ride: RIG_CLEAN_MINUTES (3) at 150 W with the strap.
. "$GUEST/prelude.sh"
capture
start_daemon || exit 1
use_both || exit 1

begin_ride --watts 150 --minutes "${RIG_CLEAN_MINUTES:-3}" || exit 1
at 36000; await 30 idle

keep_results
stop_daemon
