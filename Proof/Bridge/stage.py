"""A Pi whose simulated trainer drops at known times, and the bridge, in their own folder; and the list of scenes."""

import contextlib
import itertools
import json
import os
import pathlib
import signal
import socket
import subprocess
import tempfile
import threading
import time

from dircon import BrokenError, check
from programs import TRAINER, Program, call, wait_until

TRAINER_ADDRESS, STRAP_ADDRESS = 'C0:FF:EE:00:00:01', 'C0:FF:EE:00:00:02'
SCENES: list[tuple[str, object, bool]] = []


def scene(fact: str, is_long: bool = False):
    """Registers a scene under the fact that it shows. A long one runs only with --all."""

    def noted(play):
        SCENES.append((fact, play, is_long))
        return play

    return noted


def free_port() -> int:
    """Returns a port for this process alone, which runs one scene. Outgoing connections use ports from 32768 on."""
    for port in range(12_000 + os.getpid() % 7000, 20_000):
        with socket.socket() as one, contextlib.suppress(OSError):
            one.bind(('127.0.0.1', port))
            return port
    raise OSError('no port is free')


class Pi:
    """Runs jz2d and jz2bridge until the end of its block.

    `events` are those of jz2d's --sim-events, in seconds after the trainer's first link; `bridge_options` are more
    options of jz2bridge.
    """

    def __init__(self, programs: pathlib.Path, events: str = '', bridge_options: tuple[str, ...] = ()):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix='jz2-bridge-', dir='/tmp'))
        self.bin, self.address = programs, ('127.0.0.1', free_port())
        self.daemon, self.trace = self.folder / 'jz2.sock', self.folder / 'notifications'
        # Without a system bus, so that the bridge announces nothing in this network.
        self.environment = {
            'PATH': os.environ['PATH'],
            'HOME': str(self.folder),
            'DBUS_SYSTEM_BUS_ADDRESS': f'unix:path={self.folder}/no-bus',
            'SWIFT_BACKTRACE': 'enable=no',
        }
        radio = ['--radio', 'sim', *(['--sim-events', events] if events else [])]
        self.jz2d = Program(
            [str(programs / 'jz2d'), *radio, '--state', str(self.folder / 'state'), '--socket', str(self.daemon)],
            self.folder / 'jz2d.log',
            {**self.environment, 'JZ2_TRACE_NOTIFICATIONS': str(self.trace)},
        )
        self.bridge = Program(
            [
                str(programs / 'jz2bridge'),
                '--daemon',
                str(self.daemon),
                '--listen',
                f'{self.address[0]}:{self.address[1]}',
                *bridge_options,
            ],
            self.folder / 'jz2bridge.log',
            self.environment,
        )

    def __enter__(self) -> 'Pi':
        try:
            self.jz2d.start()
            wait_until(lambda: self.ask('Status'), 30, 'jz2d answers')
            for address in (TRAINER_ADDRESS, STRAP_ADDRESS):
                self.ctl('use', address)
            self.bridge.start()
            wait_until(self.listens, 30, 'jz2bridge listens')
        except BaseException as error:
            self.__exit__(type(error))
            raise
        return self

    def __exit__(self, *error) -> None:
        for program in (self.bridge, self.jz2d):
            if program.process and program.process.poll() is None:
                program.process.send_signal(signal.SIGCONT)
                program.kill()
        if error[0]:
            for name in ('jz2d.log', 'jz2bridge.log'):
                log = self.folder / name
                print(f'--- {name}\n{log.read_text()[-3000:] if log.exists() else ""}')
        subprocess.run(['rm', '-rf', str(self.folder)], check=False)

    def listens(self) -> bool:
        check(self.bridge.process.poll() is None, 'jz2bridge has ended')
        with contextlib.suppress(OSError), socket.create_connection(self.address, timeout=1):
            return True
        return False

    def ask(self, method: str, **parameters) -> dict:
        return call(self.daemon, f'{TRAINER}.{method}', **parameters)

    def ctl(self, *words: str) -> dict:
        """Returns jz2ctl's reply with --json."""
        done = subprocess.run(
            [self.bin / 'jz2ctl', '--socket', self.daemon, *words, '--json'],
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        check(done.returncode == 0, f'jz2ctl {" ".join(words)}: {done.stdout}{done.stderr}')
        return json.loads(done.stdout) if done.stdout.strip() else {}

    def whole_ride(self) -> tuple[dict, list[dict]]:
        """Returns the last ride and its rows, after it is finished, and checks that no row and no file is missing."""
        wait_until(lambda: self.ask('Status')['phase'] == 'idle', 20, 'the ride is over')
        shown = self.ctl('show', 'last', '--samples')
        ride, rows = shown['ride'], shown['samples']
        check(ride['state'] == 'finished', f'the ride is {ride["state"]}')
        seconds = [row['elapsedSeconds'] for row in rows]
        holes = [second for second, after in itertools.pairwise(seconds) if after != second + 1]
        check(seconds and not holes, f'the rows of {len(seconds)} seconds have holes after {holes}')
        wait_until(
            lambda: any(path.stat().st_size for path in (self.folder / 'state' / 'rides').glob('*.tcx')),
            10,
            'the file of the ride is written',
        )
        return ride, rows


class Follower:
    """Keeps every status that jz2d sends, with its monotonic and its wall time."""

    def __init__(self, pi: Pi):
        self.statuses: list[tuple[float, int, dict]] = []
        self.refusal: str | None = None
        self.changed = threading.Condition()
        self.connection = socket.socket(socket.AF_UNIX)
        self.connection.connect(str(pi.daemon))
        request = {'method': f'{TRAINER}.Watch', 'parameters': {'values': True}, 'more': True}
        self.connection.sendall(json.dumps(request).encode() + b'\0')
        threading.Thread(target=self.follow, daemon=True).start()

    def __enter__(self) -> 'Follower':
        return self

    def __exit__(self, *_error) -> None:
        self.connection.close()

    def follow(self) -> None:
        received = b''
        with contextlib.suppress(OSError):
            while piece := self.connection.recv(1 << 16):
                at, wall = time.monotonic(), time.time_ns()
                *messages, received = (received + piece).split(b'\0')
                with self.changed:
                    for reply in map(json.loads, messages):
                        self.refusal = reply.get('error')
                        self.statuses.append((at, wall, reply['parameters']))
                    self.changed.notify_all()

    @property
    def latest(self) -> dict:
        with self.changed:
            return self.statuses[-1][2] if self.statuses else {}

    def until(self, is_right, seconds: float, what: str) -> float:
        """Waits for a status that is right. Returns the time since the call."""
        began = time.monotonic()

        def has_ended():
            return self.refusal or (self.statuses and is_right(self.statuses[-1][2]))

        with self.changed:
            if self.changed.wait_for(has_ended, seconds) and not self.refusal:
                return time.monotonic() - began
            check(not self.refusal, f'jz2d refuses Watch: {self.refusal} {self.statuses[-1:]}')
        raise BrokenError(f'after {seconds:g} s still not so: {what}; {json.dumps(self.latest)}')

    def losses(self) -> list[tuple[float, float]]:
        """Returns the times at which the trainer was lost, and was ridden again."""
        losses, lost = [], None
        with self.changed:
            statuses = list(self.statuses)
        for at, _, status in statuses:
            if status['phase'] == 'reconnecting' and lost is None:
                lost = at
            elif lost is not None and status['phase'] in ('riding', 'paused'):
                losses.append((lost, at))
                lost = None
        return losses
