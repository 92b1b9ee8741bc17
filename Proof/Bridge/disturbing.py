"""Scenes of hostile apps, while another app rides."""

import contextlib
import os
import pathlib
import threading
import time

import hostile_app
from apps import Zwift
from dircon import BrokenError, Link, check
from programs import wait_until
from stage import Follower, Pi, scene

MOST_GROWTH = 12_000  # kB of memory that all hostile clients together may cost
MOST_PROCESSOR = 0.2  # of a processor, for a client that never reads


def processor(pid: int) -> float:
    """Returns the processor time of a program so far, in seconds."""
    fields = pathlib.Path(f'/proc/{pid}/stat').read_text().rpartition(') ')[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


@contextlib.contextmanager
def ridden(pi: Pi):
    """An app rides during the block, and must see no lost device, no gap and no other target."""
    with Follower(pi) as follower, Zwift(pi.address) as zwift:
        zwift.begin()
        zwift.hold(175)
        follower.until(lambda status: status['phase'] == 'riding', 20, 'the app has begun a ride')
        began = time.monotonic()
        yield zwift
        until = time.monotonic()
        check(follower.latest['ride'].get('wantedWatts') == 175, f'another target: {follower.latest["ride"]}')
        gap = zwift.greatest_gap(began, until)
        check(gap <= 1.5, f'{gap:.2f} s without Indoor Bike Data')
        check(not zwift.flaws(), f'the riding app has failed: {zwift.flaws()}')


@scene('refused, malformed and random requests, half frames and floods disturb no other app')
def attacks(programs) -> None:
    with Pi(programs) as pi, ridden(pi):
        _, before = pi.bridge.memory()
        for attack in hostile_app.ATTACKS:
            try:
                attack(pi.address)
            except BrokenError as error:
                raise BrokenError(f'{attack.__name__}: {error}') from error
        time.sleep(1)
        check(pi.bridge.process.poll() is None, 'jz2bridge has ended')
        _, after = pi.bridge.memory()
        check(after - before < MOST_GROWTH, f'memory grew from {before} to {after} kB')


@scene('apps that never read cost little memory, and others receive each value meanwhile')
def sleepers(programs) -> None:
    with Pi(programs) as pi, ridden(pi), contextlib.ExitStack() as stack:
        _, before = pi.bridge.memory()
        greatest = before
        ended = threading.Event()

        def watch() -> None:
            nonlocal greatest
            while not ended.wait(0.2):
                greatest = max(greatest, pi.bridge.memory()[1])

        watching = threading.Thread(target=watch)
        watching.start()
        for _ in range(3):
            stack.callback(hostile_app.sleeping(pi.address).close)
        busy = processor(pi.bridge.pid)
        time.sleep(8)
        busy = (processor(pi.bridge.pid) - busy) / 8
        ended.set()
        watching.join()
        check(greatest - before < MOST_GROWTH, f'memory grew from {before} to {greatest} kB')
        check(busy < MOST_PROCESSOR, f'idle clients take {busy:.0%} of a processor')


@scene('a crowd of connections has a limit, and makes room when it leaves')
def crowd(programs) -> None:
    with Pi(programs) as pi, ridden(pi):
        crowded = hostile_app.crowd(pi.address)
        time.sleep(1)
        check(pi.bridge.process.poll() is None, 'jz2bridge has ended')
        descriptors = len(os.listdir(f'/proc/{pi.bridge.pid}/fd'))
        check(descriptors < 150, f'{descriptors} open files for {len(crowded)} connections')
        for one in crowded:
            one.close()
        wait_until(lambda: has_services(pi.address), 10, 'there are services after the crowd')


def has_services(address: tuple[str, int]) -> bool:
    with contextlib.suppress(BrokenError, OSError), Link(address, 'after the crowd') as link:
        return bool(link.services())
    return False
