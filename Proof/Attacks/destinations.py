"""Attacks by callers of jz2sync: they try to have stored secrets sent to other addresses."""

import base64
import contextlib
import http.client
import http.server
import json
import pathlib
import re
import tempfile
import threading

from computer import ROOT, Computer
from hostile.server import Handler
from programs import RefusedError, wait_until
from stage import Services
from suite import attack

CONNECT = re.search(
    r'method Connect\((.*?)\)', (ROOT / 'Sources/ControlWire/org.justzone2.Sync.varlink').read_text(), re.DOTALL
)[1]
# The addresses that a caller may name for each service.
NAMED = {'intervals': ('url',), 'strava': ('url', 'oauthUrl', 'broker'), 'hub': ('url',)}


class Listener(http.server.ThreadingHTTPServer):
    """An attacker's server. It answers so that a client continues, and records all requests."""

    daemon_threads = True

    def __init__(self):
        super().__init__(('127.0.0.1', 0), Eavesdropper)
        self.arrived: list[str] = []
        self.origin = f'http://127.0.0.1:{self.server_address[1]}'
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Eavesdropper(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def handle_any(self):
        body = self.rfile.read(int(self.headers.get('Content-Length') or 0))
        self.server.arrived.append(said(self.path, self.headers, body))
        # A refused token is renewed, with another secret.
        refused = self.path.endswith('/sync') or '/uploads' in self.path
        answer = {'access_token': 'new', 'refresh_token': 'new', 'expires_in': 3600, 'id': 5, 'athlete': {'id': 5}}
        content = json.dumps({} if refused else answer).encode()
        self.send_response(401 if refused else 200)
        self.send_header('Content-Type', 'application/json')
        self.send_header('Content-Length', str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = do_PUT = do_DELETE = handle_any  # noqa: N815

    def log_message(self, *_):
        pass


def said(path: str, headers, body: bytes) -> str:
    """Returns the text of a request, with decoded Basic authentication."""
    lines = [path, body.decode(errors='replace')]
    for name, value in headers.items():
        kind, _, rest = value.partition(' ')
        lines.append(f'{name}: {base64.b64decode(rest).decode() if kind == "Basic" else value}')
    return '\n'.join(lines)


class Kept:
    """jz2sync with connected services, and a ride that can be sent."""

    def __init__(self, computer: Computer):
        self.computer = computer
        folder = pathlib.Path(tempfile.mkdtemp(dir='/run'))
        self.services = Services(folder, 1, 0)
        self.foreign = (folder / 'foreign.pem').read_text()
        computer.start_all('--rate', 'max')
        computer.ride()
        for name in NAMED:
            self.services.connect(computer, name)

    def connected(self) -> set[str]:
        return {one['service'] for one in self.computer.ask('Services')['services'] if one['state'] == 'connected'}

    def use(self, name: str, changes: dict) -> None:
        """Connects with changes, agrees to a consent, sends the ride, and disconnects. Ignores refusals."""
        for method, parameters in (
            ('Connect', changes),
            *([('Connect', {'code': 'c0de'})] if name == 'strava' else []),
            ('SyncAgain', {'ride': '1'}),
            ('SyncNow', {'full': True} if name == 'hub' else {}),
        ):
            with contextlib.suppress(RefusedError):
                self.computer.ask(method, service=name, **parameters)
        if name == 'strava':
            with contextlib.suppress(RefusedError):
                self.computer.ask('Activities')
        wait_until(lambda: self.computer.ask('GetSyncStatus')['status']['state'] != 'syncing', 30, 'it is tried')
        # Disconnecting sends the token once more, to revoke it.
        with contextlib.suppress(RefusedError):
            self.computer.ask('Disconnect', service=name)


def rounds(name: str, place: str) -> list[dict]:
    """Returns the parameters of each attempt: each address alone, and all of them with each other parameter."""
    values = {
        'key': 'junk', 'clientId': '5', 'clientSecret': 'junk', 'code': 'c0de', 'token': 'junk',
        'since': '2026-11-01T00:00:00Z', 'history': True, 'virtual': True, 'source': 's', 'camelCase': True,
        'wellness': 'both', 'certificates': 'PEM',
    }  # fmt: skip
    known = {*values, 'service', *(one for names in NAMED.values() for one in names)}
    # A new parameter needs a value here.
    assert set(re.findall(r'(\w+):', CONNECT)) == known, known
    secrets = [{name: values[name]} for name in ('key', 'clientId', 'clientSecret', 'code', 'token', 'certificates')]
    harmless = {name: values[name] for name in ('since', 'history', 'virtual', 'source', 'camelCase', 'wellness')}
    alone = [{one: f'{place}/{one}'} for one in NAMED[name]]
    together = {one: f'{place}/{one}' for one in NAMED[name]}
    return [*alone, *(together | other for other in ({}, *secrets, harmless))]


@attack('origins', 'no parameter of Connect makes jz2sync send a kept secret to another address')
def origins(built) -> None:
    with Computer(built) as computer:
        kept, listener = Kept(computer), Listener()
        for name in NAMED:
            for changes in rounds(name, listener.origin):
                before, listener.arrived = kept.services.secrets(), []
                kept.use(name, changes)
                found = [one for one in listener.arrived if any(secret in one for secret in before)]
                assert not found, f'{name} with {sorted(changes)}: {found[0]}'
                kept.services.connect(computer, name)
        # A key in the same call goes to that address. This proves that the listener records.
        listener.arrived = []
        computer.ask('Connect', service='intervals', url=listener.origin, key='brought-along')
        assert any('brought-along' in one for one in listener.arrived), listener.arrived


def disguises(right: str, wrong: str) -> list[str]:
    """Returns addresses of a wrong origin that a careless parser takes for the right one."""
    scheme, place = wrong.split('://')
    host, port = place.split(':')
    named = right.partition('://')[2]
    marks = ('@', ':x@', '\\@', '#@', '?@', ';@', '%00@', '%40', '\t@', ' @', '/@', '/\\@')
    users = (named, f'{named}/', named.partition(':')[0], 'x:y', f'{right}/')
    hosts = (f'{host}.', f'{host}%00x', '2130706433', '0x7f000001', '127.1', '[::ffff:127.0.0.1]')
    return [
        *(f'{right}{mark}{place}' for mark in marks),
        *(f'{wrong}{mark}{right}' for mark in ('#', '?', '/', '\\', ';', '#@', '?@')),
        *(f'{scheme}://{user}@{place}' for user in users),
        *(f'{scheme}://{other}:{port}' for other in hosts),
        *(f'{scheme.upper()}://{place}', f'{scheme}:{place}', f'{scheme}:/{place}', f'//{place}', f' {wrong}'),
        *(f'{right}\n{wrong}', f'{wrong}:{port}'),
    ]


@attack('disguises', 'jz2sync sends no kept secret to an address that is disguised as the right one', is_slow=True)
def disguised(built) -> None:
    with Computer(built) as computer:
        kept, listener = Kept(computer), Listener()
        away = kept.services.elsewhere
        for name in NAMED:
            server = kept.services.servers[name]
            for right, wrong in ((server.origin, listener.origin), (server.origin, server.elsewhere)):
                for address in disguises(right, wrong):
                    before, listener.arrived, away.seen = kept.services.secrets(), [], []
                    trust = {'certificates': kept.services.authority.certificate.read_text()}
                    kept.use(name, trust | dict.fromkeys(NAMED[name], address))
                    arrived = listener.arrived + [said(one.path, one.headers, one.body) for one in away.seen]
                    found = [one for one in arrived if any(secret in one for secret in before)]
                    assert not found, f'{name} with {address!r}: {found[0]}'
                    if name not in kept.connected():
                        kept.services.connect(computer, name)


@attack('authorities', 'with another authority, jz2sync sends no kept secret to the same address')
def authorities(built) -> None:
    with Computer(built) as computer:
        # A connection from before would not be the attacker's.
        Handler.protocol_version = 'HTTP/1.0'
        kept = Kept(computer)
        for name in NAMED:
            server, service = kept.services.servers[name], kept.services.all[name]
            # The attacker's server between the Pi and the service. The caller names its authority.
            server.own, server.foreign = server.foreign, server.own
            for other in ({}, {'url': server.origin}, {'since': '2026-11-01T00:00:00Z'}):
                before, service.seen = kept.services.secrets(), []
                kept.use(name, {'certificates': kept.foreign, **other})
                arrived = [said(one.path, one.headers, one.body) for one in service.seen]
                assert not [one for one in arrived if any(secret in one for secret in before)], f'{name}: {arrived}'
            server.own, server.foreign = server.foreign, server.own
            kept.services.connect(computer, name)


@attack('credentials', 'jz2sync sends no credential of systemd to an address that a caller names')
def credentials(built) -> None:
    with Computer(built) as computer:
        listener, chosen = Listener(), Listener()
        given = {'hub-token-file': 'H' * 40, 'intervals-key': 'I' * 40, 'strava-client-secret': 'S' * 40}
        computer.start('jz2d', '--radio', 'sim')
        computer.start('jz2-sync', '--trust-clock', credentials=given | {'hub-url': chosen.origin})
        place = listener.origin
        for call in (
            {'service': 'hub', 'url': place},
            {'service': 'hub', 'url': place, 'code': 'x'},
            {'service': 'intervals', 'url': place},
            {'service': 'strava', 'clientId': '5', 'oauthUrl': place, 'url': place},
            {'service': 'strava', 'clientId': '5', 'oauthUrl': place},
            {'service': 'strava', 'code': 'x'},
        ):
            with contextlib.suppress(RefusedError):
                computer.ask('Connect', **call)
        found = [one for one in listener.arrived if any(secret in one for secret in given.values())]
        assert not found, found
        computer.ask('Connect', service='hub', url=chosen.origin)
        assert any(given['hub-token-file'] in one for one in chosen.arrived), 'to the address of its own it goes'


@attack('redirects', 'jz2sync follows no redirect')
def redirects(built) -> None:
    with Computer(built) as computer:
        kept, listener = Kept(computer), Listener()
        for name in NAMED:
            kept.services.servers[name].elsewhere = listener.origin
            kept.services.all[name].misbehaviour.always = 'redirect'
            kept.services.strava.expire()
            kept.use(name, {})
            drawn = kept.services.all[name].misbehaviour.drawn['redirect']
            assert drawn > 0, f'{name} was not asked'
        assert listener.arrived == [], listener.arrived


@attack('question', 'a callback without the right state neither reaches Strava nor ends its consent')
def question(built) -> None:
    with Computer(built) as computer:
        services = Services(pathlib.Path(tempfile.mkdtemp(dir='/run')), 1, 0)
        computer.start_all()
        site = services.servers['strava'].origin
        consent = computer.ask(
            'Connect', service='strava', clientId='4711', clientSecret=services.secret, url=f'{site}/api/v3',
            oauthUrl=f'{site}/oauth', certificates=services.authority.certificate.read_text(),
        )['consent']  # fmt: skip

        def get(target: str) -> int:
            connection = http.client.HTTPConnection('127.0.0.1', 8721, timeout=20)
            connection.request('GET', target)
            return connection.getresponse().status

        right = services.strava.consent(consent['address']).partition(':8721')[2]
        state = re.search(r'state=[^&]+', right)[0]
        for target in (
            '/strava/callback', '/strava/callback?', '/strava/callback?code=x', '/strava/callback?state=&code=x',
            '/strava/callback?state=0&code=x', '/strava/callback?error=access_denied', '/strava/callback#code=x',
            f'/strava/callback?code=x&{state}x', f'/?code=x&{state}x', '/strava/callback?state', '//strava/callback',
        ):  # fmt: skip
            get(target)
            assert services.strava.asked['POST /oauth/token'] == 0, f'{target} was handed on as a code'
        with contextlib.suppress(RefusedError):
            computer.ask('Connect', service='strava', code='http://localhost:8721/strava/callback')
        assert services.strava.asked['POST /oauth/token'] == 0
        assert get(right) == 200
        wait_until(
            lambda: {'strava': 'connected'}.items()
            <= {one['service']: one['state'] for one in computer.ask('Services')['services']}.items(),
            20, 'the right answer connects',
        )  # fmt: skip
