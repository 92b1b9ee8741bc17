"""Scenes of a trainer whose link drops: no app notices more than a moment without power."""

import time

import fitness
import public_client
from apps import Zwift
from controlling import power
from dircon import check
from stage import Follower, Pi, scene

# The lengths of the trainer's absences, in seconds.
ABSENCES = (1, 4, 8, 0.6, 2, 5, 2.5, 6, 3.5, 7)
FIRST, SPACING = 14, 20
MOST_GAP = 1.5  # seconds without Indoor Bike Data
HELD = 3.0  # seconds for which a value may be repeated
GRACE = 0.6  # seconds until a value is due
MARGIN = 0.3  # seconds between an app's value and a status of the same change


def absences(count: int) -> str:
    """Returns so many absences as the option of jz2d."""
    return ','.join(f'away={FIRST + SPACING * number}+{length}' for number, length in enumerate(ABSENCES[:count]))


def check_held(bikes: list[tuple[float, fitness.Bike]], losses: list[tuple[float, float]]) -> None:
    """Checks that power is held for at most three seconds of each loss, and is there again after it."""
    for number, (lost, back) in enumerate(losses, 1):
        within = [(at - lost, bike) for at, bike in bikes if lost <= at < back]
        soon = [(at, bike) for at, bike in within if at < HELD - 1]
        # The first value after the loss may arrive before the status that reports the return.
        late = [(at, bike) for at, bike in within if HELD + GRACE < at < back - lost - MARGIN]
        name = f'loss {number}, of {back - lost:.1f} s'
        check(all(bike.watts for _, bike in soon), f'{name}: power is not held: {soon}')
        check(not any(bike.watts or bike.rpm for _, bike in late), f'{name}: power is held for too long: {late}')
        after = [bike for at, bike in bikes if back + GRACE < at < back + 3]
        check(after and after[-1].watts, f'{name}: no power after it: {after}')


def ride_through(pi: Pi, count: int, targets) -> None:
    """Rides with an app that makes a new request after each loss, and once during a loss."""
    with Follower(pi) as follower, Zwift(pi.address) as zwift:
        zwift.begin()
        requested = None

        def request(target) -> None:
            nonlocal requested
            mode, value = requested = target
            zwift.hold(value) if mode == 'watts' else zwift.climb(value)

        def is_applied(status: dict) -> bool:
            mode, value = requested
            return status.get('ride', {}).get('wantedWatts' if mode == 'watts' else 'slopePercent') == value

        begun = time.monotonic()
        request(next(targets))
        follower.until(lambda status: status['phase'] == 'riding', 20, 'the app has begun a ride')
        first = time.monotonic()
        follower.until(is_applied, 5, f'the trainer has the target {requested}')
        for number in range(count):
            follower.until(lambda status: status['phase'] == 'reconnecting', 30, f'loss {number + 1}')
            if number % 3 == 1:
                request(next(targets))
            follower.until(lambda status: status['phase'] == 'riding', 30, f'the return after loss {number + 1}')
            if number % 3 != 1:
                request(next(targets))
            follower.until(is_applied, 5, f'the trainer has the target {requested} after loss {number + 1}')
        if requested[0] == 'watts':
            follower.until(power(requested[1]), 40, f'power of {requested[1]} W')
        time.sleep(3.5)
        until = time.monotonic()
        zwift.fall_silent()
        losses, bikes = follower.losses(), zwift.bikes(begun)
        check(len(losses) == count, f'{len(losses)} losses instead of {count}: {losses}')
        gap = zwift.greatest_gap(first, until)
        check(gap <= MOST_GAP, f'{gap:.2f} s without Indoor Bike Data')
        check_held(bikes, losses)
        check(not zwift.flaws(), f'the app has failed: {zwift.flaws()}')
    pi.ctl('stop')
    ride, rows = pi.whole_ride()
    stopped = sum(not row['timerRunning'] for row in rows)
    away = sum(back - lost for lost, back in losses)
    check(abs(stopped - away) <= 1.5 * count, f'the timer stood for {stopped} s, the trainer was away for {away:.1f} s')
    print(f'       {count} losses of {away:.1f} s in all, greatest gap {gap:.2f} s, {ride["timerSeconds"]} s ridden')


def erg():
    while True:
        for watts in (150, 180, 165, 200):
            yield 'watts', watts


def road():
    while True:
        for percent in (2, -1, 4.5, 0.5):
            yield 'percent', percent


def mixed():
    for watts, percent in zip(erg(), road(), strict=False):
        yield watts
        yield percent


@scene('an app changes between ERG and slope while the trainer drops three times, and sees no lost device')
def three_losses(programs) -> None:
    with Pi(programs, absences(3)) as pi:
        ride_through(pi, 3, mixed())


@scene('an app rides ERG while the trainer drops ten times, and the ride is whole', is_long=True)
def ten_losses_of_erg(programs) -> None:
    with Pi(programs, absences(10)) as pi:
        ride_through(pi, 10, erg())


@scene('an app rides slopes while the trainer drops ten times, and the ride is whole', is_long=True)
def ten_losses_of_slope(programs) -> None:
    with Pi(programs, absences(10)) as pi:
        ride_through(pi, 10, road())


def ride_with_public_client(programs, count: int) -> None:
    half = (FIRST + SPACING * count) / 2
    with Pi(programs, absences(count)) as pi, Follower(pi) as follower:
        seen = public_client.rode(pi.address, [(half, fitness.hold(170)), (half, fitness.slope(3))])
        until = time.monotonic()
        losses = follower.losses()
        check(len(losses) == count, f'{len(losses)} losses instead of {count}: {losses}')
        check(seen.connections == 1, f'the client connected {seen.connections} times: {seen.states}')
        check(seen.greatest_gap(until) <= MOST_GAP, f'{seen.greatest_gap(until):.2f} s without Indoor Bike Data')
        check(follower.latest['ride'].get('slopePercent') == 3, f'the slope is not 3 %: {follower.latest["ride"]}')
        pi.ctl('stop')
        pi.whole_ride()


@scene('a public client, wftnp, rides ERG and slope on one connection while the trainer drops twice')
def public_client_rides(programs) -> None:
    ride_with_public_client(programs, 2)


@scene('a public client, wftnp, rides ERG and slope on one connection while the trainer drops ten times', is_long=True)
def public_client_rides_long(programs) -> None:
    ride_with_public_client(programs, 10)


@scene('an app stays connected while jz2d is killed and returns, and the ride goes on')
def daemon_killed(programs) -> None:
    with Pi(programs) as pi, Zwift(pi.address) as zwift:
        zwift.begin()
        zwift.hold(170)
        with Follower(pi) as follower:
            follower.until(lambda status: status['phase'] == 'riding', 20, 'the app has begun a ride')
        first = time.monotonic()
        time.sleep(4)
        killed = time.monotonic()
        pi.jz2d.kill()
        time.sleep(6)
        pi.jz2d.start()
        zwift.link.next_value(fitness.BIKE, lambda value: fitness.bike(value).watts, 20, 'power after the return')
        back = time.monotonic()
        zwift.hold(185)
        with Follower(pi) as follower:
            follower.until(lambda status: status.get('ride', {}).get('wantedWatts') == 185, 10, '185 W')
        time.sleep(3)
        gap = zwift.greatest_gap(first, time.monotonic())
        check(gap <= MOST_GAP, f'{gap:.2f} s without Indoor Bike Data')
        check_held(zwift.bikes(), [(killed, back)])
        check(not zwift.flaws(), f'the app has failed: {zwift.flaws()}')
        pi.ctl('stop')
        pi.whole_ride()
