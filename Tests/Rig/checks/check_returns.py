#!/usr/bin/env python3
"""check_returns.py FOLDER: how fast `guest/returns.sh` saw trainer and strap come back.

In virtual time processing takes no time, so what is left is the protocol, the same on any machine: the first advertisement tells the
kernel of the device, the next one is answered (0.1 s), and the trainer takes 0.03 s for each of its answers. One exchange more than
Request Control and the target costs 0.03 s, and fails here. A drop waits for the next advertisement first, which comes every 0.1 s, so
it takes 0.25 to 0.275 s by the instant. A strap notifies once a second."""

import sys

import tried_common
from evidence import TRAINER
from report import Report

report = Report('returns')
LEAST_RETURNS = 5
BOUNDS = {  # median and worst, in seconds
    'vanish, timed': (0.165, 0.165),
    'drop, timed': (0.265, 0.275),
    'strap: vanish, timed': (1, 1.2),
    'strap: drop, timed': (1, 1.3),
}


def rode():
    global outcomes, ride
    outcomes, ride, _ = tried_common.scenario(report, sys.argv[1])


def returns():
    for name, (median, worst) in BOUNDS.items():
        report.check(outcomes[name].tried >= LEAST_RETURNS, f'{name}: tried', outcomes[name].tried)
        tried_common.returned(report, outcomes[name], median, worst)


def never_at_the_trainers_cost():
    of_strap = [one for one in ride.tries if one.name.startswith('strap')]
    cost = [one.name for one in of_strap if ride.logged('disconnected', one.began, one.healed, who=TRAINER)]
    report.check(not cost, "no return of the strap costs the trainer's link", cost or '')


report.run(rode, returns, never_at_the_trainers_cost)
report.end()
