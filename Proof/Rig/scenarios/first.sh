#!/bin/bash
# A first ride, without configuration. Near a neighbour's trainer and strap, `start` asks for a choice; alone it uses
# the only devices in range, and the next start uses the same ones without a search.
. "$GUEST/prelude.sh"
searching() { ctl --json status | tee "$OUT/searching.json" | grep -q '"connecting"'; }
advertises() { ctl --json scan --seconds 2 | grep -q $TRAINER; }
start_daemon || exit 1

rig neighbour on
ask refused start --watts 150 --minutes 0.5
ctl start --watts 150 --minutes 0.5 2> "$OUT/refused.txt"
ask after-refusal devices
rig neighbour off

# The trainer is away, so that the search takes long enough for a slow guest to see it.
rig vanish trainer 20
ask withdrawn start --watts 150 --minutes 0.5 &
await 10 searching
ctl --json stop > "$OUT/withdrawal.json"
wait $!
await 30 advertises

begin_ride --watts 150 --minutes 0.5 || exit 1
at 3600; await 30 idle
keep_results
ask devices devices

rig cadence 0
ask again start --watts 150 --minutes 0.5 || exit 1
ask again-stopped stop
ask status status
stop_daemon
