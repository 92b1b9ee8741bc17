#!/bin/bash
# demo.sh BIN: rides ten minutes at 150 W in ten seconds on a simulated trainer, and the first ten minutes of
# over-unders. Then trims a ride of another program that was never stopped, and draws charts. Everything happens in a
# separate state directory; interesting files are copied to .work/demo.
set -euo pipefail
BIN=$(realpath "$1")
HERE=$(dirname "$(realpath "$0")")
PLACE=$(mktemp -d "${TMPDIR:-/tmp}/jz2-demo.XXXXXX")
SOCKET=$PLACE/jz2.sock
KEPT=$(realpath "$HERE/../..")/.work/demo
ctl() { "$BIN/jz2ctl" --socket "$SOCKET" "$@"; }
say() { printf '\n$ jz2ctl %s\n' "$*"; ctl "$@"; }

finish() {
  kill "$DAEMON" 2> /dev/null && wait "$DAEMON" 2> /dev/null
  rm -rf "$PLACE"
}

# ridden NAME DAYS MINUTES WATTS BEATS IDLE: creates NAME.tcx, a ride of another program, DAYS days ago.
ridden() {
  local start=$(($(date +%s) / 86400 * 86400 + 25200 - $2 * 86400))
  awk -v start=$start -v minutes="$3" -v watts="$4" -v beats="$5" -v idle="$6" -f "$HERE/ridden.awk" > "$PLACE/$1.tcx"
}

echo '$ jz2d --radio sim --rate 60'
"$BIN/jz2d" --radio sim --rate 60 --state "$PLACE/state" --socket "$SOCKET" > "$PLACE/jz2d.log" 2>&1 &
DAEMON=$!
trap finish EXIT
for _ in $(seq 100); do [ -S "$SOCKET" ] && break; sleep 0.1; done
[ -S "$SOCKET" ] || { cat "$PLACE/jz2d.log" >&2; exit 1; }
rm -rf "$KEPT"
mkdir -p "$KEPT"

say start 150 10 --watch
for _ in $(seq 100); do ls "$PLACE"/state/rides/*.tcx > /dev/null 2>&1 && break; sleep 0.1; done
say show last
cp "$PLACE"/state/rides/*.tcx "$KEPT/"
TCX=$(basename "$(ls "$PLACE"/state/rides/*.tcx)")

echo
echo '# A workout: its first minutes; the rest is left out.'
cp "$HERE/over-under.zwo" "$PLACE/"
cd "$PLACE"
say settings --ftp 200
say import over-under.zwo --name over-unders
say plan show over-unders
say start over
say bias +5
for _ in $(seq 200); do ctl --json status | grep -qE '"interval":\{[^{}]*"number":4,' && break; sleep 0.1; done
say status
say stop
say show last
say chart last
ctl chart last --output "$KEPT/plan.svg"
ctl plan export over-unders --format text --output "$KEPT/over-unders.txt"

echo
echo '# Three months of another program, and a ride of last week that nobody stopped.'
for ride in $(seq 24); do
  ridden "earlier-$ride" $((ride * 4 + 8)) $((40 + ride * 7 % 5 * 10)) $((151 - ride)) 132 0
done
ridden forgotten 7 60 152 132 420
echo '$ jz2ctl import earlier-*.tcx'
ctl import earlier-*.tcx | tail -2
say import forgotten.tcx
RIDE=$(ctl --json rides --sort longest --limit 1 | sed -E 's/.*"id":([0-9]+).*/\1/')
say trim "$RIDE" --suggest
say trim "$RIDE" --auto
say show "$RIDE"
say chart "$RIDE"
say stats history
ctl chart "$RIDE" --output "$KEPT/ride.svg"
ctl stats history --output "$KEPT/history.svg"
ctl export "$RIDE" --format fit --output "$KEPT/ride.fit"
printf '\nIn %s: the activity file %s; the workout as text and as ridden: over-unders.txt, plan.svg;\n' "$KEPT" "$TCX"
printf 'the cut ride as FIT, and both charts: ride.fit, ride.svg, history.svg\n'
