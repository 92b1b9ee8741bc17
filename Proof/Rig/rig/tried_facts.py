"""Facts that hold for every ride in which faults were tried."""

from rig.outcomes import of_one_ride

ROWS_A_CRASH_MAY_COST = 1


def ride_is_whole(report, left):
    why = left.why_lost()
    report.check(not why, 'the ride is finished, with its rows and one valid file', why or f'{len(left.rows)} rows')
    missing = left.missing_rows()
    report.check(not missing, 'each second of it has a row', missing or '')


def healed(report, tries):
    """Checks that after every fault the trainer has the target of the ride."""
    sick = [
        f'{one.name}: holds {one.held}, wanted {one.wanted}' for one in tries if not one.good or one.held != one.wanted
    ]
    report.check(not sick, f'after each of {len(tries)} faults the trainer follows the ride', '; '.join(sick))


def rows_lost(report, outcomes, tries):
    crashes = {one.name: sum(other.name == one.name for other in tries) for one in tries if one.announced is not None}
    for name, outcome in outcomes.items():
        allowed = ROWS_A_CRASH_MAY_COST * crashes.get(name, 0)
        if outcome.rows_lost > allowed:
            report.check(False, f'{name} costs at most {allowed} rows', outcome.rows_lost)
    report.check(True, 'rows lost', sum(outcome.rows_lost for outcome in outcomes.values()))


def returned(report, outcome, median=None, worst=None):
    """Reports the times of the returns. With bounds in seconds, checks them."""
    name = outcome.fault.name
    if not report.check(outcome.returns, f'{name}: there is a return to measure', len(outcome.returns)):
        return
    found = f'median {outcome.median:.2f} s, worst {outcome.worst:.2f} s of {len(outcome.returns)}'
    good = (median is None or outcome.median <= median) and (worst is None or outcome.worst <= worst)
    bounds = ', '.join(
        f'{what} within {bound} s' for what, bound in (('median', median), ('worst', worst)) if bound is not None
    )
    report.check(good, f'{name}: {bounds or "returns"}', found)


def scenario(report, folder):
    """Returns the ride of a scenario and its outcomes, after checking the facts that hold for every such ride."""
    tried = of_one_ride(folder)
    ride = tried.ride
    report.check((ride.folder / 'exit').read_text().strip() == '0', 'the scenario ran to its end')
    ended = [note['status'] for note in ride.notes if note['event'] == 'daemon-ended']
    report.check(ended and not any(ended), 'jz2d ends with 0 on SIGTERM', ended)
    ride_is_whole(report, tried.left)
    healed(report, ride.tries)
    rows_lost(report, tried.outcomes, ride.tries)
    return tried
