"""Checks that a ride and each of its intervals have the requested length."""

from soak import bounds


def as_long_as_asked(case):
    if stopped(case) or too_old(case) is not False or case.forgotten():
        return
    if case.ride.kind != 'plan':
        if case.show['timerSeconds'] != case.ride.seconds:
            case.complain(f'{case.show["timerSeconds"]} s of the timer, {case.ride.seconds} were asked for')
        return
    steered = any(
        note['command'].split()[0] in ('next', 'back', 'extend') and note['status'] == 0 for note in case.answers
    )
    if steered or any(end == 'activity' for end, *_ in case.ride.plan):
        return
    laps = case.show['laps']
    if len(laps) != len(case.ride.plan):
        case.complain(f'{len(laps)} laps of {len(case.ride.plan)} intervals')
        return
    for lap, (end, amount, _, _) in zip(laps, case.ride.plan, strict=True):
        if end == 'timer' and lap['timerSeconds'] != amount:
            case.complain(f'an interval of {amount} s has {lap["timerSeconds"]} s')
        if end == 'distance' and abs((lap.get('distanceMeters') or 0) - amount) > 10:
            case.complain(f'an interval of {amount} m has {lap.get("distanceMeters")} m')


def stopped(case):
    """Whether the rider ended it. A ride that a full disk keeps in memory has ended too, and its status reports it."""
    return any(
        note['command'] == 'stop'
        and (
            note['status'] == 0
            or (note['answer'] or {}).get('error') == 'StoreFailed'
            or not case.machine.daemon(note['T'])
        )
        for note in case.answers
    )


def too_old(case):
    """Whether the ride was down for so long that it is finished without a resume; None if both are right."""
    downs = [
        c for c in case.causes_of_ride() if c.name in ('daemon killed', 'daemon ended', 'pull') and c.begin <= case.over
    ]
    verdicts = [is_too_old(case, down) for down in downs]
    if True in verdicts:
        return True
    return None if None in verdicts else False


def is_too_old(case, down):
    """Whether the ride may not be resumed after that; None if both are right.

    After a boot only the wall clock shows the age. No server sets it here, so the steps by which it was set count too.
    """
    outage = down.heal - down.begin
    ages = [outage]
    if any(down.begin < base <= down.heal for base, _ in case.history.boots):
        ages.append(outage + sum(step for t, step in case.machine.clock_steps if case.begin <= t <= down.heal))
    if any(abs(age - bounds.GO_ON) <= bounds.GO_ON_DOUBT for age in ages):
        return None
    found = {age > bounds.GO_ON for age in ages}
    return found.pop() if len(found) == 1 else None
