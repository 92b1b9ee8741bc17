#!/usr/bin/env python3
"""check_zone2.py FOLDER: what `guest/zone2.sh` must have come to: watts that follow the heart, and what they do without it."""

import datetime
import sys

import common
from evidence import STRAP, Evidence, json_lines
from report import Report

evidence, report = Evidence(sys.argv[1]), Report('zone2')
START, EASED = 120, 96
SETTLED = 180  # seconds for which the start power stands


def ran():
    common.scenario_ran(report, evidence)


def targets(begin, end):
    """The targets of the timer's seconds from one to before the other."""
    return [row.get('targetWatts') for row in rows() if begin <= row['elapsedSeconds'] < end]


def rows():
    return [row for row in evidence.answer('last')['samples'] if row['timerRunning']]


def second(epoch):
    """The ride's second at a wall time."""
    start = datetime.datetime.fromisoformat(evidence.answer('last')['start'].replace('Z', '+00:00')).timestamp()
    return epoch - start


def away():
    """The seconds in which the strap was lost and linked again."""
    gone = evidence.happened('vanish', who=STRAP)[0]['epoch']
    return int(second(gone)), int(second(evidence.happened('connected', who=STRAP, after=gone)[0]['epoch']))


def begins():
    began = targets(0, 5)
    report.check(
        began and all(START * 0.45 <= each <= START * 0.6 for each in began if each),
        'it begins with half of the watts',
        began,
    )
    stands = set(targets(70, SETTLED - 2))
    report.check(stands == {START}, f'{START} W stand until the heart has answered', stands)


def follows():
    gone, _ = away()
    risen = targets(gone - 3, gone)
    beats = [
        row['beatsPerMinute'] for row in rows() if SETTLED <= row['elapsedSeconds'] < gone and row.get('beatsPerMinute')
    ]
    report.check(beats and max(beats) < 120, 'the heart is below its zone', beats[-3:])
    most = START + (gone - SETTLED) * 10 / 60 + 1
    report.check(
        risen and all(START < each <= most for each in risen),
        'the watts go up, by ten a minute at most',
        f'{risen}, at most {most:.1f}',
    )


def freezes():
    gone, _ = away()
    held = set(targets(gone + 8, gone + 28))
    report.check(len(held) == 1, 'five seconds after the last beat the watts stay where they are', held)
    codes = problems(gone + 10, gone + 27)
    report.check('steeringFrozen' in codes, 'status says so', sorted(codes))


def eases():
    gone, back = away()
    reached = targets(back - 2, back)
    report.check(
        reached and all(abs(each - EASED) <= 2 for each in reached),
        f'half a minute without a heart rate: {EASED} W',
        reached,
    )
    going = targets(gone + 33, gone + 47)
    falls = [earlier - later for earlier, later in zip(going, going[1:])]
    report.check(falls and max(falls) < 12 and min(falls) >= 0, 'by and by', going)
    codes = problems(gone + 33, back - 1)
    report.check('steeringEased' in codes and 'strapLost' in codes, 'status says so, and why', sorted(codes))


def told():
    """What watch told of the ride: a line each."""
    return [line for line in json_lines(evidence.folder / 'watch.jsonl') if line.get('ride')]


def problems(begin, end):
    """What was wrong in those seconds, as watch told it."""
    lines = [line for line in told() if begin <= line['ride']['elapsedSeconds'] < end]
    return {problem['code'] for line in lines for problem in line['problems']}


def comes_back():
    gone, back = away()
    before = targets(gone + 20, gone + 21)[0]
    soon = targets(back + 1, back + 5)
    report.check(max(soon) <= EASED + 8, 'the strap is back, and nothing jumps', soon)
    later = targets(back + 64, back + 68)
    report.check(
        later and all(before - 2 <= each <= before + 14 for each in later),
        'in a minute the watts are back',
        f'{before} before, {later}',
    )
    # The guest's clock is set from nowhere, and its rides lie in memory.
    lasting = ('clockUnsynchronised', 'stateVolatile')
    left = [problem['code'] for problem in told()[-1]['problems'] if problem['code'] not in lasting]
    report.check(not left, 'and nobody complains any more', left)


def remembered():
    kinds = [event['kind'] for event in evidence.answer('last')['events']]
    report.check('steeringEased' in kinds and 'steeringReturned' in kinds, 'the ride remembers both', kinds)


def file():
    activity = common.activity_of(report, evidence, timer_seconds=360)
    common.one_trackpoint_a_second(report, activity)


def freed():
    common.trainer_is_free(report, evidence)


report.run(ran, begins, follows, freezes, eases, comes_back, remembered, file, freed)
report.end()
