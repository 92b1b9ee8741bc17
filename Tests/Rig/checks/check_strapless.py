#!/usr/bin/env python3
"""check_strapless.py FOLDER: a ride without a strap loses its trainer in every way, and nothing is done to the adapter for it."""

import sys

import tried_common
from evidence import TRAINER
from report import Report

report = Report('strapless')
WORST_RETURN = {'no strap: silent until linked anew': 0.5}  # from when the link that said nothing is gone
WORST_OTHER_RETURN = 0.3
# 5 s until the silence is noticed, as long until a subscription made anew has shown to be of no use, and another link.
SILENT_SECONDS = 11


def rode():
    global outcomes, ride, left
    outcomes, ride, left = tried_common.scenario(report, sys.argv[1])


def returns():
    for name, outcome in outcomes.items():
        tried_common.returned(report, outcome, worst=WORST_RETURN.get(name, WORST_OTHER_RETURN))


def silence_is_ended():
    took = []
    for one in ride.tries:
        if one.name == 'no strap: silent until linked anew':
            took += [min(ride.logged('response', one.began, op=5, result=1), default=float('inf')) - one.began]
    report.check(
        max(took) <= SILENT_SECONDS,
        f'a silence has another link and its target within {SILENT_SECONDS} s',
        f'{min(took):.2f} to {max(took):.2f} s',
    )


def no_link_is_useless():
    links = {one.name: len(ride.logged('connected', one.began, one.healed, who=TRAINER)) for one in ride.tries}
    report.check(set(links.values()) == {1}, 'each loss costs one new link', links)
    lost, restored = (len(left.events(kind)) for kind in ('trainerLost', 'trainerRestored'))
    report.check(
        restored == len(ride.tries) and lost <= restored,
        'and the ride says so once',
        f'{lost} lost, {restored} restored',
    )


def adapter_is_left_alone():
    remedies = [event['detail'] for event in left.events('remedy')]
    report.check(not remedies, 'no remedy is tried', remedies or '')


report.run(rode, returns, silence_is_ended, no_link_is_useless, adapter_is_left_alone)
report.end()
