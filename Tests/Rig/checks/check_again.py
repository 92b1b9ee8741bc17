#!/usr/bin/env python3
"""check_again.py OUT: the ride once more with the same seed (RUNS/again beside RUNS/ride) leaves the same bytes: the peripherals' log, the
radio's traffic, the activity file, the database, and all that was said."""

import filecmp
import pathlib
import sys

from evidence import json_lines
from report import Report

report = Report('again')
first = pathlib.Path(sys.argv[1])
second = first.parents[1] / 'again' / 'out'
# Each names the folder of its boot.
DIFFERENT = {'dmesg.log', 'guest.sh'}


def files(folder):
    return {path.relative_to(folder) for path in folder.rglob('*') if path.is_file()} - {
        pathlib.Path(name) for name in DIFFERENT
    }


def peripherals_saw_the_same():
    log = 'peripherals.jsonl'
    same = filecmp.cmp(first / log, second / log, shallow=False)
    events = len(json_lines(first / log))
    report.check(events > 50 and same, 'two runs of one seed leave the same log of the peripherals', f'{events} events')


def all_else_is_the_same():
    ours, others = files(first), files(second)
    different = sorted(
        str(name)
        for name in ours ^ others
        | {name for name in ours & others if not filecmp.cmp(first / name, second / name, False)}
    )
    report.check(
        len(ours) > 20 and not different,
        'and the same bytes in every other file',
        f'{len(ours)} files, different {different}',
    )


report.run(peripherals_saw_the_same)
report.run(all_else_is_the_same)
report.end()
