#!/bin/bash
# Spin-downs during a ride: the trainer asks for one, the rider carries it out, and the target returns. The second one
# fails, the third loses the trainer, and the fourth is cancelled by Ctrl-C.
. "$GUEST/prelude.sh"
start_daemon || exit 1
use_both || exit 1
begin_ride --watts 150 --minutes 1440 || exit 1

# step_is STEP: whether the calibration has reached that step.
step_is() { newest && part calibration "$STATUS" && field step "$FOUND" && [ "$FOUND" = "$1" ]; }

# calibrate NAME: begins one, and returns once the rider has to speed up. CALIBRATING is its process.
calibrate() {
  forget_status
  ask "$1" calibrate &
  CALIBRATING=$!
  await 20 step_is speedUp
}

# run_down NAME: carries out a spin-down to its end, whatever that is, and pedals on.
run_down() {
  calibrate "$1" || return 1
  rig cadence 118
  await 20 step_is stopPedalling
  rig cadence 0
  wait "$CALIBRATING"
  note ended-"$1" exit:=$?
  rig cadence 88
}

at 10
rig spindown ask
later 2
ask asked status
run_down good
later 20
rig state
rig spindown fail
run_down failing
later 20
rig state
calibrate lost
rig drop trainer
wait "$CALIBRATING"
note ended-lost exit:=$?
later 20
rig state
forget_status
# A shell without job control would let it ignore the signal.
env --default-signal=INT "$RIG_BIN/jz2ctl" --socket "$SOCKET" --json calibrate > "$OUT/cancelled.json" \
  2> "$OUT/cancelled.err" 8>&- 9>&- &
CALIBRATING=$!
await 20 step_is speedUp
kill -INT $CALIBRATING
wait $CALIBRATING
note ended-cancelled exit:=$?
later 20
rig state
ask stopped stop
await 30 idle

keep_results
stop_daemon
