#!/bin/bash
# How fast trainer and strap come back after 3 to 6 s out of range, and after a drop, RIG_RETURNS (20) times each.
. "$GUEST/prelude.sh"
. "$GUEST/tries.sh"
start_daemon || exit 1
use_both || exit 1
begin_ride --watts $WATTS --minutes 60 || exit 1

for turn in $(seq "${RIG_RETURNS:-20}"); do
  away=$((3 + turn % 4))
  try "vanish, timed" holds_target lasting $away rig vanish trainer $away
  try "drop, timed" holds_target lasting 0.5 rig drop trainer
  try "strap: vanish, timed" strap_heard lasting $away rig vanish strap $away
  try "strap: drop, timed" strap_heard lasting 0.5 rig drop strap
done

finish_ride
