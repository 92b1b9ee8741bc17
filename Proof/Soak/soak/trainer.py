"""Checks that the trainer has the target of the ride whenever the rider rides, and no target otherwise."""

import itertools

from soak import bounds
from soak.bounds import BOUNDS, LONG_GAP, RAMP, RAMPED
from soak.history import Steps
from soak.machine import Cause


def trainer_holds(case):
    """Checks that whenever the rider rides, the trainer has the target of the ride, except during a disturbance."""
    m = case.machine
    riding = [t for t, said in case.of_ride if said['phase'] == 'riding']
    if not riding:
        return
    wanted = wanted_watts(case)
    causes = m.windows(case.begin, case.over)
    causes.append(Cause('start', case.begin, riding[0], riding[0] + m.bound('start') + RAMP))
    for note in case.answers:
        verb = note['command'].split()[0]
        if verb == 'resume':
            causes.append(resumed(case, note['T'], causes))
        elif verb in ('watts', 'next', 'back', 'bias'):
            causes.append(Cause('command', note['T'], note['T'], note['T'] + m.bound('command')))
    # Intervals and the heart rate also change the target, at any time; the trainer follows each change.
    changes = [Cause('command', t, t, t + m.bound('command')) for t in wanted.at[1:]]
    bad = bad_stretches(case, wanted, riding[0])
    excuse(case, bad, causes, changes)


def wanted_watts(case):
    """Returns the target of the ride from the statuses; None while it has none."""
    steps = Steps()
    for t, said in case.of_ride:
        if said['phase'] in ('riding', 'reconnecting', 'ready', 'connecting'):
            ride = said['ride']
            # With heart rate control, the ride's target is the one that is sent to the trainer, also while the trainer
            # is gone.
            if case.ride.kind != 'heart':
                steps.set(t, ride.get('wantedWatts'))
            elif 'targetWatts' in ride or said['phase'] != 'reconnecting':
                steps.set(t, ride.get('targetWatts'))
    return steps


def resumed(case, t, causes):
    """Returns the pause that a `resume` ended. Its ramp begins with the first target, maybe after a disturbance."""
    m, answered = case.machine, case.machine.bound('pause')
    latest = max((c.until for c in causes if c.begin <= t + answered and t <= c.until), default=t)
    first = next((at for at, held in m.held.changes() if at > t and held is not None), latest)
    begun = max(t, min(first, latest))
    return Cause('pause', t, begun, begun + answered + RAMP)


def bad_stretches(case, wanted, first):
    m = case.machine
    instants = sorted(
        {t for steps in (wanted, m.held, m.cadence, m.paused, m.daemon) for t in steps.at if first <= t < case.over}
        | {first}
    )
    bad = []
    for begin, end in itertools.pairwise([*instants, case.over]):
        want, held = wanted(begin), m.held(begin)
        if (
            want is None
            or m.cadence(begin) == 0
            or m.paused(begin)
            or end - begin < 0.005
            or close(case, want, held, begin)
        ):
            continue
        if bad and abs(bad[-1][1] - begin) < 0.005:
            bad[-1][1] = end
        else:
            bad.append([begin, end, want, held])
    return bad


def close(case, want, held, t):
    """Whether the trainer has the target. A target that moves, by a ramp or by the heart rate, is followed in steps; a
    target that is matched to a meter differs by the match's limit at most.
    """
    matched = 0 if case.machine.beside.meter is None else bounds.MATCH_SHARE * want + 1
    return held is not None and abs(held - want) <= matched + (0 if case.ride.kind == 'steady' else 6)


def excuse(case, bad, causes, changes):
    for begin, end, want, _ in bad:
        rest = [(begin, end)]
        for cause in causes + changes:
            rest = [
                piece
                for a, b in rest
                for piece in ((a, min(b, cause.begin)), (max(a, cause.until), b))
                if piece[1] - piece[0] > 0.05
            ]
        for a, b in rest:
            near = max((c for c in causes if c.begin <= a), key=lambda c: c.until, default=None)
            case.complain(
                f'the trainer holds {case.machine.held(a)} W for {b - a:.2f} s from {case.at(a)} on, '
                f'wanted are {want}' + (f', {a - near.heal:.1f} s after {near.name} was over' if near else '')
            )
        measure(case, begin, end, causes)


def measure(case, begin, end, causes):
    """Measures how long after a single disturbance the trainer had its target again."""
    about = [c for c in causes if c.begin - 0.1 <= end and begin <= c.until]
    if len(about) == 1 and begin <= about[0].heal + 1 and end - begin < 1e6:
        cause = about[0]
        bound = case.machine.bound(cause.name) if cause.name in BOUNDS else 0
        long = cause.name not in RAMPED and cause.heal + bound - cause.begin >= LONG_GAP
        case.chain_verdict.returns[cause.name, long].append(max(0.0, end - cause.heal))


def freed_when_asked(case):
    """Checks that a pause frees the trainer, and so does a rider who does not pedal."""
    for note in case.answers:
        if note['command'] == 'pause' and note['status'] == 0:
            free_at(case, note['T'] + bounds.FREED, 'a pause', note['T'])
    for cause in case.causes_of_ride():
        if (
            cause.name == 'stops pedalling'
            and cause.heal - cause.begin > bounds.AUTO_PAUSE + bounds.FREED
            and case.wants(cause.begin)
        ):
            free_at(case, cause.begin + bounds.AUTO_PAUSE + bounds.FREED, 'the rider stopped pedalling', cause.begin)


def free_at(case, t, why, since):
    m = case.machine
    changed = any(
        c.begin < t and c.until > since
        for c in m.windows(case.begin, case.end)
        if c.name not in ('stops pedalling', 'weak', 'weak again')
    )
    if t < case.over and m.held(t) is not None and not changed and (m.paused(t) or m.cadence(t) == 0):
        case.complain(f'the trainer still holds {m.held(t)} W {t - since:.1f} s after {why}, at {case.at(t)}')
