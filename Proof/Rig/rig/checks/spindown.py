"""Checks `scenarios/spindown.sh`: the rider is guided through a spin-down, and the target returns after each one."""

import itertools

from rig import ride_facts
from rig.devices import TRAINER
from rig.evidence import Evidence, json_lines, objects
from rig.told import What

WATTS = 150
START, ANSWER = '1301', '801301b80bac0d'
HIGH_KMH = 35
WORST_RETURN = 15  # seconds after the end of a spin-down until the target has risen from its half
INTERRUPTED = 130


def ran(report, evidence):
    ride_facts.scenario_ran(report, evidence)


def requested(report, evidence):
    codes = [problem['code'] for problem in evidence.answer('asked')['problems']]
    report.check('calibrationRequested' in codes, "the status has the trainer's request", codes)


def guided(report, evidence):
    """Checks the steps of all statuses, and the protocol of the first spin-down."""
    lines = [line.get('ride') or {} for line in json_lines(evidence.folder / 'watch.jsonl')]
    shown = [ride['calibration'] for ride in lines if ride.get('calibration')]
    steps = [step for step, _ in itertools.groupby(calibration['step'] for calibration in shown)]
    speeds = {calibration.get('targetKmh') for calibration in shown if calibration['step'] == 'speedUp'}
    report.check(speeds == {HIGH_KMH}, f'the rider has to exceed {HIGH_KMH} km/h', speeds)
    first = [step for step in steps if step != 'starting']
    report.check(first[:3] == ['speedUp', 'stopPedalling', 'done'], 'the steps of the first spin-down', steps)
    begun = evidence.happened('request', bytes=START)
    report.check(len(begun) == 4, 'four spin-downs are requested', len(begun))
    answers = [event['bytes'] for event in evidence.happened('response') if event['bytes'].startswith('8013')]
    report.check(answers[:1] == [ANSWER], 'and answered', answers)
    told = [event['step'] for event in evidence.happened('spin-down')]
    report.check(told[:4] == ['requested', 'begun', 'stop_pedalling', 'success'], 'the trainer reports success', told)


def outcome(evidence, name):
    """Returns the last step that jz2ctl printed, and its exit code."""
    found = objects(evidence.answer(name), 'step') if (evidence.folder / f'{name}.json').stat().st_size else []
    note = next((note for note in evidence.notes if note['event'] == f'ended-{name}'), {})
    return (found[-1]['step'] if found else None), note.get('exit')


def reported(report, evidence):
    step, status = outcome(evidence, 'good')
    report.check((step, status) == ('done', 0), 'the first spin-down succeeds', (step, status))
    note = next((note for note in evidence.notes if note['event'] == 'ended-cancelled'), {})
    report.check(note.get('exit') == INTERRUPTED, 'Ctrl-C cancels one', note)
    for name in ('failing', 'lost'):
        step, status = outcome(evidence, name)
        report.check(step in ('failed', None) and status not in (0, None), f'{name}: it fails', (step, status))


def held_again(report, evidence):
    """Checks that no target disturbs a spin-down, and that each of its ends brings the target back."""
    states = [note['answer'] for note in evidence.notes if note.get('command') == 'state']
    targets = [state['target'] for state in states[:4]]
    report.check(targets == [WATTS] * 4, f'after each spin-down the trainer has {WATTS} W', targets)
    ends = [e['epoch'] for e in evidence.happened('spin-down') if e['step'] in ('success', 'error')]
    begins = [e['epoch'] for e in evidence.happened('spin-down') if e['step'] == 'begun']
    for begin, end in zip(begins, ends, strict=False):
        meanwhile = [e for e in evidence.happened('request', after=begin, what=What.TARGET) if e['epoch'] < end]
        report.check(not meanwhile, 'no target disturbs the spin-down', [e['watts'] for e in meanwhile])
        back = evidence.targets_acknowledged(end, target=WATTS)
        delay = back[0]['epoch'] - end if back else None
        report.check(delay is not None and delay <= WORST_RETURN, 'the target returns', delay)
    report.check(len(evidence.happened('drop', who=TRAINER)) == 1, 'the trainer was lost once')


def whole(report, evidence):
    seconds = evidence.shown()['timerSeconds']
    ride_facts.one_trackpoint_a_second(report, ride_facts.activity_of(report, evidence, timer_seconds=seconds))
    ride_facts.trainer_is_free(report, evidence)


def check(report, folder):
    report.run(ran, requested, guided, reported, held_again, whole, given=[Evidence(folder)])
