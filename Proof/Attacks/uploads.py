"""Attacks on the hub by a device: memory, disk and time."""

import concurrent.futures
import http.client
import json
import pathlib
import secrets
import threading
import time
import uuid

from computer import Computer
from hubs import PORT, Hub, packed, whole_ride
from suite import attack

MIB = 1 << 20


class Watch(threading.Thread):
    """Requests /healthz repeatedly, and records the duration of each request in seconds."""

    def __init__(self, hub: Hub):
        super().__init__(daemon=True)
        self.hub, self.over, self.seconds = hub, threading.Event(), []

    def run(self):
        while not self.over.is_set():
            began = time.monotonic()
            connection = self.hub.connect()
            connection.request('GET', '/healthz')
            assert connection.getresponse().read()
            connection.close()
            self.seconds.append(time.monotonic() - began)
            time.sleep(0.02)


def at_once(hub: Hub, tokens: list[str], content: bytes, count: int) -> list[int]:
    with concurrent.futures.ThreadPoolExecutor(count * len(tokens)) as pool:
        sent = [pool.submit(Client(hub).put, token, content) for token in tokens for _ in range(count)]
        return [one.result()[0] for one in sent]


class Client(Hub):
    """Another client of a hub, for another thread."""

    def __init__(self, hub: Hub):
        self.address, self.database = hub.address, hub.database


@attack('bombs', 'eight rides at once that unpack to 127 MiB exhaust neither memory nor threads of the hub')
def bombs(built) -> None:
    with Computer(built) as computer:
        hub = Hub(computer, '--rates', '100')
        anna, ben = (hub.pi(name)['access_token'] for name in ('Anna', 'Ben'))
        assert hub.put(anna, packed(whole_ride(ride := str(uuid.uuid4()))), ride)[0] == 201
        before, watch = hub.server.peak(), Watch(hub)
        watch.start()
        steep = packed(b'{"a":1' + b' ' * (127 * MIB) + b'}')
        answers = at_once(hub, [anna], steep, 8)
        assert all(400 <= status < 600 for status in answers), answers
        assert hub.server.peak() - before < 100_000, f'{hub.server.peak() - before} kB for {len(steep)} bytes'
        # Below the largest ratio of compression that the hub accepts.
        noise = secrets.token_hex(280_000)
        flat = packed(whole_ride(str(uuid.uuid4()), filling=f'"x":"{noise}",' + ' ' * (60 * MIB)))
        answers = at_once(hub, [anna, ben], flat, 4)
        assert all(400 <= status < 600 for status in answers), answers
        watch.over.set()
        watch.join(30)
        # Two at a time take half of it; eight would take 1.5 GB.
        assert hub.server.peak() < 600_000, f'{hub.server.peak()} kB'
        assert len(watch.seconds) > 20 and max(watch.seconds) < 3, f'{len(watch.seconds)}, {max(watch.seconds)} s'
        assert hub.put(ben, packed(whole_ride(ride := str(uuid.uuid4()))), ride)[0] == 201


@attack('slots', 'unfinished uploads of one rider do not block another rider')
def slots(built) -> None:
    with Computer(built) as computer:
        hub = Hub(computer)
        anna, ben = (hub.pi(name)['access_token'] for name in ('Anna', 'Ben'))
        held = []
        for _ in range(40):
            held.append(hub.connect())
            held[-1].putrequest('PUT', f'/api/v1/rides/{uuid.uuid4()}')
            for name, value in (('Content-Type', 'application/json'), ('Content-Length', '1000000')):
                held[-1].putheader(name, value)
            held[-1].putheader('Content-Digest', 'sha-256=:AAAA:')
            held[-1].putheader('Authorization', f'Bearer {anna}')
            held[-1].endheaders(b' ' * 1000)
        ride = str(uuid.uuid4())
        assert hub.put(anna, whole_ride(ride), ride, is_packed=False)[0] in (429, 503), 'her share is used up'
        assert hub.put(ben, whole_ride(ride), ride, is_packed=False)[0] == 201
        for one in held:
            one.close()


@attack('spaces', 'a padded ride takes no more disk than its content')
def spaces(built) -> None:
    with Computer(built) as computer:
        hub = Hub(computer)
        token = hub.pi('Anna')['access_token']

        def size() -> int:
            return sum(file.stat().st_size for file in pathlib.Path('/var/lib/jz2-hub').iterdir())

        before = size()
        for _ in range(2):
            ride = str(uuid.uuid4())
            noise = secrets.token_bytes(2 * MIB).translate(b' \n\t\r' * 64)
            status, _ = hub.put(token, packed(whole_ride(ride) + noise), ride)
            assert 400 <= status < 500, f'white space behind the ride: {status}'
            comment = bytearray(packed(whole_ride(ride)))
            comment[3] = 0x10
            comment[10:10] = secrets.token_hex(2 * MIB).encode() + b'\0'
            status, _ = hub.put(token, bytes(comment), ride)
            assert status in (201, 400, 413), f'a comment in the gzip: {status}'
            status, _ = hub.put(token, packed(whole_ride(ride)) + b'\0' * MIB, ride)
            assert status < 500, f'bytes behind the gzip: {status}'
        assert size() - before < MIB, f'{size() - before} bytes of disk'


@attack('heads', 'HEAD requests for an export add no entry to the audit log')
def heads(built) -> None:
    with Computer(built) as computer:
        hub = Hub(computer)
        browser = hub.browser('Anna')

        def entries() -> int:
            return len(hub.json('GET', '/api/v1/me/audit', browser)['entries'])

        before = entries()
        statuses = {hub.ask('HEAD', '/api/v1/me/export', browser)[0] for _ in range(100)}
        assert 200 in statuses and statuses <= {200, 429}, statuses
        assert entries() == before, f'{entries() - before} entries by 100 heads'


@attack('marks', "no encoding of a Pi's live ride breaks the list of live rides")
def marks(built) -> None:
    with Computer(built) as computer:
        hub = Hub(computer)
        pi, browser = hub.pi('Anna')['access_token'], hub.browser('Anna')
        text = '{"phase":"riding","power_watts":150}'
        for body in (
            b'\xef\xbb\xbf' + text.encode(), text.encode('utf-16'), text.encode('utf-16-le'), text.encode('utf-32'),
            text.encode() + b'\0', b'\xff' + text.encode(), text.replace('150', 'NaN').encode(),
            text.replace('150', '1e999').encode(), text.replace('riding', '\\ud800').encode(),
            text.replace('riding', 'ri\x01ding').encode(), text.replace('"phase"', '"phase":"x","phase"').encode(),
            b'{"phase":"riding","plan":"\xc3"}', b'[' * 20_000, b'{"phase":"riding"}{"phase":"riding"}',
        ):  # fmt: skip
            status, _ = hub.ask('POST', '/api/v1/live', pi, body)
            assert status < 500, f'{body[:40]}: {status}'
            status, wall = hub.ask('GET', '/api/v1/live', browser)
            assert status == 200, status
            json.loads(wall.decode('utf-8'), parse_constant=lambda name: 1 / 0)


@attack('drip', 'the hub closes a connection whose body drips', is_slow=True)
def drip(built) -> None:
    with Computer(built) as computer:
        hub = Hub(computer)
        head = 'POST /api/v1/devices/pair HTTP/1.1\r\nHost: hub\r\nContent-Type: application/json\r\n'
        connection = http.client.HTTPConnection('127.0.0.1', PORT, timeout=20)
        connection.connect()
        connection.sock.sendall(f'{head}Content-Length: 1000\r\n\r\n'.encode())
        began, is_closed = time.monotonic(), False
        connection.sock.settimeout(2)
        while not is_closed and time.monotonic() - began < 60:
            try:
                connection.sock.sendall(b' ')
                is_closed = connection.sock.recv(1 << 16) == b''
            except TimeoutError:
                continue
            except OSError:
                is_closed = True
        assert is_closed, 'after 60 s it was still open'
        assert hub.ask('GET', '/healthz')[0] == 200
