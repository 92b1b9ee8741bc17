"""A Pi with a simulated trainer and the page, in its own folder; and the list of scenes."""

import contextlib
import json
import math
import os
import pathlib
import signal
import socket
import subprocess
import tempfile
import time

from programs import TRAINER, GoneError, Program, call, wait_until

PAGE = 'org.justzone2.Page'
# A name that only these tests' browsers resolve, so that the page is no secure context: `localhost` would be one.
HOST = 'jz2.test'

SCENES: list[tuple[str, object]] = []


def scene(fact: str):
    """Registers a scene under the fact that it shows."""

    def noted(play):
        SCENES.append((fact, play))
        return play

    return noted


def free_port() -> int:
    """Returns a port for this process alone, which runs one scene. Outgoing connections use ports from 32768 on."""
    for port in range(20000 + os.getpid() % 10000, 32000):
        with socket.socket() as one, contextlib.suppress(OSError):
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            one.bind(('0.0.0.0', port))
            return port
    raise OSError('no port is free')


class Pi:
    """Runs jz2d and jz2web until the end of its block."""

    def __init__(self, programs: pathlib.Path, rate: str = '1', options: tuple[str, ...] = ()):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix='jz2-page-', dir='/tmp'))
        self.bin, self.port = programs, free_port()
        self.daemon, self.web = self.folder / 'jz2.sock', self.folder / 'web.sock'
        environment = {'PATH': os.environ['PATH'], 'HOME': str(self.folder)}
        radio = ['--radio', 'sim', '--rate', rate]
        self.jz2d = Program(
            [programs / 'jz2d', *radio, '--state', self.folder / 'state', '--socket', self.daemon],
            self.folder / 'jz2d.log',
            environment,
        )
        # All loopback addresses of this computer, so that clients can use several addresses.
        self.jz2web = Program(
            [
                programs / 'jz2web',
                '--daemon',
                self.daemon,
                '--socket',
                self.web,
                '--listen',
                f'0.0.0.0:{self.port}',
                '--state',
                self.folder / 'web',
                '--name',
                HOST,
                *(option.format(folder=self.folder) for option in options),
            ],
            self.folder / 'jz2web.log',
            environment,
        )

    def __enter__(self) -> 'Pi':
        try:
            self.jz2d.start()
            self.jz2web.start()
            wait_until(lambda: call(self.daemon, f'{TRAINER}.Status'), 20, 'jz2d answers')
            wait_until(lambda: call(self.web, f'{PAGE}.GetPageStatus'), 20, 'jz2web answers')
        except BaseException as error:
            self.__exit__(type(error))
            raise
        return self

    def __exit__(self, *error) -> None:
        for program in (self.jz2web, self.jz2d):
            if program.process and program.process.poll() is None:
                program.process.send_signal(signal.SIGCONT)
                program.kill()
        if error[0]:
            for name in ('jz2d.log', 'jz2web.log'):
                print(f'--- {name}\n{(self.folder / name).read_text()[-3000:]}')
        subprocess.run(['rm', '-rf', str(self.folder)], check=False)

    @property
    def address(self) -> str:
        return f'http://{HOST}:{self.port}'

    def ask(self, method: str, **parameters) -> dict:
        return call(self.daemon, f'{TRAINER}.{method}', **parameters)

    def own_plans(self, **parameters) -> list[dict]:
        """Returns the listed plans without the package's workouts."""
        return [plan for plan in self.ask('Plans', **parameters)['plans'] if 'kind' not in plan]

    def ask_body(self, method: str, **parameters) -> dict:
        return call(self.daemon, f'org.justzone2.Body.{method}', **parameters)

    def ask_page(self, method: str, **parameters) -> dict:
        return call(self.web, f'{PAGE}.{method}', **parameters)

    def ctl(self, *words: str) -> dict:
        """Returns jz2ctl's reply with --json."""
        environment = {'PATH': os.environ['PATH'], 'JZ2_SOCKET': str(self.daemon), 'JZ2_WEB_SOCKET': str(self.web)}
        done = subprocess.run(
            [self.bin / 'jz2ctl', '--json', *words], env=environment, capture_output=True, text=True, check=True
        )
        return json.loads(done.stdout) if done.stdout.strip() else {}

    def code(self) -> str:
        return self.ctl('page', 'pair')['pairing']['code']

    @property
    def ride(self) -> dict:
        return self.ask('Status').get('ride', {})

    @property
    def phase(self) -> str:
        with contextlib.suppress(GoneError):
            return self.ask('Status')['phase']
        return 'gone'

    def until_phase(self, phase: str, seconds: float = 30) -> None:
        wait_until(lambda: self.phase == phase, seconds, f'the ride is {phase}')

    def begin_ride(self, **request) -> None:
        self.ask('Start', **(request or {'watts': 150, 'minutes': 60}))
        self.until_phase('riding')

    def add_plans(self) -> None:
        """Adds plans by power and by heart rate."""
        self.ctl('settings', '--ftp', '220', '--max-heart-rate', '185')
        self.ctl('plan', 'new', 'Over-unders')
        steps = [
            ('3:00', '100-160', 'Warm-up'),
            ('2:00', '210', 'Over', '--cadence', '85-95'),
            ('2:00', '165', 'Under', '--cue', '0:05 Stay seated, breathe'),
        ]
        for time_, watts, label, *more in steps:
            self.ctl('plan', 'add', 'Over-unders', '--timer', time_, '--watts', watts, '--label', label, *more)
        self.ctl('plan', 'add', 'Over-unders', '--repeat', '4', '--last', '2')
        self.ctl('plan', 'add', 'Over-unders', '--timer', '5:00', '--watts', '120-80', '--label', 'Cool-down')
        self.ctl('plan', 'new', 'Endurance')
        self.ctl('plan', 'add', 'Endurance', '--timer', '60:00', '--zone', '2', '--watts', '140')

    def lengthen(self) -> None:
        """Lengthens the interval by 55 minutes, so that a slow computer does not see the end of the plan."""
        self.ask('Extend', seconds=3300)

    def gpx(self, name: str, contents: str) -> pathlib.Path:
        file = self.folder / f'{name}.gpx'
        file.write_text(
            '<?xml version="1.0"?><gpx version="1.1" creator="jz2" xmlns="http://www.topografix.com/GPX/1/1">'
            f'{contents}</gpx>'
        )
        return file

    def add_route(self) -> None:
        """Adds a plan of 30 km on a loop of 16 km, with a named place."""
        places = []
        for step in range(200):
            angle = 2 * math.pi * step / 199
            away = 0.02 * (1 + 0.3 * math.sin(3 * angle))
            places.append(f'lat="{47 + away * math.sin(angle):.6f}" lon="{11 + 1.4 * away * math.cos(angle):.6f}"')
        track = ''.join(f'<trkpt {place}/>' for place in places)
        file = self.gpx('lake', f'<wpt {places[60]}><name>Café</name></wpt><trk><trkseg>{track}</trkseg></trk>')
        self.ctl('plan', 'new', 'Lake')
        self.ctl('import', str(file), '--name', 'Lake')
        self.ctl('plan', 'add', 'Lake', '--distance', '30km', '--watts', '180')

    def begin_col(self) -> None:
        """Begins a ride on 4 km of road that climbs 150 m and falls again."""
        points = ''.join(
            f'<trkpt lat="{47 + step * 1e-3:.4f}" lon="{11 + step * 1e-3:.4f}"><ele>{2000 - 10 * abs(15 - step)}</ele>'
            '</trkpt>'
            for step in range(31)
        )
        self.ctl('start', '--route', str(self.gpx('col', f'<trk><trkseg>{points}</trkseg></trk>')))
        self.until_phase('riding')

    def memory(self) -> dict[str, int]:
        """Returns jz2web's memory in kilobytes: resident, and its own part of it."""
        text = pathlib.Path(f'/proc/{self.jz2web.process.pid}/status').read_text()
        lines = dict(line.split(':', 1) for line in text.splitlines())
        return {name: int(lines[name].split()[0]) for name in ('VmRSS', 'RssAnon')}


def settle(seconds: float) -> None:
    """Waits for an event that depends on the wall clock."""
    time.sleep(seconds)
