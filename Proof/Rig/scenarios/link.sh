#!/bin/bash
# The rig itself, without a daemon: both peripherals are found, connected and resolved, and a command drops a link.
. "$GUEST/prelude.sh"
connected() { bluetoothctl info "$1" | grep -q 'Connected: yes'; }
resolved() { bluetoothctl info "$1" | grep -qi "UUID.*$2"; }

bluetoothctl --timeout 3 scan le > "$OUT/scan.log"
for address in $TRAINER $STRAP; do
  bluetoothctl --timeout 5 connect "$address" >> "$OUT/connect.log"
  await 10 connected "$address" || exit 1
done
await 10 resolved $TRAINER 00001826 && await 10 resolved $STRAP 0000180d || exit 1
note connected
rig drop strap
await 5 rig_says '"strap": false' || exit 1
