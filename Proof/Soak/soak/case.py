"""One ride of a chain: its evidence, and the queries that several checks share."""

import itertools

from soak import bounds
from soak.history import Steps
from soak.verdict import RideVerdict


class Case:
    """A ride, from its start command to that of the next one."""

    def __init__(self, machine, ride, begin, end, verdict):
        self.machine, self.history, self.ride, self.begin, self.end = machine, machine.history, ride, begin, end
        self.verdict, self.chain_verdict = RideVerdict(ride.number, ride.kind, ride.minutes, ride.faults), verdict
        self.notes = [note for note in self.history.notes if begin <= note['T'] < end]
        self.told = [(t, said) for t, said in self.history.told if begin <= t < end]
        self.answers = [note for note in self.notes if note['event'] == 'answered']
        starts = [note for note in self.answers if note['command'].startswith('start ')]
        self.start = next((note for note in starts if note['status'] == 0), starts[-1] if starts else None)
        self.show = self.history.shown(f'show-{ride.number}.json')
        self.id = self.number_told()

    def complain(self, text):
        self.verdict.complaints.append(text)

    def number_told(self):
        """Returns the ride's number as a client received it; None if no client received a ride."""
        if self.start and self.start['status'] == 0:
            return self.start['answer']['ride']['id']
        return next((said['ride']['id'] for _, said in self.told if 'ride' in said), None)

    def active(self, names, t, near=bounds.NEAR):
        """Whether one of these disturbances was active at that time, or shortly before."""
        return any(c.name in names and c.begin - 1 <= t and c.heal + near >= t for c in self.machine.causes)

    def at(self, t):
        return f'{t - self.begin:.2f} s'

    def causes_of_ride(self):
        return [c for c in self.machine.causes if c.begin < self.end and c.heal > self.begin]

    def unridden(self):
        """Returns the times in which the trainer sent no values of pedalling, as pairs of begin and end."""
        m, begin = self.machine, self.begin
        pedals = Steps(True)
        for t, rpm in m.cadence.changes():
            pedals.set(t, rpm > 0)
        changes = [(t, value) for t, value in m.delivered.and_also(pedals).changes() if t < self.over]
        spans = [(a, b) for (a, shown), (b, _) in itertools.pairwise([*changes, (self.over, None)]) if not shown]
        return [(max(a, begin), b) for a, b in spans if b > begin]

    def forgotten(self):
        """Whether no pedalling was seen for so long that the ride is finished at its last pedal stroke."""
        return any(b - a > bounds.FINISH_AFTER - 120 for a, b in self.unridden())

    def wants(self, t):
        """Whether the ride was in progress at that time, and had been for a while."""
        phases = [said['phase'] for when, said in self.told if when <= t]
        return bool(phases) and phases[-1] == 'riding'

    def map_seconds(self):
        """Finds the time of each second of the ride, from the statuses of each run of the daemon."""
        self.rows = {row['elapsedSeconds']: row for row in self.show['samples']}
        self.of_ride = [(t, said) for t, said in self.told if said.get('ride', {}).get('id') == self.id]
        self.zeros = []  # (from, to, T of the ride's second 0), one for each run of the daemon
        self.firsts = []  # the first second that each of them reported
        starts = [note['T'] for note in self.history.notes if note['event'] == 'daemon-started'] + [float('inf')]
        for begin, end in itertools.pairwise(starts):
            run = [
                (t, said['ride']['elapsedSeconds'])
                for t, said in self.of_ride
                if begin <= t < end and said['ride']['elapsedSeconds'] > 0
            ]
            if run:
                self.zeros.append((begin, end, min(t - elapsed for t, elapsed in run)))
                self.firsts.append(run[0][1])
        on = max((t for t, said in self.of_ride if said['phase'] not in ('idle', 'finishing')), default=self.begin)
        after = [t for t, said in self.told if said['phase'] in ('idle', 'finishing') and t > on]
        self.over = after[0] if after else self.end

    def t_of(self, second):
        """Returns the time at which that second began; None if no daemon reported it.

        After a change of the wall clock, a ride may be younger after a boot than before.
        """
        runs = [run for run, first in zip(self.zeros, self.firsts, strict=True) if first <= second]
        for begin, end, zero in reversed(runs or self.zeros[:1]):
            if begin - 1 <= zero + second < end:
                return zero + second
        return None
