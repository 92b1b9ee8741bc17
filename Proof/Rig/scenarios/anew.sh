#!/bin/bash
# A ride ends and the next starts at once, while bluetoothd still closes the links: without a strap, and with one.
. "$GUEST/prelude.sh"
start_daemon || exit 1
use_both || exit 1
follow

# ride_anew NAME [OPTION...]: a ride of some seconds, and another one right after it.
ride_anew() {
  local name=$1
  shift
  ask "$name-first" start --watts 150 --minutes 1 "$@" || exit 1
  at 8
  ask "$name-stop" stop
  ask "$name-again" start --watts 160 --minutes 0.2 "$@" || exit 1
  await 30 rig_says '"target": 160'
  note again-rides name="$name"
  at 3600; await 30 idle
  await 5 rig_says '"trainer": false, "strap": false'
}

ride_anew strapless --no-heart-rate
ride_anew strapped
stop_daemon
