"""A hundred phones that follow one ride, simulated with sockets."""

import json
import selectors
import socket
import time

from intruders import paired, untouched_ride
from programs import TRAINER
from stage import HOST, Pi, scene

PHONES = 100


def followers(pi: Pi, cookie: str, count: int) -> list[socket.socket]:
    """Returns phones, each with its own address and language."""
    made = []
    for number in range(count):
        one = socket.create_connection(('127.0.0.1', pi.port), 10, (f'127.2.{number // 50}.{number + 1}', 0))
        language = ('en', 'de', 'fr', 'es')[number % 4]
        head = f'GET /api/events HTTP/1.1\r\nHost: {HOST}\r\nCookie: {cookie}\r\n'
        one.sendall(f'{head}Accept-Language: {language}\r\n\r\n'.encode())
        one.setblocking(False)
        made.append(one)
    return made


class Watch:
    """The statuses that jz2d sends on its own socket, for comparison with the page."""

    def __init__(self, pi: Pi):
        self.connection = socket.socket(socket.AF_UNIX)
        self.connection.connect(str(pi.daemon))
        self.connection.sendall(json.dumps({'method': f'{TRAINER}.Watch', 'more': True}).encode() + b'\0')
        self.connection.setblocking(False)


def listen(pi: Pi, phones: list[socket.socket], seconds: float) -> tuple[list[int], list[float]]:
    """Returns the number of statuses at each phone, and the delays of events after jz2d's own, in milliseconds."""
    watch, selector = Watch(pi), selectors.DefaultSelector()
    selector.register(watch.connection, selectors.EVENT_READ, None)
    for number, one in enumerate(phones):
        selector.register(one, selectors.EVENT_READ, number)
    heard, told, delays, buffers = [0] * len(phones), {}, [], [b''] * len(phones)
    rest, end = b'', time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        for key, _ in selector.select(left):
            now, data = time.monotonic(), key.fileobj.recv(1 << 16)
            if key.data is None:
                *messages, rest = (rest + data).split(b'\0')
                for message in messages:
                    status = json.loads(message)['parameters']
                    told.setdefault(mark(status), now)
                continue
            *events, buffers[key.data] = (buffers[key.data] + data).split(b'\n\n')
            for event in events:
                if b'event: status' not in event:
                    continue
                heard[key.data] += 1
                status = json.loads(event[event.index(b'data: ') + 6 :].split(b'\r\n')[0])
                if mark(status) in told:
                    delays.append((now - told[mark(status)]) * 1000)
    return heard, delays


def mark(status: dict) -> tuple:
    ride, trainer = status.get('ride', {}), status.get('trainer', {})
    return ride.get('elapsedSeconds'), trainer.get('powerWatts'), status.get('heartRate', {}).get('beatsPerMinute')


@scene('a hundred phones receive each second of a ride without disturbing it')
def crowd(programs) -> None:
    with Pi(programs) as pi:
        cookie = paired(pi)
        with untouched_ride(pi):
            phones = followers(pi, cookie, PHONES)
            heard, _ = listen(pi, phones, 10)
            assert min(heard) >= 9, f'{min(heard)} to {max(heard)} statuses in 10 s'
            assert pi.ask_page('GetPageStatus')['streams'] == PHONES
            for one in phones:
                one.close()
