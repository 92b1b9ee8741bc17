#!/usr/bin/env python3
"""pi.py PROGRAMS HUB: jz2d, jz2ctl and jz2sync of the folder PROGRAMS with a hub, as a rider has them.

A Pi pairs by a code and rides. Its rides arrive by themselves, complete, each once, even after the hub was killed. A
trim, a name and a note arrive too. Then the Pi's disk is lost: another Pi fetches the library, identical to the byte. A
Pi that was unused for 90 days reports that, and loses no ride. A current ride is shown. The hub refuses a revoked Pi.
At the end the hub is lost, and a new one gets all rides.
"""

import contextlib
import http.client
import json
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'Proof' / 'Sync'))

from programs import Pair, Program, wait_until  # noqa: E402

PORT = 18432
URL = f'http://127.0.0.1:{PORT}'


def ask(method, path, token=None, body=None):
    connection = http.client.HTTPConnection('127.0.0.1', PORT, timeout=20)
    headers = {'Content-Type': 'application/json'} | ({'Authorization': f'Bearer {token}'} if token else {})
    connection.request(method, path, json.dumps(body) if body is not None else None, headers)
    answer = connection.getresponse()
    return [answer.status, json.loads(answer.read() or b'{}')]


def lives():
    try:
        return ask('GET', '/readyz')[0] == 200
    except (OSError, http.client.HTTPException):
        return False


class Hub:
    """The rider's hub."""

    def __init__(self, program, place):
        self.program, self.database = program, f'sqlite:{place}/hub.sqlite'
        self.first = self.code('add')
        command = [program, 'serve', '--database', self.database, '--listen', f'127.0.0.1:{PORT}', '--rates', '100']
        self.server = Program(command, place / 'hub.log', {})
        self.start()
        modes = {file.name: oct(file.stat().st_mode & 0o777) for file in place.glob('hub.sqlite*')}
        assert set(modes.values()) == {'0o600'}, modes
        pairing = {'code': self.code('code'), 'name': 'reader'}
        self.reader = ask('POST', '/api/v1/devices/pair', body=pairing)[1]['access_token']

    def code(self, verb, *options):
        command = [self.program, 'rider', verb, 'Anna', *options, '--database', self.database]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split('\n')[0]

    def start(self):
        self.server.start()
        wait_until(lives, 20, 'the hub answers')

    def get(self, path):
        return ask('GET', path, self.reader)[1]

    def text(self, path):
        connection = http.client.HTTPConnection('127.0.0.1', PORT, timeout=20)
        connection.request('GET', path, headers={'Authorization': f'Bearer {self.reader}'})
        return connection.getresponse().read().decode('latin-1' if path.endswith('fit') else 'utf-8')

    def await_rides(self, count):
        def is_so():
            return (
                lives()
                and self.get('/api/v1/sync/status')['totalWorkouts'] == count
                and len(self.get('/api/v1/rides')['rides']) == count
            )

        wait_until(is_so, 60, f'{count} rides are at the hub, and whole')

    def age_devices(self, days):
        """Moves the Pis' last use so many days into the past; their access tokens have expired."""
        with contextlib.closing(sqlite3.connect(self.database.removeprefix('sqlite:'), timeout=20)) as database:
            pis = "SELECT id FROM device WHERE name != 'reader'"
            database.execute(f'UPDATE credential SET expires_ms = 0 WHERE device_id IN ({pis})')
            database.execute(f'UPDATE device SET seen_ms = seen_ms - ? WHERE id IN ({pis})', [days * 86_400_000])
            database.commit()

    def revoke_devices(self):
        """Revokes the devices as the rider does it in a browser."""
        connection = http.client.HTTPConnection('127.0.0.1', PORT, timeout=20)
        body = json.dumps({'code': self.code('code', '--browser'), 'name': 'browser'})
        connection.request('POST', '/api/v1/session', body, {'Content-Type': 'application/json'})
        answer = connection.getresponse()
        answer.read()
        cookie = answer.getheader('Set-Cookie').split(';')[0]
        for device in self.get('/api/v1/devices')['devices']:
            if device['name'] != 'reader' and device['kind'] == 'device':
                assert device['seen_at'], device
                connection.request('DELETE', f'/api/v1/devices/{device["id"]}', headers={'Cookie': cookie})
                answer = connection.getresponse()
                answer.read()
                assert answer.status == 204


def succeeds(said):
    assert said.returncode == 0, said
    return said


def rides_arrive(pi, hub, place):
    succeeds(pi.ctl('connect', 'hub', '--url', URL, '--code', of_sync=True, text=hub.first))
    pi.ride(minutes=2)
    hub.await_rides(1)
    used = pi.ctl('connect', 'hub', '--url', URL, '--code', of_sync=True, text=hub.first)
    assert used.returncode == 1 and 'code' in used.stderr, used
    hub.server.kill()
    other_ride(pi, place, '2026-01-01T10:00:00Z')
    hub.start()
    pi.ctl('sync', of_sync=True)
    hub.await_rides(2)
    succeeds(pi.ctl('sync', 'now', '--full', of_sync=True))
    hub.await_rides(2)
    for number in (1, 2):
        wait_until(
            lambda number=number: pi.uploads(number)['hub']['state'] in ('done', 'duplicate'),
            30,
            f'ride {number} is said to be there',
        )
    workouts = hub.get('/api/v1/workouts')['workouts']
    assert [one['source'] for one in workouts] == ['jz2d', 'jz2d'], workouts
    assert all(one['revision'] == 1 for one in hub.get('/api/v1/rides')['rides'])


def edits_arrive(pi, hub):
    """A trim of one ride, and a name and a note of the other, arrive. The figures and the files of the trimmed ride
    cover the part that is left."""
    for words in (
        ['trim', '1', '--to', '1:00', '--yes'],
        ['rename', '2', 'Sunday'],
        ['note', '2', 'legs of "lead" 🚴'],
    ):
        succeeds(pi.ctl(*words))

    def are_there():
        rides = hub.get('/api/v1/rides')['rides']
        durations = {one['duration_seconds'] for one in hub.get('/api/v1/workouts')['workouts']}
        return all(one['revision'] > 1 and one['notes'] == 0 for one in rides) and durations == {60, 30}

    wait_until(are_there, 60, 'the edits are at the hub')
    for ride in json.loads(succeeds(pi.ctl('rides', '--json')).stdout)['rides']:
        own = export(pi, ride, 'tcx')
        assert hub.text(f'/api/v1/rides/{ride["uuid"]}?format=tcx').replace('jz2hub', 'jz2d') == own
        assert hub.text(f'/api/v1/rides/{ride["uuid"]}?format=fit')[8:12] == '.FIT'


def whole_rides(pi):
    """Returns each exported ride of a library, by its UUID."""
    rides = json.loads(succeeds(pi.ctl('rides', '--json')).stdout)['rides']
    return {ride['uuid']: export(pi, ride, 'json', '--whole') for ride in rides}


def export(pi, ride, form, *words):
    return succeeds(pi.ctl('export', str(ride['id']), '--format', form, *words, '--output', '-')).stdout


def library_comes_back(pi, hub, programs, place):
    """After the disk is lost, an empty Pi gets the library back, identical to the byte, without duplicates."""
    before, rides = whole_rides(pi), hub.get('/api/v1/rides')['rides']
    pi.stop()
    other = Pair(programs, place / 'another')
    other.start()
    succeeds(other.ctl('connect', 'hub', '--url', URL, '--code', of_sync=True, text=hub.code('code')))
    said = succeeds(other.ctl('sync', 'restore', of_sync=True))
    assert said.stdout == f'Fetched {len(before)} rides of {len(before)}.\n', said
    after = whole_rides(other)
    assert after == before, [after, before]
    said = succeeds(other.ctl('sync', 'restore', of_sync=True))
    assert said.stdout.startswith('Nothing to fetch'), said
    succeeds(other.ctl('sync', of_sync=True))
    assert hub.get('/api/v1/rides')['rides'] == rides
    assert hub.get('/api/v1/sync/status')['totalWorkouts'] == len(before)
    # Edits there continue from the other Pi's revisions.
    (trimmed,) = [ride for ride in json.loads(other.ctl('rides', '--json').stdout)['rides'] if 'trim' in ride]
    succeeds(other.ctl('undo', str(trimmed['id'])))
    wait_until(
        lambda: {one['duration_seconds'] for one in hub.get('/api/v1/workouts')['workouts']} != {60, 30},
        60,
        'the ride is whole again at the hub',
    )
    assert all(one['notes'] == 0 for one in hub.get('/api/v1/rides')['rides'])
    return other


def unused_pi_says_so(pi, hub, place):
    """The hub ended the connection of an unused Pi. Its ride waits, and arrives after the Pi is paired again."""
    hub.age_devices(91)
    other_ride(pi, place, '2026-01-03T10:00:00Z')
    wait_until(lambda: pi.service('hub')['state'] == 'authRequired', 60, 'the Pi says that it is not let in')
    service = pi.service('hub')
    assert service['fault']['code'] == 'connectionUnused' and service['queued'] == 1, service
    said = pi.ctl('services', of_sync=True).stdout
    assert 'was not used for a long time' in said and 'jz2ctl connect hub' in said, said
    succeeds(pi.ctl('connect', 'hub', '--url', URL, '--code', of_sync=True, text=hub.code('code')))
    hub.await_rides(3)


def new_hub_has_all(pi, hub, rides):
    succeeds(pi.ctl('connect', 'hub', '--url', URL, '--code', of_sync=True, text=hub.first))
    hub.await_rides(rides)
    succeeds(pi.ctl('connect', 'hub', '--code', of_sync=True, text=hub.code('code')))
    said = succeeds(pi.ctl('sync', of_sync=True))
    assert said.stdout.startswith('Nothing to send'), said
    assert pi.service('hub')['queued'] == 0


def ride_is_shown(programs, hub, place):
    """A current ride, at real speed, is sent to viewers once a second, and so is its end."""
    pi = Pair(programs, place / 'live', rate='1')
    try:
        pi.start()
        succeeds(pi.ctl('connect', 'hub', '--url', URL, '--code', of_sync=True, text=hub.code('code')))
        hub.get('/api/v1/live')
        pi.trainer('Start', watts=150, minutes=5)
        times = set()

        def is_shown_anew():
            for ride in hub.get('/api/v1/live')['rides']:
                if ride['said']['phase'] == 'riding' and ride['said'].get('power_watts', 0) > 100:
                    times.add(ride['said']['elapsed_seconds'])
            return len(times) >= 4

        wait_until(is_shown_anew, 60, 'the ride is shown')
        assert max(times) - min(times) <= 6, times
        pi.trainer('Stop')
        wait_until(
            lambda: [one['said']['phase'] for one in hub.get('/api/v1/live')['rides']] in ([], ['idle']),
            30,
            'the end of the ride is shown',
        )
    finally:
        pi.stop()


def other_ride(pi, place, start):
    """Imports a ride of another time. Simulated rides follow one another at once, as real ones never do."""
    points = ''.join(
        f'<Trackpoint><Time>{start[:17]}{second:02}Z</Time><DistanceMeters>{second * 8}</DistanceMeters></Trackpoint>'
        for second in range(30)
    )
    (place / 'ride.tcx').write_text(
        '<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities>'
        f'<Activity Sport="Biking"><Id>{start}</Id><Lap StartTime="{start}"><TotalTimeSeconds>30</TotalTimeSeconds>'
        '<DistanceMeters>240</DistanceMeters><Calories>1</Calories><Intensity>Active</Intensity>'
        f'<TriggerMethod>Manual</TriggerMethod><Track>{points}</Track></Lap></Activity></Activities>'
        '</TrainingCenterDatabase>'
    )
    succeeds(pi.ctl('import', str(place / 'ride.tcx')))


def play(programs, program, place):
    hub = Hub(program, place)
    pi = Pair(programs, place)
    try:
        pi.start()
        rides_arrive(pi, hub, place)
        print('ok     hub: the rides of a Pi arrive, whole, each once, also after the hub was killed')
        edits_arrive(pi, hub)
        print('ok     hub: a trim, a name and a note arrive')
        (place / 'another').mkdir()
        pi = library_comes_back(pi, hub, programs, place)
        print('ok     hub: a Pi whose disk was lost has its library back, to the byte')
        unused_pi_says_so(pi, hub, place)
        print('ok     hub: a Pi that was not used for 90 days says so, and loses no ride')
        (place / 'live').mkdir()
        ride_is_shown(programs, hub, place)
        print('ok     hub: a ride that is on is shown once a second while somebody looks')
        hub.revoke_devices()
        other_ride(pi, place, '2026-01-02T10:00:00Z')
        wait_until(lambda: pi.service('hub')['state'] == 'authRequired', 60, 'the Pi says that it is not let in')
        print('ok     hub: a revoked Pi is not let in')
        assert hub.server.stop() == 0
        (place / 'anew').mkdir()
        hub = Hub(program, place / 'anew')
        new_hub_has_all(pi, hub, rides=4)
        print('ok     hub: a new hub at the address of a lost one gets every ride, once')
    finally:
        pi.stop()
        assert hub.server.stop() == 0


def main(programs, hub):
    with tempfile.TemporaryDirectory(prefix='jz2-hub.') as place:
        play(pathlib.Path(programs).resolve(), hub, pathlib.Path(place))


if __name__ == '__main__':
    main(sys.argv[1], sys.argv[2])
