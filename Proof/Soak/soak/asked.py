"""Checks that each command is answered, and that the daemon reports the target that the rider requested."""

from soak.bounds import REFUSALS, UPTIME_STEP
from soak.history import Steps


def asked_is_answered(case):
    answered = {(note['boot'], note['number']): note for note in case.answers}
    for asked in (note for note in case.notes if note['event'] == 'asked'):
        note = answered.get((asked['boot'], asked['number']))
        if note is None:
            if not any(
                n['event'] == 'played' and n['command'].startswith('pull') and n['T'] >= asked['T'] for n in case.notes
            ):
                case.complain(f'`{asked["command"]}` was never answered')
        elif note['status'] == 69:
            daemon = case.machine.daemon
            if daemon(asked['T']) and daemon.constant(asked['T'] - 0.5, note['T'] + UPTIME_STEP):
                case.complain(f'`{asked["command"]}` found no daemon at {case.at(asked["T"])}')
        elif note['status'] == 1:
            refusal(case, note)
        elif note['status'] != 0:
            case.complain(
                f'`{asked["command"]}` ended with {note["status"]} at {case.at(asked["T"])}: {note["answer"]}'
            )


def refusal(case, note):
    answer = note['answer'] or {}
    error = answer.get('error')
    if not answer.get('message'):
        case.complain(f'`{note["command"]}` was refused without a reason: {answer}')
    allowed = REFUSALS.get(error, set())
    if allowed is not None and not case.active(allowed, note['T']):
        case.complain(
            f'`{note["command"]}` was answered {error} at {case.at(note["T"])} with nothing that would explain it'
        )


def told_is_asked(case):
    """Checks that the daemon reports the target that the rider requested."""
    if case.ride.kind == 'steady':
        steady_is_asked(case)
    elif case.ride.kind == 'plan':
        plan_is_asked(case)


def steady_is_asked(case):
    asked = Steps(int(case.ride.start[case.ride.start.index('--watts') + 1]))
    doubt = []
    for note in case.answers:
        words = note['command'].split()
        if words[0] != 'watts':
            continue
        if note['status'] == 0:
            target = note['answer']['target']
            asked.set(note['T'], target['targetWatts'])
            is_other = words[1][0] not in '+-' and target['askedWatts'] != int(words[1])
            if is_other and not is_overtaken(case, note):
                case.complain(f'`{note["command"]}` was taken as {target["askedWatts"]} W')
        else:
            doubt.append(note['T'])
    for t, said in case.of_ride:
        told = said['ride'].get('wantedWatts')
        if told is None or any(abs(t - at) < 20 for at in doubt):
            continue
        if told not in (asked(t), asked(t + 0.2), asked(t - 0.2)) and not pending(case, 'watts', t):
            case.complain(f'{told} W are told at {case.at(t)}, asked were {asked(t)}')
            return


def is_overtaken(case, note):
    """Whether the rider requested other watts before this answer: the answer has the target at that time."""
    asked = [n for n in case.notes if n['event'] == 'asked' and n['command'].startswith('watts ')]
    since = next((n['T'] for n in asked if (n['boot'], n['number']) == (note['boot'], note['number'])), note['T'])
    return any(since < n['T'] < note['T'] for n in asked)


def plan_is_asked(case):
    own = set()  # intervals for which the rider requested other watts
    for t, said in case.of_ride:
        interval, told = said.get('plan', {}).get('interval'), said['ride'].get('wantedWatts')
        if interval is None or told is None:
            continue
        number = interval['number']
        if any(note['command'].startswith('watts') and abs(note['T'] - t) < 0.3 for note in case.answers) or pending(
            case, 'watts', t
        ):
            own.add(number)
        _, _, first, last = case.ride.plan[number - 1] if number <= len(case.ride.plan) else (None,) * 4
        if first is None or number in own or steered(case, number):
            continue
        share = 1 + said['plan'].get('biasPercent', 0) / 100
        low, high = sorted((first * share, last * share))
        near = any(
            note['command'].startswith(('bias', 'next', 'back')) and abs(note['T'] - t) < 0.5
            for note in case.notes
            if 'command' in note
        )
        if not low - 1 <= told <= high + 1 and not near:
            case.complain(
                f'{told} W are told at {case.at(t)}, interval {number} has {first} to {last} W and {share:.2f} of it'
            )
            return


def steered(case, number):
    return any(note['command'].startswith('watts') for note in case.answers)


def pending(case, verb, t):
    """Whether such a command was sent before, and is not answered yet or never."""
    for asked in (
        note for note in case.notes if note['event'] == 'asked' and note['command'].startswith(verb) and note['T'] <= t
    ):
        answered = next(
            (n for n in case.answers if n['boot'] == asked['boot'] and n['number'] == asked['number']), None
        )
        if answered is None or answered['T'] + 0.1 >= t or answered['status'] != 0:
            return True
    return False
