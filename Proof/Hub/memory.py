#!/usr/bin/env python3
"""memory.py PROGRAM: measures the memory of a hub on SQLite for rides that unpack to 127 MiB, eight at a time.

First eight bombs, which the hub refuses unread; then eight rides with the maximum of rows; then such a ride, fetched by
eight clients that read slowly and accept no gzip. Prints a line of JSON for each: the maximum memory in MiB, before and
during the requests, and the slowest response of /healthz. The exit status shows whether the memory is within its
bounds.
"""

import base64
import concurrent.futures
import gzip
import hashlib
import http.client
import json
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

PORT, AT_A_TIME = 18435, 8
CONTENT = 127 << 20
RATIO = 250  # `HubLibrary.RideLimit`
ROWS = 4 * 86_400  # `ImportLimits`
UUID = '0f8fad5b-d9cb-469f-a165-70867728950e'
# MiB above the memory before. The unit's `MemoryMax=` is 1024.
BOUNDS = {'bombs': 64, 'rides': 768, 'slow readers': 128}


def ask(method, path, token=None, body=None, **fields):
    connection = http.client.HTTPConnection('127.0.0.1', PORT, timeout=1800)
    fields |= {'Authorization': f'Bearer {token}'} if token else {}
    connection.request(method, path, body, {'Content-Type': 'application/json', **fields})
    return connection.getresponse()


def put(token, packed):
    digest = base64.b64encode(hashlib.sha256(packed).digest()).decode()
    fields = {'Content-Encoding': 'gzip', 'Content-Digest': f'sha-256=:{digest}:'}
    return ask('PUT', f'/api/v1/rides/{UUID}', token, packed, **fields).status


def read_slowly(token):
    """Reads with a pause of a second after each 16 MiB. Returns the digest."""
    answer, digest = ask('GET', f'/api/v1/rides/{UUID}', token), hashlib.sha256()
    while piece := answer.read(16 << 20):
        digest.update(piece)
        time.sleep(1)
    return digest.hexdigest()


def whole_ride():
    """Returns a ride of four days with rows of the maximum length."""
    start = '2026-11-27T18:00:00.000Z'
    head = {'uuid': UUID, 'whole': True, 'start': start, 'activityId': start}
    row = '{"elapsedSeconds":%d,"timerRunning":true,"powerWatts":150,"beatsPerMinute":128,"later":"%s"}'
    filler = 'x' * (CONTENT // ROWS - len(row) - 4)
    rows = ','.join(row % (second, filler) for second in range(ROWS))
    return f'{json.dumps(head)[:-1]},"samples":[{rows}]}}'.encode()


class Watch:
    """The maximum memory of a hub, and the slowest response of /healthz, during a block."""

    def __init__(self, hub):
        self.process, self.over, self.slowest = pathlib.Path(f'/proc/{hub.pid}'), threading.Event(), 0
        self.asking = threading.Thread(target=self.ask_again_and_again)

    def ask_again_and_again(self):
        while not self.over.wait(0.02):
            began = time.monotonic()
            ask('GET', '/healthz').read()
            self.slowest = max(self.slowest, time.monotonic() - began)

    def most(self):
        lines = (self.process / 'status').read_text().splitlines()
        return int(next(line for line in lines if line.startswith('VmHWM')).split()[1]) >> 10

    def __enter__(self):
        (self.process / 'clear_refs').write_text('5')
        self.before = self.most()
        self.asking.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.asking.join()
        self.meanwhile = self.most()


def measure(hub, what, work, expected):
    """Runs `work` eight times at once. Returns whether the memory and the outcomes are as expected."""
    with Watch(hub) as watch, concurrent.futures.ThreadPoolExecutor(AT_A_TIME) as pool:
        outcomes = set(pool.map(lambda _: work(), range(AT_A_TIME)))
    figures = {'what': what, 'before_mib': watch.before, 'most_mib': watch.meanwhile}
    figures |= {'bound_mib': watch.before + BOUNDS[what], 'slowest_healthz_ms': round(watch.slowest * 1000)}
    print(json.dumps(figures), flush=True)
    if not outcomes <= expected:
        print(f'FAILED {what}: {outcomes}')
    return outcomes <= expected and watch.meanwhile <= figures['bound_mib']


def play(program, place):
    database = f'sqlite:{place}/hub.sqlite'
    code = subprocess.run(
        [program, 'rider', 'add', 'Anna', '--database', database], check=True, capture_output=True, text=True
    ).stdout.split('\n')[0]
    hub = subprocess.Popen([program, 'serve', '--database', database, '--listen', f'127.0.0.1:{PORT}'])
    try:
        subprocess.run(
            ['curl', '-sf', '--retry', '50', '--retry-delay', '0', '--retry-connrefused', '--output', '/dev/null',
             f'http://127.0.0.1:{PORT}/readyz'], check=True,
        )  # fmt: skip
        pairing = json.dumps({'code': code, 'name': 'pi'})
        token = json.loads(ask('POST', '/api/v1/devices/pair', body=pairing).read())['access_token']
        bomb, content = gzip.compress(b' ' * CONTENT, 9), whole_ride()
        ride, digest = gzip.compress(content), hashlib.sha256(content).hexdigest()
        assert CONTENT - (1 << 20) <= len(content) <= min(CONTENT, RATIO * len(ride)), [len(content), len(ride)]
        return all(
            [
                measure(hub, 'bombs', lambda: put(token, bomb), {400}),
                measure(hub, 'rides', lambda: put(token, ride), {200, 201}),
                measure(hub, 'slow readers', lambda: read_slowly(token), {digest}),
            ]
        )
    finally:
        hub.terminate()
        hub.wait(600)


if __name__ == '__main__':
    with tempfile.TemporaryDirectory(prefix='jz2-memory.') as folder:
        sys.exit(0 if play(sys.argv[1], folder) else 1)
