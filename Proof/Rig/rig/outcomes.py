"""The outcomes of the tried faults: lost rides, lost rows, and the time of each return."""

import itertools
from typing import NamedTuple

from rig.fault_table import FAULTS, Outcome, seconds_to_return
from rig.tried import RideLeft, TriedRide, Try


class Tried(NamedTuple):
    """A ride in which faults were tried. The outcomes are keyed by the name of the fault."""

    outcomes: dict
    ride: TriedRide
    left: RideLeft


class TriedService(NamedTuple):
    """The ride of `service.sh`; `first` is its first boot."""

    outcomes: dict
    first: TriedRide
    left: RideLeft
    tries: list


def of_one_ride(folder):
    """Returns the outcomes of a scenario that tried its faults one after another in one ride."""
    ride, left = TriedRide(folder), RideLeft(folder)
    return Tried(outcomes(ride.tries, left, ride.began(left.started_at()), lambda _: ride), ride, left)


def of_power_cuts(work):
    """Returns the outcomes of `pulls.sh`, its boots, and the final evidence. Each boot but the last was cut short, and
    the ride went on in the next.
    """
    count = len(list(work.glob('cut-*/out')))
    names = [*(f'cut-{cut}' for cut in range(1, count + 1)), 'last']
    boots = [TriedRide(work / name / 'out' / 'pull') for name in names]
    left = RideLeft(work / 'last' / 'out' / 'pull')
    tries = [power_cut(cut, after) for cut, after in itertools.pairwise(boots)]
    return outcomes(tries, left, None, lambda index: boots[index + 1]), boots, left


def of_service(work):
    """Returns the outcomes of `service.sh`: one ride over a reboot, with its last tries in the second boot."""
    first = TriedRide(work / 'first' / 'out' / 'service')
    boots = [first, TriedRide(work / 'again' / 'out' / 'service-again').on_clock_of(first)]
    left = RideLeft(work / 'again' / 'out' / 'service-again')
    tries = [one for boot in boots for one in boot.tries]
    began = first.began(left.started_at())
    found = outcomes(tries, left, began, lambda index: boots[index >= len(first.tries)])
    return TriedService(found, first, left, tries)


def power_cut(cut, after):
    """Returns the try of the power cut that ended a boot, as the next boot shows it."""
    again = next((note['t'] for note in after.notes if note['event'] == 'again'), None)
    well = next((note for note in after.notes if note['event'] == 'well'), None)
    states = [
        note['answer']
        for note in after.notes
        if note.get('command') == 'state' and (well is None or note['t'] <= well['t'])
    ]
    return Try(
        'plug pulled',
        again or 0,
        again,
        well['t'] if well else float('inf'),
        well is not None,
        150,
        states[-1].get('target'),
        cut.announced(),
    )


def outcomes(tries, left, began, ride_of):
    """Returns the outcomes by the name of the fault.

    `began` is the beginning of the ride's first second on the clock of the tries, or None if they share no clock.
    `ride_of` returns the ride whose log has the return of a try.
    """
    found, lost = {}, bool(left.why_lost())
    for index, one in enumerate(tries):
        fault = next(fault for fault in FAULTS if fault.name == one.name)
        until = tries[index + 1].began if began is not None and index + 1 < len(tries) else float('inf')
        outcome = found.setdefault(fault.name, Outcome(fault))
        outcome.tried += 1
        outcome.rides_lost += lost
        outcome.rows_lost += len(left.lost_by_crash(one.announced)) if one.announced is not None else 0
        seconds = seconds_to_return(fault, one, ride_of(index), until)
        if seconds is not None:
            outcome.returns.append(seconds)
    for second in left.missing_rows():
        found[culprit(tries, began, second)].rows_lost += 1
    return found


def culprit(tries, began, second):
    """Returns the fault to which a missing row is attributed: the last one that began before the end of that second."""
    if began is None:
        return tries[0].name
    return next((one.name for one in reversed(tries) if one.began <= began + second + 1), tries[0].name)
