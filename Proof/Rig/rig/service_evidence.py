"""The evidence of the package's boots on Raspberry Pi OS: notes, answers, output of commands, the journal."""

import json
import pathlib
from typing import NamedTuple

from rig.evidence import json_lines
from rig.tried import TriedRide


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
        """Returns the exit status of a command of `keep`."""
        return next(note['exit'] for note in self.noted('ran') if note['name'] == name)

    def service(self, when):
        """Returns the unit's state at that time."""
        return next(note for note in self.noted('service') if note['when'] == when)

    def used(self, stretch):
        """Returns the service's resource use at the beginning and at the end of a stretch."""
        return tuple(
            next(note for note in self.noted('use') if note['when'] == f'{stretch} {end}') for end in ('begins', 'ends')
        )

    def complaints(self):
        """Returns the complaints of Swift's runtime: one for each thread that the unit forbids it to renice."""
        return [entry for entry in self.journal() if 'thread priority' in entry['MESSAGE']]

    def journal(self):
        """Returns the lines of the service itself, without systemd's lines about it."""
        return [
            entry for entry in json_lines(self.folder / 'journal.json') if entry.get('_SYSTEMD_UNIT') == 'jz2d.service'
        ]


class ServiceBoots(NamedTuple):
    """The two boots of `virtual/service.sh`."""

    first: ServiceBoot
    again: ServiceBoot
