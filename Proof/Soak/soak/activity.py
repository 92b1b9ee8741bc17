"""Checks that the activity file agrees with `show`, and begins when the ride did."""

import itertools
import re

from rig.evidence import Activity, schema_complaint, seconds_of


def activity_id(path):
    return re.search(r'<Id>([^<]+)</Id>', path.read_text()).group(1)


def file_agrees(case):
    begin = seconds_of(case.show['start'])
    state = case.history.last / 'state' / 'rides'
    files = [path for path in sorted(state.glob('*.tcx')) if abs(seconds_of(activity_id(path)) - begin) < 1]
    if len(files) != 1:
        case.complain(f'{len(files)} files begin when the ride does')
        return
    if complaint := schema_complaint(files[0]):
        case.complain(f'its file is not valid: {complaint}')
    compare(case, Activity(files[0]), seconds_of(activity_id(files[0])))
    wall_is_right(case, seconds_of(activity_id(files[0])))


def compare(case, activity, begin):
    missed = {second for second, row in case.rows.items() if row['timerRunning']}
    for track in activity.tracks:
        for earlier, later in itertools.pairwise(track):
            if abs(later.time - earlier.time - 1) > 0.01:
                case.complain(f'within a track {later.time - earlier.time:.2f} s lie between two trackpoints')
    for point in activity.trackpoints:
        second = round(point.time - begin)
        row = case.rows.get(second)
        if row is None:
            case.complain(f'the file has second {second}, which `show` has not')
            continue
        missed.discard(second)
        for name, there, here in (
            ('watts', point.watts, row.get('powerWatts')),
            ('beats', point.beats, row.get('beatsPerMinute')),
            ('cadence', point.cadence, row.get('cadenceRpm')),
        ):
            if (there is None) != (here is None) or (here is not None and abs(there - here) > 0.51):
                case.complain(f'second {second} has {there} {name} in the file, {here} in `show`')
    if len(missed) > 0:
        case.complain(f'seconds of the timer are not in the file: {sorted(missed)[:10]}')
    if abs(activity.timer_seconds - case.show['timerSeconds']) > 0.5:
        case.complain(f'the file says {activity.timer_seconds} s, `show` {case.show["timerSeconds"]}')


def wall_is_right(case, begin):
    """Checks that the file begins when the ride did, by some reading of the wall clock during the ride."""
    if not case.zeros:
        return
    zero = case.zeros[0][2]
    clocks = [wall for t, wall in case.machine.wall if case.begin - 60 <= t <= case.end + 60]
    beside = min((abs(zero + wall - begin) for wall in clocks), default=0)
    if beside > 2:
        case.complain(f'the ride begins {beside:.1f} s beside every clock that it had')
