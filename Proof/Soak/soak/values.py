"""Checks cadence and power of a row, and the reported problem, when a device sends 0 while the rider pedals."""

from soak import bounds
from soak.sensors import calm_seconds
from soak.timer import undisturbed_seconds

RPM, RPM_WITHIN = 88, 5


def cadence_is_of_the_legs(case):
    """Checks that the cadence is the rider's. While a sensor's count has stopped, the trainer's cadence counts."""
    m = case.machine
    standing = m.oddities.standing.values()
    for t, row in calm_seconds(case, bounds.STANDS_SEEN):
        since = t - bounds.STANDS_SEEN
        if not all(steps.constant(since, t + 1) for steps in standing):
            continue
        # A SNAP has no cadence, so a sensor's count is the only source.
        rpm = row.get('cadenceRpm')
        if m.trainer == 'snap' and (rpm is None or any(steps(t) for steps in standing)):
            continue
        if rpm is None or abs(rpm - RPM) > RPM_WITHIN:
            case.complain(f'second {row["elapsedSeconds"]} has a cadence of {rpm}, and the legs turn at {RPM}')
            return


def powerless_is_said(case):
    """Checks that a trainer's 0 W for long while the rider pedals is reported as a problem, and recorded."""
    m = case.machine
    if m.beside.meter is not None:
        return
    seconds = [(t, row) for t, row in undisturbed_seconds(case, bounds.POWERLESS_SAID) if m.oddities.powerless(t)]
    for _, row in seconds:
        if row.get('powerWatts', 0) > 0:
            case.complain(f'second {row["elapsedSeconds"]} has {row["powerWatts"]} W, and the trainer said 0')
            return
    for t, row in seconds:
        codes = problems(case, t)
        if not any('power' in code.lower() for code in codes):
            case.complain(f'no power comes for {bounds.POWERLESS_SAID} s at second {row["elapsedSeconds"]}: {codes}')
            return


def problems(case, t):
    """Returns the problems that a client received last, at a time."""
    told = [said for when, said in case.told if when <= t]
    return [problem['code'] for problem in told[-1].get('problems', [])] if told else []
