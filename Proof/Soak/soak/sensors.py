"""Checks the additional devices: the meter's power is the ride's, and the fan has the requested speed."""

import itertools

from rig.devices import FAN, METER
from rig.peripherals.fan_point import SET_SPEED
from soak import bounds
from soak.timer import undisturbed_seconds
from soak.trainer import wanted_watts


def meter_is_ridden(case):
    """Checks that the power of a second is the meter's, and that the row also has the trainer's."""
    beside, m = case.machine.beside, case.machine
    if beside.meter is None:
        return
    for t, row in calm_seconds(case, bounds.SETTLED):
        power, trainers = row.get('powerWatts'), row.get('trainerWatts')
        since, until = t - bounds.SETTLED, t + 1.1
        still = m.heard_of(METER).constant(since, until) and m.held.constant(since, until)
        if not m.heard_of(METER)(since) or not still:
            continue
        if power is None or trainers is None:
            case.complain(f'second {row["elapsedSeconds"]} has no power of the meter, though it was heard: {row}')
        elif abs(power - trainers * (1 + beside.meter / 100)) > bounds.METER_WITHIN:
            case.complain(
                f"second {row['elapsedSeconds']} says {power:.0f} W beside the trainer's {trainers:.0f} W, "
                f'the meter is {beside.meter:+} % off'
            )


def target_is_matched(case):
    """Checks that after an undisturbed minute the meter shows the requested watts."""
    m = case.machine
    if m.beside.meter is None:
        return
    wanted = wanted_watts(case)
    for t, row in calm_seconds(case, bounds.MATCHED_AFTER):
        since, want = t - bounds.MATCHED_AFTER, wanted(t)
        steady = m.held(since) is not None and wanted.constant(since, t + 1)
        if not steady or want is None or not m.heard_of(METER)(since) or not m.heard_of(METER).constant(since, t + 1.1):
            continue
        case.verdict.matched_seconds += 1
        if abs(row.get('powerWatts', 0) - want) > bounds.MATCHED_WITHIN:
            case.complain(f'second {row["elapsedSeconds"]} says {row.get("powerWatts")} W, matched to {want} W')


def calm_seconds(case, settled):
    """Yields the undisturbed seconds of the timer in which the trainer reports its power."""
    for t, row in undisturbed_seconds(case, settled):
        if row['timerRunning'] and not case.machine.oddities.powerless(t):
            yield t, row


def fan_blows(case):
    """Checks that a fan with a fixed speed has this speed whenever the rider rides."""
    m, rule = case.machine, case.machine.beside.fan
    if rule is None or not rule.isdigit():
        return
    for t, row in calm_seconds(case, bounds.FAN_SETTLED):
        if fan_obeys(m, t) and m.blown(t) != int(rule):
            case.complain(f'the fan blows at {m.blown(t)} % in second {row["elapsedSeconds"]}, not at {rule} %')
            return


def fan_stands_still(case):
    """Checks that the fan stops with the ride."""
    m = case.machine
    causes = m.windows(case.begin, case.over)
    disturbed = any(c.begin <= case.over and case.over - bounds.FAN_SETTLED <= c.until for c in causes)
    if fan_obeys(m, case.over - 1) and not disturbed and m.blown(case.end - 1):
        case.complain(f'the fan still blows at {m.blown(case.end - 1)} % after the ride')


def fan_obeys(machine, t):
    """Whether a fan was connected for a while and refused no request."""
    fan = machine.heard_of(FAN)
    linked = fan(t) and fan.constant(t - bounds.FAN_SETTLED, t + 1)
    return linked and not any(begin <= t <= end for begin, end in machine.fan_disobeys)


def fan_is_calm(case):
    """Checks that two speeds are ten seconds apart while the ride goes on, on one link and in one run of the daemon."""
    m = case.machine
    riding = [t for t, said in case.of_ride if said['phase'] == 'riding']
    if m.beside.fan is None or not riding:
        return
    told = [
        (event['T'], bytes.fromhex(event['bytes'])[1])
        for event in case.history.log
        if event['event'] == 'fan-told'
        and riding[0] <= event['T'] <= riding[-1]
        and bytes.fromhex(event['bytes'])[0] == SET_SPEED
    ]
    for (first, one), (second, other) in itertools.pairwise(told):
        same = m.daemon.constant(first, second) and m.heard_of(FAN).constant(first, second)
        if same and one != other and 0 not in (one, other) and second - first < bounds.FAN_APART:
            case.complain(f'the fan is told {one} % and {other} % within {second - first:.2f} s, at {case.at(first)}')
