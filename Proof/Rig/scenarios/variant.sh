#!/bin/bash
# A short ride on a trainer with the oddities of RIG_VARIANT (see rig/peripherals): found, controlled, and ridden.
. "$GUEST/prelude.sh"
start_daemon || exit 1
use_both || exit 1

begin_ride --watts 130 --minutes 0.5 || exit 1
at 3600; await 30 idle

keep_results
stop_daemon
