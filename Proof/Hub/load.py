#!/usr/bin/env python3
"""load.py PROGRAM [SECONDS]: measures the number and the duration of requests to a hub on this computer.

On SQLite, and on PostgreSQL ($JZ2HUB_TEST_POSTGRES, see postgres.sh; with fsync, as in production). First a few clients
send each request as soon as the last one is answered. Then 1,000 Pis send their live status once a second while a
browser watches. There is one process of the hub; this client runs on the same processors. Prints a line of JSON for
each.
"""

import asyncio
import base64
import contextlib
import datetime
import gzip
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
import uuid

CLIENTS = 8
PIS = 1000
EPOCH = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)


class Connection:
    """A persistent connection, with one request at a time."""

    def __init__(self, port):
        self.port, self.streams = port, None

    async def ask(self, method, path, token=None, body=None, packed=None):
        """Returns the status and the JSON of the response; the length of a body that is not JSON."""
        if self.streams is None:
            self.streams = await asyncio.open_connection('127.0.0.1', self.port)
        reader, writer = self.streams
        content = json.dumps(body).encode() if body is not None else b''
        head = f'{method} {path} HTTP/1.1\r\nHost: hub\r\nContent-Type: application/json\r\n'
        if packed is not None:
            content, digest = packed, base64.b64encode(hashlib.sha256(packed).digest()).decode()
            head += f'Content-Encoding: gzip\r\nContent-Digest: sha-256=:{digest}:\r\n'
        head += f'Content-Length: {len(content)}\r\n' + (f'Authorization: Bearer {token}\r\n' if token else '')
        writer.write(head.encode() + b'\r\n' + content)
        lines = (await reader.readuntil(b'\r\n\r\n')).decode().split('\r\n')
        length = next((int(line.split(':')[1]) for line in lines if line.lower().startswith('content-length:')), 0)
        answer = await reader.readexactly(length)
        status = int(lines[0].split()[1])
        return [status, json.loads(answer or b'{}') if answer[:1] in (b'', b'{', b'[') else len(answer)]


class Times:
    def __init__(self, what, database):
        self.what, self.database, self.taken, self.failed, self.began = what, database, [], 0, time.monotonic()

    async def measure(self, asking):
        began = time.monotonic()
        status, _ = await asking
        self.taken.append(time.monotonic() - began)
        self.failed += status >= 400

    def report(self):
        seconds, taken = time.monotonic() - self.began, sorted(self.taken)
        share = {name: taken[min(len(taken) - 1, int(len(taken) * part))] for name, part in SHARES.items()}
        figures = {name: round(value * 1000, 1) for name, value in share.items()}
        rate = round(len(taken) / seconds)
        line = {'database': self.database, 'what': self.what, 'requests': len(taken), 'per_second': rate}
        print(json.dumps(line | {'failed': self.failed, 'milliseconds': figures}), flush=True)


SHARES = {'median': 0.5, 'p99': 0.99, 'max': 1.0}


async def devices(port, program, address, count):
    """Pairs so many Pis of one rider, and a browser. Returns their tokens and its cookie."""
    command = [program, 'rider', 'add', 'Anna', '--database', address]
    code = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split('\n')[0]
    connection = Connection(port)
    command[2] = 'code'
    second = subprocess.run([*command, '--browser'], check=True, capture_output=True, text=True).stdout.split('\n')[0]
    _, pi = await connection.ask('POST', '/api/v1/devices/pair', body={'code': code, 'name': 'pi-0'})
    browser = await cookie(port, second)
    tokens = [pi['access_token']]
    for number in range(1, count):
        _, made = await connection.ask('POST', '/api/v1/codes', browser)
        pairing = {'code': made['code'], 'name': f'pi-{number}'}
        _, pi = await connection.ask('POST', '/api/v1/devices/pair', body=pairing)
        tokens.append(pi['access_token'])
    return [tokens, browser]


async def cookie(port, code):
    reader, writer = await asyncio.open_connection('127.0.0.1', port)
    content = json.dumps({'code': code, 'name': 'browser'}).encode()
    head = 'POST /api/v1/session HTTP/1.1\r\nHost: hub\r\nContent-Type: application/json\r\n'
    writer.write(f'{head}Content-Length: {len(content)}\r\n\r\n'.encode() + content)
    lines = (await reader.readuntil(b'\r\n\r\n')).decode().split('\r\n')
    writer.close()
    field = next(line for line in lines if line.lower().startswith('set-cookie:'))
    return field.split('=', 1)[1].split(';')[0]


def batch(client, number):
    """Returns ten rides that no client has sent before."""
    rides = [client * 10_000_000 + number * 10 + place for place in range(10)]
    begins = {ride: EPOCH + datetime.timedelta(minutes=2 * ride % 20_000_000) for ride in rides}
    workouts = [
        {
            'client_id': f'{ride}',
            'start_time': begin.isoformat(),
            'end_time': (begin + datetime.timedelta(seconds=60)).isoformat(),
            'duration_seconds': 60,
            'distance_meters': 500,
            'source': 'load',
        }
        for ride, begin in begins.items()
    ]
    return {'idempotency_key': f'{client}-{number}', 'workouts': workouts}


class WholeRides:
    """Rides of an hour, as a Pi sends them. Those that were sent are fetched as FIT."""

    def __init__(self):
        row = {'timerRunning': True, 'powerWatts': 151.5, 'targetWatts': 150, 'cadenceRpm': 85.5, 'beatsPerMinute': 128}
        row |= {'speedKmh': 29.1, 'rrMilliseconds': [468.75, 470.7], 'alpha1': 0.75}
        rows = [row | {'elapsedSeconds': second, 'distanceMeters': 8.0 * second} for second in range(3600)]
        start = '2026-11-27T18:00:00.000Z'
        self.ride = {'whole': True, 'start': start, 'activityId': start, 'name': 'Load', 'samples': rows}
        self.sent = []

    def put(self, connection, token):
        name = str(uuid.uuid4())
        self.sent.append(name)
        packed = gzip.compress(json.dumps({'uuid': name} | self.ride).encode(), 1)
        return connection.ask('PUT', f'/api/v1/rides/{name}', token, packed=packed)

    def fit(self, connection, token, turn):
        return connection.ask('GET', f'/api/v1/rides/{self.sent[turn % len(self.sent)]}?format=fit', token)


async def as_fast_as_answered(times, port, tokens, seconds, asking):
    async def client(number):
        connection, turn = Connection(port), 0
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            await times.measure(asking(connection, tokens[number], number, turn))
            turn += 1

    await asyncio.gather(*(client(number) for number in range(CLIENTS)))
    times.report()


async def once_a_second(times, port, tokens, browser, seconds):
    """Runs each Pi in its own part of the second, on its own connection."""
    over = time.monotonic() + seconds

    async def pi(number):
        connection, due = Connection(port), time.monotonic() + number / len(tokens)
        while due < over:
            await asyncio.sleep(max(0, due - time.monotonic()))
            said = {'phase': 'riding', 'power_watts': 150, 'elapsed_seconds': 60}
            await times.measure(connection.ask('POST', '/api/v1/live', tokens[number], said))
            due += 1

    async def wall():
        connection = Connection(port)
        while time.monotonic() < over:
            await connection.ask('GET', '/api/v1/live', browser)
            await asyncio.sleep(1)

    await asyncio.gather(wall(), *(pi(number) for number in range(len(tokens))))
    times.report()


async def load(program, database, address, port, seconds):
    tokens, browser = await devices(port, program, address, PIS)
    await as_fast_as_answered(
        Times('status', database), port, tokens, seconds,
        lambda connection, token, *_: connection.ask('GET', '/api/v1/sync/status', token),
    )  # fmt: skip
    await as_fast_as_answered(
        Times('batches of 10 new rides', database), port, tokens, seconds,
        lambda connection, token, client, turn: connection.ask(
            'POST', '/api/v1/workouts/sync', token, batch(client, turn)),
    )  # fmt: skip
    rides = WholeRides()
    await as_fast_as_answered(
        Times('whole rides of an hour', database), port, tokens, seconds,
        lambda connection, token, *_: rides.put(connection, token),
    )  # fmt: skip
    await as_fast_as_answered(
        Times('the same as FIT', database), port, tokens, seconds,
        lambda connection, token, _, turn: rides.fit(connection, token, turn),
    )  # fmt: skip
    await once_a_second(Times('1,000 Pis, once a second', database), port, tokens, browser, 3 * seconds)


@contextlib.contextmanager
def hub(program, address):
    port = 18431
    command = [program, 'serve', '--database', address, '--listen', f'127.0.0.1:{port}', '--rates', '10000']
    running = subprocess.Popen(command)
    try:
        for _ in range(100):
            asked = subprocess.run(['curl', '-sf', f'http://127.0.0.1:{port}/readyz'], capture_output=True, check=False)
            if asked.returncode == 0:
                break
            time.sleep(0.1)
        yield port
    finally:
        running.terminate()
        running.wait(30)


def main(program, seconds):
    with tempfile.TemporaryDirectory() as place:
        addresses = {'sqlite': f'sqlite:{place}/hub.sqlite'}
        if server := os.environ.get('JZ2HUB_TEST_POSTGRES'):
            addresses['postgres'] = server
        for database, address in addresses.items():
            with hub(program, address) as port:
                asyncio.run(load(program, database, address, port, seconds))


if __name__ == '__main__':
    main(sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 10)
