"""The delay that jz2d and jz2bridge add between a trainer's notification and an app's socket.

jz2d's trace has the wall time at which it decoded each notification; the app notes the time at which each value
arrived. The trainer's noise changes power and cadence with nearly every notification, so a value identifies it.
"""

import bisect
import statistics
import time
from typing import NamedTuple

import fitness
from apps import Reader
from dircon import check
from stage import Follower, Pi, scene

MOST_MEDIAN, MOST_P95 = 0.005, 0.02
LEAST_ARRIVED = 0.97  # of all notifications of the trainer


class Values(NamedTuple):
    watts: int | None
    half_turns: int
    kmh: float


class Delays(NamedTuple):
    """Delays in seconds, sorted, and the share of the notifications that arrived before the next one."""

    delays: list[float]
    arrived: float

    @property
    def median(self) -> float:
        return statistics.median(self.delays)

    @property
    def p95(self) -> float:
        return self.delays[int(len(self.delays) * 0.95)]

    def __str__(self) -> str:
        return (
            f'median {self.median * 1000:.2f} ms, p95 {self.p95 * 1000:.2f} ms, worst {self.delays[-1] * 1000:.2f} ms '
            f'of {len(self.delays)} values; {self.arrived:.1%} arrived'
        )


def values_of(bike: fitness.Bike) -> Values:
    return Values(bike.watts, round((bike.rpm or 0) * 2), round(bike.kmh or 0, 2))


def of_status(status: dict) -> Values:
    trainer = status.get('trainer', {})
    cadence, speed = trainer.get('cadenceRpm', 0), trainer.get('speedKmh', 0)
    return Values(trainer.get('powerWatts'), round(cadence * 2), round(speed, 2))


def is_same(sent: Values, received: Values) -> bool:
    return sent[:2] == received[:2] and abs(sent.kmh - received.kmh) <= 0.011


def delays(sent: list[tuple[int, Values]], received: list[tuple[int, Values]]) -> Delays:
    """Compares times in nanoseconds. A value has arrived if it is received before the trainer's next one; a repeated
    value is left out, because it changes no status.
    """
    times, found, changes = [at for at, _ in received], [], 0
    for (_, before), (at, values), (following, _) in zip(sent, sent[1:], sent[2:], strict=False):
        if values == before:
            continue
        changes += 1
        meanwhile = received[bisect.bisect_left(times, at) : bisect.bisect_left(times, following)]
        found += [(arrived - at) / 1e9 for arrived, other in meanwhile if is_same(values, other)][:1]
    return Delays(sorted(found), len(found) / max(1, changes))


def unsent(sent: list[tuple[int, Values]], received: list[tuple[int, Values]]) -> list[Values]:
    """Returns the values that were not sent, or only before a value that was already received."""
    found, at = [], 0
    for _, values in received:
        later = next((place for place in range(at, len(sent)) if is_same(sent[place][1], values)), None)
        if later is None:
            found.append(values)
        else:
            at = later
    return found


class Measured(NamedTuple):
    to_app: Delays
    to_watch: Delays
    unsent: list[Values]


def measure(programs, seconds: float, name: str) -> Measured:
    with Pi(programs) as pi:
        with Follower(pi) as follower, Reader(pi.address) as reader:
            reader.begin()
            pi.ctl('start', '--watts', '150', '--minutes', '60')
            follower.until(lambda status: status['phase'] == 'riding', 20, 'a ride')
            time.sleep(2)
            began = time.time_ns()
            time.sleep(seconds)
            ended = time.time_ns()
            apps = [(note.wall, values_of(fitness.bike(note.value))) for note in reader.link.values(fitness.BIKE)]
            watched = [(wall, of_status(status)) for _, wall, status in follower.statuses]
            check(not reader.flaws(), f'the app has failed: {reader.flaws()}')
        pi.jz2d.stop()
        all_sent = []
        for line in pi.trace.read_text().splitlines():
            stamp, uuid, value = line.split()
            if uuid.upper().endswith('2AD2'):
                all_sent.append((int(stamp), values_of(fitness.bike(bytes.fromhex(value)))))
    sent = [(at, values) for at, values in all_sent if began <= at <= ended]
    check(len(sent) > seconds * 3, f'the trainer sent only {len(sent)} values')
    to_watch, to_app = delays(sent, watched), delays(sent, apps)
    check(to_app.delays, f'no value of the trainer reached the app: {sent[:3]} {apps[-3:]}')
    if to_watch.delays:
        print(f'       {name} to a client of jz2d: {to_watch}')
    print(f'       {name} to the app: {to_app}')
    return Measured(to_app, to_watch, unsent(all_sent, [(at, values) for at, values in apps if began <= at <= ended]))


@scene('an app receives the values of the trainer in their order, as a client of jz2d does')
def short_delay(programs) -> None:
    # On a busy computer any value may be late, so the times are checked only by the long scene.
    result = measure(programs, 20, 'delay')
    check(not result.unsent, f'the trainer did not send {result.unsent[:3]} then')
    check(len(result.to_app.delays) > len(result.to_watch.delays) / 2, 'the client receives twice as many in time')


@scene('a value of the trainer reaches the app within 5 ms of its arrival at jz2d', is_long=True)
def long_delay(programs) -> None:
    result = measure(programs, 600, 'delay of ten minutes').to_app
    check(result.arrived >= LEAST_ARRIVED, f'only {result.arrived:.1%} of the values arrived before the next one')
    check(result.median < MOST_MEDIAN, f'the median is {result.median * 1000:.1f} ms')
    check(result.p95 < MOST_P95, f'p95 is {result.p95 * 1000:.1f} ms')
