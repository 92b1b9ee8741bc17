#!/bin/bash
# fuzz.sh: fuzzes everything that reads bytes from outside, guided by coverage (libFuzzer). It keeps inputs that reach
# new code in .work/fuzz/ENTRY and starts from them the next time. An input that breaks a promise is kept in
# .work/fuzz/found.
#   FUZZ_SECONDS  duration of all entries together (300)
#   FUZZ_ENTRY    only this entry
#   FUZZ_INPUT    a file, or bytes in hexadecimal: tries this input once, with a backtrace
set -euo pipefail
cd "$(dirname "$(realpath "$0")")/.."
work=${FUZZ_WORK:-.work/fuzz}
program=.build-fuzz/release/jz2-fuzz
all=(values captures air packets maps calls replies ride recovery fit tcx gpx workout health)
read -ra entries <<< "${FUZZ_ENTRY:-${all[*]}}"
seconds=$((${FUZZ_SECONDS:-300} / ${#entries[@]}))

# The usual linker, gold, rejects two functions `main`: the program's and libFuzzer's.
JZ2_FUZZ=1 swift build -c release --product jz2-fuzz --scratch-path .build-fuzz \
  -Xswiftc -sanitize=fuzzer -Xswiftc -use-ld=lld
mkdir -p "$work/found"

if [ -n "${FUZZ_INPUT:-}" ]; then
  input=$FUZZ_INPUT
  [ -f "$input" ] || { input=$work/given; xxd -r -p <<< "$FUZZ_INPUT" > "$input"; }
  FUZZ_ENTRY=${entries[0]} exec "$program" "$input"
fi

failed=()
for entry in "${entries[@]}"; do
  echo "== $entry, $seconds s"
  mkdir -p "$work/$entry"
  # Swift's own backtrace would replace libFuzzer's handler, which keeps the input.
  FUZZ_ENTRY=$entry FUZZ_SEEDS=$work/$entry SWIFT_BACKTRACE=enable=no "$program" \
    -max_total_time="$seconds" -timeout=20 -rss_limit_mb=1024 -print_final_stats=1 -verbosity=0 \
    -artifact_prefix="$work/found/$entry-" "$work/$entry" || failed+=("$entry")
done
[ ${#failed[@]} = 0 ] && exit
echo "== Failed: ${failed[*]}. Again, with a backtrace: make fuzz FUZZ_ENTRY=… FUZZ_INPUT=$work/found/…"
ls "$work/found"
exit 1
