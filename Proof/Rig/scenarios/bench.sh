#!/bin/bash
# The same ride by jz2d and by a bleak client in turn, for each length of RIG_BENCH_MINUTES ("2 2 2 10"), by the riders
# of RIG_BENCH_RIDERS ("ours bleak"). Each leaves rider-N.trace and four notes: `began` and `ended` around its process,
# and `from` and `to` around the measured time, with its resident size. Benchmarks/sample_guest.py counts its processor
# time from outside.
. "$GUEST/prelude.sh"
capture
WARM_UP=20

# mark EVENT [PID]: writes a note of this turn, with the resident size (KiB) of that process.
mark() {
  local key size resident=
  [ -z "${2:-}" ] || while read -r key size _; do [ "$key" != VmRSS: ] || resident=$size; done < "/proc/$2/status"
  note "$1" rider="$rider" turn:="$turn" minutes:="$minutes" residentKiB:="$resident"
}

# measure PID: measures the ride, which has just begun, without the warm-up and the last seconds.
measure() {
  sleep $WARM_UP
  mark from "$1"
  sleep $((minutes * 60 - WARM_UP - 5))
  mark to "$1"
}

ride_with_bleak() {
  "$REPO/.work/bench-venv/bin/python" -B "$REPO/Benchmarks/bleak_ride.py" \
    $((minutes * 60)) 150 "$OUT/$1.trace" > "$OUT/$1.log" 2>&1 &
  local pid=$!
  await 60 grep -q riding "$OUT/$1.log" && measure $pid
  wait $pid
}

# over: whether the ride has ended. It polls afterwards and does not watch, because the daemon would send a watcher each
# second, and bleak has no watcher.
over() { ask status status && field phase "$(< "$OUT/status.json")" && [ "$FOUND" = idle ]; }

ride_with_ours() {
  export JZ2_TRACE_NOTIFICATIONS=$OUT/$1.trace
  STATE=$OUT/state-$1 start_daemon
  use_both
  ask start start --watts 150 --minutes "$minutes" && measure "$DAEMON"
  await 30 over
  stop_daemon
}

# During the pause the samples from outside show which process has ended.
turn=0
for minutes in ${RIG_BENCH_MINUTES:-2 2 2 10}; do
  turn=$((turn + 1))
  for rider in ${RIG_BENCH_RIDERS:-ours bleak}; do
    mark began
    "ride_with_$rider" "$rider-$turn"
    mark ended
    forget_devices
    sleep 3
  done
done
