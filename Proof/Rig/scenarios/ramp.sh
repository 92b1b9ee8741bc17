#!/bin/bash
# A ramp test with an FTP of 150 W, and legs that hold 190 W at most. The ramp begins with 75 W, after a warm-up that
# the rider skips. In the third step the trainer's link is lost; the seventh step, 195 W, is too hard.
. "$GUEST/prelude.sh"
start_daemon || exit 1
use_both || exit 1

# in_interval LABEL NUMBER: whether the ride is in that interval, or over.
in_interval() {
  newest || return 1
  ! idle || return 0
  local interval
  part interval "$STATUS" && interval=$FOUND
  field label "$interval" && [ "$FOUND" = "$1" ] && field number "$interval" && [ "$FOUND" -ge "$2" ]
}

ctl settings --ftp 150 || exit 1
rig weak 190
begin_ride ramp-test || exit 1
at 30; ask skip next
await 300 in_interval Test 4; rig drop trainer
await 900 in_interval Cool-down 5
ask ended status
later 20
ask stopped stop
await 30 idle

keep_results
stop_daemon
