#!/usr/bin/env python3
"""pi.py PROGRAMS HUB: jz2d, jz2ctl and jz2sync of the folder PROGRAMS on a hub, as a rider has them.

A Pi pairs by a code and rides; its rides arrive by themselves, each once, also after the hub was killed, and the hub
lets a revoked Pi in no more.
"""

import http.client
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'Tests' / 'Sync'))

from programs import Pair, Program, wait_until  # noqa: E402

PORT = 18432


def ask(method, path, token=None, body=None):
    connection = http.client.HTTPConnection('127.0.0.1', PORT, timeout=20)
    headers = {'Content-Type': 'application/json'} | ({'Authorization': f'Bearer {token}'} if token else {})
    connection.request(method, path, json.dumps(body) if body is not None else None, headers)
    answer = connection.getresponse()
    return answer.status, json.loads(answer.read() or b'{}')


def lives():
    try:
        return ask('GET', '/readyz')[0] == 200
    except (OSError, http.client.HTTPException):
        return False


def play(programs, hub, place):
    database = f'sqlite:{place}/hub.sqlite'

    def code(verb):
        command = [hub, 'rider', verb, 'Anna', '--database', database]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split('\n')[0]

    first = code('add')
    command = [hub, 'serve', '--database', database, '--listen', f'127.0.0.1:{PORT}']
    server = Program(command, place / 'hub.log', {})
    server.start()
    wait_until(lives, 20, 'the hub answers')
    reader = ask('POST', '/api/v1/devices/pair', body={'code': code('code'), 'name': 'reader'})[1]['access_token']
    pi = Pair(programs, place)
    try:
        pi.start()
        said = pi.ctl('connect', 'hub', '--url', f'http://127.0.0.1:{PORT}', '--code', first, of_sync=True)
        assert said.returncode == 0, said

        def arrived(count):
            def is_so():
                return lives() and ask('GET', '/api/v1/sync/status', reader)[1]['totalWorkouts'] == count

            wait_until(is_so, 60, f'{count} rides are at the hub')

        pi.ride()
        arrived(1)
        used = pi.ctl('connect', 'hub', '--url', f'http://127.0.0.1:{PORT}', '--code', first, of_sync=True)
        assert used.returncode == 1 and 'code' in used.stderr, used
        server.kill()
        other_ride(pi, place, '2026-01-01T10:00:00Z')
        server.start()
        wait_until(lives, 20, 'the hub answers again')
        pi.ctl('sync', of_sync=True)
        arrived(2)
        assert pi.ctl('sync', 'now', '--full', of_sync=True).returncode == 0
        arrived(2)
        for number in (1, 2):
            wait_until(
                lambda number=number: pi.uploads(number)['hub']['state'] in ('done', 'duplicate'),
                30,
                f'ride {number} is said to be there',
            )
        _, page = ask('GET', '/api/v1/workouts', reader)
        assert [one['source'] for one in page['workouts']] == ['jz2d', 'jz2d'], page
        _, known = ask('GET', '/api/v1/devices', reader)
        (device,) = [one for one in known['devices'] if one['name'] != 'reader']
        assert device['kind'] == 'device' and device['seen_at'], device
        revoke(code, device['id'])
        other_ride(pi, place, '2026-01-02T10:00:00Z')
        wait_until(lambda: pi.service('hub')['state'] == 'authRequired', 60, 'the Pi says that it is not let in')
    finally:
        pi.stop()
        assert server.stop() == 0


def other_ride(pi, place, start):
    """Brings a ride of another time into the library: simulated ones follow one another at once, as no rider does."""
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
    said = pi.ctl('import', str(place / 'ride.tcx'))
    assert said.returncode == 0, said


def revoke(code, device):
    """As the rider does it in a browser."""
    connection = http.client.HTTPConnection('127.0.0.1', PORT, timeout=20)
    body = json.dumps({'code': code('code'), 'name': 'browser'})
    connection.request('POST', '/api/v1/session', body, {'Content-Type': 'application/json'})
    answer = connection.getresponse()
    answer.read()
    cookie = answer.getheader('Set-Cookie').split(';')[0]
    connection.request('DELETE', f'/api/v1/devices/{device}', headers={'Cookie': cookie})
    assert connection.getresponse().status == 204


def main(programs, hub):
    with tempfile.TemporaryDirectory(prefix='jz2-hub.') as place:
        play(pathlib.Path(programs).resolve(), hub, pathlib.Path(place))
    print('ok     hub: the rides of a Pi arrive, each once, also after the hub was killed')


if __name__ == '__main__':
    main(sys.argv[1], sys.argv[2])
