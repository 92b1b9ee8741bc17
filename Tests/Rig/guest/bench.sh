# The same ride by jz2d and by a bleak client in turn, for each length of RIG_BENCH_MINUTES ("2 2 2 10"), by the riders of
# RIG_BENCH_RIDERS ("ours bleak"). Each leaves rider-N.trace and two lines in rider-N.probe, after the warm-up and at the end.
. "$REPO/Tests/Rig/guest/prelude.sh"
capture
WARM_UP=20
# Without it every line of a log looks for /etc/localtime on the shared root, a round trip to the host.
export TZ=UTC

# probe FILE PID: wall clock (s), user and system time (1/100 s), resident size (KiB), and how long each thread ran (ns).
probe() {
  local fields resident thread threads=
  read -ra fields < <(sed 's/^.*) //' "/proc/$2/stat")
  resident=$(awk '/^VmRSS/{print $2}' "/proc/$2/status")
  for thread in /proc/"$2"/task/*; do threads+=", \"$(cat "$thread/comm") ${thread##*/}\": $(cut -d' ' -f1 "$thread/schedstat")"; done
  echo "{\"epoch\": $EPOCHREALTIME, \"ticks\": $((fields[11] + fields[12])), \"residentKiB\": $resident, \"threads\": {${threads#, }}}" >> "$OUT/$1.probe"
}

# watch_ride FILE PID SECONDS: probes while the ride, which has just begun, goes on; leaves the last seconds out.
watch_ride() {
  sleep $WARM_UP
  probe "$1" "$2"
  sleep $(($3 - WARM_UP - 5))
  probe "$1" "$2"
}

ride_with_bleak() {
  local name=$1 seconds=$2
  "$REPO/.work/bench-venv/bin/python" -B "$REPO/Tests/Bench/bleak_ride.py" "$seconds" 150 "$OUT/$name.trace" > "$OUT/$name.log" 2>&1 &
  local pid=$!
  await 60 grep -q riding "$OUT/$name.log" && watch_ride "$name" $pid "$seconds"
  wait $pid
}

ride_with_ours() {
  local name=$1 seconds=$2
  export JZ2_TRACE_NOTIFICATIONS=$OUT/$name.trace
  STATE=$OUT/state-$name start_daemon
  use_both
  FOLLOWED=''
  follow
  ask start start --watts 150 --minutes "$((seconds / 60))" && watch_ride "$name" "$DAEMON" "$seconds"
  await 30 idle
  stop_daemon
}

turn=0
for minutes in ${RIG_BENCH_MINUTES:-2 2 2 10}; do
  turn=$((turn + 1))
  for rider in ${RIG_BENCH_RIDERS:-ours bleak}; do
    note ride rider=$rider turn:=$turn minutes:="$minutes"
    "ride_with_$rider" "$rider-$turn" $((minutes * 60))
    echo "$minutes" > "$OUT/$rider-$turn.minutes"
    forget_devices
    sleep 2
  done
done
