#!/usr/bin/env python3
"""check_faults.py FOLDER: what `guest/faults.sh` must have come to."""
import statistics
import sys

import tried_common
from evidence import STRAP, TRAINER
from report import Report

report = Report('faults')
# 5 s from the last that was heard; of several silences the middle one. One alone may be a second late: what a busy emulated guest hears
# late begins its silence late.
NOTICED_SECONDS, NOTICED_WORST_SECONDS = 5.3, 7
WORST_RETURN = 25  # seconds; a fault that took longer was not healed but outlived


def rode():
    global outcomes, ride, left
    outcomes, ride, left = tried_common.scenario(report, sys.argv[1])


def returns():
    for outcome in outcomes.values():
        if outcome.returns:
            tried_common.returned(report, outcome, worst=WORST_RETURN)


def links_lost(one, who):
    return ride.logged('disconnected', one.began, one.healed, who=who)


def short_fade_is_nothing():
    lost = sum(len(links_lost(one, TRAINER)) for one in ride.tries if one.name == 'fade 2 s')
    report.check(lost == 0, 'a fade of 2 s costs no disconnection', lost)


def silence_is_noticed():
    began = ride.began(left.started_at())
    noticed = [began + event['at_ms'] / 1000 for event in left.events('silent')]
    silences = [one for one in ride.tries if 'silent' in one.name]
    after = [min((t - one.began for t in noticed if one.began <= t <= one.healed), default=float('inf')) for one in silences]
    found = ', '.join(f'{seconds:.2f}' for seconds in after)
    report.check(statistics.median(after) <= NOTICED_SECONDS and max(after) <= NOTICED_WORST_SECONDS, 'silence is noticed within 5 s', found)


def reboot_is_noticed():
    for one in ride.tries:
        if one.name == 'trainer reboot':
            asked = ride.logged('request', one.began, one.healed)
            report.check(asked and one.held == one.wanted, 'a reboot is noticed and the target restored', f'{len(asked)} requests')


def refusals_are_typed():
    kinds = [event['detail'] for event in left.events('refused')]
    report.check(kinds and all(kinds), 'what the trainer refused is in the store, with how', kinds)


def strap_gone_costs_nothing():
    one = next(one for one in ride.tries if one.name == 'strap gone for good')
    report.check(not links_lost(one, TRAINER), "a strap that is gone for good does not cost the trainer's link")
    gone = [row for second, row in left.rows.items() if 'beatsPerMinute' in row and second > one.healed - ride.began(left.started_at())]
    report.check(not gone, 'and no row has a heart rate from then on', len(gone))
    back = ride.logged('connected', one.healed, who=STRAP)
    report.check(not back, 'the strap does not come back', len(back))


report.run(rode, returns, short_fade_is_nothing, silence_is_noticed, reboot_is_noticed, refusals_are_typed, strap_gone_costs_nothing)
report.end()
