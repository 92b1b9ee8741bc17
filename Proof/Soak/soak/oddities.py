"""Timelines of the faults from live bug reports, from the log of the peripherals and the commands to them."""

from rig.devices import CADENCE, METER, TRAINER
from soak.history import Steps

ALL = 86400  # seconds of a refusal without a given length
INSTANT = 0.00001  # seconds between the last value of a stream and its end; below the resolution of the log


def calm_again(log, t):
    """Returns when all faults end after a time, at the latest: by a command, or by a boot."""
    return next((event['T'] for event in log if event['T'] > t and event['event'] in ('calm', 'boot')), float('inf'))


class Oddities:
    def __init__(self, history):
        self.history = history
        self.sent = Steps(False)  # whether the trainer sends values to a subscriber
        self.powerless, self.seldom = Steps(False), Steps(False)
        self.standing = {CADENCE: Steps(False), METER: Steps(False)}  # whether the count of such a sensor has stopped
        self.spans = []  # (name, who, begin, end)
        self.read_log()
        told = [(note['T'], note['command'].split()) for note in history.notes if note['event'] == 'peripherals']
        boots = [(event['T'], ['calm']) for event in history.log if event['event'] == 'boot']
        for t, words in sorted([*told, *boots], key=lambda each: each[0]):
            self.read(t, words)

    def read_log(self):
        for event in self.history.log:
            t, kind = event['T'], event['event']
            if kind == 'boot':
                self.sent.set(t, False)
            elif event.get('who') != TRAINER:
                continue
            elif kind == 'notifies':
                self.sent.set(t, True)
            elif kind == 'unheard':
                # A stream of one value ends where it begins, and the value counts.
                self.sent.set(t - event['t'] + event['last'] + INSTANT, False)
            elif kind == 'disconnected':
                self.sent.set(t, False)

    def read(self, t, words):
        match words:
            case ['calm']:
                for steps in (self.powerless, self.seldom, *self.standing.values()):
                    steps.set(t, False)
            case ['powerless', how]:
                self.powerless.set(t, how == 'on')
                if how == 'on':
                    self.spans.append(('powerless', TRAINER, t, self.told_next(t, 'powerless off')))
            case ['stand', who, how]:
                self.standing[who].set(t, how == 'on')
            case ['period', seconds]:
                self.seldom.set(t, int(seconds) > 1)
            case ['late', who, seconds]:
                self.spans.append(('late', who, t, min(t + float(seconds), calm_again(self.history.log, t))))
            case ['refuse', who, what, count, *rest]:
                self.refused(t, who, what, int(count), float(rest[0]) if rest else ALL)

    def refused(self, t, who, what, count, seconds):
        """Adds the time from the first refused subscription to the end of the refusals, unless none was refused."""
        until = min(t + seconds, calm_again(self.history.log, t))
        refusals = [
            event['T']
            for event in self.history.log
            if event['event'] == 'subscription-refused' and event['who'] == who and t <= event['T'] <= until
        ]
        if refusals:
            end = refusals[count - 1] if len(refusals) >= count else until
            self.spans.append((f'refused {what}', who, refusals[0], end))

    def told_next(self, t, command):
        """Returns when that command was given next, or all oddities ended."""
        notes = [note['T'] for note in self.history.notes if note.get('command') == command and note['T'] > t]
        return min(notes[0] if notes else float('inf'), calm_again(self.history.log, t))

    def of_trainer(self):
        """Returns the spans of the trainer: name, begin, end."""
        return [(name, begin, end) for name, who, begin, end in self.spans if who == TRAINER]
