"""What came of the faults tried: rides and rows lost, and how long each return took."""

import pathlib

from fault_table import FAULTS, Outcome, seconds_to_return
from tried import RideLeft, Try, TriedRide


def of_one_ride(folder):
    """The outcomes of a scenario that tried its faults one after another, by the fault's name, and the ride they were tried in."""
    ride, left = TriedRide(folder), RideLeft(folder)
    return outcomes(ride.tries, left, ride.began(left.started_at()), lambda index: ride), ride, left


def of_power_cuts(work):
    """The outcomes of `pulls.sh`: each boot but the last was cut short, and the next is where the ride went on."""
    work = pathlib.Path(work)
    count = len(list(work.glob('cut-*/out')))
    boots = [TriedRide(work / f'cut-{cut}' / 'out' / 'pull') for cut in range(1, count + 1)] + [
        TriedRide(work / 'last' / 'out' / 'pull')
    ]
    left = RideLeft(work / 'last' / 'out' / 'pull')
    tries = [power_cut(cut, after) for cut, after in zip(boots, boots[1:])]
    return outcomes(tries, left, None, lambda index: boots[index + 1]), boots, left


def of_service(work):
    """The outcomes of `service.sh`: one ride over a reboot, the last of its tries in the second boot."""
    work = pathlib.Path(work)
    first = TriedRide(work / 'first' / 'out' / 'service')
    boots = [first, TriedRide(work / 'again' / 'out' / 'service-again').on_clock_of(first)]
    left = RideLeft(work / 'again' / 'out' / 'service-again')
    tries = [one for boot in boots for one in boot.tries]
    began = boots[0].began(left.started_at())
    return outcomes(tries, left, began, lambda index: boots[index >= len(boots[0].tries)]), boots, left, tries


def power_cut(cut, after):
    """The cut that ended one boot, as the next saw it."""
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
    """`began` is when the ride's first second did, on the tries' clock; `ride_of` gives the log in which a try's return is found."""
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
    """The fault in whose time a row is missing: the last to begin before that second was over."""
    if began is None:
        return tries[0].name
    return next((one.name for one in reversed(tries) if one.began <= began + second + 1), tries[0].name)
