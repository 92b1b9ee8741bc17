# The ride of the power cuts, one boot of it: with the state on a disk of its own, the ride is begun or goes on by itself. The plug is pulled
# RIG_PULL_AFTER seconds after that (see virtual/pulls.sh); without, the rider stops.
. "$REPO/Tests/Rig/guest/prelude.sh"
. "$REPO/Tests/Rig/guest/tries.sh"
# What lies on tmpfs goes with the plug, so notes and log stand on the shared folder.
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

[ -z "${RIG_PULL_AFTER:-}" ] || { sleep "$RIG_PULL_AFTER"; note pulled; pull "$OUT/notes.jsonl" "$OUT/watch.jsonl" "$OUT/jz2d.log"; }
finish_ride
cp -r "$STATE" "$OUT/state"
