"""Scenes with sockets: files that pass through the page, and incomplete ones."""

import json
import time

from intruders import fields, paired, post, request, untouched_ride
from stage import Pi, scene


def sent(pi: Pi, path: str, data: bytes, cookie: str, **how) -> tuple[int, dict]:
    """Sends the bytes of a file. Returns the status and the response."""
    head = fields(pi, Cookie=cookie, **how).replace('application/json', 'application/octet-stream')
    status, text = request(pi, f'POST {path} HTTP/1.1\n{head}\nContent-Length: {len(data)}', data, timeout=60)
    return status, json.loads(text) if text else {}


def got(pi: Pi, path: str, cookie: str) -> tuple[int, str]:
    return request(pi, f'GET {path} HTTP/1.1\n{fields(pi, Cookie=cookie)}')


def activity(minutes: int, day: str = '2026-11-01') -> bytes:
    """Returns a TCX file of a ride at 100 W and more, with a point each second."""
    points = ''.join(
        f'<Trackpoint><Time>{day}T{6 + second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}Z</Time>'
        f'<HeartRateBpm><Value>{120 + second % 40}</Value></HeartRateBpm><Extensions>'
        '<TPX xmlns="http://www.garmin.com/xmlschemas/ActivityExtension/v2">'
        f'<Watts>{100 + second % 60}</Watts></TPX></Extensions></Trackpoint>'
        for second in range(60 * minutes)
    )
    return (
        '<?xml version="1.0"?><TrainingCenterDatabase '
        'xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities><Activity Sport="Biking">'
        f'<Id>{day}T06:00:00Z</Id><Lap StartTime="{day}T06:00:00Z"><TotalTimeSeconds>{60 * minutes}</TotalTimeSeconds>'
        '<DistanceMeters>0</DistanceMeters><Calories>0</Calories><Intensity>Active</Intensity>'
        f'<TriggerMethod>Manual</TriggerMethod><Track>{points}</Track></Lap></Activity></Activities>'
        '</TrainingCenterDatabase>'
    ).encode()


@scene('a file of two megabytes is imported in pieces, and exported as seconds and as a file')
def travels(programs) -> None:
    with Pi(programs) as pi:
        cookie = paired(pi)
        file = activity(120)
        assert len(file) > 1_500_000
        with untouched_ride(pi):
            status, answer = sent(pi, '/api/import/ride', file, cookie)
            assert status == 200 and answer['rides'][0]['ride']['timerSeconds'] == 7200, answer
            ride = answer['ride']['id']
            status, again = sent(pi, '/api/import/ride', file, cookie)
            assert status == 409 and again['code'] == 'duplicateRide' and again['subject'] == str(ride), again
            status, text = got(pi, f'/api/ride/{ride}/track', cookie)
            columns = json.loads(text)
            assert status == 200 and columns['power'][:3] == [100, 101, 102] and columns['heart'][1] == 121
            assert len(columns['seconds']) == len(columns['running']) == 7200 and 'cadence' not in columns
            status, text = got(pi, f'/api/ride/{ride}/file?format=tcx', cookie)
            assert status == 200 and text.startswith('<?xml') and 'Watts>159<' in text
            assert got(pi, '/api/ride/999/track', cookie)[0] == 409
            assert got(pi, f'/api/ride/{ride}/file?format=exe', cookie)[0] == 409
        assert pi.memory()['VmRSS'] < 40_000, 'the file is not kept in memory'


@scene('a plan whose name needs escaping in a URL is imported and exported as a file')
def plan_files(programs) -> None:
    with Pi(programs) as pi:
        cookie = paired(pi)
        workout = b'[COURSE HEADER]\nFTP = 200\nMINUTES WATTS\n[END COURSE HEADER]\n[COURSE DATA]\n0 100\n5 200\n'
        path = '/api/import/plan?name=4%C3%978%20%2F%202&fileName=x.erg'
        status, answer = sent(pi, path, workout + b'[END COURSE DATA]\n', cookie)
        assert status == 200 and answer['plan']['name'] == '4×8 / 2', answer
        status, text = got(pi, '/api/plan/4%C3%978%20%2F%202/file?format=zwo', cookie)
        assert status == 200 and '<workout_file>' in text
        status, answer = sent(pi, path, b'nonsense', cookie)
        assert status == 409 and answer['message'], answer


@scene('a file without a key, from another site or declared as JSON is refused, and a partial one is dropped')
def refused_files(programs) -> None:
    with Pi(programs) as pi, untouched_ride(pi):
        cookie, path = paired(pi), '/api/import/ride'
        assert sent(pi, path, b'x', 'jz2=0')[0] == 401
        assert sent(pi, path, b'x', cookie, origin='http://evil.example')[0] == 403
        assert post(pi, path, {}, Cookie=cookie)[0] == 415
        assert got(pi, path, cookie)[0] == 405
        for address in ('/api/ride/last/track', '/api/ride/last/file?format=fit', '/api/plan/x/file'):
            assert got(pi, address, 'jz2=0')[0] == 401, address
        status, answer = sent(pi, path, bytes(3_000_000), cookie)
        assert status in (0, 409) and (status == 0 or answer['code'] == 'badFile'), answer
        head = fields(pi, Cookie=cookie).replace('application/json', 'application/octet-stream')
        file = activity(60)
        cut = request(pi, f'POST {path} HTTP/1.1\n{head}\nContent-Length: {len(file)}', file[:400_000], timeout=2)
        assert cut == (0, ''), cut
        deadline = time.monotonic() + 20
        while (answer := sent(pi, path, activity(1, '2026-11-02'), cookie))[0] == 429:
            assert time.monotonic() < deadline, 'the file that broke off stands in the way'
            time.sleep(0.5)
        assert answer[0] == 200, answer
        # There is room for two files. A third would be refused if jz2web still waited for the incomplete ones.
        plan, route = '/api/import/plan?name=x', bytes(300_000)
        for _ in range(3):
            cut = request(pi, f'POST {plan} HTTP/1.1\n{head}\nContent-Length: 400000', route, timeout=2)
            assert cut == (0, ''), cut
        deadline = time.monotonic() + 20
        while (answer := sent(pi, plan, b'timer 1:00 100W', cookie))[0] == 429:
            assert time.monotonic() < deadline, 'the plan that broke off stands in the way'
            time.sleep(0.5)
        assert answer[0] == 200, answer
        assert [ride['timerSeconds'] for ride in pi.ask('Rides')['rides'] if 'importedFrom' in ride] == [60]
