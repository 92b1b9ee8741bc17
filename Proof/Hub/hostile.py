#!/usr/bin/env python3
"""hostile.py PROGRAM RIDES SEED [PROCESSES]: many Pis and a bad network, on hubs that are killed again and again.

The hubs share one PostgreSQL ($JZ2HUB_TEST_POSTGRES, see postgres.sh), which is killed now and then too. Riders have
two Pis each; some rides are recorded by both. Batches arrive in any order, at any hub. Responses are dropped, the same
bytes sent again, keys used for other bytes, tokens renewed, clocks off. At the end each ride must exist once, and the
counts must be right. The exit status is the result; the last line, `N passed, N failed`, counts rides.
"""

import collections
import concurrent.futures
import datetime
import http.client
import json
import os
import random
import socket
import subprocess
import sys
import threading
import time

RIDERS = 5
PATIENCE = 60  # seconds until some hub must respond to a request
KILL_EVERY = 1.5  # seconds
DATABASE_SHARE = 0.15  # the share of the kills that hit the database server
REST = 0.3  # seconds between two batches of a Pi, on average
EPOCH = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
TRANSIENT = {429, 500, 502, 503}
RATES = '100'  # the limits are for people; see `jz2hub serve --help`


class Verdict:
    """The faults that any thread has found."""

    def __init__(self):
        self.lock, self.complaints, self.counts = threading.Lock(), [], collections.Counter()

    def complain(self, text):
        with self.lock:
            self.complaints.append(text)

    def count(self, what, by=1):
        with self.lock:
            self.counts[what] += by


class Hubs:
    """The processes. One of them is killed every few seconds, and started again."""

    def __init__(self, program, address, processes, verdict, rng):
        self.program, self.address, self.verdict, self.rng = program, address, verdict, rng
        self.ports = [free_port() for _ in range(processes)]
        self.running = [self.start(port) for port in self.ports]
        self.over = threading.Event()
        self.killer = threading.Thread(target=self.kill_again_and_again)

    def start(self, port):
        command = [self.program, 'serve', '--listen', f'127.0.0.1:{port}', '--rates', RATES]
        return subprocess.Popen([*command, '--database', self.address], stderr=subprocess.DEVNULL)

    def kill_again_and_again(self):
        while not self.over.wait(KILL_EVERY):
            if self.rng.random() < DATABASE_SHARE:
                restart_database()
                self.verdict.count('database restarts')
            else:
                which = self.rng.randrange(len(self.ports))
                self.running[which].kill()
                self.running[which].wait()
                self.verdict.count('kills')
            self.start_again()

    def start_again(self):
        """Restarts hubs as systemd does, including one that found no database at its start."""
        for which, hub in enumerate(self.running):
            if hub.poll() is not None:
                self.running[which] = self.start(self.ports[which])

    def __enter__(self):
        for port in self.ports:
            wait_until_ready(port)
        self.killer.start()
        return self

    def __exit__(self, *_):
        self.stop_killing()
        for hub in self.running:
            hub.terminate()
        for hub in self.running:
            if hub.wait(30) != 0:
                self.verdict.complain(f'a hub ended with {hub.returncode} on SIGTERM')

    def stop_killing(self):
        self.over.set()
        if self.killer.is_alive():
            self.killer.join()
        for port in self.ports:
            wait_until_ready(port, self.start_again)


def restart_database():
    """Restarts the database without a notice to its connections, as if its machine had failed."""
    become = ['runuser', '-u', 'postgres', '--'] if os.getuid() == 0 else []
    data, control = os.environ['JZ2HUB_TEST_POSTGRES_DATA'], os.environ['JZ2HUB_TEST_PG_CTL']
    command = [*become, control, '--pgdata', data, '--mode', 'immediate', '--silent', '--wait', 'restart']
    command += ['--log', f'{data}/../log']
    subprocess.run(command, check=True, cwd=f'{data}/..')


def free_port():
    with socket.socket() as probe:
        probe.bind(('127.0.0.1', 0))
        return probe.getsockname()[1]


def wait_until_ready(port, meanwhile=lambda: None):
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            connection = http.client.HTTPConnection('127.0.0.1', port, timeout=5)
            connection.request('GET', '/readyz')
            if connection.getresponse().status == 200:
                return
        except (OSError, http.client.HTTPException):
            pass
        meanwhile()
        time.sleep(0.05)
    raise SystemExit('a hub is not ready')


class Client:
    """A device that tries any hub, until one responds."""

    def __init__(self, hubs, seed):
        self.hubs, self.rng, self.verdict = hubs, random.Random(seed), hubs.verdict

    def once(self, method, path, body=None, token=None, lose=None):
        """Sends one request. `lose` drops the response: before any of it is read (`early`), or after (`late`).

        Returns the status, the headers and the JSON; None if there is no response.
        """
        headers = {'Content-Type': 'application/json'} | ({'Authorization': f'Bearer {token}'} if token else {})
        connection = http.client.HTTPConnection('127.0.0.1', self.rng.choice(self.hubs.ports), timeout=20)
        self.verdict.count('requests')
        try:
            connection.request(method, path, body, headers)
            if lose == 'early':
                return None
            answer = connection.getresponse()
            content = answer.read()
            return None if lose else [answer.status, dict(answer.getheaders()), json.loads(content or b'{}')]
        except (OSError, http.client.HTTPException, ValueError):
            return None
        finally:
            connection.close()

    def ask(self, method, path, body=None, token=None, lossy=False):
        """Repeats the request until a response decides. If `lossy`, some responses are dropped.

        Returns the response, and whether an earlier one was lost.
        """
        until, lost = time.monotonic() + PATIENCE, False
        while time.monotonic() < until:
            lose = self.rng.choice([None, None, None, 'early', 'late']) if lossy else None
            answer = self.once(method, path, body, token, lose)
            if answer and answer[0] not in TRANSIENT:
                return [answer, lost]
            lost = True
            time.sleep(self.rng.uniform(0, 0.1))
        raise TimeoutError(f'{method} {path} was not answered for {PATIENCE} s')


class Pi(Client):
    """A device with its rides, its tokens, and a clock that is off."""

    def __init__(self, hubs, rider, number, code, seed):
        super().__init__(hubs, seed)
        self.rider, self.number = rider, number
        self.clock_error = datetime.timedelta(seconds=self.rng.choice([0, 30, -4000, 86400 * 365 * 10]))
        self.keys = 0
        pairing = json.dumps({'code': code, 'name': f'pi-{rider}-{number}'}).encode()
        (status, _, tokens), _ = self.ask('POST', '/api/v1/devices/pair', pairing, lossy=True)
        if status != 200:
            raise SystemExit(f'pairing was answered {status}: {tokens}')
        self.access, self.refresh = tokens['access_token'], tokens['refresh_token']

    def renew(self):
        body = json.dumps({'refresh_token': self.refresh}).encode()
        (status, _, tokens), _ = self.ask('POST', '/api/v1/devices/refresh', body, lossy=True)
        if status != 200:
            self.verdict.complain(f'a refresh was answered {status}: {tokens}')
            return
        self.access, self.refresh = tokens['access_token'], tokens['refresh_token']
        self.verdict.count('renewals')

    def body(self, rides):
        self.keys += 1
        now = datetime.datetime.now(datetime.UTC) + self.clock_error
        key = f'{self.rider}-{self.number}-{self.keys}'
        request = {
            'workouts': [self.workout(ride) for ride in rides],
            'mode': self.rng.choice(['incremental', 'full']),
            'idempotency_key': key,
            'client_sync_timestamp': now.isoformat(),
        }
        return json.dumps(request).encode()

    def workout(self, ride):
        start = EPOCH + datetime.timedelta(hours=2 * ride.number, seconds=ride.offsets[self.number])
        return {
            'client_id': f'{self.number}.{ride.number}',
            'start_time': start.isoformat(),
            'end_time': (start + datetime.timedelta(seconds=3600)).isoformat(),
            'duration_seconds': 3600,
            'distance_meters': 30000 + ride.number,
            'source': 'jz2d',
        }

    def send(self, rides):
        """Sends a batch until its response is read, and perhaps once more."""
        body = self.body(rides)
        (status, headers, answer), lost = self.ask('POST', '/api/v1/workouts/sync', body, self.access, lossy=True)
        if status != 200:
            self.verdict.complain(f'a batch was answered {status}: {answer}')
            return
        replayed = headers.get('X-Idempotent-Replayed') == 'true'
        if replayed and not lost:
            self.verdict.complain('the first answer to a batch is said to be a replay')
        self.verdict.count('replays', replayed)
        sums = [answer[name] for name in ('created', 'updated', 'unchanged')]
        if sum(sums) + len(answer['conflicts']) != len(rides):
            self.verdict.complain(f'{len(rides)} rides were sent, counted are {sums} and {len(answer["conflicts"])}')
        self.verdict.count('created', answer['created'])
        if self.rng.random() < 0.2:
            self.replay(body, answer)

    def replay(self, body, answer):
        """Checks that the same bytes get the same response, and that the same key with other bytes is refused."""
        (status, headers, again), _ = self.ask('POST', '/api/v1/workouts/sync', body, self.access)
        if (status, again, headers.get('X-Idempotent-Replayed')) != (200, answer, 'true'):
            self.verdict.complain(f'a replay was answered {status}: {again}, at first {answer}')
        self.verdict.count('replays')
        other = body.replace(b'"duration_seconds": 3600', b'"duration_seconds": 3601', 1)
        (status, _, refused), _ = self.ask('POST', '/api/v1/workouts/sync', other, self.access)
        if (status, refused['error']['code']) != (409, 'IDEMPOTENCY_CONFLICT'):
            self.verdict.complain(f'another batch under the same key was answered {status}: {refused}')

    def nonsense(self):
        for body, status in ((b'{', 400), (b'[]', 400), (b' ' * ((1 << 20) + 1), 413)):
            answer = self.once('POST', '/api/v1/workouts/sync', body, self.access)
            if answer and answer[0] not in {status, *TRANSIENT}:
                self.verdict.complain(f'{len(body)} bytes of nonsense were answered {answer[0]}')

    def ride_all(self, rides):
        """Sends each of its rides at least once, in overlapping batches, in any order."""
        order = rides + self.rng.sample(rides, len(rides) // 4)
        self.rng.shuffle(order)
        while order:
            size = 100 if self.rng.random() < 0.02 else self.rng.choice([1, 1, 2, 3, 5, 10])
            batch, order = list(dict.fromkeys(order[:size])), order[size:]
            self.send(batch)
            time.sleep(self.rng.uniform(0, 2 * REST))
            if self.rng.random() < 0.1:
                self.renew()
            if self.rng.random() < 0.05:
                self.nonsense()


class Ride:
    """A ride, the Pis that recorded it, and the seconds by which each of them began late."""

    def __init__(self, number, rng):
        self.number = number
        self.offsets = {pi: rng.randrange(20) for pi in rng.choice([(0,), (1,), (0, 1)])}


def judge(rider, rides, pi, verdict):
    """Reports rides that do not exist exactly once. Returns the number of those that do."""
    found, cursor, more = collections.Counter(), None, True
    while more:
        path = '/api/v1/workouts?limit=500' + (f'&cursor={cursor}' if cursor else '')
        (status, _, page), _ = pi.ask('GET', path, token=pi.access)
        if status != 200:
            verdict.complain(f'the list of {rider} was answered {status}: {page}')
            break
        for workout in page['workouts']:
            found[int(workout['client_id'].split('.')[1])] += 1
        cursor, more = page['next_cursor'], page['has_more']
    strange = set(found) - {ride.number for ride in rides}
    if strange:
        verdict.complain(f'{rider} has rides that they did not ride: {sorted(strange)[:5]}')
    wrong = [ride.number for ride in rides if found[ride.number] != 1]
    if wrong:
        verdict.complain(f'{rider}: not once are {len(wrong)} rides, first {[(n, found[n]) for n in wrong[:5]]}')
    (_, _, status), _ = pi.ask('GET', '/api/v1/sync/status', token=pi.access)
    if (status.get('totalWorkouts'), status.get('serverCursor')) != (len(rides), f'c{len(rides)}'):
        verdict.complain(f'the status of {rider} is {status}, ridden were {len(rides)}')
    return len(rides) - len(wrong)


def prepared(server):
    """Returns an address of an empty schema."""
    name = f'hostile_{os.getpid()}'
    subprocess.run(['psql', '-q', server, '-c', f'CREATE SCHEMA {name}'], check=True)
    return f'{server}?options=-csearch_path%3D{name}'


def code(program, address, verb, rider):
    command = [program, 'rider', verb, rider, '--database', address]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split('\n')[0]


def main(program, rides, seed, processes):
    rng, verdict = random.Random(seed), Verdict()
    address = prepared(os.environ['JZ2HUB_TEST_POSTGRES'])
    began = time.monotonic()
    ridden = collections.defaultdict(list)
    for number in range(rides):
        ridden[f'rider-{rng.randrange(RIDERS)}'].append(Ride(number, rng))
    codes = {rider: [code(program, address, verb, rider) for verb in ('add', 'code')] for rider in sorted(ridden)}
    with Hubs(program, address, processes, verdict, random.Random(f'{seed}/kills')) as hubs:
        pis = {
            rider: [Pi(hubs, rider, number, text, f'{seed}/{rider}/{number}') for number, text in enumerate(pair)]
            for rider, pair in codes.items()
        }
        with concurrent.futures.ThreadPoolExecutor(2 * RIDERS) as pool:
            sent = [
                pool.submit(pi.ride_all, [ride for ride in ridden[rider] if pi.number in ride.offsets])
                for rider, pair in pis.items()
                for pi in pair
            ]
            for each in sent:
                each.result()
        hubs.stop_killing()
        good = sum(judge(rider, ridden[rider], pair[0], verdict) for rider, pair in pis.items())
    if verdict.counts['created'] != rides:
        verdict.complain(f'{verdict.counts["created"]} rides are said to be created, {rides} were ridden')
    for complaint in verdict.complaints[:20]:
        print(complaint)
    figures = ', '.join(f'{count} {what}' for what, count in sorted(verdict.counts.items()))
    print(f'{rides} rides of {len(ridden)} riders over {processes} hubs in {time.monotonic() - began:.0f} s: {figures}')
    failed = rides - good or (1 if verdict.complaints else 0)
    print(f'{rides - failed} passed, {failed} failed')
    return failed == 0


if __name__ == '__main__':
    words = sys.argv[1:]
    sys.exit(0 if main(words[0], int(words[1]), int(words[2]), int(words[3]) if len(words) > 3 else 3) else 1)
