#!/bin/bash
# The unit tests, built before; says at the end once more what failed, which stands far above by then.
set -uo pipefail
cd "$(dirname "$(realpath "$0")")/.."
mkdir -p .work
# Some tests reckon for seconds, others talk over sockets that give a caller ten, or go from thread to thread a thousand times. All at
# once, as the testing library has it, the latter wait for their turn on a processor behind a thousand of the former.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=8
swift test --skip-build 2>&1 | tee .work/unit.log
status=${PIPESTATUS[0]}
if [ "$status" != 0 ]; then
  echo "== Failed (all of it: .work/unit.log)"
  grep -E '^✘|^ *↳|error:|Fatal|signal code' .work/unit.log | tail -40
fi
exit "$status"
