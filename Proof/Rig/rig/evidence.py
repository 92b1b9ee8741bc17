"""The evidence of a scenario: notes, answers of jz2ctl, the peripherals' log, the activity file."""

import datetime
import json
import pathlib
import shutil
import subprocess
from dataclasses import dataclass
from xml.etree import ElementTree

from rig.told import Reaction, What

TCX = '{http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2}'
TPX = '{http://www.garmin.com/xmlschemas/ActivityExtension/v2}'
SCHEMA = pathlib.Path(__file__).resolve().parents[4] / 'shared' / 'schemas' / 'tcx-all.xsd'


@dataclass
class Trackpoint:
    """One second of an activity file; `time` is in seconds since 1970. Absent values are None."""

    time: float
    watts: float | None
    beats: int | None
    cadence: int | None
    distance: float | None


def seconds_of(text):
    """Returns an RFC 3339 time in seconds since 1970."""
    return datetime.datetime.fromisoformat(text.replace('Z', '+00:00')).timestamp()


def json_lines(path):
    return [json.loads(line) for line in path.read_text().splitlines() if line.strip()]


def log_of(folder):
    """Returns the peripherals' events during a scenario. Scenarios of one boot share a log; the first one also has the
    events before it.
    """
    log = json_lines(folder.parent / 'peripherals.jsonl')
    begins = [(index, event['name']) for index, event in enumerate(log) if event['event'] == 'scenario']
    own = next((turn for turn, (_, name) in enumerate(begins) if name == folder.name), 0)
    first = begins[own][0] if own else 0
    return log[first : begins[own + 1][0] if own + 1 < len(begins) else None]


def objects(value, key):
    """Returns every JSON object in `value`, at any depth, that has `key`."""
    if isinstance(value, dict):
        found = [value] if key in value else []
        return found + [each for child in value.values() for each in objects(child, key)]
    if isinstance(value, list):
        return [each for child in value for each in objects(child, key)]
    return []


class Activity:
    def __init__(self, path):
        root = ElementTree.parse(path).getroot()
        self.laps = list(root.iter(TCX + 'Lap'))
        self.tracks = [
            [self.trackpoint(point) for point in track.iter(TCX + 'Trackpoint')] for track in root.iter(TCX + 'Track')
        ]
        self.trackpoints = [point for track in self.tracks for point in track]

    @property
    def timer_seconds(self):
        return sum(float(lap.findtext(TCX + 'TotalTimeSeconds')) for lap in self.laps)

    @staticmethod
    def trackpoint(element):
        def number(path, kind=float):
            text = element.findtext(path)
            return None if text is None else kind(text)

        return Trackpoint(
            time=seconds_of(element.findtext(TCX + 'Time')),
            watts=number(f'{TCX}Extensions/{TPX}TPX/{TPX}Watts'),
            beats=number(f'{TCX}HeartRateBpm/{TCX}Value', int),
            cadence=number(f'{TCX}Cadence', int),
            distance=number(f'{TCX}DistanceMeters'),
        )


class Evidence:
    """The folder of one scenario, and the log of the boot's peripherals."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.notes = json_lines(self.folder / 'notes.jsonl')
        self.offsets = [
            (n['answer']['t'], n['epoch'] - n['answer']['t']) for n in self.notes if 't' in n.get('answer', {})
        ]
        first, last = self.notes[0]['epoch'], self.notes[-1]['epoch']
        self.peripherals = [event | {'epoch': self.wall_time(event['t'])} for event in self.logged()]
        self.peripherals = [event for event in self.peripherals if first <= event['epoch'] <= last + 1]

    def logged(self):
        """Returns the peripherals' events. A guest without a radio has no events."""
        log = self.folder.parent / 'peripherals.jsonl'
        return json_lines(log) if log.exists() else []

    def wall_time(self, t):
        """Returns the guest's wall-clock time at the peripherals' time `t`, by the nearest answer that shows both."""
        return t + min(self.offsets, key=lambda offset: abs(offset[0] - t))[1]

    @property
    def exit_code(self):
        return int((self.folder / 'exit').read_text())

    def answer(self, name):
        return json.loads((self.folder / f'{name}.json').read_text())

    def shown(self, name='last'):
        """Returns the ride in an answer of `show`."""
        return self.answer(name)['ride']

    def said(self, name):
        return ''.join((self.folder / f'{name}.{kind}').read_text() for kind in ('json', 'err'))

    def command(self, verb):
        """Returns the note of the command with this verb; `began` and `epoch` are wall-clock times around it."""
        return next(n for n in self.notes if n['event'] == 'command' and (n['command'] + ' ').startswith(verb + ' '))

    def told(self, command):
        """Returns the note of a command to the peripherals."""
        return next(n for n in self.notes if n['event'] == 'peripherals' and n['command'] == command)

    def happened(self, event, after=0.0, **fields):
        """Returns the peripherals' events of that kind with those fields, from the wall-clock time `after` on."""
        return [
            e
            for e in self.peripherals
            if e['event'] == event and e['epoch'] >= after and all(e.get(k) == v for k, v in fields.items())
        ]

    def targets_acknowledged(self, after, **fields):
        """Returns the trainer's answers that confirm a target."""
        return self.happened('response', after, what=What.TARGET, reaction=Reaction.DONE, **fields)

    @property
    def activity_files(self):
        return sorted((self.folder / 'state' / 'rides').glob('*.tcx'))

    @property
    def daemon_status(self):
        return next(n['status'] for n in self.notes if n['event'] == 'daemon-ended')


def schema_complaint(path):
    """Returns xmllint's first complaint by Garmin's schemas; empty without one, None if either is missing."""
    if not SCHEMA.exists() or shutil.which('xmllint') is None:
        return None
    ran = subprocess.run(
        ['xmllint', '--noout', '--schema', str(SCHEMA), str(path)], capture_output=True, text=True, check=False
    )
    return '' if ran.returncode == 0 else ran.stderr.strip().splitlines()[0]
