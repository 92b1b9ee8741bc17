"""A hub with riders, devices and browsers."""

import base64
import contextlib
import gzip
import hashlib
import http.client
import json
import uuid

from computer import Computer, run
from programs import Program, wait_until

PORT = 8430


class Hub:
    """A running hub."""

    def __init__(self, computer: Computer, *options: str, address: str = '127.0.0.1', database: str = ''):
        self.database = ('--database', database) if database else ()
        self.address = address
        listen = f'[{address}]:{PORT}' if ':' in address else f'{address}:{PORT}'
        # The first verb creates the database.
        computer.prepare('jz2-hub')
        self.codes = {name: self.code('add', name) for name in ('Anna', 'Ben')}
        self.server: Program = computer.start('jz2-hub', '--listen', listen, *self.database, *options)
        wait_until(lambda: self.server.process.poll() is not None or self.is_ready(), 30, 'the hub is ready')

    def is_ready(self) -> bool:
        with contextlib.suppress(OSError, http.client.HTTPException):
            return self.ask('GET', '/readyz')[0] == 200
        return False

    def code(self, verb: str, name: str, *options: str) -> str:
        become = ('setpriv', '--reuid=jz2-hub', '--regid=jz2-hub', '--init-groups')
        said = run(*become, '/usr/local/bin/jz2hub', 'rider', verb, name, *options, *self.database)
        return said.stdout.split('\n')[0]

    def connect(self, source: str = '', seconds: float = 60) -> http.client.HTTPConnection:
        place = '::1' if self.address == '::' else self.address
        return http.client.HTTPConnection(place, PORT, seconds, (source, 0) if source else None)

    def ask(self, method: str, path: str, token: str = '', body=None, source: str = '', **fields) -> tuple[int, bytes]:
        """Returns status and body. A token with a `=` is sent as a cookie."""
        connection = self.connect(source)
        headers = {'Content-Type': 'application/json'} if body is not None else {}
        headers |= {name.replace('_', '-'): value for name, value in fields.items()}
        if token:
            headers |= {'Cookie': token} if '=' in token else {'Authorization': f'Bearer {token}'}
        connection.request(method, path, body if isinstance(body, bytes | None) else json.dumps(body), headers)
        self.answer = connection.getresponse()
        content = self.answer.read()
        connection.close()
        return self.answer.status, content

    def json(self, method: str, path: str, token: str = '', body=None, **how):
        status, content = self.ask(method, path, token, body, **how)
        assert status < 300, f'{method} {path}: {status} {content!r}'
        return json.loads(content or b'null')

    def pi(self, name: str) -> dict:
        """Returns the tokens of a rider's Pi."""
        code = self.codes.pop(name, None) or self.code('code', name)
        return self.json('POST', '/api/v1/devices/pair', body={'code': code, 'name': f'pi of {name}'})

    def browser(self, name: str) -> str:
        """Returns the cookie of a rider's browser."""
        body = {'code': self.code('code', name, '--browser'), 'name': 'browser'}
        self.json('POST', '/api/v1/session', body=body)
        return self.answer.getheader('Set-Cookie').split(';')[0]

    def put(self, token: str, content: bytes, ride: str = '', is_packed: bool = True) -> tuple[int, bytes]:
        """Uploads a whole ride."""
        digest = base64.b64encode(hashlib.sha256(content).digest()).decode()
        fields = {'Content_Digest': f'sha-256=:{digest}:'} | ({'Content_Encoding': 'gzip'} if is_packed else {})
        return self.ask('PUT', f'/api/v1/rides/{ride or uuid.uuid4()}', token, content, **fields)


def whole_ride(number: str, name: str = 'Ride', filling: str = '') -> bytes:
    """Returns a ride as a Pi sends it, with filling between two members."""
    start = '2026-11-27T18:00:00.000Z'
    head = json.dumps({'uuid': number, 'whole': True, 'start': start, 'activityId': start, 'name': name})
    rows = [{'elapsedSeconds': second, 'timerRunning': True, 'powerWatts': 150} for second in range(60)]
    return f'{head[:-1]},{filling}"samples":{json.dumps(rows)}}}'.encode()


def packed(content: bytes) -> bytes:
    return gzip.compress(content, 6)
