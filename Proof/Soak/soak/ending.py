"""Checks the state after a ride: the trainer has no target, there is no problem, and the library has the ride once."""

from soak import bounds


def is_over(case):
    over = next((note for note in case.notes if note['event'] == 'over'), None)
    # Only `resume` ends a pause by the rider, and a daemon that is down receives no command.
    if any(note['event'] == 'not-over' and not case.machine.paused(note['T']) for note in case.notes):
        case.complain('the ride was not over an hour after its time')
    for what in ('died', 'hung', 'watcher-ended'):
        for note in case.notes:
            if note['event'] == what:
                case.complain(
                    {
                        'died': 'the daemon died by itself',
                        'hung': 'the daemon did not end within 30 s of SIGTERM',
                        'watcher-ended': '`watch` ended by itself',
                    }[what]
                    + f' before {case.at(note["T"])}'
                )
    for note in case.notes:
        if note['event'] == 'daemon-ended' and note['asked'] in (0, 15) and note['status'] != 0:
            case.complain(f'the daemon ended with {note["status"]}, asked by signal {note["asked"]}')
    if over is None:
        return
    state = next(
        (
            note['answer']
            for note in case.notes
            if note['event'] == 'peripherals' and note['command'] == 'state' and note['T'] > over['T']
        ),
        None,
    )
    if state is None:
        return
    if not state['free']:
        case.complain(f'the trainer is not free at the end: {state["target"]} W')
    if state['trainer'] or state['strap'] or any(state[who]['connected'] for who in case.machine.beside.devices):
        case.complain('a link is held eight seconds after the ride')
    status = case.history.file(f'status-{case.ride.number}.json') or {}
    if status.get('phase') != 'idle':
        case.complain(f'the daemon is {status.get("phase")} after the ride')
    # Without a pulled plug, the rides of a guest are in memory. A start without a pedal stroke is reported.
    expected = {'stateVolatile'}
    if all(said['phase'] != 'riding' for _, said in case.told):
        expected.add('startForgotten')
    problems = [problem['code'] for problem in status.get('problems', []) if problem['code'] not in expected]
    if problems:
        case.complain(f'problems are told after the ride: {problems}')


def left_alone_ends(case):
    """Checks that a ride without pedalling, as the trainer reports it, ends by itself."""
    m = case.machine
    for begin, end in case.unridden():
        if m.paused(begin) or not m.paused.constant(begin, end) or not m.daemon.constant(begin, end):
            continue
        away = any(c.name in bounds.AWAY and c.begin < end and begin < c.heal for c in m.causes)
        limit = bounds.GIVE_UP if away else bounds.FINISH_AFTER
        if end - begin > limit + bounds.LEFT_ALONE_WITHIN:
            case.complain(f'the ride goes on for {end - begin:.0f} s without a stroke, from {case.at(begin)} on')


def is_empty(case):
    """Whether the daemon was right to drop the ride: no client received a second of it."""
    told = any(said.get('ride', {}).get('elapsedSeconds') for _, said in case.told)
    rides = (case.history.file(f'rides-{case.ride.number}.json') or {}).get('rides', [])
    return not told and all(ride['id'] != case.id for ride in rides)


def is_there(case):
    rides = (case.history.file(f'rides-{case.ride.number}.json') or {}).get('rides', [])
    there = [ride for ride in rides if ride['id'] == case.id]
    if len(there) != 1:
        case.complain(f'ride {case.id} is {len(there)} times in the library')
        return False
    if there[0]['state'] != 'finished':
        case.complain(f'ride {case.id} is {there[0]["state"]}')
    if case.show is None or case.show.get('id') != case.id:
        case.complain(f'`show` shows ride {case.show and case.show.get("id")}, not {case.id}')
        return False
    for key, value in there[0].items():
        if case.show.get(key) != value:
            case.complain(f'`rides` and `show` differ in {key}: {value}, {case.show.get(key)}')
    return True
