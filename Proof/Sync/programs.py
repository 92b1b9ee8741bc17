"""jz2d with a simulated trainer, and jz2sync, in their own folder; and Varlink calls to both."""

import json
import os
import pathlib
import signal
import socket
import subprocess
import time

TRAINER, SYNC = 'org.justzone2.Trainer', 'org.justzone2.Sync'


class RefusedError(Exception):
    """A typed error: its name, and its parameters."""

    def __init__(self, name: str, parameters: dict):
        super().__init__(f'{name} {json.dumps(parameters)}')
        self.name, self.parameters = name, parameters


class GoneError(Exception):
    """No program answers on the socket, or it has gone."""


def call(path: pathlib.Path, method: str, timeout: float = 60, **parameters) -> dict:
    """Calls a method, and returns the parameters of its reply."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(timeout)
        try:
            connection.connect(str(path))
            connection.sendall(json.dumps({'method': method, 'parameters': parameters}).encode() + b'\0')
            received = b''
            while not received.endswith(b'\0'):
                piece = connection.recv(1 << 16)
                if not piece:
                    raise GoneError(f'{method}: the connection ended')
                received += piece
        except OSError as error:
            raise GoneError(f'{method}: {error}') from error
    reply = json.loads(received[:-1])
    if 'error' in reply:
        raise RefusedError(reply['error'], reply.get('parameters', {}))
    return reply.get('parameters', {})


def wait_until(fact, seconds: float, what: str, pause: float = 0.1) -> float:
    """Waits until a fact is true. Returns the seconds that it took."""
    began = time.monotonic()
    while True:
        try:
            if fact():
                return time.monotonic() - began
        except GoneError:
            pass
        if time.monotonic() - began > seconds:
            raise TimeoutError(f'after {seconds:.0f} s still not so: {what}')
        time.sleep(pause)


class Program:
    """A program that can be started, killed and restarted; its log continues."""

    def __init__(self, command: list[str], log: pathlib.Path, environment: dict[str, str]):
        self.command, self.log, self.environment = command, log, environment
        self.process: subprocess.Popen | None = None
        self.starts = 0

    def start(self) -> None:
        with self.log.open('ab') as log:
            self.process = subprocess.Popen(
                self.command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=self.environment
            )
        self.starts += 1

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """Ends the program as systemd does. Returns its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.kill()
        return self.process.returncode

    @property
    def pid(self) -> int:
        return self.process.pid

    def memory(self) -> tuple[int, int]:
        """Returns resident and anonymous memory in kB."""
        figures = {}
        for line in pathlib.Path(f'/proc/{self.pid}/smaps_rollup').read_text().splitlines()[1:]:
            name, value, *_ = line.split()
            figures[name] = int(value)
        return figures['Rss:'], figures['Anonymous:']


class Pair:
    """Both programs."""

    def __init__(self, programs: pathlib.Path, folder: pathlib.Path, rate='max', prefix: tuple[str, ...] = ()):
        self.folder, self.programs = folder, programs
        self.trainer_socket, self.sync_socket = folder / 'jz2.sock', folder / 'sync.sock'
        # The environment excludes everything of the user who runs the tests: no proxy, no home.
        environment = {'PATH': os.environ['PATH'], 'HOME': str(folder), 'LANG': 'C.UTF-8', 'TZ': 'UTC'}
        # Swift's crash handler takes half a minute if it lacks permissions.
        environment['SWIFT_BACKTRACE'] = 'enable=no'
        self.environment = environment
        daemon = ['--radio', 'sim', '--rate', rate, '--socket', str(self.trainer_socket)]
        daemon += ['--state', str(folder / 'rides')]
        self.daemon = Program([str(programs / 'jz2d'), *daemon], folder / 'jz2d.log', environment)
        sync = ['--daemon', str(self.trainer_socket), '--socket', str(self.sync_socket), '--log-level', 'debug']
        sync += ['--trust-clock']  # no time service sets it where tests run
        sync += ['--state', str(folder / 'sync'), '--config', str(folder / 'sync.conf')]
        self.sync = Program([*prefix, str(programs / 'jz2sync'), *sync], folder / 'jz2sync.log', environment)

    def start(self) -> None:
        self.daemon.start()
        self.await_daemon()
        self.sync.start()
        self.await_sync()

    def stop(self) -> None:
        for program in (self.sync, self.daemon):
            if program.process:
                program.stop()

    def await_daemon(self) -> None:
        wait_until(lambda: self.trainer('Status'), 60, 'jz2d answers')

    def await_sync(self) -> None:
        wait_until(lambda: self.ask('Services'), 60, 'jz2sync answers')

    def trainer(self, method: str, **parameters) -> dict:
        return call(self.trainer_socket, f'{TRAINER}.{method}', **parameters)

    def ask(self, method: str, **parameters) -> dict:
        return call(self.sync_socket, f'{SYNC}.{method}', **parameters)

    def service(self, name: str) -> dict:
        return next(one for one in self.ask('Services')['services'] if one['service'] == name)

    def ctl(self, *words: str, of_sync: bool = False, text: str | None = None) -> subprocess.CompletedProcess:
        """Runs jz2ctl for one of the two programs, with a text on its standard input."""
        return subprocess.run(
            [
                str(self.programs / 'jz2ctl'),
                *words,
                '--socket',
                str(self.sync_socket if of_sync else self.trainer_socket),
            ],
            input=text,
            check=False,
            capture_output=True,
            text=True,
            env=self.environment,
            timeout=120,
        )

    def rides(self) -> list[dict]:
        rides: list[dict] = []
        while True:
            page = self.trainer('Rides', offset=len(rides))
            rides += page['rides']
            if not page.get('more') or not page['rides']:
                return rides

    def ride(self, watts: int = 150, minutes: float = 0.2, **start) -> None:
        """Rides, and returns when the ride is in the library. An interrupted ride resumes by itself."""
        if not start.get('plan') and not start.get('plannedFor'):
            start = {'watts': watts, 'minutes': minutes, **start}
        try:
            self.trainer('Start', **start)
        except RefusedError as refused:
            if not refused.name.endswith('RideInProgress'):
                raise
        wait_until(lambda: self.trainer('Status')['phase'] == 'idle', 60, 'the ride is over', pause=0.03)

    def uploads(self, ride: int) -> dict[str, dict]:
        return {upload['service']: upload for upload in self.trainer('Review', ride=str(ride))['uploads']}
