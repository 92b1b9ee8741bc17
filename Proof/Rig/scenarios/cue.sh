#!/bin/bash
# A ride of two minutes at 150 W, controlled by a number pad alone, and heard. jz2cue and the daemon are killed once
# each, and the pad is unplugged. aplay and espeak-ng are stand-ins that note their input.
. "$GUEST/prelude.sh"
VOLUME_UP=115 VOLUME_DOWN=114 PLAY=164 POWER=116 ENTER=96
PAD=$RIG_PLACE/pad

# stand_in NAME LINES: creates a program of that name.
stand_in() {
  mkdir -p "$RIG_PLACE/stand-ins"
  printf '#!/bin/bash\nread -r up _ < /proc/uptime\n%s\n' "$2" > "$RIG_PLACE/stand-ins/$1"
  chmod +x "$RIG_PLACE/stand-ins/$1"
}
stand_in aplay "bytes=\$(wc -c); echo \"\$up \$bytes\" >> $OUT/played"
stand_in espeak-ng "echo \"\$up \${*: -1}\" >> $OUT/said"

keypad() {
  note keypad command="$*"
  echo "$*" > "$PAD"
}

# grabbed NODE: notes whether another program has grabbed that device.
grabbed() {
  rm -f "$PAD.answer"
  echo "grabbed $1" > "$PAD"
  await 5 test -s "$PAD.answer"
  note grabbed node="$1" answer="$(cat "$PAD.answer")"
}

start_cue() {
  PATH=$RIG_PLACE/stand-ins:$PATH "$RIG_BIN/jz2cue" --daemon "$SOCKET" --config "$OUT/cue.conf" \
    >> "$OUT/jz2cue.log" 2>&1 8>&- 9>&- &
  CUE=$!
}

# taken TIMES: whether jz2cue has grabbed the pad so often.
taken() { [ "$(grep -c 'Buttons connected' "$OUT/jz2cue.log")" -ge "$1" ]; }
target_is() { newest && part ride "$STATUS" && field targetWatts "$FOUND" && [ "$FOUND" = "$1" ]; }

: > "$OUT/jz2cue.log"
printf '[device]\nname=Rig*\nKEY_KPENTER=watts +25\n[sound]\nbeeps=yes\nspeech=yes\n' > "$OUT/cue.conf"
"$RIG_BIN/jz2cue" --config "$OUT/cue.conf" --check > "$OUT/check.txt"
note checked exit:=$?
mkfifo "$PAD"
"$RIG_PYTHON" -B "$GUEST/keypad.py" "$PAD" > "$OUT/keypad.log" 2>&1 8>&- 9>&- &
start_daemon || exit 1
start_cue
# It starts before there is any device, and so before there is /dev/input.
keypad plug Rig
await 20 taken 1 || exit 1
keypad plug Other
await 5 test -e /dev/input/event1
grabbed event0
grabbed event1
use_both || exit 1

begin_ride --watts 150 --minutes 2 || exit 1
at 20; keypad press Rig $VOLUME_UP; await 5 target_is 155
at 25; keypad press Rig $ENTER; await 5 target_is 180
at 30; keypad hold Rig $VOLUME_DOWN 2.0; later 4; ask held status
at 40; keypad press Rig $POWER; keypad press Rig $PLAY; await 5 phase_is paused
later 5; keypad press Rig $PLAY; await 5 phase_is riding
at 55; keypad press Other $VOLUME_UP; later 2; ask other status

# Neither the end of jz2cue nor that of the daemon affects the ride, and the buttons work again.
at 65; kill -9 "$CUE"; note cue-killed; later 3; ask without status; start_cue; await 20 taken 2
keypad press Rig $VOLUME_UP; later 2; ask again status
at 75; kill -9 "$DAEMON"; wait "$DAEMON" 2> /dev/null; note killed
forget_status
start_daemon || exit 1
await 60 phase_is riding; later 3
keypad press Rig $VOLUME_UP; later 2; ask after status
at 95; keypad unplug Rig; later 1; keypad plug Rig; await 20 taken 3
keypad press Rig $VOLUME_UP; later 2; ask plugged status
at 120; await 30 idle

keep_results
kill -TERM "$CUE"; wait "$CUE"
note cue-ended status:=$?
stop_daemon
