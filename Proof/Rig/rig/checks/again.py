"""Checks that the ride with the same seed (RUNS/again and RUNS/ride) leaves the same bytes: the log of the peripherals,
the radio traffic, the activity file, the database, and all output. FOLDER is RUNS/ride/out.
"""

import filecmp
import pathlib

from rig.evidence import json_lines

# Each of these names the folder of its boot.
DIFFERENT = {pathlib.Path('dmesg.log'), pathlib.Path('guest.sh')}


def files(folder):
    return {path.relative_to(folder) for path in folder.rglob('*') if path.is_file()} - DIFFERENT


def peripherals_saw_the_same(report, first, second):
    log = 'peripherals.jsonl'
    same = filecmp.cmp(first / log, second / log, shallow=False)
    events = len(json_lines(first / log))
    report.check(events > 50 and same, 'two runs of one seed leave the same log of the peripherals', f'{events} events')


def all_else_is_the_same(report, first, second):
    ours, others = files(first), files(second)
    changed = {name for name in ours & others if not filecmp.cmp(first / name, second / name, False)}
    different = sorted(str(name) for name in (ours ^ others) | changed)
    report.check(
        len(ours) > 20 and not different,
        'and the same bytes in every other file',
        f'{len(ours)} files, different {different}',
    )


def check(report, folder):
    second = folder.parents[1] / 'again' / 'out'
    report.run(peripherals_saw_the_same, all_else_is_the_same, given=[folder, second])
