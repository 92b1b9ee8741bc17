#!/usr/bin/env python3
"""check_pull.py WORK: what `pulls.sh` must have come to."""

import sys

import outcomes
import tried_common
from report import Report

report = Report('pull')
CRASH_RETURN = 5  # seconds from jz2d's start to the target acknowledged


def rode():
    global found, boots, left
    found, boots, left = outcomes.of_power_cuts(sys.argv[1])
    ended = [note['status'] for note in boots[-1].notes if note['event'] == 'daemon-ended']
    report.check(ended == [0], 'the rider could stop in the last boot', ended)
    tried_common.ride_is_whole(report, left)


def every_cut():
    outcome = found['plug pulled']
    report.check(outcome.tried == len(boots) - 1, 'power cuts', outcome.tried)
    report.check(outcome.rows_lost <= outcome.tried, 'each cost at most one row', outcome.rows_lost)
    tried_common.returned(report, outcome, worst=CRASH_RETURN)


def gaps_are_marked():
    marks = {kind: len(left.events(kind)) for kind in ('interrupted', 'continued')}
    report.check(set(marks.values()) == {len(boots) - 1}, 'each is marked in the ride', marks)


report.run(rode, every_cut, gaps_are_marked)
report.end()
