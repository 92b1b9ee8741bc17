#!/usr/bin/env python3
"""Runs the parts of `make test` or `make proof`, several at a time, and prints a table of them at the end.

  parts.py test | proof | PART...

A part is a target of the Makefile. It begins when the parts that it needs have passed and enough processors are free
for it; a part that mostly waits needs half a processor. If a part fails, those that need it are skipped. The output of
a part is in .work/parts/PART.log; the end of it is printed if the part failed. The exit status is the result, and the
last line counts the parts.
"""

import dataclasses
import os
import pathlib
import shlex
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
LOGS = ROOT / '.work' / 'parts'
# The printed lines of a failed part's output: CI keeps no other output of it.
TOLD_LINES = 200


@dataclasses.dataclass(frozen=True)
class Part:
    name: str
    # The arguments of `make`.
    command: str
    needs: tuple = ()
    # The number of processors that it keeps busy.
    processors: float = 1.0
    compiles: bool = False


# In the order in which they begin, if there were room for all. On two processors the compiler keeps both busy; parts
# that wait for clocks, browsers and networks run meanwhile.
TEST = (
    Part('programs', 'programs', compiles=True),
    Part('guests', 'guests', processors=0.5),
    Part('lint', 'lint', processors=0.5),
    Part('tests', 'unit-build', needs=('programs',), compiles=True),
    Part('page', 'page IS_BUILT=1', needs=('programs',), processors=0.5),
    Part('sync', 'sync IS_BUILT=1', needs=('programs',), processors=0.5),
    Part('bridge', 'bridge IS_BUILT=1', needs=('programs',), processors=0.5),
    Part('package', 'deb BUILD=debug IS_BUILT=1', needs=('programs',), processors=0.5),
    Part('clients', 'clients IS_BUILT=1', needs=('programs',), processors=0.5),
    Part('hub', 'hub IS_BUILT=1', needs=('tests',), processors=0.5),
    Part('attacks', 'attacks BUILD=debug ATTACKS=--fast IS_BUILT=1', needs=('tests',), processors=0.5),
    Part('oracle', 'oracle', processors=0.5),
    Part('repository', 'repository-check', processors=0.5),
    Part('unit', 'unit IS_BUILT=1', needs=('tests',), processors=1.5),
    Part('rig', 'rig BUILD=debug BOOTS=short IS_BUILT=1', needs=('package', 'guests'), processors=2),
    # Four chains that together have all trainers and sensors, and nearly every fault.
    Part('soak', 'soak BUILD=debug RIDES=20 SEED=9 IS_BUILT=1', needs=('package', 'guests'), processors=2),
)
# The release builds and packages, and all repetitions: one at a time, except the parts that compile or wait.
PROOF = (
    *TEST,
    Part('release', 'release hub-release', needs=('tests', 'package'), compiles=True),
    Part('packages', 'deb hub-deb', needs=('release',), compiles=True),
    Part('again', 'deb-again', needs=('packages',), processors=1),
    Part('fuzz', 'fuzz', needs=('packages',), processors=2, compiles=True),
    Part('cuts', 'cuts CUTS=20000', needs=('fuzz',), compiles=True),
    Part('health', 'health IS_BUILT=1', needs=('release',)),
    Part('all boots', 'rig IS_BUILT=1', needs=('packages', 'rig'), processors=2),
    Part('200 rides', 'soak RIDES=200 IS_BUILT=1', needs=('packages', 'soak'), processors=2),
    Part('trixie', 'rig-trixie IS_BUILT=1', needs=('packages', 'rig'), processors=2),
    Part('all attacks', 'attacks IS_BUILT=1', needs=('packages',), processors=0.5),
    Part('hostile', 'hub-soak IS_BUILT=1', needs=('packages', 'hub'), processors=1),
    Part('1000 rides', 'sync-soak IS_BUILT=1', needs=('packages', 'sync'), processors=1),
    # It measures delays, so it runs alone.
    Part('long bridge', 'bridge-long IS_BUILT=1', needs=('packages', 'bridge'), processors=2),
    Part('arm64', 'deb-arm64', needs=('packages', 'all boots'), processors=2),
    Part('image', 'image image-check', needs=('arm64',), processors=2),
)


class Run:
    """A part that is running or has ended."""

    def __init__(self, part):
        self.part, self.began, self.seconds, self.status = part, time.monotonic(), None, None
        self.log = LOGS / f'{part.name.replace(" ", "-")}.log'
        with self.log.open('w') as log:
            self.process = subprocess.Popen(
                [*(['nice'] if part.compiles else []), 'make', '--no-print-directory', *shlex.split(part.command)],
                cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, start_new_session=True,
            )  # fmt: skip

    def poll(self):
        if self.status is None and self.process.poll() is not None:
            self.status, self.seconds = self.process.returncode, time.monotonic() - self.began
            return True
        return False

    def stop(self):
        if self.status is None:
            os.killpg(self.process.pid, signal.SIGTERM)


def say(began, text):
    minutes, seconds = divmod(int(time.monotonic() - began), 60)
    print(f'{minutes:3}:{seconds:02}  {text}', flush=True)


def may_begin(part, runs, processors):
    if any(need not in runs or runs[need].status != 0 for need in part.needs):
        return False
    running = [run.part for run in runs.values() if run.status is None]
    # SwiftPM locks its folder.
    if part.compiles and any(other.compiles for other in running):
        return False
    # A part that needs more processors than there are runs alone.
    return not running or sum(other.processors for other in running) + part.processors <= processors


def ride(parts, processors):
    """Runs the parts; returns their runs by name. A part is missing if one that it needs has failed."""
    began, runs, waiting = time.monotonic(), {}, list(parts)
    try:
        while True:
            for part in list(waiting):
                if may_begin(part, runs, processors):
                    waiting.remove(part)
                    runs[part.name] = Run(part)
                    say(began, f'{part.name} …')
            if all(run.status is not None for run in runs.values()):
                return runs, time.monotonic() - began
            for run in [run for run in runs.values() if run.poll()]:
                say(began, f'{run.part.name}: {"passed" if run.status == 0 else "FAILED"} after {run.seconds:.0f} s')
                if run.status:
                    lines = run.log.read_text(errors='replace').splitlines()[-TOLD_LINES:]
                    print(*lines, f'(all of it: {run.log.relative_to(ROOT)})', sep='\n', flush=True)
            time.sleep(0.2)
    finally:
        for run in runs.values():
            run.stop()


def main():
    chosen = {'test': TEST, 'proof': PROOF}.get(sys.argv[1]) if len(sys.argv) == 2 else None
    if chosen is None:
        known = {part.name: part for part in PROOF}
        if not sys.argv[1:] or not set(sys.argv[1:]) <= known.keys():
            sys.exit(f'parts.py: test, proof, or some of: {", ".join(known)}')
        named = [known[name] for name in sys.argv[1:]]
        chosen = [dataclasses.replace(part, needs=[n for n in part.needs if n in sys.argv[1:]]) for part in named]
    LOGS.mkdir(parents=True, exist_ok=True)
    runs, seconds = ride(chosen, os.cpu_count() or 1)
    passed = sum(run.status == 0 for run in runs.values())
    print(f'\n{"part":14} {"seconds":>8}  verdict')
    for part in chosen:
        run = runs.get(part.name)
        verdict = 'not run' if run is None else 'passed' if run.status == 0 else 'FAILED'
        print(f'{part.name:14} {run.seconds if run else 0:8.0f}  {verdict}')
    print(f'{"together":14} {seconds:8.0f}\n\n{passed} passed, {len(chosen) - passed} failed')
    sys.exit(passed != len(chosen))


if __name__ == '__main__':
    main()
