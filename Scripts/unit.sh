#!/bin/bash
# unit.sh: runs the unit tests, which are already built. Prints the failures again at the end, because they are far
# above.
set -euo pipefail
cd "$(dirname "$(realpath "$0")")/.."
mkdir -p .work
# Some tests compute for seconds; others use sockets that give a caller ten seconds, or change threads a thousand times.
# If all ran at once, as the testing library does by default, the latter would wait behind a thousand of the former.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=8
# The lines below are matched by their first character.
export NO_COLOR=1
status=0
# Ten times the usual duration of the tests. `timeout` ends the whole process group, including programs that tests
# started, and the unfinished tests are listed below. `swift test` would start a process group of its own.
timeout --kill-after 10 2000 .build/debug/jz2PackageTests.xctest --testing-library swift-testing 2>&1 |
  tee .work/unit.log || status=$?
[ $status != 0 ] || exit 0
echo "== Failed (the whole output: .work/unit.log)"
grep -E '^✘|^ *↳|error:|Fatal|signal code' .work/unit.log | tail -40
if [ $status = 124 ] || [ $status = 137 ]; then
  echo "== Not ended"
  comm -23 <(sed -nE 's/^. Test (".*") started\.$/\1/p' .work/unit.log | sort -u) \
    <(sed -nE 's/^. Test (".*") (with .* )?(passed|failed) after .*/\1/p' .work/unit.log | sort -u)
fi
exit $status
