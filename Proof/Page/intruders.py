"""Scenes with sockets: an attacker in the same Wi-Fi. The ride continues undisturbed."""

import contextlib
import json
import socket
import time

from programs import wait_until
from stage import HOST, Pi, scene, settle


def request(pi: Pi, head: str, body: bytes = b'', source: str = '127.0.0.1', timeout: float = 15) -> tuple[int, str]:
    """Sends a request unchanged. Returns the status and the rest of the response; (0, '') if the connection is cut."""
    with socket.create_connection(('127.0.0.1', pi.port), timeout, (source, 0)) as connection:
        with contextlib.suppress(OSError):
            connection.sendall(head.replace('\n', '\r\n').encode() + b'\r\n\r\n' + body)
        answer = b''
        with contextlib.suppress(OSError):
            while piece := connection.recv(1 << 16):
                answer += piece
    if not answer.startswith(b'HTTP/1.1 '):
        return 0, ''
    return int(answer[9:12]), answer.partition(b'\r\n\r\n')[2].decode(errors='replace')


def fields(pi: Pi, host: str | None = None, origin: str | None = None, **more: str) -> str:
    host = host or f'{HOST}:{pi.port}'
    lines = [
        f'Host: {host}',
        f'Origin: {origin or "http://" + host}',
        'Content-Type: application/json',
        'Connection: close',
        *(f'{name.replace("_", "-")}: {value}' for name, value in more.items()),
    ]
    return '\n'.join(lines)


def post(pi: Pi, path: str, body: object, **how) -> tuple[int, str]:
    data = json.dumps(body).encode() if not isinstance(body, bytes) else body
    source = how.pop('source', '127.0.0.1')
    return request(pi, f'POST {path} HTTP/1.1\n{fields(pi, **how)}\nContent-Length: {len(data)}', data, source)


def paired(pi: Pi) -> str:
    """Returns the cookie of a paired phone."""
    head = f'POST /api/pair HTTP/1.1\n{fields(pi)}'
    data = json.dumps({'code': pi.code(), 'name': 'script'}).encode()
    with socket.create_connection(('127.0.0.1', pi.port), 10) as connection:
        connection.sendall(f'{head}\nContent-Length: {len(data)}'.replace('\n', '\r\n').encode() + b'\r\n\r\n' + data)
        answer = b''
        while piece := connection.recv(1 << 16):
            answer += piece
    cookie = next(line for line in answer.decode().split('\r\n') if line.lower().startswith('set-cookie: '))
    assert 'HttpOnly' in cookie and 'SameSite=Strict' in cookie
    return cookie.split(': ', 1)[1].split(';')[0]


@contextlib.contextmanager
def untouched_ride(pi: Pi):
    """Runs a ride that must continue at its watts, second by second, during the block."""
    pi.begin_ride()
    before, began = pi.ride, time.monotonic()
    yield
    lasted = time.monotonic() - began
    after = pi.ride
    assert pi.phase == 'riding' and after['wantedWatts'] == before['wantedWatts'] == 150
    ridden = after['timerSeconds'] - before['timerSeconds']
    assert abs(ridden - lasted) < 2.5, f'{ridden} s ridden in {lasted:.1f} s'
    samples = pi.ask('Show', ride='last', fromSeconds=before['elapsedSeconds'])
    assert samples['ride']['state'] == 'riding'


@scene('requests by DNS rebinding and POST requests from other sites are refused')
def rebinding(programs) -> None:
    with Pi(programs) as pi:
        cookie = paired(pi)
        with untouched_ride(pi):
            evil = 'evil.example'
            for path in ('/', '/api/page', '/api/events', '/page.css'):
                assert request(pi, f'GET {path} HTTP/1.1\nHost: {evil}\nCookie: {cookie}\nConnection: close')[0] == 421
            assert post(pi, '/api/call/Stop', {}, host=evil, Cookie=cookie)[0] == 421
            for origin in (f'http://{evil}', 'null', f'http://{HOST}', f'http://{HOST}:{pi.port}.{evil}'):
                assert post(pi, '/api/call/Stop', {}, origin=origin, Cookie=cookie)[0] == 403, origin
            assert post(pi, '/api/call/Stop', {}, Cookie=cookie, Sec_Fetch_Site='cross-site')[0] == 403
            assert post(pi, '/api/call/Stop', {}, Cookie=cookie, Sec_Fetch_Site='same-site')[0] == 403
            head = f'POST /api/call/Stop HTTP/1.1\nHost: {HOST}:{pi.port}\nCookie: {cookie}\nConnection: close\n'
            assert request(pi, head + 'Content-Length: 2', b'{}')[0] == 403, 'a post without an origin'
            form = f'{head}Origin: http://{HOST}:{pi.port}\nContent-Type: text/plain\nContent-Length: 2'
            assert request(pi, form, b'{}')[0] == 415, 'what a form of another site can send'
            link = f'GET /api/call/Stop HTTP/1.1\nHost: {HOST}\nCookie: {cookie}\nConnection: close'
            assert request(pi, link)[0] == 405
        assert post(pi, '/api/call/SetWatts', {'watts': 160}, Cookie=cookie, Sec_Fetch_Site='same-origin')[0] == 200


@scene('a code can be guessed at most five times, and a key cannot be guessed')
def brute_force(programs) -> None:
    with Pi(programs) as pi, untouched_ride(pi):
        code = pi.code()
        wrong = [f'{number:06}' for number in range(100) if f'{number:06}' != code]
        answers = [
            post(pi, '/api/pair', {'code': one}, source=f'127.0.0.{2 + index}') for index, one in enumerate(wrong[:40])
        ]
        assert [status for status, _ in answers] == [403] * 40
        assert [json.loads(text)['code'] for _, text in answers] == ['wrongCode'] * 5 + ['pairingClosed'] * 35
        assert post(pi, '/api/pair', {'code': code})[0] == 403, 'the right code is worth nothing then'
        for number in range(200):
            assert post(pi, '/api/call/Stop', {}, Cookie=f'jz2={number:032x}')[0] == 401
        assert post(pi, '/api/call/Stop', {}, Cookie='jz2=')[0] == 401
        assert post(pi, '/api/call/Stop', {})[0] == 401
        assert pi.ctl('page', 'phones')['phones'] == []
        for body in (b'', b'[]', b'{"code": 5}', b'{"code": null}', b'{"code": "' + b'1' * 60000 + b'"}', b'\xff\xfe'):
            assert post(pi, '/api/pair', body)[0] in (400, 415), body[:40]


@scene('paths outside the page, invalid HTTP and oversized requests are refused')
def malformed(programs) -> None:
    with Pi(programs) as pi:
        cookie = paired(pi)
        with untouched_ride(pi):
            host = f'Host: {HOST}\nConnection: close'
            for path in (
                '/../etc/passwd',
                '/..%2fetc/passwd',
                '/%2e%2e/%2e%2e/etc/passwd',
                '//etc/passwd',
                '/./',
                '/.git',
                '/page.css/',
                '/index.html%00.js',
                '/phones.json',
                '/api/',
                '/api/nothing',
                '/page.css\\..',
            ):
                assert request(pi, f'GET {path} HTTP/1.1\n{host}')[0] == 404, path
            for method in ('PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PATCH'):
                assert request(pi, f'{method} / HTTP/1.1\n{host}\nOrigin: http://{HOST}')[0] in (403, 405), method
            big = b'{"text": "' + b'x' * 70000 + b'"}'
            assert post(pi, '/api/call/Label', big, Cookie=cookie)[0] == 413
            chunked = f'POST /api/call/Label HTTP/1.1\n{fields(pi, Cookie=cookie)}\nTransfer-Encoding: chunked'
            pieces = b''.join(b'4000\r\n' + b'x' * 0x4000 + b'\r\n' for _ in range(6))
            assert request(pi, chunked, pieces)[0] in (0, 413)
            claimed = f'POST /api/call/Label HTTP/1.1\n{fields(pi, Cookie=cookie)}\nContent-Length: 99999999999'
            assert request(pi, claimed)[0] == 413
            assert request(pi, f'GET /{"a" * 5000} HTTP/1.1\n{host}')[0] == 414
            assert request(pi, f'GET /{"a" * 300000} HTTP/1.1\n{host}')[0] in (0, 400, 414)
            assert request(pi, f'GET / HTTP/1.1\n{host}\nX: {"a" * 100000}')[0] in (0, 400, 431)
            many = '\n'.join(f'X{number}: 1' for number in range(5000))
            assert request(pi, f'GET / HTTP/1.1\n{host}\n{many}')[0] in (0, 400, 431)
            others = ('GET', 'GET / HTTP/9.9', 'HELLO\n\n', 'GET / HTTP/1.1\nHost')
            for junk in ('\x16\x03\x01\x02', '\x00' * 2000, *others):
                assert request(pi, junk, timeout=13)[0] in (0, 400, 421, 505), junk[:20]
            smuggled = f'POST /api/pair HTTP/1.1\n{fields(pi)}\nContent-Length: 3\nTransfer-Encoding: chunked'
            assert request(pi, smuggled, b'0\r\n\r\nGET / HTTP/1.1\r\n\r\n')[0] in (0, 400, 415)
        assert json.loads(post(pi, '/api/call/Status', {}, Cookie=cookie)[1])['phase'] == 'riding'


@scene('clients that send slowly or never read are disconnected, and others receive the ride meanwhile')
def slow(programs) -> None:
    with Pi(programs) as pi:
        cookie = paired(pi)
        with untouched_ride(pi):
            head = f'GET /api/events HTTP/1.1\r\nHost: {HOST}\r\nCookie: {cookie}\r\n\r\n'.encode()
            crawlers = []
            for number in range(200):
                one = socket.create_connection(('127.0.0.1', pi.port), 5, (f'127.1.{number // 4 + 1}.1', 0))
                one.setblocking(False)
                one.sendall(b'GET / HT')
                crawlers.append(one)
            follower = socket.create_connection(('127.0.0.1', pi.port), 5, ('127.0.0.9', 0))
            follower.sendall(head)
            deaf = socket.socket()
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            deaf.bind(('127.0.0.10', 0))
            deaf.connect(('127.0.0.1', pi.port))
            # Endless responses that are never read: each request is sent before the last response is read.
            with contextlib.suppress(OSError):
                deaf.settimeout(2)
                for _ in range(3000):
                    deaf.sendall(f'GET /page.css HTTP/1.1\r\nHost: {HOST}\r\n\r\n'.encode())
            memory = pi.memory()['VmRSS']
            heard, began, cut = 0, time.monotonic(), 0
            follower.settimeout(3)
            while time.monotonic() - began < 13:
                heard += follower.recv(1 << 16).count(b'event: status')
                for one in crawlers:
                    with contextlib.suppress(OSError):
                        one.send(b'T')
            for one in crawlers:
                with contextlib.suppress(OSError):
                    one.setblocking(True)
                    one.settimeout(0.2)
                    if one.recv(1) == b'':
                        cut += 1
                        continue
                with contextlib.suppress(OSError):
                    one.send(b'T')
                    one.send(b'T')
                    continue
                cut += 1
            assert heard >= 12, f'{heard} statuses in 13 s'
            assert cut >= 195, f'{cut} of 200 were cut off'
            assert pi.memory()['VmRSS'] < memory + 4000
            settle(8)
            deaf.settimeout(5)
            with contextlib.suppress(OSError):
                while deaf.recv(1 << 16):
                    pass
            for one in (*crawlers, follower, deaf):
                one.close()
        wait_until(lambda: pi.ask_page('GetPageStatus')['streams'] == 0, 5, 'nobody follows')


@scene('an address gets eight connections, and an idle one makes room for a new one')
def shares(programs) -> None:
    with Pi(programs) as pi:
        cookie = paired(pi)
        head = f'GET /api/events HTTP/1.1\r\nHost: {HOST}\r\nCookie: {cookie}\r\n\r\n'.encode()

        def opened(data: bytes) -> socket.socket:
            one = socket.create_connection(('127.0.0.1', pi.port), 5, ('127.0.0.20', 0))
            one.settimeout(2)
            one.sendall(data)
            return one

        def answers(one: socket.socket) -> bool:
            with contextlib.suppress(OSError):
                return one.recv(100).startswith(b'HTTP/1.1 200')
            return False

        idle = opened(f'GET /page.css HTTP/1.1\r\nHost: {HOST}\r\n\r\n'.encode())
        assert answers(idle)
        streams = [opened(head) for _ in range(8)]
        assert all(answers(one) for one in streams), 'the ninth connection takes the place of the one that waits'
        assert not answers(opened(head)), 'nobody gives way to a tenth'
        other = socket.create_connection(('127.0.0.1', pi.port), 5, ('127.0.0.21', 0))
        other.sendall(head)
        assert answers(other), 'another address has room'
        for one in (*streams, other):
            one.close()
