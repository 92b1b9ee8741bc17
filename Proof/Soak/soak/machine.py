"""The events of a chain's machine, its trainer and its rider, from the peripherals' log and the guest's notes."""

from dataclasses import dataclass

from rig.devices import FAN, METER, STRAP, TRAINER, USUAL_TRAINER
from rig.told import Reaction, What, trainer_of
from soak.beside import Beside
from soak.bounds import (
    BOUNDS,
    DISOBEYS,
    LONG_GAP,
    LONGEST_LINK,
    PATIENCE,
    POWER_WITHIN,
    RAMP,
    RAMPED,
    RESTS,
    ROAD_WATTS,
    SILENCES,
    SILENT_AGAIN,
    SINGLE_WITHIN,
    SPOKEN,
    UNSEEN_WATTS,
    WEAK_AGAIN,
)
from soak.history import Steps
from soak.oddities import Oddities, calm_again

SIX_INTERVALS = 0.3  # seconds in which a link that is not established looks like one, as in air.py
# Events of a device that do not change whether its data arrive. Its stream may also end because a client renews it.
HEARD_ON = {'connected', 'back', 'unheard', 'shows', 'late', 'complete', 'subscription-refused', 'updated'}


@dataclass
class Cause:
    """A disturbance during which the trainer may lack the target, from `begin` to its bound after `heal`."""

    name: str
    begin: float
    heal: float
    until: float = 0.0
    rest: float = 0.0  # seconds by which the next attempt may be later, since the rests grow with a disturbance


def rest_after(name, seconds):
    """Returns the longest rest between two attempts at the end of a disturbance of that length."""
    share, most = RESTS.get(name, (0, 0))
    return min(share * seconds, most)


def merged(spans):
    """Returns the spans without overlaps, in order."""
    found = []
    for begin, end in sorted(spans):
        if found and begin <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((begin, end))
    return found


class Machine:
    """The events of the chain's machine as timelines."""

    def __init__(self, history, beside=None, has_heart=False):
        self.history, self.beside = history, beside or Beside()
        self.has_heart = has_heart  # whether the trainer has a Heart Rate service
        self.trainer = trainer_of(history.log)
        self.held = Steps()  # the trainer's own target
        self.heard = Steps(False)  # whether its data reach a subscriber
        self.others_heard = {who: Steps(False) for who in (METER, FAN, STRAP)}
        self.blown = Steps(0)  # the fan's speed in percent
        self.fan_disobeys = []  # spans of time
        self.cadence = Steps(88.0)
        self.paused = Steps(False)
        self.offset, self.weak = Steps(0), Steps(0)
        self.daemon = Steps(False)
        self.road = Steps(False)  # whether the trainer's brake is a road instead of a target
        self.wall = []  # wall clock minus T
        self.clock_steps = []  # (T, seconds by which the wall clock was set)
        self.causes, self.crashes, self.garbage = [], [], []
        self.read_log()
        self.read_beside()
        self.read_notes()
        self.read_told_lines()
        self.oddities = Oddities(history)
        for name, begin, end in self.oddities.of_trainer():
            # A SNAP reports no cadence, so only its power shows whether the rider pedals.
            if name != 'powerless' or self.trainer == 'snap':
                self.cause(name, begin, end)
        self.delivered = self.oddities.sent.and_also(self.passable())
        self.causes.sort(key=lambda cause: (cause.heal, cause.begin))

    def cause(self, name, begin, heal):
        self.causes.append(Cause(name, begin, heal, rest=rest_after(name, heal - begin)))

    def read_log(self):
        log = self.history.log
        fading = False
        for index, event in enumerate(log):
            t, kind = event['T'], event['event']
            if kind == 'boot':
                self.held.set(t, None)
                self.heard.set(t, False)
                self.road.set(t, False)
                # The notes are read later, and may have another value before a later boot.
                for steps, value in ((self.cadence, 88.0), (self.offset, 0), (self.weak, 0)):
                    steps.set(t, value, always=t > 0)
            elif kind == 'response':
                self.held.set(t, event['target'])
                if event['target'] is not None or event['what'] == What.FREE:
                    self.road.set(t, False)
                if event['reaction'] == Reaction.DENIED:
                    self.cause('refused', t, t)
            elif kind == 'request':
                self.read_request(index, event)
            elif kind == 'simulation':
                self.road.set(t, True)
            elif kind == 'unplug':
                self.cause('unplug', t, next((e['T'] for e in log[index:] if e['event'] in ('plug', 'boot')), t))
            if event.get('who') != TRAINER:
                continue
            if kind == 'not-established':
                self.cause('not established', t - SIX_INTERVALS, t)
            elif kind == 'disconnected':
                self.held.set(t, None)
                self.road.set(t, False)
                self.heard.set(t, False)
                fading = False
            elif kind == 'notifies':
                self.heard.set(t, True)
            elif kind in ('silent', 'stall', 'vanish', 'fade', 'reset', 'drop'):
                back = next(
                    (
                        e['T']
                        for e in log[index:]
                        if e['event'] == 'boot' or (e['event'] == 'back' and e.get('who') == TRAINER)
                    ),
                    t,
                )
                was = self.heard(t)
                self.heard.set(t, False)
                match kind:
                    case 'drop':
                        self.cause('drop', t, t)
                    case 'stall':
                        self.stall(event, t, self.felt_from(index, t))
                    case 'reset':
                        self.cause('reset', t, max(back, t + event['supervision']))
                    case 'silent':
                        self.cause(kind, t, min(t + event['seconds'], calm_again(log, t)))
                    case _:
                        self.cause(kind, t, back)
                fading = kind == 'fade' and was
            elif kind == 'back' and fading:
                self.heard.set(t, True)
                fading = False

    def heard_of(self, who):
        """Returns whether the data of meter, fan or strap reach a subscriber, as steps."""
        return self.others_heard[who]

    def read_beside(self):
        for event in self.history.log:
            t, kind = event['T'], event['event']
            if kind == 'boot':
                self.blown.set(t, 0)
            elif kind == 'fan':
                self.blown.set(t, event['percent'])
            for who, heard in self.others_heard.items():
                if kind == 'boot' or event.get('who') == who:
                    heard.set(t, kind == 'notifies' or (heard(t) and kind in HEARD_ON))

    def felt_from(self, index, t):
        """Returns when a stall takes effect: on the next link, if there is none yet."""

        def first(events, *kinds):
            found = (e for e in events if e['event'] in kinds and e.get('who', TRAINER) == TRAINER)
            return next(found, {'event': None})

        log = self.history.log
        is_linked = first(reversed(log[:index]), 'connected', 'disconnected', 'boot')['event'] == 'connected'
        following = first(log[index:], 'connected', 'calm', 'boot')
        return following['T'] if not is_linked and following['event'] == 'connected' else t

    def stall(self, event, t, felt):
        name = f'stall {event["until"]}'
        before = [c for c in self.causes if c.name.startswith(('stall', 'silent'))]
        again = SILENT_AGAIN if any(t - 60 < c.begin for c in before) else 0
        # jz2 keeps each link without data for longer than the last, until data have arrived for a while.
        kept = max((c.heal - c.begin for c in before if t - SPOKEN < c.heal), default=0)
        self.cause(name, t, felt + max(again, min(kept, LONGEST_LINK)))

    def read_request(self, index, event):
        log, what, watts = self.history.log, event['what'], event['watts']
        if what == What.OTHER:
            return
        for later in log[index + 1 : index + 20]:
            if later['T'] > event['T'] + 0.05 or later['event'] in ('disconnected', 'boot', 'unplug'):
                break
            if later['event'] == 'response' and later['what'] == what:
                if what == What.TARGET and later['reaction'] == Reaction.DONE and later['target'] != watts:
                    self.cause('deaf', later['T'], self.seen_to_be_deaf(index, later, watts))
                return
        else:
            later = {'T': float('inf')}
        self.cause('muted', event['T'], event['T'])
        # It applied the request without an answer, if its link lasted.
        if later['T'] > event['T'] + 0.05:
            held = {What.TARGET: watts, What.FREE: None, What.ROAD: None}
            self.held.set(event['T'], held.get(what, self.held(event['T'])))

    def seen_to_be_deaf(self, index, answer, wanted):
        """Returns the time from which the power shows that a target was not applied: at once.

        If the former target or the road gives about the same power, this is the time of its next request.
        """
        t = answer['T']
        held = ROAD_WATTS if self.road(t) else answer['target']
        if held is None or abs(wanted - held) > UNSEEN_WATTS:
            return t
        others = (e['T'] for e in self.history.log[index + 1 :] if e['event'] in ('request', 'disconnected', 'boot'))
        return next((at for at in others if at > t), float('inf'))

    def read_notes(self):
        notes = self.history.notes
        for index, note in enumerate(notes):
            t, kind = note['T'], note['event']
            self.wall.append((t, note['epoch'] - t))
            if kind == 'daemon-started':
                self.daemon.set(t, True)
            elif kind in ('killed', 'told-to-end'):
                name = 'daemon killed' if kind == 'killed' else 'daemon ended'
                if kind == 'killed' and self.daemon(t):
                    self.crashes.append(t)
                self.down(name, index, t)
            elif kind == 'peripherals':
                self.read_told(index, note, t)
            elif kind == 'played':
                self.read_played(index, note, t)
            elif kind == 'ride':
                self.paused.set(t, False)
            elif kind == 'answered' and note['status'] == 0 and note['command'] in ('pause', 'resume'):
                self.paused.set(t, note['command'] == 'pause')

    def read_told_lines(self):
        """Ends the data of links that survive the daemon: no client gets them until a new daemon has the trainer."""
        for cause in [c for c in self.causes if c.name in ('daemon killed', 'daemon ended', 'pull')]:
            end = cause.heal
            taken = next(
                (
                    t
                    for t, said in self.history.told
                    if t >= end and said.get('trainer', {}).get('state') == 'connected'
                ),
                end + 60,
            )
            self.deaf_between(self.last_told(cause), taken)
        for begin, end in ((c.begin, c.heal) for c in self.causes if c.name in ('bluetoothd killed', 'bus restarted')):
            heard = [
                e['T']
                for e in self.history.log
                if e['T'] >= end and e['event'] == 'notifies' and e.get('who') == TRAINER
            ]
            # The trainer notices nothing if the kernel kept its link: no client subscribes again.
            states = [
                (t, said['trainer']['state']) for t, said in self.history.told if t >= begin and 'trainer' in said
            ]
            lost = next((t for t, state in states if state != 'connected'), float('inf'))
            heard += [t for t, state in states if t >= max(end, lost) and state == 'connected'][:1]
            self.deaf_between(begin, min(heard, default=end + 60))

    def passable(self):
        """Returns whether the trainer's values can reach a running daemon, through the air and bluetoothd, as steps.

        Only the daemon knows when it takes over a link that the kernel kept, so this begins with the daemon.
        """
        closed = []
        for cause in self.causes:
            if cause.name in ('daemon killed', 'daemon ended', 'pull'):
                closed.append((self.last_told(cause), cause.heal))
            elif cause.name in ('bluetoothd killed', 'bus restarted', 'fade'):
                closed.append((cause.begin, cause.heal))
        found = Steps(True)
        for begin, end in merged(closed):
            found.set(begin, False)
            found.set(end, True)
        return found

    def last_told(self, cause):
        """Returns when a daemon that went down sent its last status. A daemon that is asked to end frees the trainer
        first, and receives data until then.
        """
        told = (t for t, said in self.history.told if cause.begin <= t < cause.heal and 'ride' in said)
        return max(told, default=cause.begin)

    def deaf_between(self, begin, end):
        """Removes the trainer's data of that time, which do not arrive although it sends them."""
        after = self.heard(end)
        keep = [(t, value) for t, value in self.heard.changes() if not begin <= t <= end]
        self.heard = Steps(self.heard.values[0])
        for t, value in sorted([*keep, (begin, False), (end, after)]):
            self.heard.set(t, value)

    def down(self, name, index, t):
        again = next((n['T'] for n in self.history.notes[index:] if n['event'] == 'daemon-started'), float('inf'))
        self.daemon.set(t, False)
        self.cause(name, t, again)

    def read_told(self, index, note, t):
        match note['command'].split():
            case ['cadence', rpm]:
                self.cadence.set(t, float(rpm))
                if float(rpm) == 0:
                    self.cause('stops pedalling', t, self.next_told(index, 'cadence 88'))
            case ['weak', watts]:
                self.weak.set(t, int(watts))
                if int(watts):
                    strong = self.next_told(index, 'weak 0')
                    self.cause('weak again' if strong - t > WEAK_AGAIN else 'weak', t, strong)
            case ['offset', watts]:
                self.offset.set(t, int(watts))
            case ['deny' | 'mute', times, who] if who == FAN:
                self.fan_disobeys.append((t, self.fan_obeys_again(index, t, int(times))))
            case ['garbage', _]:
                self.garbage.append(t)

    def is_told_garbage(self, t):
        """Whether the row of the second that begins then may have values from malformed notifications."""
        return any(at - 2 <= t <= at + 3 for at in self.garbage)

    def fan_obeys_again(self, index, t, times):
        """Returns when a fan with so many faulty answers from a time on obeys again: some time after that many
        requests, and at the latest before the next ride.
        """
        requests = [event['T'] for event in self.history.log if event['event'] == 'fan-told' and event['T'] > t]
        served = requests[times - 1] + DISOBEYS if len(requests) >= times else float('inf')
        return min(served, self.next_told(index, 'calm'))

    def next_told(self, index, command):
        """Returns the time of that command to the peripherals after a note, or of a boot, which restarts them."""
        boot = self.history.notes[index]['boot']
        for note in self.history.notes[index:]:
            if note['boot'] != boot or note.get('command') == command:
                return note['T']
        return float('inf')

    def next_played(self, index, *commands):
        boot = self.history.notes[index]['boot']
        for note in self.history.notes[index:]:
            if note['boot'] != boot or (note['event'] == 'played' and note['command'].strip() in commands):
                return note['T']
        return float('inf')

    def read_played(self, index, note, t):
        match note['command'].split():
            case ['kill-bluetoothd']:
                self.cause('bluetoothd killed', t, self.next_played(index, 'bluetoothd'))
            case ['kill-bus']:
                self.cause('bus restarted', t, self.next_played(index, 'bluetoothd'))
            case ['fill']:
                self.cause('disk full', t, self.next_played(index, 'empty'))
            case ['clock', step]:
                self.cause('clock', t, t)
                self.clock_steps.append((t, float(step)))
            case ['pull', _]:
                if self.daemon(t):
                    self.crashes.append(t)
                self.paused.set(t, self.paused(t))
                self.down('pull', index, t)

    @property
    def power_within(self):
        """Returns the watts by which a row of this trainer may differ from its target."""
        return POWER_WITHIN if self.trainer == USUAL_TRAINER else SINGLE_WITHIN

    def bound(self, name):
        """Returns the seconds that this trainer may be without its target after the end of such a disturbance."""
        return BOUNDS[name][0] + PATIENCE.get(self.trainer, 0)

    def windows(self, begin, end):
        """Returns the disturbances of that time, each with the end of its excuse, counted from the last end."""
        reach, found = float('-inf'), []
        spared = float('-inf')  # the end of the time in which legs that gave in repeatedly must prove themselves
        for cause in self.causes:
            if cause.name not in BOUNDS or cause.begin > end or cause.heal < begin - 120:
                continue
            name, heal = cause.name, max(cause.heal, reach) if cause.begin <= reach else cause.heal
            if name in SILENCES and cause.begin < spared:
                # A silence gives no proof: the legs must prove themselves again.
                name, heal = 'weak again', cause.heal + self.bound(name)
            until = heal + self.bound(name) + cause.rest
            if name == 'weak again':
                spared = until
            if name in RAMPED or until - cause.begin >= LONG_GAP:
                until += RAMP
            cause.until = until
            reach = max(reach, until)
            found.append(cause)
        return found
