#!/bin/bash
# workouts.sh BIN: exchanges workout files between jz2 and third-party programs. zwog writes one, jz2 imports and
# exports it, and a simple XML reader finds the same steps in both. The same is checked for another author's files, if
# they are in a folder next to the checkout.
set -uo pipefail
HERE=$(dirname "$(realpath "$0")")
ROOT=$(realpath "$HERE/../..")
BIN=$(realpath "$1")
PLACE=$(mktemp -d "${TMPDIR:-/tmp}/jz2-workouts.XXXXXX")
PASSED=0 FAILED=0

ctl() { timeout 20 "$BIN/jz2ctl" --socket "$PLACE/jz2.sock" "$@"; }
python() { PYTHONPATH=$ROOT/Benchmarks "$ROOT/.work/venv/bin/python" -B "$@"; }

# check FACT COMMAND...: whether the command succeeds.
check() {
  local fact=$1 said
  shift
  if said=$("$@" 2>&1); then PASSED=$((PASSED + 1)); echo "ok     workouts: $fact"
  else FAILED=$((FAILED + 1)); echo "FAILED workouts: $fact: $(head -c 300 <<< "$said")"; fi
}

# out_again FILE: imports it and exports it to another file, which must be XML with the same steps.
out_again() {
  local name
  name=$(basename "$1" .zwo)
  ctl import "$1" --name "$name" && ctl plan export "$name" --format zwo --output "$PLACE/again-$name.zwo" &&
    xmllint --noout "$PLACE/again-$name.zwo" && python "$HERE/workouts.py" same "$1" "$PLACE/again-$name.zwo"
}

# by_way_of FORMAT: exports zwog's workout to another format, and back.
by_way_of() {
  ctl plan export zwog --format "$1" --output "$PLACE/way.$1" && ctl import "$PLACE/way.$1" --name "by $1" &&
    ctl plan export "by $1" --format zwo --output "$PLACE/by-$1.zwo" &&
    python "$HERE/workouts.py" same "$PLACE/zwog.zwo" "$PLACE/by-$1.zwo"
}

"$BIN/jz2d" --radio sim --state "$PLACE/state" --socket "$PLACE/jz2.sock" > "$PLACE/jz2d.log" 2>&1 &
DAEMON=$!
trap 'kill $DAEMON 2> /dev/null; wait $DAEMON 2> /dev/null; rm -rf "$PLACE"' EXIT
for _ in $(seq 100); do [ -S "$PLACE/jz2.sock" ] && break; sleep 0.1; done

ctl settings --ftp 200 > "$PLACE/settings"
python "$HERE/workouts.py" write "$PLACE/zwog.zwo"
check 'the file of zwog is imported, and exported with the same steps' out_again "$PLACE/zwog.zwo"
for format in text mrc erg; do check "the same by way of $format" by_way_of "$format"; done
for file in "$ROOT"/../shared/workouts/*.zwo; do
  [ -f "$file" ] && check "$(basename "$file") goes in and out" out_again "$file"
done
echo "$PASSED passed, $FAILED failed"
[ $FAILED = 0 ]
