#!/bin/bash
# Heart rate variability in the morning: a measurement, one with a lost link, one whose strap stays away, one with a
# poor strap, one that a ride ends, and their results. The trainer sleeps until the ride.
. "$GUEST/prelude.sh"
rig vanish trainer 36000
rig rest 0
start_daemon || exit 1

# measured NAME [OPTION...]: measures, and notes the start and the end.
measured() {
  note began measurement="$1"
  ask "$@"
  note ended measurement="$1" exit:=$?
}

ask none hrv list
measured whole hrv measure --seconds 60 --position lying
ask shown hrv show last --intervals

measured interrupted hrv measure --seconds 60 --position lying &
sleep 45
rig vanish strap 8
wait $!
ask continued hrv show last --intervals

measured lost hrv measure --seconds 60 &
sleep 40
rig vanish strap 300
wait $!
rig back strap

rig rest 0.3
measured poor hrv measure --seconds 60
rig rest 0

rig back trainer
ask use-trainer use $TRAINER || exit 1
ask use-strap use $STRAP || exit 1
measured cut hrv measure --seconds 300 &
sleep 40
begin_ride --watts 150 --minutes 0.5 || exit 1
wait $!
ask meanwhile hrv measure
at 3600; await 30 idle

ask list hrv list
ask deleted hrv delete last
ask after hrv list
ask today today
keep_results
stop_daemon
