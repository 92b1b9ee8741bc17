"""Checks that a refused subscription is reported, and that jz2 does not reset the radio because of it."""

import contextlib
import sqlite3

from soak import bounds


def refusals_are_said(case):
    """Checks that a client receives a problem if the trainer refuses a subscription for long."""
    for name, begin, end in refusals(case):
        if end - begin > bounds.REFUSAL_SAID and not problems(case, begin, end) - problems(case, begin - 2, begin - 1):
            case.complain(f'no problem is told from {case.at(begin)} to {case.at(end)}, {name} by the trainer')


def problems(case, begin, end):
    """Returns the problems that a client received in that time."""
    told = [said for t, said in case.told if begin <= t <= end]
    return {problem['code'] for said in told for problem in said['problems']}


def refusals_cost_no_radio(case):
    """Checks that no refusal makes the daemon forget the trainer or switch the adapter off."""
    spans = list(refusals(case))
    if not spans or not case.zeros:
        return
    zero = case.zeros[0][2]
    for at in remedies(case):
        for name, begin, end in spans:
            if begin <= zero + at <= end + bounds.NEXT_REST:
                case.complain(f'a remedy is tried at {case.at(zero + at)}, {name} by the trainer')
                return


def refusals(case):
    """Yields the trainer's refusals in a ride without any other disturbance than the drop before."""
    for name, begin, end in case.machine.oddities.of_trainer():
        alone = not any(
            c.begin <= end + bounds.NEXT_REST and begin <= c.heal
            for c in case.machine.causes
            if c.name not in (name, 'drop', *bounds.UNSEEN)
        )
        if name.startswith('refused') and alone and case.begin <= begin and end <= case.over:
            yield name, begin, end


def remedies(case):
    """Returns when the radio was treated, in seconds of the ride."""
    store = case.history.last / 'state' / 'jz2.sqlite'
    with contextlib.closing(sqlite3.connect(f'file:{store}?mode=ro', uri=True)) as library:
        if not library.execute("SELECT 1 FROM sqlite_master WHERE name = 'event'").fetchone():
            return []
        found = library.execute("SELECT at_ms FROM event WHERE kind = 'remedy' AND ride_id = ?", [case.id])
        return [at / 1000 for (at,) in found]
