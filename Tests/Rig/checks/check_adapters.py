#!/usr/bin/env python3
"""check_adapters.py FOLDER: a ride beside another adapter, the ride's own being the first (`adapters`) or the second (`second`)."""

import pathlib
import sys

import tried_common
from evidence import STRAP, TRAINER
from report import Report

folder = pathlib.Path(sys.argv[1])
report = Report(folder.name)
OWN, OTHER = ('first', 'second') if folder.name == 'adapters' else ('second', 'first')
ADDRESS = {'first': '00:1A:7D:DA:71:10', 'second': '00:1A:7D:DA:71:11'}
WORST_RETURN, WORST_STRAP_RETURN = 0.5, 1.3


def rode():
    global outcomes, ride
    outcomes, ride, _ = tried_common.scenario(report, folder)


def returns():
    for name, outcome in outcomes.items():
        if outcome.fault.over:
            tried_common.returned(
                report, outcome, worst=WORST_STRAP_RETURN if outcome.fault.who == STRAP else WORST_RETURN
            )


def of_ride():
    """What the peripherals logged during the scenario, of which there may be several in a boot."""
    first, last = ride.notes[0]['t'], ride.notes[-1]['t']
    return [event for event in ride.log if first <= event['t'] <= last]


def stays_where_it_began():
    links = [event['by'] for event in of_ride() if event['event'] == 'connected' and event['who'] in (TRAINER, STRAP)]
    report.check(
        set(links) == {ADDRESS[OWN]},
        f'each of {len(links)} links is made by the adapter that the ride began on',
        set(links),
    )
    undisturbed = [one for one in ride.tries if outcomes[one.name].fault.over is None]
    lost = [one.name for one in undisturbed if ride.logged('disconnected', one.began, one.healed)]
    report.check(
        undisturbed and not lost, "the other one's coming and going costs no link", lost or f'{len(undisturbed)} times'
    )


def right_controller_is_asked():
    asked = [event['radio'] for event in of_ride() if event['event'] in ('updated', 'update-refused')]
    report.check(asked and set(asked) == {OWN}, 'parameters are asked of its controller', asked)
    index = next(index for index, note in enumerate(ride.notes) if note['event'] == 'undisturbed')
    before, after = (note['answer']['rssiAsked'] for note in ride.notes[index + 1 : index + 3])
    grown = {name: after[name] - before[name] for name in after}
    report.check(grown[OWN] > 0 and grown[OTHER] == 0, 'so is the signal strength', grown)


report.run(rode, returns, stays_where_it_began, right_controller_is_asked)
report.end()
