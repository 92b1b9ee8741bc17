"""Checks `scenarios/phone.sh`: a phone reads and controls the ride on the adapter that has the trainer's link."""

import itertools
import struct

from rig import ride_facts
from rig.devices import STRAP, TRAINER
from rig.evidence import Evidence, json_lines

WATTS = 180
BIKE, BEATS, STATUS = ('2ad2', '2a37', '2ada')
MOST_GAP, HELD, GRACE = 1.5, 3.0, 0.6  # seconds
SUCCESS = ['800001', '800701', '800501']


class Phone:
    """The events that the phone noted."""

    def __init__(self, folder):
        self.events = json_lines(folder / 'phone.jsonl')

    def all(self, event):
        return [each for each in self.events if each['event'] == event]

    def heard(self, short):
        """Returns the time and the value of each notification."""
        return [
            (each['epoch'], bytes.fromhex(each['value'])) for each in self.all('heard') if each['uuid'][4:8] == short
        ]

    def watts(self):
        """Returns the time and the power of each bike data, which must have speed, cadence and power first."""
        values = []
        for at, value in self.heard(BIKE):
            (flags,) = struct.unpack_from('<H', value)
            # Speed, cadence (bit 2), distance (bit 4) and resistance (bit 5) are before power.
            before = 2 + 2 * (not flags & 1) + 2 * (flags >> 2 & 1) + 3 * (flags >> 4 & 1) + 2 * (flags >> 5 & 1)
            values.append((at, struct.unpack_from('<h', value, before)[0]))
        return values


def ran(report, evidence, phone):
    ride_facts.scenario_ran(report, evidence)
    left = next((note['exit'] for note in evidence.notes if note['event'] == 'phone-left'), None)
    report.check(left == 0, 'the phone ran to its end', (evidence.folder / 'phone.log').read_text()[-300:])
    roles = (evidence.folder / 'roles.txt').read_text()
    report.check('central-peripheral' in roles, 'the adapter can have both roles at once', roles.split('"')[1::2])


def found(report, evidence, phone):
    services = [uuid[4:8] for each in phone.all('connected') for uuid in each['services']]
    report.check({'1826', '180d', '180a'} <= set(services), 'the phone finds the services', services)
    answers = [each['value'] for each in phone.all('answered')]
    report.check(answers == SUCCESS, 'the control point answers', answers)


def kept(report, evidence, phone):
    """Checks that neither the trainer's drops nor the phone cost a link of the other."""
    report.check(not phone.all('disconnected')[:-1], 'the phone is not disconnected')
    report.check([each['lost'] for each in phone.all('leaves')] == [False], 'it leaves by itself', phone.events[-1])
    begun = next(note['epoch'] for note in evidence.notes if note['event'] == 'phone-begins')
    ends = evidence.happened('disconnected', begun, who=TRAINER)
    own = evidence.told('drop trainer'), evidence.told('vanish trainer 10')
    report.check(len(ends) <= len(own) + 1, "the trainer's link ends by the drops, and with the ride", len(ends))
    report.check(len(evidence.happened('disconnected', begun, who=STRAP)) <= 1, "the strap's link stays")


def values(report, evidence, phone):
    times = [at for at, _ in phone.watts()]
    gap = max(after - before for before, after in itertools.pairwise(times))
    report.check(len(times) > 50 and gap <= MOST_GAP, 'bike data without gaps', f'{len(times)} values, {gap:.2f} s')
    beats = [value[1] for _, value in phone.heard(BEATS)]
    report.check(len(beats) > 30 and all(40 < bpm < 200 for bpm in beats), 'heart rates', f'{len(beats)} values')
    held = [watts for at, watts in phone.watts() if at < evidence.told('drop trainer')['epoch']][-12:]
    report.check(held and all(abs(watts - WATTS) < 15 for watts in held), f'power of {WATTS} W', held)


def bridged(report, evidence, phone):
    """Checks the ten seconds without a trainer: power for three seconds, then 0 W, then power again."""
    lost = evidence.told('vanish trainer 10')['epoch']
    spans = {
        'held': [watts for at, watts in phone.watts() if lost + GRACE < at < lost + HELD - 1],
        'ended': [watts for at, watts in phone.watts() if lost + HELD + GRACE < at < lost + 10],
        'back': [watts for at, watts in phone.watts() if lost + 14 < at < lost + 20],
    }
    report.check(spans['held'] and all(spans['held']), 'the power is held at first', spans['held'])
    report.check(spans['ended'] and not any(spans['ended']), 'then it is 0 W', spans['ended'])
    report.check(spans['back'] and all(spans['back']), 'then it is back', spans['back'])


def controlled(report, evidence, phone):
    targets = evidence.targets_acknowledged(0, target=WATTS)
    report.check(len(targets) >= 3, f'the trainer has {WATTS} W, also after both returns', len(targets))
    wanted = evidence.answer('riding')['ride'].get('targetWatts')
    report.check(wanted == WATTS, 'so does the ride', wanted)
    ended = next((note['status'] for note in evidence.notes if note['event'] == 'bridge-ended'), None)
    report.check(ended == 0, 'jz2bridge ends with 0 on SIGTERM', ended)


def whole(report, evidence, phone):
    seconds = evidence.shown()['timerSeconds']
    ride_facts.one_trackpoint_a_second(report, ride_facts.activity_of(report, evidence, timer_seconds=seconds))
    ride_facts.trainer_is_free(report, evidence)


def check(report, folder):
    evidence = Evidence(folder)
    report.run(ran, found, kept, values, bridged, controlled, whole, given=[evidence, Phone(evidence.folder)])
