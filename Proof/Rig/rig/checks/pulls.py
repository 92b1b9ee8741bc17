"""Checks `virtual/pulls.sh`."""

from rig import outcomes, tried_facts

CRASH_RETURN = 5  # seconds from jz2d's start to the acknowledged target


def rode(report, found, boots, left):
    ended = [note['status'] for note in boots[-1].notes if note['event'] == 'daemon-ended']
    report.check(ended == [0], 'the rider could stop in the last boot', ended)
    tried_facts.ride_is_whole(report, left)


def every_cut(report, found, boots, left):
    outcome = found['plug pulled']
    report.check(outcome.tried == len(boots) - 1, 'power cuts', outcome.tried)
    report.check(outcome.rows_lost <= outcome.tried, 'each cost at most one row', outcome.rows_lost)
    tried_facts.returned(report, outcome, worst=CRASH_RETURN)


def gaps_are_marked(report, found, boots, left):
    marks = {kind: len(left.events(kind)) for kind in ('interrupted', 'continued')}
    report.check(set(marks.values()) == {len(boots) - 1}, 'each is marked in the ride', marks)


def check(report, folder):
    report.run(rode, every_cut, gaps_are_marked, given=outcomes.of_power_cuts(folder))
