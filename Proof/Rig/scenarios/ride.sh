#!/bin/bash
# A ride of two minutes at 150 W, then 170 W, with a pause; both links are lost once. Times are seconds of its timer.
. "$GUEST/prelude.sh"
capture
start_daemon || exit 1
use_both || exit 1

begin_ride --watts 150 --minutes 2 || exit 1
at 30; ask change watts 170
at 55; ask pause pause; later 10; ask resume resume
at 85; rig drop trainer
at 100; rig drop strap
at 120; await 30 idle

keep_results
stop_daemon
