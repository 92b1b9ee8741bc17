#!/bin/bash
# unit.sh: runs the unit tests, which are built already. Prints the failures once more at the end: they are far above.
set -euo pipefail
cd "$(dirname "$(realpath "$0")")/.."
mkdir -p .work
# Some tests compute for seconds; others talk over sockets that give a caller ten seconds, or change threads a thousand
# times. With all at once, as the testing library runs them, the latter wait behind a thousand of the former.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=8
status=0
# The tests take a tenth of this time. A test that waits for ever ends them, and is named below.
timeout --kill-after 10 2000 swift test --skip-build 2>&1 | tee .work/unit.log || status=$?
[ $status != 0 ] || exit 0
echo "== Failed (the whole output: .work/unit.log)"
grep -E '^✘|^ *↳|error:|Fatal|signal code' .work/unit.log | tail -40
if [ $status = 124 ] || [ $status = 137 ]; then
  # They run in a process group of their own, which outlives `swift test`.
  pkill -KILL -f "^$PWD/.build/.*/jz2PackageTests" || true
  echo "== Not ended"
  comm -23 <(sed -nE 's/^. Test (".*") started\.$/\1/p' .work/unit.log | sort -u) \
    <(sed -nE 's/^. Test (".*") (with .* )?(passed|failed) after .*/\1/p' .work/unit.log | sort -u)
fi
exit $status
