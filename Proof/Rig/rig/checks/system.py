"""Checks `scenarios/system.sh`."""

import itertools
import json

from rig import tried_facts
from rig.evidence import Activity, seconds_of

# Seconds from the return of the missing thing to the acknowledged target. A killed daemon finds its link unchanged. A
# daemon that was asked to end has closed the link, for which BlueZ takes two to three seconds.
CRASH_RETURN, RESTART_RETURN = 0.5, 4
WORST_RETURN = 7  # the daemon retries a full disk every few seconds


def returns(report, tried):
    for name, outcome in tried.outcomes.items():
        if outcome.returns:
            bounds = {'daemon killed': CRASH_RETURN, 'daemon restarted': RESTART_RETURN}
            tried_facts.returned(report, outcome, worst=bounds.get(name, WORST_RETURN))


def index_changes(report, tried):
    seen = [note['is'] for note in tried.ride.notes if note['event'] == 'index']
    tried_times = tried.outcomes['adapter unplugged, back under another index'].tried
    report.check(
        len(seen) == tried_times and all(a != b for a, b in itertools.pairwise(seen)),
        'the adapter comes back under another index',
        seen,
    )


def gaps_are_marked(report, tried):
    ended = sum(one.name.startswith('daemon ') for one in tried.ride.tries)
    marks = {kind: len(tried.left.events(kind)) for kind in ('interrupted', 'continued')}
    report.check(set(marks.values()) == {ended}, 'each end of the daemon is marked in the ride', marks)


def full_disk_is_said(report, tried):
    status = json.loads((tried.ride.folder / 'full.json').read_text())
    said = [problem['code'] for problem in status['problems']]
    report.check('storeFailing' in said, 'a full disk is among the problems', said)
    for one in tried.ride.tries:
        if one.name == 'disk full':
            first = int(one.began - tried.ride.began(tried.left.started_at())) + 1
            measured = [second for second in range(first, first + 9) if 'powerWatts' in tried.left.rows.get(second, {})]
            report.check(
                len(measured) == 9,
                'the seconds ridden while it was full are in the store',
                f'{len(measured)} of 9 s measured',
            )


def clock_is_right(report, tried):
    start = seconds_of(tried.left.ride['start'])
    asked = next(note for note in tried.ride.notes if note.get('command', '').startswith('start '))
    report.check(
        abs(start - asked['epoch']) < 60,
        'the start of the ride stays, whatever the clock shows later',
        tried.left.ride['start'],
    )
    times = [point.time for point in Activity(tried.left.files[0]).trackpoints]
    span, rows = times[-1] - times[0], max(tried.left.rows) - min(tried.left.rows)
    report.check(
        abs(span - rows) < 120 and times[0] >= start - 1, 'and so do its trackpoints', f'{span:.0f} s in {rows} s'
    )


def check(report, folder):
    report.run(
        returns,
        index_changes,
        gaps_are_marked,
        full_disk_is_said,
        clock_is_right,
        given=[tried_facts.scenario(report, folder)],
    )
