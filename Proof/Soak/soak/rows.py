"""Checks that the rows have each second once, as reported and as the trainer sent it, and that every gap is marked."""

import bisect
import collections

from rig.devices import TRAINER
from soak import bounds


def rows_are_whole(case):
    seconds = [row['elapsedSeconds'] for row in case.show['samples']]
    if seconds != list(range(len(seconds))):
        missing = sorted(set(range(max(seconds, default=-1) + 1)) - set(seconds))
        case.complain(f'the rows are not one a second: {missing[:10]} are missing of {len(seconds)}')
    if len(seconds) != case.show['elapsedSeconds']:
        case.complain(f'{len(seconds)} rows for {case.show["elapsedSeconds"]} s')
    running = sum(row['timerRunning'] for row in case.show['samples'])
    if running != case.show['timerSeconds']:
        case.complain(f'the timer runs in {running} rows, {case.show["timerSeconds"]} s are said')


def rows_are_possible(case):
    """Checks that no row has a value that no rider can reach, whatever a device sent."""
    before = 0.0
    for row in case.show['samples']:
        meters = row.get('distanceMeters', before)
        odd = {
            name: row[name] for name, (low, high) in bounds.POSSIBLE.items() if not low <= row.get(name, low) <= high
        }
        if not before <= meters <= before + bounds.POSSIBLE_METERS:
            odd['distanceMeters'] = meters - before
        before = meters
        if odd:
            said = ', '.join(f'{name} {value:.0f}' for name, value in odd.items())
            case.complain(f'second {row["elapsedSeconds"]} is impossible: {said}')


def told_is_kept(case):
    """Checks that the times that a client received never decrease, and are kept, except one row for each crash."""
    elapsed = timer = kept = 0
    before, paused_at = case.begin, None
    for t, said in case.of_ride:
        crashed = sum(before <= crash <= t for crash in case.machine.crashes)
        ride = said['ride']
        for name, last, now in (('elapsed', elapsed, ride['elapsedSeconds']), ('timer', timer, ride['timerSeconds'])):
            if now < last - crashed:
                case.complain(f'the {name} time told goes back from {last} to {now} s at {case.at(t)}')
        elapsed, timer, before = max(elapsed, ride['elapsedSeconds']), max(timer, ride['timerSeconds']), t
        if said['phase'] not in ('paused', 'finishing'):
            paused_at = None
        elif paused_at is None or crashed:
            paused_at = ride['elapsedSeconds']
        # The rows of a longer pause are written when the ride goes on, and never if it ends.
        kept = max(kept, elapsed if paused_at is None else min(elapsed, paused_at + bounds.WRITTEN_PAUSE))
    crashes = sum(case.begin <= crash < case.end for crash in case.machine.crashes)
    for name, told in (('elapsedSeconds', kept), ('timerSeconds', timer)):
        if case.show[name] < told - crashes and not case.forgotten():
            case.complain(f'{told} s were told as {name}, {case.show[name]} are kept')


def measured_is_kept(case):
    """Checks that a second with data of the trainer has its power; right before a crash one may be missing."""
    lost = collections.Counter()
    # jz2 gives a silent link up, which takes time, even if data arrive again meanwhile.
    given_up = [c for c in case.machine.windows(case.begin, case.over) if c.name.startswith(('silent', 'stall'))]
    for second, row in sorted(case.rows.items()):
        t = case.t_of(second)
        if t is None or t + 1 > case.over:
            continue
        m = case.machine
        heard = m.heard(t) and m.heard.constant(t - 0.1, t + 1.1)
        alive = m.daemon(t) and m.daemon.constant(t, t + 1)
        if not heard or not alive or any(c.begin <= t + 1 and t <= c.until for c in given_up):
            continue
        crash = next((crash for crash in m.crashes if t + 1 <= crash <= t + 3), None)
        if 'powerWatts' not in row:
            if crash is None:
                case.complain(f'second {second} has no power, though the trainer was heard')
            else:
                lost[crash] += 1
            continue
        if m.oddities.powerless(t) or not m.oddities.powerless.constant(t - bounds.SETTLED, t + 1):
            continue
        target = m.held(t)
        steady = (
            m.held.constant(t - bounds.SETTLED, t + 1)
            and m.cadence.constant(t - bounds.SETTLED, t + 1)
            and m.cadence(t) == 88
        )
        quiet = not m.weak(t) and m.weak.constant(t - 30, t + 1) and m.offset.constant(t - 2, t + 1)
        if not (steady and quiet) or m.is_told_garbage(t) or target is None:
            continue
        # With a meter, whose power is the ride's, the row also has the trainer's power.
        watts = row.get('trainerWatts', row['powerWatts'])
        if abs(watts - target - m.offset(t)) > m.power_within:
            case.complain(f'second {second} says {watts:.0f} W, the trainer held {target} W')
    case.verdict.rows_lost = sum(lost.values())
    for crash, rows in lost.items():
        if rows > 1:
            case.complain(f'a crash at {case.at(crash)} cost {rows} rows')


def nothing_old_is_told(case):
    """Checks that an old power is not reported as the current one."""
    heard = case.machine.heard
    for t, said in case.of_ride:
        index = bisect.bisect_right(heard.at, t) - 1
        if not heard.values[index] and t - heard.at[index] > bounds.OLD and 'powerWatts' in said.get('trainer', {}):
            case.complain(
                f'{said["trainer"]["powerWatts"]} W are told at {case.at(t)}, '
                f'nothing was heard for {t - heard.at[index]:.1f} s'
            )
            return


def legs_are_spared(case):
    """Checks that legs that cannot hold the target are released: the cadence does not stay low."""
    low = 0
    for second, row in sorted(case.rows.items()):
        t = case.t_of(second)
        pedals = t is not None and row['timerRunning'] and case.machine.cadence(t) == 88
        low = low + 1 if pedals and row.get('cadenceRpm', 90) < 45 else 0
        if low == 15:
            case.complain(f'cadence is below 45 rpm for 15 s at second {second}')


def gaps_are_marked(case):
    """Checks that each time without a daemon, and each lost link of the trainer, is an incident of the ride."""
    marks = collections.Counter(incident['kind'] for incident in case.show.get('incidents', []))
    downs = [
        c
        for c in case.causes_of_ride()
        if c.name in ('daemon killed', 'daemon ended', 'pull')
        and case.of_ride
        and case.of_ride[0][0] < c.begin
        and case.of_ride[-1][0] > c.heal
    ]
    runs = len({c.heal for c in downs})
    if marks['interruption'] < runs:
        case.complain(f'{marks["interruption"]} interruptions are marked, {runs} there were')
    for event in case.history.log:
        if (
            event['event'] == 'disconnected'
            and event.get('who') == TRAINER
            and case.of_ride
            and case.machine.daemon(event['T'])
        ):
            is_marked(case, event['T'])


def is_marked(case, t):
    zero = next((zero for begin, end, zero in case.zeros if begin <= t < end), None)
    if zero is None or not case.zeros[0][2] < t < case.over - 3 or not case.machine.daemon.constant(t - 1, t + 8):
        return
    near = [
        i
        for i in case.show.get('incidents', [])
        if i.get('device') == 'trainer' and -16 < i['atSeconds'] - (t - zero) < 8
    ]
    wanted = not case.machine.paused(t) and case.machine.cadence(t)
    if not near and wanted and case.wants(t - 0.2):
        case.complain(f'the lost link at {case.at(t)} is not marked')
