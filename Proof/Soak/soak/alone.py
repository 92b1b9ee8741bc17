"""python3 -B -m soak.alone [CHAIN...]: plays and judges rides with one fault from live bug reports each, one by one.

The environment is that of campaign.py. The exit status is the verdict.
"""

import sys

from rig.devices import OTHER_TRAINERS, USUAL_TRAINER
from soak import campaign, draw
from soak.beside import Beside
from soak.verdict import Summary

AT = 40  # seconds from the start to a fault
LATE, REFUSED = 12, 20  # seconds of a missing service; seconds of refused subscriptions


def silent(seconds):
    return {'lines': [(AT, f'tell silent trainer {seconds}')], 'silence': seconds}


def after_drop(*commands, at=AT, who='trainer'):
    """Returns the commands, followed by a new link."""
    return {'lines': [*((at, f'tell {command}') for command in commands), (at + 0.001, f'tell drop {who}')]}


def for_a_while(command, seconds=60):
    return {'lines': [(AT, f'tell {command} on'), (AT + seconds, f'tell {command} off')]}


STRAPLESS = {'strap': False, 'missing': True}
# Rides of two minutes, by their faults.
OF_TRAINER = [
    silent(20),
    silent(120),
    silent(600),
    silent(1700),
    after_drop(f'late trainer {LATE}'),
    after_drop(f'late trainer {LATE}', at=0),
    after_drop(f'refuse trainer stream 1000 {REFUSED} resources'),
    after_drop('refuse trainer stream 3 60 permission', at=0),
    after_drop(f'refuse trainer answers 1000 {REFUSED} permission'),
    after_drop('show trainer name'),
    for_a_while('powerless'),
]
OF_OTHERS = [
    for_a_while('stand cadence'),
    for_a_while('stand meter'),
    {'lines': [(AT, 'tell period 6')]},
    after_drop(f'refuse strap stream 1000 {REFUSED} permission', who='strap'),
    {'pulse': True, **STRAPLESS},
]


def chain(seed, rides, **options):
    drawn = []
    for number, ride in enumerate(rides, 1):
        options_of_ride = {'strap': True, **ride}
        drawn.append(draw.Ride(number, 'steady', 2.0, ['--watts', '150', '--minutes', '2'], **options_of_ride))
        drawn[-1].faults = [words.removeprefix('tell ') for _, words in drawn[-1].lines]
    return draw.Chain(seed, drawn, **options)


CHAINS = {
    **{
        trainer: chain(910 + index, OF_TRAINER, trainer=trainer)
        for index, trainer in enumerate((USUAL_TRAINER, *OTHER_TRAINERS))
    },
    'beside': chain(920, OF_OTHERS, beside=Beside(cadence=True, meter=4)),
    'name': chain(921, [{}], oddity='name'),
    'fc82': chain(922, [{}], oddity='fc82'),
    'heart': chain(923, [STRAPLESS], oddity='heart'),
    'apart': chain(924, [{}], oddity='apart'),
}


def main(names):
    summary = Summary()
    for name in names or CHAINS:
        print(f'== {name}')
        verdict = campaign.play(CHAINS[name], campaign.PLACE / f'alone-{name}', campaign.processors(1))
        campaign.said(verdict, f'python3 -B -m soak.alone {name}')
        summary.add(verdict)
    print(f'{summary.passed} passed, {summary.failed} failed')
    return summary.good


if __name__ == '__main__':
    sys.exit(0 if main(sys.argv[1:]) else 1)
