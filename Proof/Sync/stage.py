"""The services on this computer, the rider's accounts there, and both programs."""

import contextlib
import json
import pathlib
import secrets
import shutil
import tempfile
import time

import authority
from hostile.hub import Hub
from hostile.intervals import Intervals
from hostile.misbehaviour import Misbehaviour
from hostile.server import Elsewhere, Server
from hostile.strava import Strava
from network import Network
from programs import GoneError, Pair, RefusedError, wait_until


class Services:
    """The services, each on its own port, and the rider's accounts there."""

    def __init__(self, folder: pathlib.Path, seed: int, trouble: float, address='127.0.0.1', host='localhost'):
        self.authority = authority.Authority(folder)
        names = f'DNS:{host},DNS:localhost,IP:127.0.0.1,IP:{address}'
        own = self.authority.context('good', names)
        foreign = authority.Authority(folder, 'foreign').context('unknown', names)
        self.key, self.secret = secrets.token_hex(12), secrets.token_hex(20)
        self.intervals = Intervals(Misbehaviour(f'intervals {seed}', trouble), self.key)
        self.strava = Strava(Misbehaviour(f'strava {seed}', trouble), '4711', self.secret)
        self.hub = Hub(Misbehaviour(f'hub {seed}', trouble))
        self.elsewhere = Elsewhere(Misbehaviour('elsewhere', 0))
        self.all = {'intervals': self.intervals, 'strava': self.strava, 'hub': self.hub}
        self.servers = {name: Server(service, own, foreign, address, host) for name, service in self.all.items()}
        # The same certificate, so that only the client's own rule keeps it away.
        away = Server(self.elsewhere, own, foreign, '127.0.0.1', '127.0.0.1').start()
        for server in self.servers.values():
            server.elsewhere = away.origin
            server.start()
        self.servers['strava'].has_quarters = True

    def connect(self, pair: Pair, name: str) -> None:
        """Connects a service as the rider does. Retries until it works, because the network may fail here too."""
        trust = {'certificates': self.authority.certificate.read_text(), 'url': self.servers[name].origin}
        while True:
            try:
                self.try_to_connect(pair, name, trust)
                return
            except GoneError:
                time.sleep(0.2)
            except RefusedError as refused:
                if not refused.name.endswith('ConnectRefused'):
                    raise
                time.sleep(0.1)

    def try_to_connect(self, pair: Pair, name: str, trust: dict) -> None:
        if name == 'intervals':
            pair.ask('Connect', service=name, key=self.key, **trust)
        elif name == 'hub':
            pair.ask('Connect', service=name, code=self.hub.code(), **trust)
        else:
            site = trust['url']
            trust = trust | {'url': f'{site}/api/v3', 'oauthUrl': f'{site}/oauth'}
            app = {'clientId': self.strava.client, 'clientSecret': self.secret}
            consent = pair.ask('Connect', service=name, **app, **trust)['consent']
            pair.ask('Connect', service=name, code=self.strava.consent(consent['address']))

    def secrets(self) -> set[str]:
        return {self.key, self.secret} | self.strava.tokens | self.hub.tokens


class Stage:
    """Both programs and the services, which behave unless a scene orders something else."""

    def __init__(self, programs: pathlib.Path, network: Network | None = None):
        self.network, self.folder = network, pathlib.Path(tempfile.mkdtemp(prefix='jz2-scene.'))
        place = {'address': network.address, 'host': network.address} if network else {}
        self.services = Services(self.folder, 1, 0, **place)
        self.pair = Pair(programs, self.folder, prefix=network.prefix if network else ())
        self.intervals, self.strava, self.hub = self.services.intervals, self.services.strava, self.services.hub

    def __enter__(self):
        self.pair.start()
        return self

    def __exit__(self, kind, *_):
        self.pair.stop()
        if kind is None:
            shutil.rmtree(self.folder)
        else:
            print(f'       the logs are in {self.folder}')

    def connect(self, *names: str) -> None:
        for name in names:
            self.services.connect(self.pair, name)

    def connect_strava(self, **parameters) -> str:
        """Begins to connect Strava. Returns the address at which the rider agrees."""
        site = self.services.servers['strava'].origin
        app = {'clientId': '4711', 'clientSecret': self.services.secret, 'url': f'{site}/api/v3'}
        trust = {'certificates': self.services.authority.certificate.read_text(), 'oauthUrl': f'{site}/oauth'}
        return self.pair.ask('Connect', service='strava', **app, **trust, **parameters)['consent']['address']

    def await_upload(self, service: str, state: str, ride: int = 1, seconds: float = 30) -> dict:
        """Waits until the library has a ride at a service in a state."""
        wait_until(
            lambda: self.pair.uploads(ride).get(service, {}).get('state') == state,
            seconds,
            f'ride {ride} is {state} at {service}',
        )
        return self.pair.uploads(ride)[service]

    def await_state(self, service: str, state: str, seconds: float = 20) -> dict:
        wait_until(lambda: self.pair.service(service)['state'] == state, seconds, f'{service} is {state}')
        return self.pair.service(service)

    def plans(self, *options: str) -> list[dict]:
        """Returns the listed plans without the package's workouts."""
        listed = json.loads(self.pair.ctl('plan', 'list', '--json', *options).stdout)['plans']
        return [plan for plan in listed if 'kind' not in plan]


SCENES = []


def scene(fact: str, network=None):
    """Registers a scene by the fact that it shows. It gets a stage, in a separate network if requested."""

    def note(play):
        def played(programs: pathlib.Path) -> None:
            with network() if network else contextlib.nullcontext() as own, Stage(programs, own) as stage:
                play(stage)

        SCENES.append((fact, played))
        return play

    return note


def refusal(work) -> str:
    """Returns the reason of the typed error that `work` raises."""
    try:
        work()
    except RefusedError as refused:
        return refused.parameters['reason']['code']
    raise AssertionError('nothing was refused')
