#!/usr/bin/env python3
"""health.py BIN MEGABYTES [--most 60]: a made-up export of Apple Health through a pipe into `jz2ctl import`.

It is a dry run, which needs no daemon. Prints the time and the maximum memory of jz2ctl. Exits with 1 if the result
does not match the export exactly, or if the memory exceeds that many megabytes.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import time

from health_export import Contents

SEED, DAYS = 18, 3650


def run(program, megabytes):
    """Returns jz2ctl's output, its duration in seconds, and its maximum memory in bytes."""
    generator = pathlib.Path(__file__).with_name('health_export.py')
    making = subprocess.Popen(
        [sys.executable, '-B', generator, str(megabytes), '--seed', str(SEED), '--days', str(DAYS)],
        stdout=subprocess.PIPE,
    )
    start = time.monotonic()
    reading = subprocess.Popen(
        [program, 'import', '-', '--dry-run', '--json'], stdin=making.stdout, stdout=subprocess.PIPE
    )
    making.stdout.close()
    said = reading.stdout.read()
    # Linux counts this program's own memory as the minimum of its child's; it is far less.
    _, status, usage = os.wait4(reading.pid, 0)
    reading.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.monotonic() - start
    if making.wait() or reading.returncode:
        sys.exit(f'the export ended with {making.returncode}, jz2ctl with {reading.returncode}: {said.decode()}')
    return json.loads(said), seconds, usage.ru_maxrss * 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('bin', type=pathlib.Path)
    parser.add_argument('megabytes', type=int)
    parser.add_argument('--most', type=int, default=60)
    given = parser.parse_args()
    said, seconds, memory = run(given.bin / 'jz2ctl', given.megabytes)
    print(f'{given.megabytes} MB in {seconds:.1f} s, {memory / 1e6:.1f} MB of memory')
    contents = Contents(SEED, DAYS)
    for _ in contents.records():
        pass
    found = said['health']['found']
    wrong = [
        f'{found[kind]["count"]} of {count} {kind}'
        for kind, count in contents.counts().items()
        if found[kind]['count'] != count
    ]
    repeated = sum(part['count'] for part in found['leftOut'] if part['reason'] == 'repeated')
    if repeated != contents.repeated:
        wrong.append(f'{repeated} of {contents.repeated} repeated records')
    if memory > given.most * 1e6:
        wrong.append(f'more than {given.most} MB of memory')
    sys.exit('FAILED: ' + ', '.join(wrong) if wrong else None)


if __name__ == '__main__':
    main()
