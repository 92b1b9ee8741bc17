"""The evidence of a chain of boots on one axis: T, the seconds since the first boot, including time without power."""

import bisect
import json
import pathlib

from rig.evidence import json_lines


class Steps:
    """A value that changes at certain times."""

    def __init__(self, first=None):
        self.at, self.values = [float('-inf')], [first]

    def set(self, t, value, always=False):
        """Sets the value from a time on. `always`: also sets an equal value, because an earlier change may follow."""
        if t < self.at[-1]:
            index = bisect.bisect_right(self.at, t)
            self.at.insert(index, t)
            self.values.insert(index, value)
        elif always or value != self.values[-1]:
            self.at.append(t)
            self.values.append(value)

    def __call__(self, t):
        return self.values[bisect.bisect_right(self.at, t) - 1]

    def changes(self):
        """Returns the pairs of time and new value, in order."""
        return list(zip(self.at[1:], self.values[1:], strict=True))

    def and_also(self, other):
        """Returns whether both are true, as steps."""
        both = Steps(self.values[0] and other.values[0])
        for t in sorted({*self.at[1:], *other.at[1:]}):
            both.set(t, self(t) and other(t))
        return both

    def constant(self, begin, end):
        """Whether it is unchanged from `begin` to `end`."""
        return bisect.bisect_right(self.at, begin) == bisect.bisect_left(self.at, end)


class History:
    """A chain's evidence on one axis."""

    def __init__(self, boots):
        self.notes, self.told, self.log, self.boots = [], [], [], []
        base = 0.0
        for folder in boots:
            out = pathlib.Path(folder) / 'out'
            notes = json_lines(out / 'campaign' / 'notes.jsonl')
            self.boots.append((base, out))
            self.notes += [note | {'T': base + note['uptime'], 'boot': len(self.boots)} for note in notes]
            self.told += [
                (base + line['t'], line['said'])
                for line in whole_lines(out / 'campaign' / 'watch.jsonl')
                if line['said']
            ]
            self.log.append({'T': base, 'event': 'boot'})
            self.log += [event | {'T': base + event['t']} for event in whole_lines(out / 'peripherals.jsonl')]
            last = next(
                (note for note in reversed(notes) if note['event'] == 'played' and note['command'].startswith('pull ')),
                None,
            )
            if last is not None and folder != boots[-1]:
                base += last['uptime'] + float(last['command'].split()[1])
        self.last = self.boots[-1][1] / 'campaign'

    def file(self, name):
        """Returns the newest JSON file of that name in any boot; None if it is missing or empty."""
        for _, out in reversed(self.boots):
            path = out / 'campaign' / name
            if path.exists() and path.read_text().strip():
                return json.loads(path.read_text())
        return None

    def shown(self, name):
        """Returns such a file of `show`, with the ride's figures next to its seconds; None as in `file`."""
        answer = self.file(name)
        return answer and answer.get('ride', {}) | answer


def whole_lines(path):
    """Returns the lines of a file. A pulled plug may have cut the last one."""
    found = []
    for line in path.read_text(errors='replace').splitlines():
        try:
            found.append(json.loads(line))
        except ValueError:
            continue
    return found
