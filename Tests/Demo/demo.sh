#!/bin/bash
# demo.sh BIN: ten minutes at 150 W in ten seconds, on a simulated trainer, in a state directory of its own; nothing else is touched.
set -euo pipefail
BIN=$(realpath "$1")
PLACE=$(mktemp -d "${TMPDIR:-/tmp}/jz2-demo.XXXXXX")
SOCKET=$PLACE/jz2.sock
KEPT=$(realpath "$(dirname "$0")/../..")/.work/demo
ctl() { "$BIN/jz2ctl" --socket "$SOCKET" "$@"; }
say() { printf '\n$ jz2ctl %s\n' "$*"; ctl "$@"; }

finish() {
  kill "$DAEMON" 2> /dev/null && wait "$DAEMON" 2> /dev/null
  rm -rf "$PLACE"
}

echo '$ jz2d --radio sim --rate 60'
"$BIN/jz2d" --radio sim --rate 60 --state "$PLACE/state" --socket "$SOCKET" > "$PLACE/jz2d.log" 2>&1 &
DAEMON=$!
trap finish EXIT
for _ in $(seq 100); do [ -S "$SOCKET" ] && break; sleep 0.1; done
[ -S "$SOCKET" ] || { cat "$PLACE/jz2d.log" >&2; exit 1; }

say start --watts 150 --minutes 10 --watch
for _ in $(seq 100); do ls "$PLACE"/state/rides/*.tcx > /dev/null 2>&1 && break; sleep 0.1; done

say show last
mkdir -p "$KEPT"
cp "$PLACE"/state/rides/*.tcx "$KEPT/"
printf '\nThe activity file: %s\n' "$KEPT/$(basename "$(ls "$PLACE"/state/rides/*.tcx)")"
