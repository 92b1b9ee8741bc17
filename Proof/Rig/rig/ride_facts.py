"""Facts that hold for every finished ride."""

import collections
import itertools

from rig.devices import STRAP_ADDRESS, TRAINER, TRAINER_ADDRESS
from rig.evidence import Activity, objects, schema_complaint
from rig.told import Reaction, lets_go, trainer_of


def scenario_ran(report, evidence):
    report.check(evidence.exit_code == 0, 'the scenario ran to its end', f'exit {evidence.exit_code}')
    report.check(evidence.daemon_status == 0, 'jz2d ends with 0 on SIGTERM', f'exit {evidence.daemon_status}')


def scan_finds_both(report, evidence):
    kinds = {device['address']: device.get('kinds') for device in objects(evidence.answer('scan'), 'address')}
    report.check('trainer' in (kinds.get(TRAINER_ADDRESS) or []), 'scan finds the trainer by its service', kinds)
    report.check('heartRate' in (kinds.get(STRAP_ADDRESS) or []), 'scan finds the strap by its service')


def activity_of(report, evidence, timer_seconds):
    """Returns the activity file. There must be one valid file, of that length, with the same bytes as the export."""
    files = evidence.activity_files
    if not report.check(len(files) == 1, 'one ride leaves one activity file', [file.name for file in files]):
        raise FileNotFoundError('no activity file')
    complaint = schema_complaint(files[0])
    if complaint is None:
        print("       Garmin's schemas or xmllint are not here; validity is not checked")
    else:
        report.check(complaint == '', "the file is valid against Garmin's schemas", complaint)
    activity = Activity(files[0])
    report.check(
        abs(activity.timer_seconds - timer_seconds) < 0.5, f'{timer_seconds} timer seconds', activity.timer_seconds
    )
    exported = evidence.folder / 'export.tcx'
    report.check(exported.exists() and exported.read_bytes() == files[0].read_bytes(), 'export gives the same bytes')
    return activity


def one_trackpoint_a_second(report, activity):
    steps = collections.Counter(
        round(later.time - earlier.time, 3) for track in activity.tracks for earlier, later in itertools.pairwise(track)
    )
    report.check(set(steps) == {1.0}, 'within each track one trackpoint a second', dict(steps))
    seconds, timer = len(activity.trackpoints), activity.timer_seconds
    allowed = 1 + len(activity.tracks)
    report.check(abs(seconds - timer) <= allowed, 'as many trackpoints as timer seconds', f'{seconds} of {timer}')


def steady_power(report, activity, begins, ends, target, settle=10):
    """Checks that the mean from `settle` seconds after `begins` to a second before `ends` is within 3 W of `target`."""
    watts = [
        point.watts
        for point in activity.trackpoints
        if begins + settle <= point.time < ends - 1 and point.watts is not None
    ]
    if not report.check(len(watts) >= 5, f'a steady stretch at {target} W', f'{len(watts)} s'):
        return
    mean = sum(watts) / len(watts)
    report.check(
        abs(mean - target) <= 3, f'its mean power is within 3 W of {target}', f'{mean:.1f} W over {len(watts)} s'
    )


def trainer_is_free(report, evidence):
    """Checks that the last acknowledged request released the trainer, and that its link was closed then."""
    answered = evidence.happened('response', reaction=Reaction.DONE)
    report.check(
        answered and lets_go(answered[-1], trainer_of(evidence.logged())),
        'at the end the trainer is released',
        answered[-1]['what'] if answered else 'it answered nothing',
    )
    asked = [n['epoch'] for n in evidence.notes if n.get('command') == 'status'][-1]
    gone = [
        e
        for e in evidence.happened('disconnected', who=TRAINER)
        if answered and answered[-1]['epoch'] <= e['epoch'] <= asked
    ]
    report.check(gone, 'an idle daemon holds no link to the trainer')
