#!/usr/bin/env python3
"""check_ride.py FOLDER: what `guest/ride.sh` must have come to."""

import sys

import common
from evidence import STRAP, TRAINER, Evidence
from report import Report

evidence, report = Evidence(sys.argv[1]), Report('ride')
KEPT_SECONDS = 5  # a heart rate stands for at most this long


def ran():
    common.scenario_ran(report, evidence)
    common.scan_finds_both(report, evidence)


def activity_file():
    global activity
    activity = common.activity_of(report, evidence, timer_seconds=120)
    common.one_trackpoint_a_second(report, activity)


def restored():
    """When trainer and target were back after the drop, by the trainer's own log."""
    dropped = evidence.happened('drop', who='trainer')[0]['epoch']
    linked = evidence.happened('connected', who=TRAINER, after=dropped)[0]['epoch']
    acknowledged = [
        e['epoch'] for e in evidence.happened('response', after=linked, op=5, result=1) if e['target'] == 170
    ]
    return dropped, linked, acknowledged[0]


def trainer_comes_back():
    dropped, linked, acknowledged = restored()
    report.check(
        acknowledged - dropped < 15,
        'after its drop the trainer has its target again',
        f'linked after {linked - dropped:.2f} s, target after {acknowledged - dropped:.2f} s',
    )


def mean_power():
    pedalling = evidence.told('cadence 88')['epoch']
    started = max(evidence.command('start')['epoch'], pedalling)
    change, pause, resume = (evidence.command(verb) for verb in ('watts', 'pause', 'resume'))
    dropped, _, back = restored()
    common.steady_power(report, activity, started, change['began'], 150)
    common.steady_power(report, activity, change['epoch'], pause['began'], 170)
    common.steady_power(report, activity, resume['epoch'], dropped, 170)
    common.steady_power(report, activity, back, activity.trackpoints[-1].time + 1, 170)


def tracks_split_at_the_pause():
    began, ended = evidence.command('pause')['epoch'], evidence.command('resume')['began']
    inside = [point for point in activity.trackpoints if began + 1 < point.time < ended - 1]
    report.check(not inside, 'no trackpoint stands in the pause', f'{len(inside)} do')
    gaps = [(left[-1].time, right[0].time) for left, right in zip(activity.tracks, activity.tracks[1:])]
    report.check(
        any(left <= began + 1 and ended - 1 <= right for left, right in gaps),
        'a track ends at the pause and one begins after it',
        f'{len(activity.tracks)} tracks',
    )
    report.check(any(right - left >= 9 for left, right in gaps), 'the pause is as long as it was')


def heart_rate():
    dropped = evidence.happened('drop', who='strap')[0]['epoch']
    linked = evidence.happened('connected', who=STRAP, after=dropped)[0]['epoch']
    back = linked + 2
    absent = [point.time for point in activity.trackpoints if point.beats is None]
    unexplained = [time for time in absent if not dropped - 1 <= time <= back + 1]
    report.check(
        not unexplained,
        "heart rate in every trackpoint but the strap's drop",
        f'{len(absent)} without, {len(unexplained)} of them unexplained; linked after {linked - dropped:.2f} s',
    )
    stale = [
        point
        for point in activity.trackpoints
        if dropped + KEPT_SECONDS + 1 < point.time < linked and point.beats is not None
    ]
    report.check(not stale, f'no heart rate is older than {KEPT_SECONDS} s')
    beats = {point.beats for point in activity.trackpoints} - {None}
    report.check(beats == {124}, 'the heart rate is what the strap said', sorted(beats))


def shown():
    ride = evidence.answer('last')
    samples = ride['samples']
    report.check(ride['state'] == 'finished', 'show says that the ride is finished', ride['state'])
    running = sum(row['timerRunning'] for row in samples)
    report.check(abs(running - 120) <= 3, 'show has the seconds of the timer', running)
    report.check(len(samples) >= running + 9, 'show has the seconds of the pause too', f'{len(samples)} rows')
    missing = {'elapsedSeconds', 'timerRunning'} - set(samples[0])
    report.check(not missing, 'each row carries its time', missing or '')


def freed():
    common.trainer_is_free(report, evidence)


report.run(ran, activity_file, trainer_comes_back, mean_power, tracks_split_at_the_pause, heart_rate, shown, freed)
report.end()
