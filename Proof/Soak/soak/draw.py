"""Draws the rides of a campaign. A seed gives a chain: one machine's life with several rides on one disk.

A ride is a list of lines, each a time and a command of `scenarios/campaign.sh`. A time is in seconds from the start
command; a negative time is so long before the ride's timer runs out. The draws do not depend on the daemon's code, and
one seed is one chain.
"""

import random
from dataclasses import dataclass, field

from rig.devices import STRAP, TRAINER, USUAL_TRAINER
from soak import reported
from soak.beside import Beside, beside_faults, draw_beside

RIDES_A_CHAIN = 5
GO_ON_SECONDS = 30 * 60  # README: a ride goes on if it is not older
REST_SECONDS = 40  # pause after a ride, so that everything its last faults took away is back before the next one
LONG_RIDES, CLEAN_RIDES, STOPPED_RIDES = 0.1, 0.08, 0.12  # shares of all rides
# Shares of the rides without heart rate control: the strap is worn, the ride has no strap, or its strap never answers.
STRAPS = {'worn': 0.65, 'none': 0.2, 'missing': 0.15}
# Shares of the faults: in the ride's first three seconds, in its last two, right after another fault.
FIRST_SECONDS, LAST_SECONDS, AT_ONCE = 0.14, 0.12, 0.2
YEARS = 10 * 365 * 86400
DEVICES = 'trainer', 'strap', 'cadence', 'meter', 'fan'  # possible first words of a fault's name


@dataclass
class Ride:
    number: int
    kind: str  # steady, plan, heart
    minutes: float  # of the timer; a guess for a plan that also ends in other ways
    start: list  # the words of `jz2ctl start`
    strap: bool  # whether the rider wears a strap
    plan: list = field(default_factory=list)  # intervals: (end, amount, from watts, to watts)
    lines: list = field(default_factory=list)  # (at, words), by time
    faults: list = field(default_factory=list)  # their names, for the verdict
    fresh: bool = False  # whether the rider sits still at the start
    missing: bool = False  # whether the strap of the ride never answers
    pulse: bool = False  # whether the trainer sends the rider's heart rate
    silence: float = 0.0  # seconds of its longest silence

    @property
    def seconds(self):
        return round(self.minutes * 60)

    @property
    def plan_name(self):
        return f'Plan-{self.number}'

    def plan_text(self):
        def target(first, last):
            return 'free' if first is None else f'{first}W' if first == last else f'{first}-{last}W'

        ends = {
            'timer': lambda s: f'timer {s // 60}:{s % 60:02}',
            'distance': lambda m: f'distance {m}m',
            'activity': lambda _: 'activity',
        }
        intervals = [f'{ends[end](amount)} {target(first, last)}' for end, amount, first, last in self.plan]
        return '\n'.join([f'name: {self.plan_name}', *intervals]) + '\n'

    def schedule(self):
        """Returns the lines as the guest reads them, with those that count from the end last: they need its timer."""
        ordered = sorted((line for line in self.lines if line[0] >= 0), key=lambda line: line[0])
        ordered += sorted((line for line in self.lines if line[0] < 0), key=lambda line: line[0])
        return [f'{at:.3f} {words}' for at, words in ordered]


@dataclass
class Chain:
    seed: int
    rides: list
    trainer: str = USUAL_TRAINER
    beside: Beside = field(default_factory=Beside)
    oddity: str | None = None  # the trainer's oddity

    @property
    def has_heart(self):
        """Whether the trainer has a Heart Rate service."""
        return self.oddity == 'heart'

    @property
    def variant(self):
        """Returns the words of its boots."""
        return [self.trainer, *([self.oddity] if self.oddity else []), *self.beside.variant]


class Drawing:
    """A ride during its drawing."""

    def __init__(self, rng, ride):
        self.rng, self.ride = rng, ride
        self.taken = {}  # resource of a fault -> the times in which no other fault may use it

    def between(self, low, high):
        return round(self.rng.uniform(low, high), 3)

    def add(self, at, words):
        self.ride.lines.append((round(at, 3), words))

    def free(self, at, what, seconds):
        """Reserves `what` for that time. Fails if another fault uses it."""
        if at >= 0 and any(begin <= at + seconds + 1 and at <= until + 1 for begin, until in self.taken.get(what, [])):
            return False
        self.taken.setdefault(what, []).append((at, at + seconds) if at >= 0 else (1e9, 1e9))
        return True

    def away_seconds(self):
        """Draws the time for which a device is away: mostly moments, sometimes minutes."""
        low, high = self.rng.choices([(0.05, 3), (3, 60), (60, 180)], [6, 3, 1])[0]
        return self.between(low, high)

    def new_target(self, at):
        """Adds a command that changes the trainer's target, right after a fault."""
        words = (
            f'bias {self.rng.randint(-20, 20)}' if self.ride.kind == 'plan' else f'watts {self.rng.randrange(100, 260)}'
        )
        self.give_back(at, 0.001, f'ask {words}')

    # Each fault: the resource that it uses, and its maximum length. The time after the end of a ride is unknown, so the
    # recovery from a fault near the end is counted from the fault itself.

    def fault(self, name, at):
        """Draws that fault. Fails if another fault uses the same resource."""
        device = name.split()[0] if name.split()[0] in DEVICES else None
        what = name.removeprefix(f'{device} ') if device else name
        drawn = getattr(self, 'draw_' + what.replace(' ', '_'))
        if not (drawn(at, device) if device else drawn(at)):
            return False
        self.ride.faults.append(name)
        return True

    def give_back(self, at, seconds, words):
        """Adds the command that ends a fault, so long after it."""
        if at >= 0:
            self.add(at + seconds, words)
        else:
            self.ride.lines.append((at + 1e-6 * len(self.ride.lines), f'later {seconds:.3f} {words}'))

    def draw_drop(self, at, who):
        self.add(at, f'tell drop {who}')
        return True

    def draw_vanish(self, at, who):
        seconds = self.away_seconds()
        if not self.free(at, who, seconds):
            return False
        self.add(at, f'tell vanish {who} {seconds}')
        return True

    def draw_gone(self, at, who):
        """Draws an empty battery: the device is gone for good."""
        if not self.free(at, who, 7200):
            return False
        self.add(at, f'tell vanish {who} 7200')
        return True

    def draw_stillborn(self, at, who):
        """Drops the link; some of the next links are not established."""
        if not self.free(at, f'{who} links', 20):
            return False
        self.add(at, f'tell stillborn {who} {self.rng.randint(1, 4)}')
        self.give_back(at, 0.001, f'tell drop {who}')
        return True

    def draw_update_refused(self, at):
        """Makes connection updates of the next link or links fail."""
        if not self.free(at, 'trainer links', 20):
            return False
        self.add(at, f'tell updates {self.rng.choice(["refused", "failed"])} {self.rng.choice([1, 2, 3, 1000])}')
        self.give_back(at, 0.001, 'tell drop trainer')
        return True

    def draw_foreign_scan(self, at):
        """Lets another program scan, among many devices."""
        if not self.free(at, 'scan', 40):
            return False
        self.add(at, 'look-around')
        self.give_back(at, self.between(3, 30), 'look-away')
        return True

    def draw_fade(self, at, who):
        seconds = self.between(0.1, 8)
        if not self.free(at, who, seconds):
            return False
        self.add(at, f'tell fade {who} {seconds}')
        return True

    def draw_silent(self, at, who):
        seconds = self.between(0.5, 15)
        if not self.free(at, who, seconds):
            return False
        self.add(at, f'tell silent {who} {seconds}')
        return True

    def draw_stall(self, at, who):
        if not self.free(at, who, 40):
            return False
        self.add(at, f'tell stall {who} {self.rng.choice(["subscription", "link"])}')
        return True

    def draw_deny(self, at):
        if not self.free(at, 'point', 40):
            return False
        self.add(at, f'tell deny {self.rng.randint(1, 3)}')
        self.give_back(at, 0.001, 'tell drop trainer') if self.rng.random() < 0.6 else self.new_target(
            max(at, 0) + 0.001
        )
        return True

    def draw_mute(self, at):
        if not self.free(at, 'point', 40):
            return False
        self.add(at, f'tell mute {self.rng.randint(1, 2)}')
        self.new_target(at)
        return True

    def draw_deaf(self, at):
        if not self.free(at, 'point', 40):
            return False
        self.add(at, 'tell deaf 1')
        self.new_target(at)
        return True

    def draw_refuses(self, at, who):
        if not self.free(at, f'{who} point', 40):
            return False
        self.add(at, f'tell deny {self.rng.randint(1, 3)} {who}')
        return True

    def draw_does_not_answer(self, at, who):
        if not self.free(at, f'{who} point', 40):
            return False
        self.add(at, f'tell mute {self.rng.randint(1, 2)} {who}')
        return True

    def draw_reset(self, at):
        if not self.free(at, 'trainer', 12):
            return False
        self.add(at, 'tell reset')
        return True

    def draw_garbage(self, at):
        self.add(at, f'tell garbage {self.rng.randint(1, 50)}')
        return True

    def draw_weak(self, at):
        seconds = self.between(15, 90)
        if not self.free(at, 'legs', seconds + 20):
            return False
        self.add(at, f'tell weak {self.rng.randrange(95, 130)}')
        self.give_back(at, seconds, 'tell weak 0')
        return True

    def draw_stops_pedalling(self, at):
        seconds = self.rng.choices([self.between(1, 8), self.between(8, 120), self.between(960, 1100)], [4, 6, 0.4])[0]
        if not self.free(at, 'legs', seconds + 12):
            return False
        self.add(at, 'tell cadence 0')
        self.give_back(at, seconds, 'tell cadence 88')
        return True

    def draw_offset(self, at):
        if not self.free(at, 'bias', 60):
            return False
        self.add(at, f'tell offset {self.rng.randint(-8, 8)}')
        self.give_back(at, self.between(20, 50), 'tell offset 0')
        return True

    def draw_neighbour(self, at):
        if not self.free(at, 'neighbour', 60):
            return False
        self.add(at, 'tell neighbour on')
        self.give_back(at, self.between(2, 50), 'tell neighbour off')
        return True

    def draw_unplug(self, at):
        seconds = self.between(0.3, 30)
        if not self.free(at, 'adapter', seconds):
            return False
        self.add(at, 'unplug')
        self.give_back(at, seconds, 'plug')
        return True

    def draw_bluetoothd_killed(self, at):
        if not self.free(at, 'bus', 4):
            return False
        self.add(at, 'kill-bluetoothd')
        self.give_back(at, 2, 'bluetoothd')
        return True

    def draw_bus_restarted(self, at):
        if not self.free(at, 'bus', 5):
            return False
        self.add(at, 'kill-bus')
        self.give_back(at, 1, 'bus')
        self.give_back(at, 1.1, 'bluetoothd')
        return True

    def down_seconds(self):
        low, high = self.rng.choices(
            [(0.02, 2), (2, 25), (25, 600), (GO_ON_SECONDS + 60, GO_ON_SECONDS + 900)], [4, 4, 1, 0.3]
        )[0]
        return self.between(low, high)

    def draw_daemon_killed(self, at):
        seconds = self.down_seconds()
        if not self.free(at, 'daemon', seconds):
            return False
        self.add(at, 'kill')
        self.give_back(at, seconds, 'daemon')
        return True

    def draw_daemon_ended(self, at):
        seconds = self.down_seconds()
        if not self.free(at, 'daemon', seconds + 6):
            return False
        self.add(at, 'term')
        self.give_back(at, seconds, 'daemon')
        return True

    def draw_disk_full(self, at):
        seconds = self.between(0.5, 40)
        if not self.free(at, 'disk', seconds):
            return False
        self.add(at, 'fill')
        self.give_back(at, seconds, 'empty')
        return True

    def draw_clock(self, at):
        if not self.free(at, 'clock', 30):
            return False
        step = self.rng.choice([self.between(-30, 30), self.between(-4000, 4000), YEARS, -YEARS])
        self.add(at, f'clock {step:.3f}')
        if abs(step) == YEARS:
            self.give_back(at, self.between(1, 25), f'clock {-step:.3f}')
        return True

    def draw_pull(self, at):
        if not self.free(at, 'power', 20):
            return False
        outage = self.rng.choices(
            [self.between(5, 60), self.between(60, 1200), self.between(GO_ON_SECONDS + 60, 9000)], [5, 4, 1]
        )[0]
        self.add(at, f'pull {outage:.3f}')
        return True


FAULTS = {
    'trainer drop': 5,
    'trainer vanish': 6,
    'trainer fade': 4,
    'trainer silent': 3,
    'trainer stall': 3,
    'trainer stillborn': 2,
    'update refused': 2,
    'foreign scan': 1,
    'reset': 3,
    'deny': 3,
    'mute': 2,
    'deaf': 2,
    'garbage': 2,
    'offset': 1,
    'neighbour': 1,
    'weak': 3,
    'stops pedalling': 4,
    'strap drop': 2,
    'strap vanish': 3,
    'strap fade': 1,
    'strap silent': 1,
    'strap stall': 1,
    'strap stillborn': 1,
    'strap gone': 1,
    'unplug': 3,
    'bluetoothd killed': 3,
    'bus restarted': 2,
    'daemon killed': 6,
    'daemon ended': 5,
    'disk full': 3,
    'clock': 4,
    'pull': 6,
}
# Faults that make no sense in a ride controlled by the heart rate, or hide its input.
NOT_BY_HEART = {'offset'}


def minutes(rng):
    """Draws a length: mostly 3 to 15 minutes, more of the short ones; one ride in ten up to 90."""
    u = rng.random()
    return round(15 + 75 * u * u if rng.random() < LONG_RIDES else 3 + 12 * u * u, 1)


def draw_plan(rng, total):
    """Draws intervals of about so many seconds in all; at most one is an activity."""
    intervals, left, nods = [], total, 1
    while left > 20 or not intervals:
        end = rng.choices(['timer', 'distance', 'activity'], [7, 2, 1 if nods else 0])[0]
        first = rng.randrange(90, 250)
        last = rng.choice([first, first, first, rng.randrange(90, 250)]) if end == 'timer' else first
        if rng.random() < 0.08:
            first = last = None
        seconds = min(rng.randrange(20, 300), max(20, left))
        nods -= end == 'activity'
        intervals.append((end, {'timer': seconds, 'distance': seconds * 8, 'activity': 0}[end], first, last))
        left -= seconds if end != 'activity' else 30
    return intervals


def draw_commands(drawing):
    """Draws the rider's commands during the ride."""
    rng, ride = drawing.rng, drawing.ride
    for _ in range(rng.randint(0, 2 + int(ride.minutes / 5))):
        at = drawing.between(1, ride.seconds)
        verbs = {
            'steady': ['watts', 'watts', 'change', 'pause'],
            'heart': ['pause'],
            'plan': ['next', 'back', 'extend', 'bias', 'watts', 'pause'],
        }[ride.kind]
        match rng.choice(verbs):
            case 'watts':
                drawing.add(at, f'ask watts {rng.randrange(80, 280)}')
            case 'change':
                drawing.add(at, f'ask watts {rng.choice(["+5", "-5", "+10", "-10"])}')
            case 'extend':
                drawing.add(at, f'ask extend {rng.choice(["0:20", "0:45", "200m"])}')
            case 'bias':
                drawing.add(at, f'ask bias {rng.choice(["+5", "-5", "0", "10"])}')
            case 'pause':
                seconds = drawing.between(0.2, 90)
                if drawing.free(at, 'pause', seconds):
                    drawing.add(at, 'ask pause')
                    drawing.add(at + seconds, 'ask resume')
            case verb:
                drawing.add(at, f'ask {verb}')


def draw_faults(drawing):
    rng, ride = drawing.rng, drawing.ride
    if rng.random() < CLEAN_RIDES:
        return
    names = [
        name
        for name in FAULTS
        if (ride.strap or not name.startswith('strap')) and not (ride.kind == 'heart' and name in NOT_BY_HEART)
    ]
    weights = [FAULTS[name] for name in names]
    before = None
    for _ in range(fault_count(rng, ride)):
        where = rng.random()
        if where < FIRST_SECONDS:
            at = drawing.between(0, 3)
        elif where < FIRST_SECONDS + LAST_SECONDS and ride.kind != 'plan':
            at = -drawing.between(0.001, 2)
        elif where < FIRST_SECONDS + LAST_SECONDS + AT_ONCE and before is not None and before >= 0:
            at = before + drawing.between(0, 4)
        else:
            at = drawing.between(3, ride.seconds)
        if drawing.fault(rng.choices(names, weights)[0], at):
            before = at


def fault_count(rng, ride):
    return min(14, 1 + int(rng.expovariate(1 / (1.5 + ride.minutes / 5))))


def draw_faults_beside(drawing, beside):
    """Draws the faults of sensors and fan, at any time of the ride."""
    faults = beside_faults(beside)
    for _ in range(fault_count(drawing.rng, drawing.ride) if faults else 0):
        drawing.fault(drawing.rng.choice(faults), drawing.between(0, drawing.ride.seconds))


def draw_ride(seed, number, beside, bugs=True):
    rng = random.Random(f'{seed}/{number}')
    kind = rng.choices(['steady', 'plan', 'heart'], [5, 3, 2])[0]
    strap = 'worn' if kind == 'heart' else rng.choices(list(STRAPS), STRAPS.values())[0]
    ride = Ride(number, kind, minutes(rng), [], strap == 'worn', missing=strap == 'missing')
    watts = rng.randrange(90, 260)
    if kind == 'plan':
        ride.plan = draw_plan(rng, ride.seconds)
        ride.start = ['--plan', ride.plan_name]
    else:
        ride.start = ['--watts', str(watts), '--minutes', str(ride.minutes)]
        if kind == 'heart':
            ride.start = ['--zone2', '--watts', str(rng.randrange(90, 180)), *ride.start[2:]]
    if strap == 'none':
        ride.start.append('--no-heart-rate')
    drawing = Drawing(rng, ride)
    if rng.random() < 0.4:  # the rider sits still at first, and pedals later
        ride.fresh = True
        drawing.free(0, 'legs', 8)
        drawing.add(drawing.between(0.5, 8), 'tell cadence 88')
    draw_commands(drawing)
    draw_faults(drawing)
    if rng.random() < STOPPED_RIDES:
        drawing.add(drawing.between(2, ride.seconds * 1.05), 'ask stop')
    if bugs:
        drawing.rng = random.Random(f'{seed}/{number}/reported')
        reported.draw_pulse(drawing.rng, ride)
        reported.draw_reported(drawing, [TRAINER, STRAP] if ride.strap else [TRAINER])
    drawing.rng = random.Random(f'{seed}/{number}/beside')
    draw_faults_beside(drawing, beside)
    if bugs:
        drawing.rng = random.Random(f'{seed}/{number}/reported/beside')
        reported.draw_reported(drawing, beside.devices)
    return ride


def deal(seed, index, trainers):
    """Returns the trainer of a campaign's chain. Trainers are dealt like cards, so that as many chains in a row as
    there are trainers have each of them once.
    """
    order = list(trainers)
    random.Random(f'{seed}/trainers/{index // len(order)}').shuffle(order)
    return order[index % len(order)]


def draw_chain(seed, rides=RIDES_A_CHAIN, trainer=USUAL_TRAINER, devices=(), bugs=True):
    """Draws a chain on a trainer, with some of the devices. Its rides do not depend on these, except for the devices'
    own faults. `bugs`: also draws faults from live bug reports.
    """
    beside = draw_beside(random.Random(f'{seed}/beside'), devices)
    drawn = [draw_ride(seed, number, beside, bugs) for number in range(1, rides + 1)]
    return Chain(seed, drawn, trainer, beside, reported.draw_oddity(seed) if bugs else None)
