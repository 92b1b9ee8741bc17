"""The evidence of a correct ride of a minute, for tests that tamper with it."""

import contextlib
import datetime
import json
import pathlib
import sqlite3
import tempfile

from rig.devices import TRAINER
from soak import draw, oracle
from soak.beside import Beside

EPOCH, ZERO, SECONDS, DOWN = 1795156800.0, 5.3, 63, (34, 35, 36)  # rows in which no daemon ran, or not all the time


def stamp(t):
    return (
        datetime.datetime.fromtimestamp(EPOCH + t, datetime.UTC)
        .isoformat(timespec='milliseconds')
        .replace('+00:00', 'Z')
    )


def printed(show):
    """Returns a ride and its lists as `show --json` prints them."""
    lists = {key: value for key, value in show.items() if isinstance(value, list)}
    return lists | {'ride': {key: value for key, value in show.items() if key not in lists}}


class Evidence:
    """The evidence of a ride of a minute at 150 W without errors.

    Its link drops at second 25, and its daemon is killed at 34.7 for 2 s.
    """

    def __init__(self):
        self.ride = draw.Ride(1, 'steady', 1.0, ['--watts', '150', '--minutes', '1.0'], True)
        self.beside = Beside()
        self.boots = 1
        self.log, self.told, self.notes = [], [], []
        self.rows = [self.row(second) for second in range(SECONDS)]
        self.show = {
            'id': 1,
            'start': stamp(ZERO),
            'state': 'finished',
            'timerSeconds': 60,
            'elapsedSeconds': SECONDS,
            'samples': self.rows,
            'laps': [],
            'incidents': [
                {'kind': 'drop', 'device': 'trainer', 'atSeconds': 25.0},
                {'kind': 'interruption', 'atSeconds': 34.7},
            ],
        }
        self.rides = [{key: self.show[key] for key in ('id', 'start', 'state', 'timerSeconds', 'elapsedSeconds')}]
        self.final = None
        self.oddity = None
        self.remedies = []  # the times when the adapter was treated, in seconds of the ride
        self.points = [(row['elapsedSeconds'], row['powerWatts']) for row in self.rows if row['timerRunning']]
        self.status = {'phase': 'idle', 'problems': []}
        self.make_log()
        self.make_notes()
        self.make_told()

    @staticmethod
    def target(second):
        return min(150, 75 + 8 * second)

    def row(self, second):
        if second in DOWN:
            return {'elapsedSeconds': second, 'timerRunning': False}
        return {
            'elapsedSeconds': second,
            'timerRunning': True,
            'powerWatts': float(self.target(second)),
            'targetWatts': self.target(second),
            'cadenceRpm': 88.0,
            'beatsPerMinute': 124,
        }

    def event(self, t, event, **fields):
        self.log.append({'t': t, 'event': event, **fields})

    def told_trainer(self, t, what, watts=None):
        self.event(t, 'request', what=what, watts=watts)

    def answered(self, t, what, watts=None, target=None):
        self.event(t, 'response', what=what, watts=watts, reaction='done', target=target)

    def asked(self, t, watts):
        self.told_trainer(t, 'target', watts)
        self.answered(t + 0.03, 'target', watts, target=watts)

    def linked(self, t, watts):
        self.event(t, 'connected', who=TRAINER)
        self.told_trainer(t, 'control')
        self.answered(t + 0.03, 'control')
        self.asked(t + 0.03, watts)
        self.event(t + 0.07, 'notifies', who=TRAINER)

    def make_log(self):
        self.linked(5.2, 75)
        for second in range(1, 11):
            self.asked(ZERO + second, self.target(second))
        self.event(30.3, 'drop', who='trainer')
        self.event(30.3, 'disconnected', who=TRAINER, reason=0x16)
        self.linked(30.5, 150)
        self.asked(42.2, 150)
        self.told_trainer(68.31, 'free')
        self.answered(68.34, 'free')
        self.event(70.3, 'disconnected', who=TRAINER, reason=0x13)

    def note(self, t, event, **fields):
        self.notes.append({'uptime': t, 'epoch': EPOCH + t, 'event': event, **fields})

    def make_notes(self):
        self.note(0.1, 'daemon-started')
        self.note(5.0, 'ride', number=1)
        self.note(5.0, 'asked', number=1, command='start --watts 150 --minutes 1.0')
        self.note(
            5.3, 'answered', number=1, command='start --watts 150 --minutes 1.0', status=0, answer={'ride': {'id': 1}}
        )
        self.note(40.0, 'killed')
        self.note(42.0, 'daemon-ended', status=137, asked=9)
        self.note(42.0, 'daemon-started')
        self.note(68.5, 'over', ride=1)
        self.state = {'target': None, 'free': True, 'trainer': False, 'strap': False}
        self.note(76.5, 'peripherals', command='state', answer=self.state)
        self.note(77.0, 'kept', ride=1)
        self.note(108.0, 'daemon-ended', status=0, asked=15)

    def say(self, t, phase, second, linked=True):
        trainer = {'state': 'connected', 'powerWatts': 150} if linked else {'state': 'connecting'}
        timer = sum(row['timerRunning'] for row in self.rows[:second])
        self.told.append(
            {
                't': t,
                'said': {
                    'phase': phase,
                    'problems': [],
                    'trainer': trainer,
                    'ride': {'id': 1, 'elapsedSeconds': second, 'timerSeconds': timer, 'wantedWatts': 150},
                },
            }
        )

    def make_told(self):
        self.told.append({'t': 5.0, 'said': {'phase': 'connecting', 'problems': []}})
        self.say(ZERO, 'riding', 0)
        for second in range(1, SECONDS):
            t = ZERO + second
            if not 40.0 < t < 42.3:
                self.say(t, 'riding', second)
            if second == 25:
                self.say(30.31, 'reconnecting', 25, linked=False)
                self.say(30.57, 'riding', 25)
            if second == 36:
                self.say(42.01, 'reconnecting', 36, linked=False)
                self.say(42.21, 'riding', 36)
        self.told.append({'t': 68.32, 'said': {'phase': 'finishing', 'problems': []}})
        self.told.append({'t': 68.4, 'said': {'phase': 'idle', 'problems': []}})

    def file(self):
        point = (
            '<Trackpoint><Time>{}</Time>{}<Cadence>{:.0f}</Cadence><Extensions><x:TPX>'
            '<x:Watts>{:.0f}</x:Watts></x:TPX></Extensions></Trackpoint>'
        )
        rows = {second: self.row(second) for second in range(SECONDS)}
        rows |= {row['elapsedSeconds']: row for row in self.rows}
        tracks, last = [[]], None
        for second, watts in self.points:
            if last is not None and second != last + 1:
                tracks.append([])
            beats = '<HeartRateBpm><Value>124</Value></HeartRateBpm>' if 'beatsPerMinute' in rows[second] else ''
            tracks[-1].append(point.format(stamp(ZERO + second), beats, rows[second].get('cadenceRpm', 0), watts))
            last = second
        body = ''.join(f'<Track>{"".join(track)}</Track>' for track in tracks)
        return (
            '<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" '
            'xmlns:x="http://www.garmin.com/xmlschemas/ActivityExtension/v2"><Activities><Activity Sport="Biking">'
            f'<Id>{stamp(ZERO)}</Id><Lap StartTime="{stamp(ZERO)}">'
            f'<TotalTimeSeconds>{self.show["timerSeconds"]}</TotalTimeSeconds>'
            '<DistanceMeters>500</DistanceMeters><Calories>9</Calories><Intensity>Active</Intensity>'
            f'<TriggerMethod>Manual</TriggerMethod>{body}</Lap></Activity></Activities></TrainingCenterDatabase>'
        )

    def write(self, folder):
        left = folder / 'out' / 'campaign'
        (left / 'state' / 'rides').mkdir(parents=True)

        def lines(path, values):
            path.write_text(''.join(json.dumps(value) + '\n' for value in values))

        lines(left / 'notes.jsonl', sorted(self.notes, key=lambda note: note['uptime']))
        lines(left / 'watch.jsonl', sorted(self.told, key=lambda line: line['t']))
        lines(folder / 'out' / 'peripherals.jsonl', sorted(self.log, key=lambda event: event['t']))
        for name, value in (
            ('show-1', printed(self.show)),
            ('final-1', printed(self.final or self.show)),
            ('rides-1', {'rides': self.rides}),
            ('rides', {'rides': self.rides}),
            ('status-1', self.status),
        ):
            (left / f'{name}.json').write_text(json.dumps(value))
        (left / 'jz2d.log').write_text('')
        (left / 'state' / 'rides' / 'ride.tcx').write_text(self.file())
        with contextlib.closing(sqlite3.connect(left / 'state' / 'jz2.sqlite')) as store, store:
            store.execute('CREATE TABLE event (ride_id, at_ms, kind)')
            for at in self.remedies:
                store.execute("INSERT INTO event VALUES (1, ?, 'remedy')", [round(at * 1000)])

    def complaints(self):
        with tempfile.TemporaryDirectory() as place:
            self.write(pathlib.Path(place) / 'boot-1')
            verdict = oracle.judge(
                draw.Chain(1, [self.ride], beside=self.beside, oddity=self.oddity), [pathlib.Path(place) / 'boot-1']
            )
        return verdict.complaints + [complaint for ride in verdict.rides for complaint in ride.complaints]
