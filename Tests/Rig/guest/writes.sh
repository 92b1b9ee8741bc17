# What a daemon writes to the disk that its state is on (RIG_DISK), first with no ride, then riding, RIG_WRITES_SECONDS (240) of each.
. "$(dirname "$0")/prelude.sh"
STATE=/tmp/disk/state

start_daemon && use_both || exit 1
sleep 35 # What starting left to be written has been by then.
measure idle "${RIG_WRITES_SECONDS:-240}" "$DAEMON"
begin_ride --watts 150 --minutes 60 || exit 1
at 35
measure riding "${RIG_WRITES_SECONDS:-240}" "$DAEMON"

ask stop stop
await 30 idle
keep_results
stop_daemon
du -sk "$STATE" > "$OUT/kept.txt"
