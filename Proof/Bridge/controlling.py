"""Scenes of control: which app controls, the rider's own keys, and the beginning and the end of a ride."""

import itertools
import struct
import time

import dircon
import fitness
from apps import FITNESS, HEART, MyWhoosh, Reader, Trainings, Zwift
from dircon import Link, check
from fitness import CONTROL, STATUS
from stage import Follower, Pi, scene

NOT_PERMITTED = 5
UNSUPPORTED = 2


def target(watts: int):
    """Returns the fact that the ride wants a power. Its target may still be rising to it."""
    return lambda status: status.get('ride', {}).get('wantedWatts') == watts


def power(watts: int):
    """Returns the fact that the trainer has the target, and the rider's power follows it."""

    def holds(status: dict) -> bool:
        held = status.get('ride', {}).get('targetWatts') == watts
        return held and abs((status['trainer'].get('powerWatts') or 0) - watts) < 15

    return holds


def is_riding(status: dict) -> bool:
    return status['phase'] == 'riding'


@scene("the rider's own watts stay until the app asks for something else")
def own_keys(programs) -> None:
    with Pi(programs) as pi, Follower(pi) as follower, Zwift(pi.address) as zwift:
        zwift.begin()
        zwift.hold(180)
        follower.until(is_riding, 20, 'the app has begun a ride')
        follower.until(target(180), 5, '180 W')
        pi.ctl('watts', '140')
        follower.until(target(140), 5, '140 W')
        # The app repeats 180 W three times.
        time.sleep(6.5)
        check(target(140)(follower.latest), f"the app's repetition replaces 140 W: {follower.latest['ride']}")
        zwift.hold(200)
        follower.until(target(200), 5, '200 W')
        follower.until(power(200), 40, 'power of 200 W')
        zwift.climb(3)
        follower.until(lambda status: status['ride'].get('slopePercent') == 3, 5, '3 %')
        check(not zwift.flaws(), f'the app has failed: {zwift.flaws()}')


@scene('four apps at once read the ride, and only one of them controls')
def several_apps(programs) -> None:
    with Pi(programs) as pi, Follower(pi) as follower, Zwift(pi.address) as zwift:
        zwift.begin()
        zwift.hold(160)
        follower.until(is_riding, 20, 'the app has begun a ride')
        with Reader(pi.address) as reader, Reader(pi.address) as other, Link(pi.address, 'second') as second:
            reader.begin()
            other.begin()
            second.subscribe(CONTROL)
            second.subscribe(STATUS)
            answer = second.control(fitness.hold(300))
            check(answer[2] == NOT_PERMITTED, f'an app without control is answered by {answer.hex(" ")}')
            zwift.hold(170)
            what = 'a status of 170 W for the other app'
            changed = struct.pack('<Bh', 8, 170)
            second.wait(lambda: any(note.value == changed for note in second.notes if note.of == STATUS), 3, what)
            time.sleep(4)
            check(target(170)(follower.latest), f'the other app has set a target: {follower.latest["ride"]}')
            now = time.monotonic()
            for app in (zwift, reader, other):
                check(not app.flaws(), f'{app.name} has failed: {app.flaws()}')
                check(app.greatest_gap(now - 3, now) <= 1.5, f'{app.name} has no values')
            hearts = [fitness.heart_rate(note.value) for note in reader.link.values(fitness.HEART_RATE)]
            check(hearts and all(40 < bpm < 200 for bpm in hearts), f'heart rates: {hearts}')
            check_turns(reader.link)


def check_turns(link: Link) -> None:
    """Checks that the cadence and power of the other services are those of the bike."""
    powers = [fitness.power(note.value) for note in link.values(fitness.POWER)]
    cranks = [crank for _, _, crank in powers if crank]
    check(len(cranks) > 3, f'too few crank revolutions: {powers}')
    cadences = [fitness.rpm(*pair) for pair in itertools.pairwise(cranks)]
    known = [cadence for cadence in cadences if cadence is not None]
    # The first revolution is counted from the rest before it, as by a sensor.
    check(len(known) > 2 and all(60 < cadence < 120 for cadence in known[1:]), f'cadences by 2A63: {cadences}')
    bike = fitness.bike(link.values(fitness.BIKE)[-1].value)
    check(abs(powers[-1][0] - (bike.watts or 0)) < 25, f'power: {powers[-1][0]} W by 2A63, {bike.watts} W by 2AD2')
    counts = [fitness.turns(note.value) for note in link.values(fitness.SPEED_AND_CADENCE)]
    check(not counts or any(crank for _, crank in counts), f'no crank revolutions in 2A5B: {counts}')


@scene('MyWhoosh rides slopes on two connections, without a subscription of the control point')
def two_connections(programs) -> None:
    with Pi(programs) as pi, Follower(pi) as follower, MyWhoosh(pi.address) as app:
        app.begin()
        follower.until(is_riding, 20, 'the app has begun a ride')
        app.climb(2.5)
        follower.until(lambda status: status['ride'].get('slopePercent') == 2.5, 5, '2.5 %')
        app.links[1].next_value(fitness.HEART_RATE, lambda _: True, 10, 'a heart rate on the second connection')
        app.links[1].close()
        time.sleep(1)
        check(not app.flaws(), f'the app has failed: {app.flaws()}')


@scene('a program for workouts ramps the power each second')
def ramp(programs) -> None:
    with Pi(programs) as pi, Follower(pi) as follower, Trainings(pi.address) as app:
        app.begin()
        app.ramp(120, 160, 8)
        follower.until(is_riding, 20, 'the app has begun a ride')
        app.ramp(160, 200, 8)
        follower.until(power(200), 40, 'power of 200 W')
        check(not app.flaws(), f'the app has failed: {app.flaws()}')


@scene('the control point answers each procedure as FTMS requires')
def procedures(programs) -> None:
    with Pi(programs) as pi, Follower(pi) as follower, Link(pi.address) as link:
        table = link.characteristics(FITNESS)
        features, targets = struct.unpack('<II', link.read(fitness.FEATURES))
        check(features >> 14 & 1 and targets >> 3 & 1, f'no power in the features {features:x} {targets:x}')
        check(targets >> 13 & 1, f'no simulation in the features {targets:x}')
        least, most, step = struct.unpack('<hhH', link.read(fitness.POWERS))
        check(0 <= least < most and step, f'the power range is {least}…{most} W by {step}')
        if targets >> 2 & 1:
            check(len(link.read(fitness.RESISTANCES)) == 6, 'the resistance range has no six bytes')
        link.subscribe(CONTROL)
        if table[STATUS] & dircon.CAN_NOTIFY:
            link.subscribe(STATUS)
        early = link.control(fitness.hold(150))
        check(early[2] == NOT_PERMITTED, f'a target without control is answered by {early.hex(" ")}')
        for value in (fitness.TAKE_CONTROL, fitness.START, fitness.hold(150)):
            fitness.succeeded(link.control(value))
        follower.until(is_riding, 20, 'the app has begun a ride')
        # Seven bytes instead of six: an Elite Direto XR accepts them, and apps rely on it.
        fitness.succeeded(link.control(fitness.slope(0.15) + b'\0'))
        follower.until(lambda status: abs(status['ride'].get('slopePercent', 9) - 0.15) < 0.06, 5, '0.15 %')
        for value, results in (
            (b'\x05\x96', (3,)),
            (b'\x11\0\0', (3,)),
            (b'\x7f', (UNSUPPORTED,)),
            (b'\x13\1', (1, UNSUPPORTED, 4)),
        ):
            answer = link.control(value)
            check(answer[2] in results, f'{value.hex(" ")} is answered by {answer.hex(" ")}')
        fitness.succeeded(link.control(fitness.hold(155)))
        follower.until(target(155), 5, '155 W')
        check(not link.flaws and link.ended is None, f'flaws: {link.flaws}')


@scene('the strap alone is shared without a trainer')
def strap_alone(programs) -> None:
    with Pi(programs, bridge_options=('--offer', 'strap')) as pi, Follower(pi) as follower, Link(pi.address) as link:
        services = set(link.services())
        check(HEART in services and FITNESS not in services, f'the services are {services}')
        refused = link.ask(dircon.WRITE, dircon.uuid(CONTROL) + fitness.TAKE_CONTROL)
        check(refused.code == dircon.NO_CHARACTERISTIC, f'the control point is answered by {refused}')
        link.subscribe(fitness.HEART_RATE)
        pi.ctl('start', '--watts', '150', '--minutes', '30')
        follower.until(is_riding, 20, 'the rider has begun a ride')
        value = link.next_value(fitness.HEART_RATE, lambda _: True, 15, 'a heart rate')
        check(40 < fitness.heart_rate(value) < 200, f'the heart rate is {fitness.heart_rate(value)}')
        check(not link.flaws and link.ended is None, f'flaws: {link.flaws}')


@scene("an app can neither stop nor end the rider's own ride")
def riders_ride(programs) -> None:
    with Pi(programs) as pi, Follower(pi) as follower:
        pi.ctl('start', '--watts', '150', '--minutes', '30')
        follower.until(is_riding, 20, 'the rider has begun a ride')
        with Zwift(pi.address) as zwift:
            zwift.begin()
            zwift.hold(165)
            follower.until(target(165), 5, '165 W')
            zwift.fall_silent()
            zwift.link.control(bytes([fitness.STOP, 1]))
        time.sleep(3)
        check(follower.latest['phase'] in ('riding', 'paused'), f'the phase is {follower.latest["phase"]}')


@scene('a ride goes on without its app, and ends a minute after the legs', is_long=True)
def silence(programs) -> None:
    with Pi(programs, 'rest=45+400') as pi, Follower(pi) as follower:
        with Zwift(pi.address) as zwift:
            zwift.begin()
            zwift.hold(170)
            follower.until(is_riding, 20, 'the app has begun a ride')
            time.sleep(5)
        time.sleep(20)
        check(is_riding(follower.latest), f'the ride has ended with its app: {follower.latest["phase"]}')
        follower.until(lambda status: status['phase'] == 'paused', 40, 'the legs rest')
        seconds = follower.until(lambda status: status['phase'] == 'idle', 150, 'the ride ends')
        ride, _ = pi.whole_ride()
        print(f'       ended {seconds:.0f} s after the pause, {ride["timerSeconds"]} s ridden')
