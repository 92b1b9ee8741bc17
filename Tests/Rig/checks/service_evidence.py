"""What one boot of the package on Raspberry Pi OS left: notes, answers, what commands printed, the journal."""

import json
import pathlib

from evidence import json_lines
from tried import TriedRide


class ServiceBoot:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.ride = TriedRide(folder)

    def text(self, name):
        return (self.folder / name).read_text()

    def answer(self, name):
        return json.loads(self.text(f'{name}.json'))

    def noted(self, event):
        return [note for note in self.ride.notes if note['event'] == event]

    def exit(self, name):
        """How a command ended that was kept."""
        return next(note['exit'] for note in self.noted('ran') if note['name'] == name)

    def service(self, when):
        """The unit's state then."""
        return next(note for note in self.noted('service') if note['when'] == when)

    def used(self, stretch):
        """What the service had used when a stretch began and when it ended."""
        return tuple(
            next(note for note in self.noted('use') if note['when'] == f'{stretch} {end}') for end in ('begins', 'ends')
        )

    def complaints(self):
        """Swift's runtime says so whenever it starts a thread that the unit forbids it to renice."""
        return [entry for entry in self.journal() if 'thread priority' in entry['MESSAGE']]

    def journal(self):
        """What the service itself said; systemd's own lines about it are not its."""
        return [
            entry for entry in json_lines(self.folder / 'journal.json') if entry.get('_SYSTEMD_UNIT') == 'jz2d.service'
        ]
