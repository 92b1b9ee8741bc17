#!/bin/bash
# One boot of the ride with power cuts. The state is on a disk of its own; the ride begins, or resumes by itself. The
# plug is pulled RIG_PULL_AFTER seconds later (see virtual/pulls.sh); without the variable the rider stops.
. "$GUEST/prelude.sh"
. "$GUEST/tries.sh"
# The power cut would delete files on tmpfs, so notes and log are on the shared folder.
mkdir -p "$RIG_OUT/pull"
mv "$OUT"/* "$RIG_OUT/pull"
export OUT=$RIG_OUT/pull
STATE=$RIG_PLACE/disk/state

rig state
if [ -e "$STATE" ]; then
  again start_daemon || exit 1
  follow
  await 45 well || exit 1
else
  start_daemon && use_both || exit 1
  follow
  rig state
  ask start start --watts $WATTS --minutes 60 || exit 1
fi
rig state
note well

if [ -n "${RIG_PULL_AFTER:-}" ]; then
  sleep "$RIG_PULL_AFTER"
  note pulled
  pull "$OUT/notes.jsonl" "$OUT/watch.jsonl" "$OUT/jz2d.log"
fi
finish_ride
cp -r "$STATE" "$OUT/state"
