# A first ride: nothing is configured. Beside a neighbour's trainer and strap the start asks; alone it takes what there is, and the next
# one takes the same without a look around.
. "$REPO/Tests/Rig/guest/prelude.sh"
searching() { ctl --json status | tee "$OUT/searching.json" | grep -q '"connecting"'; }
advertises() { ctl --json scan --seconds 2 | grep -q $TRAINER; }
start_daemon || exit 1

rig neighbour on
ask refused start --watts 150 --minutes 0.5
ctl start --watts 150 --minutes 0.5 2> "$OUT/refused.txt"
ask after-refusal devices
rig neighbour off

# With the trainer away the search is long enough to be met by a slow guest.
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
