"""Scenes of a trainer with Wi-Fi: jz2d rides it through jz2bridge, and has no network itself."""

import contextlib
import pathlib
import time

import dircon
from controlling import power
from dircon import check
from programs import wait_until
from stage import Follower, Pi, scene
from trainer import WirelessTrainer

FIRST, SECOND = 150, 210  # watts


class WirelessPi(Pi):
    """A Pi whose jz2bridge offers a trainer with Wi-Fi, next to the simulated trainer in the air."""

    def __init__(self, programs: pathlib.Path, trainer: WirelessTrainer):
        super().__init__(programs)
        offers = self.folder / 'trainers.sock'
        self.jz2d.command += ['--trainers-socket', str(offers)]
        self.bridge.command += ['--trainers-socket', str(offers), '--trainer', f'127.0.0.1:{trainer.port}']

    def address_of_trainer(self) -> str:
        """Returns the address by which a scan reports the trainer."""
        until = time.monotonic() + 30
        while time.monotonic() < until:
            found = [one for one in self.ask('Scan', seconds=1.0)['devices'] if one.get('name', '').endswith(' Wi-Fi')]
            if found:
                check(found[0]['kinds'][0] == 'trainer', f'it is no trainer: {found[0]}')
                return found[0]['address']
        raise dircon.BrokenError('no scan reports the trainer with Wi-Fi')

    def begin(self, watts: int) -> None:
        self.ctl('use', self.address_of_trainer())
        self.ctl('start', '--minutes', '60', '--watts', str(watts))


def inet_sockets(pid: int) -> set[str]:
    """Returns the network sockets of a process."""
    own = set()
    for descriptor in pathlib.Path(f'/proc/{pid}/fd').iterdir():
        with contextlib.suppress(OSError):
            own.add(str(descriptor.readlink()))
    found = set()
    for table in ('tcp', 'tcp6', 'udp', 'udp6'):
        for line in pathlib.Path(f'/proc/{pid}/net/{table}').read_text().splitlines()[1:]:
            if f'socket:[{line.split()[9]}]' in own:
                found.add(f'{table} {line.split()[1]}')
    return found


def has_target(trainer: WirelessTrainer, watts: int, seconds: float = 10) -> None:
    until = time.monotonic() + seconds
    while trainer.target != watts:
        check(
            time.monotonic() < until,
            f'the trainer holds {trainer.target} W instead of {watts}: {trainer.requests[-5:]}',
        )
        time.sleep(0.05)


@scene('a trainer with Wi-Fi is ridden in ERG mode, and jz2d has no network socket')
def ridden(programs: pathlib.Path) -> None:
    with WirelessTrainer() as trainer, WirelessPi(programs, trainer) as pi, Follower(pi) as follower:
        time.sleep(2)
        check(trainer.links == 0, 'jz2bridge occupies a trainer that no ride uses')
        pi.begin(FIRST)
        follower.until(lambda status: status['phase'] == 'riding', 20, 'the ride begins')
        follower.until(power(FIRST), 20, f'power of {FIRST} W')
        pi.ctl('watts', str(SECOND))
        has_target(trainer, SECOND)
        follower.until(lambda status: status['trainer'].get('powerWatts') == SECOND, 20, f'power of {SECOND} W')
        # A row is the mean of its second. The second in which the legs reach the target is the last with less.
        until = follower.latest['ride']['elapsedSeconds'] + 3
        follower.until(lambda status: status['ride']['elapsedSeconds'] >= until, 20, f'a whole second at {SECOND} W')
        check(trainer.links == 1, f'{trainer.links} links')
        check(not inet_sockets(pi.jz2d.process.pid), f'jz2d has {inet_sockets(pi.jz2d.process.pid)}')
        pi.ctl('stop')
        _, rows = pi.whole_ride()
        check(any(row.get('powerWatts') == SECOND for row in rows), 'no row has the second power')
        wait_until(lambda: trainer.app is None, 10, 'the link has ended with the ride')


@scene('a trainer with Wi-Fi that drops, goes silent or sends garbage is linked again with its target')
def lost(programs: pathlib.Path) -> None:
    with WirelessTrainer() as trainer, WirelessPi(programs, trainer) as pi, Follower(pi) as follower:
        pi.begin(FIRST)
        follower.until(power(FIRST), 30, f'power of {FIRST} W')
        began = time.monotonic()
        for number, (what, misdeed) in enumerate(
            (
                ('a link that ends', trainer.disconnect),
                ('an absence of 6 s', lambda: trainer.leave(6)),
                ('garbage', trainer.send_garbage),
                ('silence', lambda: setattr(trainer, 'is_silent', True)),
            ),
            1,
        ):
            trainer.target, links = 0, trainer.links
            misdeed()
            until = time.monotonic() + 60
            while trainer.links == links or trainer.target != FIRST:
                check(time.monotonic() < until, f'no new link after {what}: {follower.latest}')
                # A silent trainer is awake again once its link is given up.
                trainer.is_silent = trainer.is_silent and trainer.app is not None and trainer.links == links
                time.sleep(0.02)
            follower.until(lambda status: status['phase'] == 'riding', 30, f'the ride goes on after {what}')
            follower.until(power(FIRST), 30, f'power after {what}')
            print(f'  {number}: back after {what}', flush=True)
        print(f'  four returns in {time.monotonic() - began:.0f} s', flush=True)
        pi.ctl('stop')
        pi.whole_ride()


@scene('a trainer with Wi-Fi whose bytes arrive one by one is ridden, and jz2bridge may be killed in the ride')
def slow(programs: pathlib.Path) -> None:
    with WirelessTrainer() as trainer, WirelessPi(programs, trainer) as pi, Follower(pi) as follower:
        trainer.is_split = True
        pi.begin(FIRST)
        follower.until(power(FIRST), 30, f'power of {FIRST} W')
        pi.bridge.kill()
        follower.until(lambda status: status['phase'] == 'reconnecting', 20, 'the link has ended')
        pi.bridge.start()
        follower.until(lambda status: status['phase'] == 'riding', 30, 'the ride goes on')
        follower.until(power(FIRST), 30, f'power of {FIRST} W again')
        pi.ctl('stop')
        pi.whole_ride()
