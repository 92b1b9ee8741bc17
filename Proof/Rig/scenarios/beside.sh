#!/bin/bash
# A ride with a cadence sensor and a fan in addition to trainer and strap. Sensor and fan are lost, and the fan refuses,
# RIG_TRIES (3) times each; none of it may affect the trainer. Then the trainer drops while the fan is away, and at last
# the fan follows the power.
. "$GUEST/prelude.sh"
. "$GUEST/tries.sh"
TRIES=${RIG_TRIES:-3}
BLOWN=40 # the fan's speed in percent

cadence_heard() { rig_says '"cadence": {"connected": true, "heard": true}'; }

# fan_blows: whether the fan itself reports its link, manual mode, and the wanted speed.
fan_blows() { rig_says "\"fan\": {\"connected\": true, \"heard\": true, \"percent\": $BLOWN, \"mode\": 4}"; }

# ask_fan PERCENT: sets the fan's speed.
ask_fan() {
  BLOWN=$1
  ask "fan-$1" settings --fan "$1"
}

# fan_that MISDEED TIMES PERCENT: requests a speed to which the fan applies that misdeed so often.
fan_that() {
  rig "$1" "$2" fan
  ask_fan "$3"
}

start_daemon || exit 1
use_both || exit 1
ask use-cadence use $CADENCE --as cadence || exit 1
ask use-fan use $FAN || exit 1
ask_fan $BLOWN || exit 1
begin_ride --watts $WATTS --minutes 1440 || exit 1
await "$TRY_LIMIT" cadence_heard
await "$TRY_LIMIT" fan_blows
at 45
ask beside status

repeat "$TRIES" try "cadence sensor: drop" cadence_heard lasting 0.5 rig drop cadence
repeat "$TRIES" try "cadence sensor: vanish 20 s" cadence_heard lasting 20 rig vanish cadence 20
repeat "$TRIES" try "fan: drop" fan_blows lasting 0.5 rig drop fan
repeat "$TRIES" try "fan: vanish 20 s" fan_blows lasting 20 rig vanish fan 20

# It refuses a speed, or accepts it without an answer; then it gets another speed, and applies it.
for _ in $(seq "$TRIES"); do
  try "fan refuses" well lasting 12 fan_that deny 1 60
  ask_fan 40
  await "$TRY_LIMIT" fan_blows
  try "fan does not answer" fan_blows lasting 12 fan_that mute 1 50
  ask_fan 40
  await "$TRY_LIMIT" fan_blows
done

# Connection attempts to the fan must not delay the trainer.
rig vanish fan 36000
sleep 45
repeat "$TRIES" try "drop, the fan away" well lasting 0.5 rig drop trainer
note fan-again
rig back fan
await 60 fan_blows
note fan-returned good:="$(fan_blows && echo true || echo false)"

# The power changes all the time, and the fan's speed follows.
ask fan-power settings --ftp 200 --fan power
note following
for watts in 120 180 240 120; do
  ask_watts $watts
  later 12
done
note followed
ask_watts 150
await "$TRY_LIMIT" well

finish_ride
rig state
