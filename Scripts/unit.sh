#!/bin/bash
# unit.sh: runs the unit tests, which are built already. Prints the failures once more at the end: they are far above.
set -euo pipefail
cd "$(dirname "$(realpath "$0")")/.."
mkdir -p .work
# Some tests compute for seconds; others talk over sockets that give a caller ten seconds, or change threads a thousand
# times. With all at once, as the testing library runs them, the latter wait behind a thousand of the former.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=8
# The lines below are found by their first character.
export NO_COLOR=1
status=0
# Ten times what the tests take. `timeout` ends the whole process group, the programs that tests started included, and
# the tests that have not ended are named below. `swift test` would start a process group of its own.
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
