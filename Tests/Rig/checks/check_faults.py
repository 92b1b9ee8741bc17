#!/usr/bin/env python3
"""check_faults.py FOLDER: what `guest/faults.sh` must have come to."""

import sys

import tried_common
from evidence import TRAINER
from report import Report

report = Report('faults')
# 5 s from the last that was heard, and the trainer is heard four times a second.
NOTICED_SECONDS = 5.3
# A return that took longer than its worst was not healed but outlived.
WORST_RETURN = {
    'deny': 8,
    'mute': 6,
    'deaf': 14,
    'silent until subscribed anew': 6,
    'silent until linked anew': 11,
    'strap: silent until linked anew': 12,
}
WORST_OTHER_RETURN = 0.5
KEPT_SECONDS = 5  # a heart rate stands for at most this long


def rode():
    global outcomes, ride, left
    outcomes, ride, left = tried_common.scenario(report, sys.argv[1])


def returns():
    for outcome in outcomes.values():
        if outcome.returns:
            tried_common.returned(report, outcome, worst=WORST_RETURN.get(outcome.fault.name, WORST_OTHER_RETURN))


def links_lost(one, who):
    return ride.logged('disconnected', one.began, one.healed, who=who)


def short_fade_is_nothing():
    lost = sum(len(links_lost(one, TRAINER)) for one in ride.tries if one.name == 'fade 2 s')
    report.check(lost == 0, 'a fade of 2 s costs no disconnection', lost)


def silence_is_noticed():
    began = ride.began(left.started_at())
    noticed = [began + event['at_ms'] / 1000 for event in left.events('silent')]
    silences = [one for one in ride.tries if 'silent' in one.name]
    after = [
        min((t - one.began for t in noticed if one.began <= t <= one.healed), default=float('inf')) for one in silences
    ]
    report.check(
        max(after) <= NOTICED_SECONDS, 'silence is noticed within 5 s', f'{min(after):.2f} to {max(after):.2f} s'
    )


def reboot_is_noticed():
    for one in ride.tries:
        if one.name == 'trainer reboot':
            asked = ride.logged('request', one.began, one.healed)
            report.check(
                asked and one.held == one.wanted,
                'a reboot is noticed and the target restored',
                f'{len(asked)} requests',
            )


def refusals_are_typed():
    kinds = [event['detail'] for event in left.events('refused')]
    report.check(kinds and all(kinds), 'what the trainer refused is in the store, with how', kinds)


def strap_gone_costs_nothing():
    began = ride.began(left.started_at())
    gone = [one for one in ride.tries if one.name == 'strap gone']
    costly = [one.began for one in gone if links_lost(one, TRAINER)]
    report.check(
        gone and not costly, "a strap that is gone does not cost the trainer's link", costly or f'{len(gone)} times'
    )
    stale = [
        second
        for one in gone
        for second in range(int(one.began - began) + KEPT_SECONDS + 2, int(one.healed - began))
        if 'beatsPerMinute' in left.rows.get(second, {})
    ]
    report.check(not stale, f'no row has a heart rate that is older than {KEPT_SECONDS} s', stale or '')


report.run(
    rode,
    returns,
    short_fade_is_nothing,
    silence_is_noticed,
    reboot_is_noticed,
    refusals_are_typed,
    strap_gone_costs_nothing,
)
report.end()
