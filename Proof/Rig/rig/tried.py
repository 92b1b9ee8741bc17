"""The faults that were tried in a ride (see `guest/tries.sh`), on one clock: the monotonic one of the peripherals' log,
in seconds."""

import itertools
import json
import pathlib
import re
import sqlite3
from dataclasses import dataclass

from rig.evidence import Activity, json_lines, log_of, schema_complaint
from rig.told import Reaction, What

EARLIER_SECONDS = 3  # of the seconds announced before a crash, how many of the last have to be in the store


@dataclass(frozen=True)
class Try:
    """One fault: the instants when it began, when the missing thing was given back, when its traces were gone."""

    name: str
    began: float
    again: float | None
    healed: float  # infinite if they never were
    good: bool
    wanted: int
    held: int | None  # the trainer's own target at the end, in watts
    announced: int | None = None  # by a crash: the seconds of the ride that a client had been told of


class TriedRide:
    """The notes and the log of a scenario that tried faults in one ride."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.notes = json_lines(self.folder / 'notes.jsonl')
        # The smallest difference belongs to the answer with the least delay.
        delay = min(note['uptime'] - note['answer']['t'] for note in self.notes if 't' in note.get('answer', {}))
        self.notes = [note | {'t': note['uptime'] - delay} for note in self.notes]
        self.log = log_of(self.folder)
        self.tries = list(self._tries())

    def _tries(self):
        begins = [index for index, note in enumerate(self.notes) if note['event'] == 'fault']
        for index, following in itertools.pairwise([*begins, len(self.notes)]):
            yield self._try(self.notes[index], self.notes[index + 1 : following])

    def _try(self, fault, notes):
        """The try of a fault, from the notes that follow it up to the next one."""
        first = {}
        for note in notes:
            first.setdefault(note['event'], note)
        healed = first.get('healed', {})
        # After it has healed, the trainer is asked what it does; the try itself may have changed what is wanted.
        states = [
            note['answer'] for note in notes if healed and note.get('command') == 'state' and note['t'] >= healed['t']
        ]
        return Try(
            name=fault['name'],
            began=fault['t'],
            again=first.get('again', {}).get('t'),
            healed=healed.get('t', float('inf')),
            good=healed.get('good', False),
            wanted=healed.get('watts', fault['watts']),
            held=states[0].get('target') if states else None,
            announced=first['killed'].get('announced') if 'killed' in first else None,
        )

    def began(self, epoch):
        """The time on this clock when the guest's wall clock first showed `epoch`."""
        return epoch - (self.notes[0]['epoch'] - self.notes[0]['t'])

    def on_clock_of(self, earlier):
        """Puts this boot on the clock of an earlier one of the same computer, by the wall clock."""
        later = earlier.began(0) - self.began(0)
        self.notes = [note | {'t': note['t'] + later} for note in self.notes]
        self.log = [event | {'t': event['t'] + later} for event in self.log]
        self.tries = list(self._tries())
        return self

    def announced(self):
        """The seconds of the ride that a client had been told of when this boot ended."""
        told = (line['ride']['elapsedSeconds'] for line in json_lines(self.folder / 'watch.jsonl') if line.get('ride'))
        return int(max(told, default=0))

    def logged(self, event, after, before=float('inf'), **fields):
        """The instants of such events in the peripherals' log within that time."""
        return [
            e['t']
            for e in self.log
            if e['event'] == event and after <= e['t'] < before and all(e.get(k) == v for k, v in fields.items())
        ]

    def targets_acknowledged(self, after, before=float('inf'), **fields):
        """The instants of the trainer's answers that a target is set."""
        return self.logged('response', after, before, what=What.TARGET, reaction=Reaction.DONE, **fields)

    def versions(self):
        return [line.strip() for line in (self.folder / 'versions.txt').read_text().splitlines() if line.strip()]


class RideLeft:
    """What is left of a ride: its rows as `show` has them, the store's events, the activity file."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        shown = json.loads((self.folder / 'last.json').read_text())
        self.ride = shown['ride']
        self.rows = {row['elapsedSeconds']: row for row in shown['samples']}
        self.files = sorted((self.folder / 'state' / 'rides').glob('*.tcx'))

    def started_at(self):
        """The wall time of the first row's beginning, in seconds since 1970."""
        return self.store('SELECT start_ms FROM ride')[0]['start_ms'] / 1000

    def missing_rows(self):
        """Seconds between the first and the last row that have none."""
        return sorted(set(range(min(self.rows), max(self.rows) + 1)) - set(self.rows))

    def lost_by_crash(self, announced):
        """The last seconds announced before a crash for which the store has no measured value."""
        told = range(max(0, announced - EARLIER_SECONDS), announced)
        return [second for second in told if 'powerWatts' not in self.rows.get(second, {})]

    def store(self, query):
        store = sqlite3.connect(f'file:{self.folder}/state/jz2.sqlite?mode=ro', uri=True)
        store.row_factory = sqlite3.Row
        return [dict(row) for row in store.execute(query)]

    def events(self, *kinds):
        return [
            event
            for event in self.store('SELECT at_ms, kind, detail FROM event ORDER BY at_ms, id')
            if event['kind'] in kinds
        ]

    def why_lost(self):
        """Why the ride counts as lost; empty if it is there, finished, with its rows and one valid file."""
        if self.ride['state'] != 'finished':
            return f'it is {self.ride["state"]}'
        if len(self.store('SELECT id FROM ride')) != 1:
            return 'there is more than one ride'
        if len(self.files) != 1:
            return f'it has {len(self.files)} files'
        if complaint := schema_complaint(self.files[0]):
            return complaint
        points = len(Activity(self.files[0]).trackpoints)
        running = sum(row['timerRunning'] for row in self.rows.values())
        # A second in which the timer starts or stops may be on either side.
        splits = len(re.findall(r'<Track>', self.files[0].read_text()))
        return '' if abs(points - running) <= splits else f'{points} trackpoints for {running} seconds of the timer'
