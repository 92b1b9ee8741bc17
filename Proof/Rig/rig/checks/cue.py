"""Checks `scenarios/cue.sh`: a number pad controls a ride."""

from rig import ride_facts
from rig.evidence import Evidence

SECONDS = 120
# The sizes of the WAV files of the beeps: 24 000 samples of 2 bytes a second, after 44 bytes.
COUNT, END = 44 + 48 * 120, 44 + 48 * 400


def ran(report, evidence):
    ride_facts.scenario_ran(report, evidence)
    (ended,) = evidence.noted('cue-ended')
    report.check(ended['status'] == 0, 'jz2cue ends with 0 on SIGTERM', ended['status'])
    (checked,) = evidence.noted('checked')
    said = (evidence.folder / 'check.txt').read_text()
    report.check(checked['exit'] == 0 and 'not there now' in said, '--check reports that the pad is missing', said)


def taken(report, evidence):
    answers = {note['node']: note['answer'] for note in evidence.noted('grabbed')}
    report.check(
        answers == {'event0': 'Device or resource busy', 'event1': 'free'},
        'only the named pad is used',
        answers,
    )


def steered(report, evidence):
    for key, watts in (('press Rig 115', 155), ('press Rig 96', 180)):
        pressed = evidence.pressed(key)
        answers = evidence.targets_acknowledged(after=pressed, target=watts)
        delay = answers[0]['epoch'] - pressed if answers else None
        report.check(delay is not None and delay < 1, f'the trainer has {watts} W within a second', delay)
    watts = [evidence.answer(name)['ride']['targetWatts'] for name in ('held', 'other', 'without', 'again')]
    # One press and six repetitions in two seconds: the kernel repeats every 50 ms, and jz2 accepts one in 250 ms.
    report.check(watts == [145, 145, 145, 150], 'a held key repeats slowly', watts)
    watts = [evidence.answer(name)['ride']['targetWatts'] for name in ('after', 'plugged')]
    report.check(watts == [155, 160], 'the pad works after a restart, and after it is plugged in again', watts)


def whole(report, evidence):
    activity = ride_facts.activity_of(report, evidence, SECONDS)
    report.check(activity.timer_seconds == SECONDS, 'the ride is whole', activity.timer_seconds)
    rides = evidence.answer('rides')['rides']
    report.check(len(rides) == 1, 'and the only one: no key ended it', len(rides))


def heard(report, evidence):
    said = [line.split(' ', 1)[1] for line in (evidence.folder / 'said').read_text().splitlines()]
    held = [f'{watts} watts.' for watts in range(175, 140, -5)]
    begin = [
        'Ready. Pedal to begin.',
        '2 minutes at 150 watts.',
        '155 watts.',
        '180 watts.',
        *held,
        'Paused.',
        'Resumed.',
    ]
    report.check(said[: len(begin)] == begin, 'the ride is announced in words', said)
    report.check(said[-1] == 'Ride finished after 2 minutes.', 'up to its end', said[-1])
    played = [int(line.split()[1]) for line in (evidence.folder / 'played').read_text().splitlines()]
    beeps = [size for size in played if size in (COUNT, END)]
    report.check(beeps == [COUNT, COUNT, COUNT, END], 'three beeps and another at the end', played)


def freed(report, evidence):
    ride_facts.trainer_is_free(report, evidence)


class Cue(Evidence):
    def noted(self, event):
        return [note for note in self.notes if note['event'] == event]

    def pressed(self, command):
        return next(note['epoch'] for note in self.noted('keypad') if note['command'] == command)


def check(report, folder):
    report.run(ran, taken, steered, whole, heard, freed, given=[Cue(folder)])
