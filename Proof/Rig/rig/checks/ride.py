"""Checks `scenarios/ride.sh`."""

import itertools

from rig import ride_facts
from rig.devices import STRAP, TRAINER
from rig.evidence import Evidence

KEPT_SECONDS = 5  # a heart rate counts for at most this long


def ran(report, evidence, activity):
    ride_facts.scenario_ran(report, evidence)
    ride_facts.scan_finds_both(report, evidence)


def restored(evidence):
    """Returns when the trainer was dropped, connected again, and got its target again, by its own log."""
    dropped = evidence.happened('drop', who=TRAINER)[0]['epoch']
    linked = evidence.happened('connected', who=TRAINER, after=dropped)[0]['epoch']
    return dropped, linked, evidence.targets_acknowledged(after=linked, target=170)[0]['epoch']


def trainer_comes_back(report, evidence, activity):
    dropped, linked, acknowledged = restored(evidence)
    report.check(
        acknowledged - dropped < 15,
        'after its drop the trainer has its target again',
        f'linked after {linked - dropped:.2f} s, target after {acknowledged - dropped:.2f} s',
    )


def mean_power(report, evidence, activity):
    pedalling = evidence.told('cadence 88')['epoch']
    started = max(evidence.command('start')['epoch'], pedalling)
    change, pause, resume = (evidence.command(verb) for verb in ('watts', 'pause', 'resume'))
    dropped, _, back = restored(evidence)
    ride_facts.steady_power(report, activity, started, change['began'], 150)
    ride_facts.steady_power(report, activity, change['epoch'], pause['began'], 170)
    ride_facts.steady_power(report, activity, resume['epoch'], dropped, 170)
    ride_facts.steady_power(report, activity, back, activity.trackpoints[-1].time + 1, 170)


def tracks_split_at_the_pause(report, evidence, activity):
    began, ended = evidence.command('pause')['epoch'], evidence.command('resume')['began']
    inside = [point for point in activity.trackpoints if began + 1 < point.time < ended - 1]
    report.check(not inside, 'no trackpoint lies in the pause', f'{len(inside)} do')
    gaps = [(left[-1].time, right[0].time) for left, right in itertools.pairwise(activity.tracks)]
    report.check(
        any(left <= began + 1 and ended - 1 <= right for left, right in gaps),
        'a track ends at the pause and one begins after it',
        f'{len(activity.tracks)} tracks',
    )
    report.check(any(right - left >= 9 for left, right in gaps), 'the pause is as long as it was')


def heart_rate(report, evidence, activity):
    dropped = evidence.happened('drop', who=STRAP)[0]['epoch']
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
    report.check(beats == {124}, 'the heart rate is the one that the strap sent', sorted(beats))


def shown(report, evidence, activity):
    ride, samples = evidence.shown(), evidence.answer('last')['samples']
    report.check(ride['state'] == 'finished', 'show reports the ride as finished', ride['state'])
    running = sum(row['timerRunning'] for row in samples)
    report.check(abs(running - 120) <= 3, 'show has the seconds of the timer', running)
    report.check(len(samples) >= running + 9, 'show has the seconds of the pause too', f'{len(samples)} rows')
    missing = {'elapsedSeconds', 'timerRunning'} - set(samples[0])
    report.check(not missing, 'each row carries its time', missing or '')


def freed(report, evidence, activity):
    ride_facts.trainer_is_free(report, evidence)


def check(report, folder):
    evidence = Evidence(folder)
    activity = ride_facts.activity_of(report, evidence, timer_seconds=120)
    ride_facts.one_trackpoint_a_second(report, activity)
    report.run(
        ran,
        trainer_comes_back,
        mean_power,
        tracks_split_at_the_pause,
        heart_rate,
        shown,
        freed,
        given=[evidence, activity],
    )
