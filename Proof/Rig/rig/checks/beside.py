"""Checks `scenarios/beside.sh`: a cadence sensor and a fan serve the ride and do not disturb it."""

import itertools
import statistics

from rig import tried_facts
from rig.devices import CADENCE, CADENCE_ADDRESS, FAN, FAN_ADDRESS, TRAINER
from rig.evidence import Evidence, json_lines, objects
from rig.peripherals.fan_point import MANUAL, SET_MODE, SET_SPEED
from rig.told import What, lets_go

WATTS, WITHIN_WATTS = 150, 12  # of a single second
RPM, WITHIN_RPM = 88, 3
BLOWN = 40  # percent
SETTLING, KEPT_SECONDS = 4, 6  # seconds after a change of the source; seconds for which a value may count
FROM_POWER = {120: 10, 180: 40, 240: 70}  # percent by watts, at an FTP of 200 W
PAUSE = 9.99  # seconds between two speeds
# Sensor and fan send once a second, so their data may arrive a second after the link.
WORST_RETURN = {
    'cadence sensor: drop': 1.3,
    'cadence sensor: vanish 20 s': 1.2,
    'fan: drop': 1.3,
    'fan: vanish 20 s': 1.2,
}
WORST_OTHER_RETURN = 0.3


def found(report, tried, evidence):
    kinds = {device['address']: device.get('kinds') for device in objects(evidence.answer('scan'), 'address')}
    report.check(
        CADENCE_ADDRESS in kinds and FAN_ADDRESS in kinds,
        'scan finds sensor and fan',
        {address: kinds.get(address) for address in (CADENCE_ADDRESS, FAN_ADDRESS)},
    )
    for command in (f'use {CADENCE_ADDRESS} --as cadence', f'use {FAN_ADDRESS}', f'settings --fan {BLOWN}'):
        status = evidence.command(command)['exit']
        report.check(status == 0, f'jz2ctl {command}', f'exit {status}')
    status = evidence.answer('beside')
    rpm, percent = status['cadence'].get('cadenceRpm'), status['fan'].get('fanPercent')
    report.check(rpm is not None and abs(rpm - RPM) <= 1, "status has the sensor's cadence", status['cadence'])
    report.check(percent == BLOWN, "and the fan's speed", status['fan'])


def returns(report, tried, evidence):
    for name, outcome in tried.outcomes.items():
        if outcome.returns:
            tried_facts.returned(report, outcome, worst=WORST_RETURN.get(name, WORST_OTHER_RETURN))


def ride_is_untouched(report, tried, evidence):
    """Checks that no fault of the sensor or the fan reaches the trainer or a row."""
    ride = tried.ride
    beside = [one for one in ride.tries if one.name != 'drop, the fan away']
    asked = {one.name for one in beside if ride.logged('request', one.began, one.healed)}
    lost = {one.name for one in beside if ride.logged('disconnected', one.began, one.healed, who=TRAINER)}
    report.check(not asked and not lost, 'the trainer is not lost and gets no request', f'{asked or lost or ""}')
    rows = seconds(tried, [(one.began, one.healed) for one in beside])
    strange = [
        row['elapsedSeconds']
        for row in rows
        if row.get('targetWatts') != WATTS or abs(row.get('powerWatts', 0) - WATTS) > WITHIN_WATTS
    ]
    report.check(rows and not strange, f'each second has its target and {WATTS} W', strange or f'{len(rows)} rows')


def seconds(tried, spans):
    """Returns the rows of the seconds that lie wholly within these spans of the tries' clock."""
    began = tried.ride.began(tried.left.started_at())
    return [
        row
        for begin, end in spans
        for second, row in sorted(tried.left.rows.items())
        if begin <= began + second and began + second + 1 <= end
    ]


def absences(tried, who, names):
    """Returns, for each of these tries, the times of the device's loss and of its next data."""
    return [
        (one.began, min(tried.ride.logged('notifies', one.began, who=who)))
        for one in tried.ride.tries
        if one.name in names
    ]


def told(tried, spans):
    """Returns the statuses of `watch` within these spans."""
    began = tried.ride.began(tried.left.started_at())
    lines = [line for line in json_lines(tried.ride.folder / 'watch.jsonl') if line.get('ride')]
    return [
        line
        for begin, end in spans
        for line in lines
        if begin <= began + line['ride']['elapsedSeconds'] and began + line['ride']['elapsedSeconds'] + 1 <= end
    ]


def cadence_falls_back(report, tried, evidence):
    away = [(lost + KEPT_SECONDS, back) for lost, back in absences(tried, CADENCE, {'cadence sensor: vanish 20 s'})]
    rows, statuses = seconds(tried, away), told(tried, away)
    rpms = [row.get('cadenceRpm') for row in rows]
    report.check(
        rpms and all(rpm is not None and abs(rpm - RPM) <= WITHIN_RPM for rpm in rpms),
        'without the sensor the rows have a cadence',
        f'{len(rpms)} rows',
    )
    states = {line['cadence'].get('state') for line in statuses}
    shown = [line['cadence']['cadenceRpm'] for line in statuses if 'cadenceRpm' in line['cadence']]
    report.check(statuses and not shown, 'which is not the last one that the sensor sent', shown or states)
    trainers = [line['trainer'].get('cadenceRpm') for line in statuses]
    report.check(trainers and None not in trainers, "but the trainer's", trainers[:3])
    began = tried.ride.began(tried.left.started_at())
    with_sensor = [row.get('cadenceRpm') for row in seconds(tried, [(began + 15, began + 45)])]
    calm, restless = statistics.pstdev(with_sensor), statistics.pstdev(rpms)
    report.check(calm < restless / 2, 'with the sensor the cadence is steadier', f'{calm:.2f}, {restless:.2f}')


def fan_is_told(report, tried, evidence):
    """Checks the requests to the fan. A Headwind accepts a speed in manual mode only."""
    mode, refused, speeds = None, [], []
    for event in tried.ride.log:
        if event['event'] == 'fan':
            mode = event['mode']
        elif event['event'] == 'fan-told':
            op, number = (*bytes.fromhex(event['bytes']), 0)[:2]
            if op == SET_SPEED:
                speeds.append(number)
                if mode != MANUAL:
                    refused.append((round(event['t'], 1), mode))
    manual = tried.ride.logged('fan-told', 0, bytes=bytes([SET_MODE, MANUAL]).hex())
    report.check(manual and not refused, 'manual mode is requested, and no speed in others', refused or len(manual))
    report.check(speeds and speeds[0] == BLOWN, f'the first speed is {BLOWN} %', speeds[:3])
    dropped = [one for one in tried.ride.tries if one.name.startswith('fan: ')]
    report.check(all(one.good for one in dropped), 'a fan that returns gets its speed again', len(dropped))


def fan_gets_over_refusals(report, tried, evidence):
    """Checks that the daemon does not treat a refused speed as set, and does not repeat it without end."""
    again = []
    for one in tried.ride.tries:
        if one.name == 'fan refuses':
            again.append(len(tried.ride.logged('fan-told', one.began, one.healed, bytes=bytes([SET_SPEED, 60]).hex())))
    report.check(again and min(again) >= 1, 'a speed that the fan will refuse is requested', again)
    report.check(again and max(again) <= 2, 'and not again and again', again)


def comes_back_late(report, tried, evidence):
    notes = {note['event']: note['t'] for note in tried.ride.notes}
    report.check(
        'fan-returned' in notes,
        'a fan that was away for long returns, and blows',
        f'{notes.get("fan-returned", float("inf")) - notes["fan-again"]:.1f} s',
    )


def follows_the_power(report, tried, evidence):
    notes = {note['event']: note['t'] for note in tried.ride.notes}
    speeds = [
        (event['t'], bytes.fromhex(event['bytes'])[1])
        for event in tried.ride.log
        if event['event'] == 'fan-told'
        and notes['following'] <= event['t'] < notes['followed']
        and bytes.fromhex(event['bytes'])[0] == SET_SPEED
    ]
    percents = [percent for _, percent in speeds]
    report.check(len(set(percents)) >= 3, 'the fan follows the power', percents)
    apart = [round(later - earlier, 2) for (earlier, _), (later, _) in itertools.pairwise(speeds)]
    report.check(apart and min(apart) >= PAUSE, 'a speed lasts for 10 s', apart)
    least, most = min(FROM_POWER.values()), max(FROM_POWER.values())
    report.check(all(least - 5 <= percent <= most + 5 for percent in percents), f'from {least} to {most} %', percents)


def let_go(report, tried, evidence):
    answered = [event for event in evidence.happened('response') if event['what'] != What.OTHER]
    report.check(answered and lets_go(answered[-1]), 'at the end the trainer is released')
    blown = evidence.happened('fan')
    report.check(blown and blown[-1]['percent'] == 0, 'the fan is stopped', blown[-1:] and blown[-1]['percent'])
    state = tried.ride.notes[-1]['answer']
    linked = [who for who in (CADENCE, FAN) if state[who]['connected']]
    report.check(not linked, 'and no link is left', linked or '')


def check(report, folder):
    report.run(
        found,
        returns,
        ride_is_untouched,
        cadence_falls_back,
        fan_is_told,
        fan_gets_over_refusals,
        comes_back_late,
        follows_the_power,
        let_go,
        given=[tried_facts.scenario(report, folder), Evidence(folder)],
    )
