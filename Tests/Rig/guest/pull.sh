# The ride of the power cuts, one boot of it: with the state on a disk of its own, the ride is begun or goes on by itself. Then the plug is
# pulled (see pulls.sh), or, in the last boot (RIG_LAST), the rider stops.
. "$(dirname "$0")/prelude.sh"
. "$(dirname "$0")/tries.sh"
# What lies on tmpfs goes with the plug, so notes and log stand on the shared folder.
mkdir -p /out/pull
mv "$OUT/notes.jsonl" /out/pull
export OUT=/out/pull
STATE=/tmp/disk/state

rig state > /dev/null
if [ -e $STATE ]; then
  again start_daemon || exit 1
else
  start_daemon && use_both && begin_ride --watts $WATTS --minutes 60 || exit 1
fi
announce_seconds
await 45 well || exit 1
rig state > /dev/null
note well

[ -n "${RIG_LAST:-}" ] || sleep 60
finish_ride
cp -r $STATE "$OUT/state"
