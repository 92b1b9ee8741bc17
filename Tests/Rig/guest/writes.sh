# What the disk that the state is on (RIG_DISK) is written to: a minute without a ride, then RIG_WRITES_SECONDS (180) of riding.
. "$(dirname "$0")/prelude.sh"
STATE=/tmp/disk/state
# What bluetoothd remembers of devices, half a minute after a scan, is not what is measured.
umount /var/lib/bluetooth

start_daemon && use_both || exit 1
sleep 10
sync # What starting and choosing left to be written is no part of it.
sleep 1
measure idle 60 "$DAEMON"
begin_ride --watts 150 --minutes 60 || exit 1
at 40 # By then the disk has what the beginning cost, and writes as it goes on doing.
measure riding "${RIG_WRITES_SECONDS:-180}" "$DAEMON"

ask stop stop
await 30 idle
keep_results
stop_daemon
