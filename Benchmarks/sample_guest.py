#!/usr/bin/env python3
"""sample_guest.py LOG COMMAND...: runs COMMAND, which boots a kernel that runs as a program, and exits with its status.
Each second, a line in LOG gets the run time of each process below COMMAND so far.

Such a kernel counts processor time by ticks, which is inaccurate, and cannot read this computer's /proc. But each of
its processes runs in a process of this computer, whose count is exact.
"""

import json
import pathlib
import subprocess
import sys
import time


def read(path):
    """Returns the text of a file; empty if the process has ended meanwhile."""
    try:
        return path.read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ''


def descendants(root):
    found = [root]
    for process in found:  # grows during the loop
        for children in pathlib.Path(f'/proc/{process}/task').glob('*/children'):
            found.extend(read(children).split())
    return found[1:]


def sample(root):
    """Returns the time and, for each process below `root`, its parent and its run time in nanoseconds.

    The name of a process includes its start time, because a process ID may be reused.
    """
    line = {'epoch': time.time(), 'ran': {}}
    for process in descendants(root):
        stat, schedstat = (read(pathlib.Path('/proc', process, name)) for name in ('stat', 'schedstat'))
        if stat and schedstat:
            fields = stat.rpartition(')')[2].split()
            line['ran'][f'{process}@{fields[19]}'] = {'parent': fields[1], 'ns': int(schedstat.split()[0])}
    return line


def main(log, *command):
    log = pathlib.Path(log)
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open('w') as file, subprocess.Popen(command) as boot:
        while True:
            try:
                return boot.wait(1)
            except subprocess.TimeoutExpired:
                print(json.dumps(sample(str(boot.pid))), file=file, flush=True)


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
