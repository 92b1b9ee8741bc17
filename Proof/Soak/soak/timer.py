"""Checks that the timer runs exactly while the trainer's values show that the rider rides."""

import itertools

from soak import bounds


def timer_stands_in_silence(case):
    """Checks that the timer stops when the trainer's last value is too old, until the next value."""
    gaps = silences(case)
    for begin, end in gaps:
        counted = [
            second
            for second, row in sorted(case.rows.items())
            if row['timerRunning'] and (t := case.t_of(second)) is not None and begin < t and t + 1 < end
        ]
        if counted:
            case.complain(
                f'the timer runs in {len(counted)} seconds from {counted[0]} on, '
                f'and the last value of {end - begin + bounds.VALUE_AGE:.1f} s was sent at '
                f'{case.at(begin - bounds.VALUE_AGE - bounds.ROW_DELAY)}'
            )
        told = [(t, said['ride']['timerSeconds']) for t, said in case.of_ride if begin + 1 < t < end]
        if told and told[-1][1] > told[0][1]:
            case.complain(
                f'the timer told goes from {told[0][1]} to {told[-1][1]} s in a silence, from {case.at(told[0][0])} on'
            )


def silences(case):
    """Returns the times in which each value of the trainer was too old for the timer."""
    changes = case.machine.delivered.changes()
    gaps = [(a, b) for (a, sent), (b, _) in itertools.pairwise([*changes, (case.end, None)]) if sent is False]
    found = [(begin + bounds.VALUE_AGE + bounds.ROW_DELAY, end) for begin, end in gaps]
    return [(begin, min(end, case.over)) for begin, end in found if begin < end and begin < case.over]


def timer_runs_while_ridden(case):
    """Checks that every second counts in which the rider rides undisturbed."""
    still = [row['elapsedSeconds'] for _, row in undisturbed_seconds(case, bounds.SETTLED) if not row['timerRunning']]
    if still:
        case.complain(f'the timer stands in {len(still)} seconds from {still[0]} on, in which the rider rides')


def timer_stands_at_rest(case):
    """Checks that no second counts in which the rider has paused the ride, or has not pedalled for a while."""
    m = case.machine
    for second, row in sorted(case.rows.items()):
        t = case.t_of(second)
        if t is None or not row['timerRunning']:
            continue
        is_paused = m.paused(t) and m.paused.constant(t - bounds.PAUSED, t + 1)
        # After a `resume` the timer runs until the legs are seen to rest.
        is_at_rest = m.cadence(t) == 0 and all(
            steps.constant(t - bounds.NOT_RIDDEN, t + 1) for steps in (m.cadence, m.paused)
        )
        if is_paused or is_at_rest:
            case.complain(f'the timer runs in second {second}, and the rider {"paused" if is_paused else "rests"}')
            return


def undisturbed_seconds(case, settled):
    """Yields rows and their times, of seconds in which the rider rides undisturbed, and has for so long."""
    m = case.machine
    causes = [c for c in m.windows(case.begin, case.over) if c.name not in bounds.UNSEEN]
    for second, row in sorted(case.rows.items()):
        t = case.t_of(second)
        if t is None or t + 1 > case.over or t - settled < case.begin + m.bound('start') + bounds.RAMP:
            continue
        begin, end = t - settled, t + 1
        steady = m.cadence, m.paused, m.daemon, m.offset, m.weak, m.heard, m.delivered, m.oddities.powerless
        rides = m.cadence(t) == 88 and not m.paused(t) and m.daemon(t) and m.delivered(t) and not m.weak(t)
        still = all(steps.constant(begin, end) for steps in steady)
        calm = not m.is_told_garbage(t) and not any(c.begin <= end and begin <= c.until for c in causes)
        if still and rides and calm:
            yield t, row
