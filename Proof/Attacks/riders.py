"""Attacks on the hub by its own users: other scopes, other riders, other pages, and odd parameters."""

import contextlib
import json
import re
import subprocess
import uuid

from computer import ROOT, Computer
from doors import table
from hubs import Hub, whole_ride
from suite import attack

SCOPES = {'pi': {'any', 'sync', 'read', 'live'}, 'browser': {'any', 'read', 'manage'}}
RIDE = str(uuid.uuid4())


def bodies(method: str, path: str) -> object:
    """Returns a valid body for a route, so that only the scope is missing. None for a route without a body."""
    start = '2026-11-27T18:00:00.000Z'
    workout = {'client_id': 'x', 'start_time': start, 'end_time': '2026-11-27T19:00:00.000Z', 'source': 'jz2d'}
    workout |= {'duration_seconds': 3600, 'distance_meters': 30000}
    batch = {'workouts': [workout], 'mode': 'full', 'idempotency_key': 'x', 'client_sync_timestamp': start}
    if path.endswith('/sync'):
        return batch
    code = {'code': 'AAAA-AAAA'}
    posts = {'/api/v1/live': {'phase': 'riding'}, '/api/v1/coaches/accept': code, '/api/v1/me/erase': code}
    return posts.get(path if method == 'POST' else '')


def knock(hub: Hub, route: str, token: str) -> tuple[int, bytes]:
    method, path = route.split()
    path = path.replace('{uuid}', RIDE).replace('{id}', str(uuid.uuid4()))
    if method == 'PUT':
        return hub.put(token, whole_ride(RIDE, 'Changed'), RIDE, is_packed=False)
    return hub.ask(method, path, token, bodies(method, path))


@attack('strangers', 'each route of the hub refuses a token without its scope')
def strangers(built) -> None:
    with Computer(built) as computer:
        hub = Hub(computer, '--rates', '100')
        tokens = {'pi': hub.pi('Anna')['access_token'], 'browser': hub.browser('Anna')}
        cookie = tokens['browser'].partition('=')[0]
        assert hub.put(tokens['pi'], whole_ride(RIDE), RIDE, is_packed=False)[0] == 201
        ended = hub.browser('Anna')
        assert hub.ask('DELETE', '/api/v1/session', ended)[0] < 300
        false = ('', 'x', 'A' * 43, tokens['pi'][:-1], tokens['pi'] + 'A', f'{cookie}=', f'{cookie}=x', ended)
        before = {name: hub.json('GET', '/api/v1/rides', token) for name, token in tokens.items()}
        for row in table().rows['hub']:
            if row['scope'] in ('open', 'broker'):
                continue
            for route in row['routes']:
                for token in false:
                    status, _ = knock(hub, route, token)
                    assert status == 401, f'{route} with the token {token!r} was answered {status}'
                for name, token in tokens.items():
                    if row['scope'] not in SCOPES[name]:
                        status, said = knock(hub, route, token)
                        assert status == 403, f'{route} by a {name} was answered {status}: {said!r}'
        for path in ('/token', '/refresh'):
            assert hub.ask('POST', path, body={'code': 'x'})[0] == 404, 'the broker is off'
        assert before == {name: hub.json('GET', '/api/v1/rides', token) for name, token in tokens.items()}


@attack('riders', 'a rider can neither read nor change the data of another rider')
def riders(built) -> None:
    with Computer(built) as computer:
        hub = Hub(computer, '--rates', '100')
        anna, ben = hub.pi('Anna')['access_token'], hub.pi('Ben')['access_token']
        browsers = {name: hub.browser(name) for name in ('Anna', 'Ben')}
        assert hub.put(anna, whole_ride(RIDE), RIDE, is_packed=False)[0] == 201
        hub.json('POST', '/api/v1/workouts/sync', anna, bodies('POST', '/sync'))
        hub.json('POST', '/api/v1/live', anna, {'phase': 'riding'})
        account = hub.json('GET', '/api/v1/me', browsers['Anna'])
        devices = hub.json('GET', '/api/v1/devices', browsers['Anna'])['devices']

        def everything() -> list:
            paths = ('rides', f'rides/{RIDE}', 'workouts', 'devices', 'coaches', 'live')
            return [re.sub(rb'"seen_at":"[^"]*"', b'', hub.ask('GET', f'/api/v1/{path}', anna)[1]) for path in paths]

        before = everything()
        rider = next(value for name, value in account.items() if 'id' in name.lower() and isinstance(value, str))
        for token in (ben, browsers['Ben']):
            for path in (f'rides/{RIDE}', f'rides/{RIDE}/notes', f'rides/{RIDE}?format=fit'):
                assert hub.ask('GET', f'/api/v1/{path}', token)[0] == 404, path
            for path in ('rides', 'workouts', 'sync/status'):
                status, said = hub.ask('GET', f'/api/v1/{path}?rider={rider}', token)
                assert status in (400, 403, 404) or RIDE.encode() not in said, f'{path}: {said!r}'
                assert RIDE.encode() not in hub.ask('GET', f'/api/v1/{path}', token)[1]
            assert hub.json('GET', '/api/v1/live', token)['rides'] == []
            for device in devices:
                status, _ = hub.ask('DELETE', f'/api/v1/devices/{device["id"]}', token)
                assert status in (403, 404), f'{device["id"]}: {status}'
            assert hub.ask('DELETE', f'/api/v1/coaches/{rider}', token)[0] in (403, 404)
        # Each rider may have a ride with this UUID.
        hub.put(ben, whole_ride(RIDE, 'Of Ben'), RIDE, is_packed=False)
        hub.json('POST', '/api/v1/workouts/sync', ben, bodies('POST', '/sync'))
        erasing = hub.code('code', 'Ben', '--erase')
        assert hub.ask('POST', '/api/v1/me/erase', browsers['Ben'], {'code': erasing})[0] < 300
        assert everything() == before


@attack('erasing', 'a browser that was left open erases nothing without a code made for it')
def erasing(built) -> None:
    with Computer(built) as computer:
        hub = Hub(computer, '--rates', '100')
        cookie = hub.browser('Anna')
        made_there = hub.json('POST', '/api/v1/codes/browser', cookie)['code']
        for_ben = hub.code('code', 'Ben', '--erase')
        bodies = [None, {}, *({'code': code} for code in ('', made_there, hub.code('code', 'Anna'), for_ben))]
        for body in bodies:
            status = hub.ask('POST', '/api/v1/me/erase', cookie, body)[0]
            assert 400 <= status < 500, f'{body}: {status}'
        assert hub.ask('DELETE', '/api/v1/me', cookie)[0] in (404, 405)
        code = hub.code('code', 'Anna', '--erase')
        assert hub.ask('POST', '/api/v1/session', body={'code': code, 'name': 'browser'})[0] in range(400, 500)
        assert hub.ask('GET', '/api/v1/me', cookie)[0] == 200
        assert hub.ask('POST', '/api/v1/me/erase', cookie, {'code': code})[0] < 300
        assert hub.ask('GET', '/api/v1/me', cookie)[0] == 401


@attack('forms', 'a form of another page has no effect, and a cookie of http is refused by https')
def forms(built) -> None:
    with Computer(built) as computer:
        hub = Hub(computer, '--rates', '100')
        cookie = hub.browser('Anna')
        routes = [
            route
            for row in table().rows['hub']
            if row['scope'] in ('any', 'manage')
            for route in row['routes']
            if not route.startswith('GET')
        ]
        for route in routes:
            method, path = route.split()
            path = path.replace('{id}', str(uuid.uuid4()))
            for fields in (
                {'Origin': 'http://evil.example'}, {'Origin': 'null'}, {'Origin': 'http://127.0.0.1:9'},
                {'Sec_Fetch_Site': 'same-site'}, {'Sec_Fetch_Site': 'cross-site', 'Origin': 'http://127.0.0.1:8430'},
                {'Sec_Fetch_Site': 'none'}, {'Origin': 'http://127.0.0.1:8430.evil.example'}, {'Origin': ''},
            ):  # fmt: skip
                status, _ = hub.ask(method, path, cookie, **fields)
                assert status == 403, f'{route} with {fields} was answered {status}'
        assert hub.ask('POST', '/api/v1/codes', cookie, Origin='http://127.0.0.1:8430')[0] < 300, 'its own page may'
        code = hub.code('code', 'Anna', '--browser')
        assert hub.ask('POST', '/api/v1/session', body={'code': code, 'name': 'x'}, X_Forwarded_Proto='https')[0] == 200
        said = hub.answer.getheader('Set-Cookie')
        assert said.startswith('__Host-') and all(word in said for word in ('Secure', 'HttpOnly', 'SameSite=Strict'))
        assert hub.ask('GET', '/api/v1/me', cookie, X_Forwarded_Proto='https')[0] == 401, 'a cookie that http may set'
        assert hub.ask('GET', '/api/v1/me', said.split(';')[0], X_Forwarded_Proto='https')[0] == 200


def parameters_of(path: str) -> list[str]:
    """Returns the names of a route's query parameters, from the hub's description."""
    described = json.loads((ROOT / 'Hub/Sources/HubServer/openapi.json').read_text())
    named = described['paths'][path]['get'].get('parameters', [])
    return [one['name'] for one in named if one.get('in') == 'query']


@contextlib.contextmanager
def postgres():
    """Runs a PostgreSQL server. Yields its address."""
    script = 'echo $JZ2HUB_TEST_POSTGRES; read -r _'
    server = subprocess.Popen(
        [ROOT / 'Proof/Hub/postgres.sh', 'bash', '-c', script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        yield server.stdout.readline().strip()
    finally:
        server.communicate('\n', timeout=30)


@attack('words', 'odd parameters get no 500 and no message of the database')
def words(built) -> None:
    with Computer(built) as computer, postgres() as address:
        hub = Hub(computer, '--rates', '100', database=address)
        token = hub.pi('Anna')['access_token']
        routes = [route for row in table().rows['hub'] for route in row['routes'] if route.startswith('GET /api')]
        strange = ('%00', '%FF', '%0A', '%1b%5b2J', "'", '%ED%A0%80', '9' * 400, '-1', 'NaN', '%2e%2e%2f', '$1;--', '')
        for route in routes:
            path = route.split()[1]
            steps = [path.replace('{uuid}', word) for word in strange if word and '{uuid}' in path]
            plain = path.replace('{uuid}', RIDE).replace('{id}', RIDE)
            for name in (*parameters_of(path), 'unknown'):
                steps += [f'{plain}?{name}={word}' for word in strange]
            for step in steps:
                status, said = hub.ask('GET', step, token)
                assert status < 500, f'{step} was answered {status}: {said!r}'
                told = re.search(rb'(?i)database|portal|sqlite|postgres|encoding|syntax|select ', said)
                assert status < 400 or not told, f'{step}: {said!r}'
        for body in ({'code': 'a\0', 'name': 'x'}, {'code': 'AAAA-AAAA', 'name': 'a\0b'}):
            status, said = hub.ask('POST', '/api/v1/devices/pair', body=body)
            assert 400 <= status < 500 and b'atabase' not in said, f'{body}: {said!r}'
        text = (computer.log / 'jz2-hub.log').read_text()
        assert 'ERROR' not in text.upper().replace('LOG-LEVEL', ''), text[-2000:]
