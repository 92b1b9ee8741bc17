#!/bin/bash
# A plan of all four kinds of intervals, twice: a minute, a place, 25 metres and an activity. In the first minute the
# trainer's link is lost, in the second one the daemon is killed. The trainer reports 29 km/h, 8 m each second. The
# route is a circle of half a kilometre, and the place is half way round.
. "$GUEST/prelude.sh"

# loop: prints the circle as a closed GPX track.
loop() {
  awk 'BEGIN {
    pi = atan2(0, -1); metre = 360 / 40030174
    print "<gpx version=\"1.1\" creator=\"the rig\" xmlns=\"http://www.topografix.com/GPX/1/1\">"
    print "<trk><name>Loop</name><trkseg>"
    for (i = 0; i <= 72; i++) {
      a = 2 * pi * i / 72
      latitude = 48.2 + 80 * metre * sin(a)
      longitude = 16.37 + 80 * metre * cos(a) / cos(48.2 * pi / 180)
      printf "<trkpt lat=\"%.7f\" lon=\"%.7f\"/>\n", latitude, longitude
    }
    print "</trkseg></trk></gpx>"
  }'
}
PLACE=48.2,16.3689212 # 80 m to the west of the centre; the track begins in the east

make_plan() {
  ask new plan new Seed --about "The four ways to end"
  ask add-1 plan add Seed --timer 1:00 --label Run --watts 150
  ask add-2 plan add Seed --location $PLACE --label Corner --watts 120
  ask add-3 plan add Seed --distance 25m --label Sprint --watts 180
  ask add-4 plan add Seed --activity --label Stretch
  ask repeat plan add Seed --repeat 2
}

# in_interval NUMBER [SECONDS]: whether this interval has lasted for so many seconds of the timer, or the ride is over.
in_interval() {
  local interval
  newest || return 1
  ! idle || return 0
  part interval "$STATUS" && interval=$FOUND
  field number "$interval" && [ "$FOUND" = "$1" ] && field timerSeconds "$interval" && [ "$FOUND" -ge "${2:-0}" ]
}

# finish_activity NUMBER: finishes the activity after a while, like a rider who has stretched.
finish_activity() {
  await 150 in_interval "$1" 10
  ask "done-$1" next
}

start_daemon || exit 1
use_both || exit 1
make_plan
loop > "$OUT/loop.gpx"
ask no-route start --plan Seed && exit 1
ask route import "$OUT/loop.gpx" --name Seed
ask made plan show Seed

begin_ride --plan Seed || exit 1
await 60 in_interval 1 30; rig drop trainer
finish_activity 4
await 60 in_interval 5 20
ask before-kill status
kill -9 "$DAEMON"; wait "$DAEMON" 2> /dev/null
note killed
forget_status
start_daemon || exit 1
await 60 in_interval 5 1; ask after-kill status
finish_activity 8
await 30 idle

keep_results
ask text plan export Seed --format text --output "$OUT/Seed.txt"
stop_daemon
