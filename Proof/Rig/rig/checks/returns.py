"""Checks how fast trainer and strap come back in `scenarios/returns.sh`.

In virtual time processing takes no time. Only the protocol takes time, the same on any computer: the kernel discovers
the device by its first advertisement and answers the next one (0.1 s), and the trainer takes 0.03 s for each answer.
One exchange more than Request Control and the target costs 0.03 s, and fails here. After a drop the kernel also waits
for the first advertisement, which the device sends every 0.1 s, so a drop takes 0.25 to 0.275 s. A strap notifies once
a second.
"""

import os

from rig import tried_facts
from rig.devices import TRAINER

RETURNS = int(os.environ.get('RIG_RETURNS', '20'))
BOUNDS = {  # median and worst, in seconds
    'vanish, timed': (0.165, 0.165),
    'drop, timed': (0.265, 0.275),
    'strap: vanish, timed': (1, 1.2),
    'strap: drop, timed': (1, 1.3),
}


def returns(report, tried):
    for name, (median, worst) in BOUNDS.items():
        outcome = tried.outcomes[name]
        report.check(outcome.tried == RETURNS, f'{name}: tried {RETURNS} times', outcome.tried)
        tried_facts.returned(report, outcome, median, worst)


def never_at_the_trainers_cost(report, tried):
    of_strap = [one for one in tried.ride.tries if one.name.startswith('strap')]
    cost = [one.name for one in of_strap if tried.ride.logged('disconnected', one.began, one.healed, who=TRAINER)]
    report.check(not cost, "no return of the strap costs the trainer's link", cost or '')


def check(report, folder):
    report.run(returns, never_at_the_trainers_cost, given=[tried_facts.scenario(report, folder)])
