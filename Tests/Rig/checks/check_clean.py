#!/usr/bin/env python3
"""check_clean.py FOLDER: a ride in which nothing happened is whole: one track, every second with power and heart rate."""

import os
import sys

import common
from evidence import Evidence
from report import Report

evidence, report = Evidence(sys.argv[1]), Report(os.path.basename(sys.argv[1].rstrip('/')))


def ran():
    common.scenario_ran(report, evidence)
    common.scan_finds_both(report, evidence)


def whole():
    words = evidence.command('start')['command'].split()
    watts, minutes = float(words[words.index('--watts') + 1]), float(words[words.index('--minutes') + 1])
    activity = common.activity_of(report, evidence, timer_seconds=round(minutes * 60))
    common.one_trackpoint_a_second(report, activity)
    report.check(len(activity.tracks) == 1, 'one track', len(activity.tracks))
    points = activity.trackpoints
    report.check(all(p.beats for p in points), 'heart rate in every trackpoint', sum(not p.beats for p in points))
    report.check(
        all(p.watts is not None for p in points), 'power in every trackpoint', sum(p.watts is None for p in points)
    )
    begins = max(evidence.command('start')['epoch'], evidence.told('cadence 88')['epoch'])
    common.steady_power(report, activity, begins, points[-1].time + 1, watts)


def freed():
    common.trainer_is_free(report, evidence)


report.run(ran, whole, freed)
report.end()
