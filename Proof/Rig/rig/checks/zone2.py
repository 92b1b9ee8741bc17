"""Checks `scenarios/zone2.sh`: the target power follows the heart rate, and has a fallback without it."""

import itertools

from rig import ride_facts
from rig.devices import STRAP
from rig.evidence import Evidence, json_lines, seconds_of

START, EASED = 120, 96
SETTLED = 180  # seconds at the start power, before the heart rate controls the target


def ran(report, evidence):
    ride_facts.scenario_ran(report, evidence)


def targets(evidence, begin, end):
    """Returns the targets of the timer's seconds from `begin` to before `end`."""
    return [row.get('targetWatts') for row in rows(evidence) if begin <= row['elapsedSeconds'] < end]


def rows(evidence):
    return [row for row in evidence.answer('last')['samples'] if row['timerRunning']]


def second(evidence, epoch):
    """Returns the ride's second at a wall-clock time."""
    return epoch - seconds_of(evidence.shown()['start'])


def away(evidence):
    """Returns the seconds in which the strap was lost and connected again."""
    gone = evidence.happened('vanish', who=STRAP)[0]['epoch']
    return int(second(evidence, gone)), int(
        second(evidence, evidence.happened('connected', who=STRAP, after=gone)[0]['epoch'])
    )


def begins(report, evidence):
    began = targets(evidence, 0, 5)
    report.check(
        began and all(START * 0.45 <= each <= START * 0.6 for each in began if each),
        'it begins with half of the watts',
        began,
    )
    stands = set(targets(evidence, 70, SETTLED - 2))
    report.check(stands == {START}, f'{START} W are held until the heart rate responds', stands)


def follows(report, evidence):
    gone, _ = away(evidence)
    risen = targets(evidence, gone - 3, gone)
    beats = [
        row['beatsPerMinute']
        for row in rows(evidence)
        if SETTLED <= row['elapsedSeconds'] < gone and row.get('beatsPerMinute')
    ]
    report.check(beats and max(beats) < 120, 'the heart rate is below its zone', beats[-3:])
    most = START + (gone - SETTLED) * 10 / 60 + 1
    report.check(
        risen and all(START < each <= most for each in risen),
        'the watts go up, by ten a minute at most',
        f'{risen}, at most {most:.1f}',
    )


def freezes(report, evidence):
    gone, _ = away(evidence)
    held = set(targets(evidence, gone + 8, gone + 28))
    report.check(len(held) == 1, 'five seconds after the last beat the watts stay where they are', held)
    codes = problems(evidence, gone + 10, gone + 27)
    report.check('steeringFrozen' in codes, 'status reports it', sorted(codes))


def eases(report, evidence):
    gone, back = away(evidence)
    reached = targets(evidence, back - 2, back)
    report.check(
        reached and all(abs(each - EASED) <= 2 for each in reached),
        f'half a minute without a heart rate: {EASED} W',
        reached,
    )
    going = targets(evidence, gone + 33, gone + 47)
    falls = [earlier - later for earlier, later in itertools.pairwise(going)]
    report.check(falls and max(falls) < 12 and min(falls) >= 0, 'gradually', going)
    codes = problems(evidence, gone + 33, back - 1)
    report.check('steeringEased' in codes and 'strapLost' in codes, 'status reports it with the reason', sorted(codes))


def told(evidence):
    """Returns the lines of `watch` that have a ride."""
    return [line for line in json_lines(evidence.folder / 'watch.jsonl') if line.get('ride')]


def problems(evidence, begin, end):
    """Returns the codes of the problems in those seconds, from `watch`."""
    lines = [line for line in told(evidence) if begin <= line['ride']['elapsedSeconds'] < end]
    return {problem['code'] for line in lines for problem in line['problems']}


def comes_back(report, evidence):
    gone, back = away(evidence)
    before = targets(evidence, gone + 20, gone + 21)[0]
    soon = targets(evidence, back + 1, back + 5)
    report.check(max(soon) <= EASED + 8, 'the strap is back, and the power does not jump', soon)
    later = targets(evidence, back + 64, back + 68)
    report.check(
        later and all(before - 2 <= each <= before + 14 for each in later),
        'in a minute the watts are back',
        f'{before} before, {later}',
    )
    # The guest's clock is never synchronised, and its rides are in memory.
    lasting = ('clockUnsynchronised', 'stateVolatile')
    left = [problem['code'] for problem in told(evidence)[-1]['problems'] if problem['code'] not in lasting]
    report.check(not left, 'and no problem is left', left)


def remembered(report, evidence):
    kinds = [event['kind'] for event in evidence.answer('last')['events']]
    report.check('steeringEased' in kinds and 'steeringReturned' in kinds, 'the ride records both', kinds)


def file(report, evidence):
    activity = ride_facts.activity_of(report, evidence, timer_seconds=360)
    ride_facts.one_trackpoint_a_second(report, activity)


def freed(report, evidence):
    ride_facts.trainer_is_free(report, evidence)


def check(report, folder):
    report.run(ran, begins, follows, freezes, eases, comes_back, remembered, file, freed, given=[Evidence(folder)])
