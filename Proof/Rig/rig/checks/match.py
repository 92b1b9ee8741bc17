"""Checks `scenarios/match.sh`: the power meter shows the requested watts, whatever the trainer measures."""

import json

from rig import tried_facts
from rig.devices import METER, METER_ADDRESS, TRAINER
from rig.evidence import Evidence, json_lines, objects
from rig.told import Reaction, What, lets_go

ASKED, PERCENT = 200, -4  # watts; error of the meter
LEARNT = 60  # seconds after the first stroke
SPAN, WITHIN_WATTS = 10, 2  # seconds of a mean
STEADY_SECONDS = 25
KEPT_SECONDS = 6  # seconds for which a power of the meter may count
LIMIT = 15  # maximum correction of a target, in percent
# The meter sends once a second, so its data may arrive a second after the link.
WORST_RETURN = {'meter: drop': 1.3, 'meter: vanish 20 s': 1.2, 'meter: silent 20 s': 1}
WORST_OTHER_RETURN = 0.3


def found(report, tried, evidence):
    kinds = {device['address']: device.get('kinds') for device in objects(evidence.answer('scan'), 'address')}
    report.check(METER_ADDRESS in kinds, 'scan finds the meter', kinds.get(METER_ADDRESS))
    status = evidence.command(f'use {METER_ADDRESS} --as power')['exit']
    report.check(status == 0, 'it can be chosen', f'exit {status}')


def second_of(tried, t):
    return t - tried.ride.began(tried.left.started_at())


def rows(tried, begin, end):
    """Returns the rows of the seconds from `begin` to before `end`, on the ride's clock."""
    return [row for second, row in sorted(tried.left.rows.items()) if begin <= second and second + 1 <= end]


def mean(values):
    return sum(values) / len(values) if values else float('nan')


def means(rows):
    """Returns the mean powers of meter and trainer, from rows that have both."""
    both = [row for row in rows if 'powerWatts' in row and 'trainerWatts' in row]
    return mean([row['powerWatts'] for row in both]), mean([row['trainerWatts'] for row in both])


def learns(report, tried, evidence):
    power, trainer = means(rows(tried, LEARNT, LEARNT + SPAN))
    report.check(
        abs(power - ASKED) <= WITHIN_WATTS,
        f'a minute after the first stroke the meter shows {ASKED} W, within {WITHIN_WATTS} W',
        f'{power:.1f} W, the trainer {trainer:.1f} W',
    )
    late = [
        second
        for second in range(SPAN, LEARNT)
        if not abs(means(rows(tried, second - SPAN, second))[0] - ASKED) <= WITHIN_WATTS
    ]
    report.check(late, 'at first it does not', f'the first ten seconds within it end at {max(late, default=0) + 1} s')
    states = [line['match']['state'] for line in told(tried, 0, LEARNT) if 'match' in line]
    report.check(
        states and states[0] == 'learning' and states[-1] == 'steering',
        'status reports that it learns, then adjusts',
        {state: states.count(state) for state in states},
    )
    status = evidence.answer('minute')
    percent, right = status['match']['percent'], (100 / (100 + PERCENT) - 1) * 100
    report.check(abs(percent - right) <= 1, 'and by how much', f'{percent} %, {right:.1f} % would be exact')
    report.check('powerWatts' in status['power'], "status has the meter's power", status['power'])


def told(tried, begin, end):
    """Returns the statuses of `watch` in the seconds that lie wholly between these of the ride."""
    lines = [line for line in json_lines(tried.ride.folder / 'watch.jsonl') if line.get('ride')]
    return [line for line in lines if begin <= line['ride']['elapsedSeconds'] <= end - 1]


def steady(report, tried, evidence):
    for note in tried.ride.notes:
        if note['event'] != 'steady':
            continue
        end = second_of(tried, note['t'])
        power, trainer = means(rows(tried, end - STEADY_SECONDS, end))
        report.check(
            abs(power - note['watts']) <= WITHIN_WATTS,
            f'from second {end - STEADY_SECONDS:.0f} on the meter shows {note["watts"]} W',
            f'{power:.1f} W, the trainer {trainer:.1f} W, its target {note["target"]} W',
        )


def rows_have_both(report, tried, evidence):
    exported = {
        row['elapsedSeconds']: row
        for row in objects(json.loads((evidence.folder / 'rows.json').read_text()), 'elapsedSeconds')
    }
    both = [row for row in exported.values() if 'powerWatts' in row and 'trainerWatts' in row]
    away = sum(one.healed - one.began for one in tried.ride.tries)
    report.check(
        len(both) >= len(exported) - away - 10,
        'the exported rows have the powers of meter and trainer',
        f'{len(both)} of {len(exported)}',
    )
    shares = [row['powerWatts'] / row['trainerWatts'] for row in rows(tried, LEARNT, LEARNT + 60)]
    report.check(
        abs(mean(shares) - 1 - PERCENT / 100) < 0.01,
        'which differ as the meters do',
        f'{(mean(shares) - 1) * 100:.1f} %',
    )


def returns(report, tried, evidence):
    for name, outcome in tried.outcomes.items():
        if outcome.returns:
            tried_facts.returned(report, outcome, worst=WORST_RETURN.get(name, WORST_OTHER_RETURN))


def without_the_meter(report, tried, evidence):
    for name in ('meter: vanish 20 s', 'meter: silent 20 s'):
        tries = [one for one in tried.ride.tries if one.name == name]
        targets, kept, states, missing, differing = [], [], set(), [], []
        for one in tries:
            back = min(tried.ride.logged('notifies', one.began, who=METER))
            begin, end = second_of(tried, one.began), second_of(tried, back)
            asked = tried.ride.logged('request', one.began, back, what=What.TARGET)
            targets += [round(second_of(tried, t), 1) for t in asked if t > one.began + KEPT_SECONDS]
            kept.append(one.held == one.wanted)
            away = rows(tried, begin + KEPT_SECONDS, end)
            missing += [row['elapsedSeconds'] for row in away if 'powerWatts' not in row]
            differing += [
                row['elapsedSeconds']
                for row in away
                if row.get('trainerWatts', row.get('powerWatts')) != row.get('powerWatts')
                or abs(row['powerWatts'] - one.wanted) > 6
            ]
            states |= {line['match']['state'] for line in told(tried, begin + KEPT_SECONDS, end) if 'match' in line}
        report.check(tries and not targets and all(kept), f'{name}: the target stays', targets or '')
        report.check(
            tries and not missing and not differing, f"{name}: the power is the trainer's", missing or differing or ''
        )
        report.check(states == {'frozen'}, f'{name}: status reports that the match is frozen', states)


def trainer_is_restored(report, tried, evidence):
    """Checks that the first target after a drop is the matched one, not the requested one."""
    for name in ('matched: drop', 'matched: vanish 5 s', 'matched: trainer reboot'):
        firsts = []
        for one in tried.ride.tries:
            if one.name == name:
                linked = min(tried.ride.logged('connected', one.began, who=TRAINER))
                acknowledged = [
                    event['watts']
                    for event in tried.ride.log
                    if event['event'] == 'response'
                    and event['what'] == What.TARGET
                    and event['reaction'] == Reaction.DONE
                    and linked <= event['t'] <= one.healed
                ]
                firsts.append((acknowledged[0] if acknowledged else None, one.wanted))
        report.check(
            firsts and all(first is not None and abs(first - wanted) <= 1 for first, wanted in firsts),
            f'{name}: the first target that it gets is the matched one',
            firsts,
        )


def limited(report, tried, evidence):
    status = evidence.answer('limited')['match']
    report.check(status['state'] == 'limited', 'a meter that is a quarter off limits the match', status)
    target = next(note['target'] for note in tried.ride.notes if note['event'] == 'limited')
    most = round(ASKED * (1 + LIMIT / 100))
    report.check(abs(target - most) <= 1, f'to {LIMIT} %', f'{target} W')


def let_go(report, tried, evidence):
    answered = [event for event in evidence.happened('response') if event['what'] != What.OTHER]
    report.check(answered and lets_go(answered[-1]), 'at the end the trainer is released')


def check(report, folder):
    report.run(
        found,
        learns,
        steady,
        rows_have_both,
        returns,
        without_the_meter,
        trainer_is_restored,
        limited,
        let_go,
        given=[tried_facts.scenario(report, folder), Evidence(folder)],
    )
