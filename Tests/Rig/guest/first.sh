# A first ride: nothing is configured. Beside a neighbour's trainer and strap the start asks; alone it takes what there is, and the next
# one takes the same without a look around.
. "$(dirname "$0")/prelude.sh"
start_daemon || exit 1

rig neighbour on
ask refused start --watts 150 --minutes 0.5
ctl start --watts 150 --minutes 0.5 2> "$OUT/refused.txt"
ask after-refusal devices
rig neighbour off

ask withdrawn start --watts 150 --minutes 0.5 &
sleep 2
ask searching status
ask withdrawal stop
wait $!

begin_ride --watts 150 --minutes 0.5 || exit 1
at 3600; await 30 idle
keep_results
ask devices devices

rig cadence 0
ask again start --watts 150 --minutes 0.5 || exit 1
ask again-stopped stop
ask status status
stop_daemon
