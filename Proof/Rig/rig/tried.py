"""The faults that were tried in a ride (see `guest/tries.sh`), on one clock: the monotonic one of the peripherals' log,
in seconds.
"""

import itertools
import json
import pathlib
import re
import sqlite3
from dataclasses import dataclass

from rig.evidence import Activity, json_lines, log_of, schema_complaint
from rig.told import Reaction, What

EARLIER_SECONDS = 3  # the number of last seconds announced before a crash that the store must have


@dataclass(frozen=True)
class Try:
    """One fault: the times when it began, when the guest gave the missing thing back, and when its traces were gone."""

    name: str
    began: float
    again: float | None
    healed: float  # infinite if they never were
    good: bool
    wanted: int
    held: int | None  # the trainer's own target at the end, in watts
    announced: int | None = None  # for a crash: the elapsed seconds of the ride that a client had received


class TriedRide:
    """The notes and the log of a scenario that tried faults in one ride."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.notes = json_lines(self.folder / 'notes.jsonl')
        # The smallest difference is from the answer with the least delay.
        delay = min(note['uptime'] - note['answer']['t'] for note in self.notes if 't' in note.get('answer', {}))
        self.notes = [note | {'t': note['uptime'] - delay} for note in self.notes]
        self.log = log_of(self.folder)
        self.tries = list(self._tries())

    def _tries(self):
        begins = [index for index, note in enumerate(self.notes) if note['event'] == 'fault']
        for index, following in itertools.pairwise([*begins, len(self.notes)]):
            yield self._try(self.notes[index], self.notes[index + 1 : following])

    def _try(self, fault, notes):
        """Returns the try of a fault, from the notes between it and the next one."""
        first = {}
        for note in notes:
            first.setdefault(note['event'], note)
        healed = first.get('healed', {})
        # The trainer's state after the fault has healed; the try itself may have changed the wanted target.
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
        """Returns the time on this clock when the guest's wall clock first showed `epoch`."""
        return epoch - (self.notes[0]['epoch'] - self.notes[0]['t'])

    def on_clock_of(self, earlier):
        """Puts this boot on the clock of an earlier boot of the same computer, by the wall clock."""
        later = earlier.began(0) - self.began(0)
        self.notes = [note | {'t': note['t'] + later} for note in self.notes]
        self.log = [event | {'t': event['t'] + later} for event in self.log]
        self.tries = list(self._tries())
        return self

    def announced(self):
        """Returns the elapsed seconds of the ride that a client had received when this boot ended."""
        told = (line['ride']['elapsedSeconds'] for line in json_lines(self.folder / 'watch.jsonl') if line.get('ride'))
        return int(max(told, default=0))

    def logged(self, event, after, before=float('inf'), **fields):
        """Returns the times of such events in the peripherals' log within that span."""
        return [
            e['t']
            for e in self.log
            if e['event'] == event and after <= e['t'] < before and all(e.get(k) == v for k, v in fields.items())
        ]

    def targets_acknowledged(self, after, before=float('inf'), **fields):
        """Returns the times of the trainer's answers that confirm a target."""
        return self.logged('response', after, before, what=What.TARGET, reaction=Reaction.DONE, **fields)

    def versions(self):
        return [line.strip() for line in (self.folder / 'versions.txt').read_text().splitlines() if line.strip()]


class RideLeft:
    """The evidence of a ride: its rows from `show`, the store's events, the activity file."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        shown = json.loads((self.folder / 'last.json').read_text())
        self.ride = shown['ride']
        self.rows = {row['elapsedSeconds']: row for row in shown['samples']}
        self.files = sorted((self.folder / 'state' / 'rides').glob('*.tcx'))

    def started_at(self):
        """Returns the wall-clock time of the first row's beginning, in seconds since 1970."""
        return self.store('SELECT start_ms FROM ride')[0]['start_ms'] / 1000

    def missing_rows(self):
        """Returns the seconds between the first and the last row that have no row."""
        return sorted(set(range(min(self.rows), max(self.rows) + 1)) - set(self.rows))

    def lost_by_crash(self, announced):
        """Returns the last seconds announced before a crash for which the store has no measured value."""
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
        """Returns why the ride counts as lost; empty if it is stored, finished, with its rows and one valid file."""
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
