"""Checks an undisturbed ride: one track, every second with power and heart rate. (`clean`, `variant`)"""

from rig import ride_facts
from rig.evidence import Evidence


def ran(report, evidence):
    ride_facts.scenario_ran(report, evidence)
    ride_facts.scan_finds_both(report, evidence)


def whole(report, evidence):
    words = evidence.command('start')['command'].split()
    watts, minutes = float(words[words.index('--watts') + 1]), float(words[words.index('--minutes') + 1])
    activity = ride_facts.activity_of(report, evidence, timer_seconds=round(minutes * 60))
    ride_facts.one_trackpoint_a_second(report, activity)
    report.check(len(activity.tracks) == 1, 'one track', len(activity.tracks))
    points = activity.trackpoints
    report.check(all(p.beats for p in points), 'heart rate in every trackpoint', sum(not p.beats for p in points))
    report.check(
        all(p.watts is not None for p in points), 'power in every trackpoint', sum(p.watts is None for p in points)
    )
    begins = max(evidence.command('start')['epoch'], evidence.told('cadence 88')['epoch'])
    ride_facts.steady_power(report, activity, begins, points[-1].time + 1, watts)


def freed(report, evidence):
    ride_facts.trainer_is_free(report, evidence)


def check(report, folder):
    report.title = folder.name
    report.run(ran, whole, freed, given=[Evidence(folder)])
