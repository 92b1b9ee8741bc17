#!/usr/bin/env python3
"""check_system.py FOLDER: what `guest/system.sh` must have come to."""

import datetime
import json
import sys

import tried_common
from evidence import Activity
from report import Report

report = Report('system')
# Seconds from what was taken away being given back to the target acknowledged: a daemon that was killed finds its link as it was; one that
# was told to go has given it up, for which BlueZ takes two to three seconds.
CRASH_RETURN, RESTART_RETURN = 0.5, 4
WORST_RETURN = 7  # a full disk is tried again every few seconds


def rode():
    global outcomes, ride, left
    outcomes, ride, left = tried_common.scenario(report, sys.argv[1])


def returns():
    for name, outcome in outcomes.items():
        if outcome.returns:
            bounds = {'daemon killed': CRASH_RETURN, 'daemon restarted': RESTART_RETURN}
            tried_common.returned(report, outcome, worst=bounds.get(name, WORST_RETURN))


def index_changes():
    seen = [note['is'] for note in ride.notes if note['event'] == 'index']
    report.check(
        len(seen) >= 3 and all(a != b for a, b in zip(seen, seen[1:])),
        'the adapter comes back under another index',
        seen,
    )


def gaps_are_marked():
    ended = sum(one.name.startswith('daemon ') for one in ride.tries)
    marks = {kind: len(left.events(kind)) for kind in ('interrupted', 'continued')}
    report.check(set(marks.values()) == {ended}, 'each end of the daemon is marked in the ride', marks)


def full_disk_is_said():
    status = json.loads((ride.folder / 'full.json').read_text())
    said = [problem['code'] for problem in status['problems']]
    report.check('storeFailing' in said, 'a full disk is among the problems', said)
    for one in ride.tries:
        if one.name == 'disk full':
            first = int(one.began - ride.began(left.started_at())) + 1
            measured = [second for second in range(first, first + 9) if 'powerWatts' in left.rows.get(second, {})]
            report.check(
                len(measured) == 9,
                'what was ridden while it was full is in the store',
                f'{len(measured)} of 9 s measured',
            )


def clock_is_right():
    start = datetime.datetime.fromisoformat(left.ride['start'].replace('Z', '+00:00')).timestamp()
    asked = next(note for note in ride.notes if note.get('command', '').startswith('start '))
    report.check(
        abs(start - asked['epoch']) < 60,
        'the ride began when it did, whatever the clock said later',
        left.ride['start'],
    )
    times = [point.time for point in Activity(left.files[0]).trackpoints]
    span, rows = times[-1] - times[0], max(left.rows) - min(left.rows)
    report.check(
        abs(span - rows) < 120 and times[0] >= start - 1, 'and so did its trackpoints', f'{span:.0f} s in {rows} s'
    )


report.run(rode, returns, index_changes, gaps_are_marked, full_disk_is_said, clock_is_right)
report.end()
