"""Apps that ride by Direct Connect, each with the behaviour that docs/road-and-apps.md reports of a real one."""

import contextlib
import itertools
import threading
import time

import dircon
import fitness
from dircon import BrokenError, Link, check
from fitness import BIKE, CONTROL, FEATURES, HEART_RATE, POWER, RESET, SPEED_AND_CADENCE, START, STATUS, TAKE_CONTROL

EVERY = 2.0  # seconds between two repetitions of a target
FITNESS, CYCLING_POWER, CYCLING_SPEED, HEART, BATTERIES, INFORMATION = 0x1826, 0x1818, 0x1816, 0x180D, 0x180F, 0x180A
# The characteristics that an app expects, with the properties that it needs.
NEEDED = {
    FITNESS: {
        FEATURES: dircon.CAN_READ,
        BIKE: dircon.CAN_NOTIFY,
        CONTROL: dircon.CAN_WRITE,
        STATUS: dircon.CAN_NOTIFY,
    },
    CYCLING_POWER: {POWER: dircon.CAN_NOTIFY, 0x2A65: dircon.CAN_READ},
    HEART: {HEART_RATE: dircon.CAN_NOTIFY},
}


class App:
    """An app, and the connection by which it controls."""

    name = 'app'

    def __init__(self, address: tuple[str, int]):
        self.address = address
        self.links: list[Link] = []
        self.failures: list[str] = []
        self.link = self.connect(self.name)

    def __enter__(self) -> 'App':
        return self

    def __exit__(self, *_error) -> None:
        self.leave()

    def connect(self, name: str) -> Link:
        link = Link(self.address, name)
        self.links.append(link)
        return link

    def leave(self) -> None:
        for link in self.links:
            link.close()

    def discover(self) -> dict[int | None, dict[int | None, int]]:
        """Reads the whole table, and checks the services that an app needs."""
        table = {service: self.link.characteristics(service) for service in self.link.services() if service}
        for service, characteristics in NEEDED.items():
            found = table.get(service, {})
            for of, properties in characteristics.items():
                has = found.get(of, 0) & properties == properties
                check(has, f'{service:04X} has no {of:04X} with properties {properties}: {found}')
        return table

    def bikes(self, since: float = 0) -> list[tuple[float, fitness.Bike]]:
        """Returns the received Indoor Bike Data with their times."""
        return [(note.at, fitness.bike(note.value)) for note in self.link.values(BIKE, since)]

    def greatest_gap(self, since: float, until: float) -> float:
        """Returns the longest time without Indoor Bike Data, in seconds."""
        times = [since, *(note.at for note in self.link.values(BIKE, since) if note.at <= until), until]
        return max(after - before for before, after in itertools.pairwise(times))

    def flaws(self) -> list[str]:
        """Returns everything that would make this app fail, or report a lost device."""
        lost = [f'{link.name}: the server ended the connection' for link in self.links if link.ended is not None]
        return [*self.failures, *lost, *(f'{link.name}: {flaw}' for link in self.links for flaw in link.flaws)]


class Reader(App):
    """Shows the values of every service, and never controls."""

    name = 'reader'

    def begin(self) -> None:
        table = self.discover()
        for of in (BIKE, POWER, SPEED_AND_CADENCE, HEART_RATE):
            if any(of in characteristics for characteristics in table.values()):
                self.link.subscribe(of)
        for service in table:
            for of, properties in table[service].items():
                if of and properties & dircon.CAN_READ:
                    self.link.read(of)


class Repeating(App):
    """An app that repeats its target, in a thread of its own."""

    def __init__(self, address: tuple[str, int]):
        super().__init__(address)
        self.target: bytes | None = None
        self.controlling = threading.Lock()
        self.ended = threading.Event()
        threading.Thread(target=self.repeat, daemon=True).start()

    def leave(self) -> None:
        self.ended.set()
        super().leave()

    def repeat(self) -> None:
        while not self.ended.wait(EVERY):
            with self.controlling:
                if self.target is None:
                    continue
                try:
                    fitness.succeeded(self.link.control(self.target))
                except (BrokenError, OSError) as error:
                    if not self.ended.is_set():
                        self.failures.append(f'{self.name}, repeating its target: {error}')

    def fall_silent(self) -> None:
        with self.controlling:
            self.target = None


class Zwift(Repeating):
    """Sends 00, 01, 07 and its target, again at each change between ERG and slope, and repeats the target."""

    name = 'Zwift'

    def begin(self) -> None:
        self.discover()
        self.link.read(FEATURES)
        for of in (BIKE, CONTROL, STATUS, HEART_RATE):
            self.link.subscribe(of)

    def request(self, target: bytes) -> None:
        with self.controlling:
            if self.target is None or self.target[0] != target[0]:
                for value in (TAKE_CONTROL, RESET, START):
                    fitness.succeeded(self.link.control(value))
            fitness.succeeded(self.link.control(target))
            self.target = target

    def hold(self, watts: int) -> None:
        self.request(fitness.hold(watts))

    def climb(self, percent: float) -> None:
        self.request(fitness.slope(percent))


class MyWhoosh(Repeating):
    """Opens a connection for the trainer and one for the heart rate, and sends 00, 01 and a slope with Crr 0, Cw 0.

    It sends nothing to the trainer before its first Indoor Bike Data. In the notes, it subscribes 2AD2 and 2ADA only.
    """

    name = 'MyWhoosh'

    def begin(self) -> None:
        services = self.link.services()
        check(FITNESS in services, f'{FITNESS:04X} is missing in {services}')
        self.link.characteristics(FITNESS)
        features = self.link.read(FEATURES)
        check(len(features) == 8, f'the features have {len(features)} bytes')
        # It sends no slopes to a trainer without power (bit 14) or without simulation (bit 13 of the targets).
        check(features[1] & 0x40 and features[5] & 0x20, f'the features lack power or simulation: {features.hex(" ")}')
        self.link.subscribe(BIKE)
        self.link.subscribe(STATUS)
        self.link.next_value(BIKE, lambda _: True, 2, 'Indoor Bike Data after the subscription')
        for value in (TAKE_CONTROL, RESET):
            self.link.write(CONTROL, value)
        self.climb(0)
        heart = self.connect('MyWhoosh, heart rate')
        if HEART in heart.services():
            heart.characteristics(HEART)
            heart.subscribe(HEART_RATE)

    def climb(self, percent: float) -> None:
        with self.controlling:
            self.target = fitness.slope(percent, rolling=0, drag=0)
            self.link.write(CONTROL, self.target)

    def repeat(self) -> None:
        # It has no subscription of the control point, so no indication arrives.
        while not self.ended.wait(EVERY):
            with self.controlling, contextlib.suppress(BrokenError, OSError):
                if self.target:
                    self.link.write(CONTROL, self.target)


class Trainings(App):
    """Holds the power of each second of a ramp, like a program for workouts, and repeats no target."""

    name = 'TrainerRoad'

    def begin(self) -> None:
        self.discover()
        # The subscription of the control point and the first request arrive together.
        link = self.link
        link.subscribe(BIKE)
        link.subscribed.add(CONTROL)
        with link.sending:
            subscribing = link.begin(dircon.SUBSCRIBE, dircon.uuid(CONTROL) + b'\1')
            taking = link.begin(dircon.WRITE, dircon.uuid(CONTROL) + TAKE_CONTROL)
            link.send(subscribing, taking)
        for request in (subscribing, taking):
            check(link.finish(request).code == dircon.OK, f'{request} is refused')
        link.wait(lambda: link.notes and link.values(CONTROL), 5, 'an indication of the first request')
        fitness.succeeded(link.values(CONTROL)[0].value)

    def ramp(self, start: int, end: int, seconds: int) -> None:
        for second in range(seconds + 1):
            fitness.succeeded(self.link.control(fitness.hold(round(start + (end - start) * second / seconds))))
            time.sleep(1)
