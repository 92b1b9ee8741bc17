"""The rider's own server: idempotency keys, conflicts, rotating tokens, and whole rides with revisions."""

import base64
import gzip
import hashlib
import json
import secrets
import time

from hostile.server import Answer, Request, Service

MEMBERS = {'client_id', 'start_time', 'end_time', 'duration_seconds', 'distance_meters', 'source'}


class Hub(Service):
    def __init__(self, misbehaviour):
        super().__init__(misbehaviour)
        self.codes: set[str] = set()
        self.access: set[str] = set()
        self.refresh: set[str] = set()
        self.tokens: set[str] = set()
        self.keys: dict[str, tuple[str, dict]] = {}
        self.workouts: dict[str, dict] = {}
        # Whether it accepts whole rides, and derives the workouts from them. Otherwise it gets batches of workouts.
        self.takes_rides = True
        # The whole rides by their UUIDs, with their revisions; and the number of edits that arrived too late.
        self.rides: dict[str, tuple[int, bytes]] = {}
        self.late = 0
        # The number of unchanged workouts that were sent again under another key.
        self.again = 0
        self.replayed = 0

    def may_fail(self, request: Request, trouble: str) -> bool:
        # A code and a refresh token are valid once: if the response is lost, the rider pairs again.
        return not request.path.startswith('/api/v1/devices')

    def answer(self, request: Request) -> Answer:
        match request.method, request.path:
            case 'POST', '/api/v1/devices/pair':
                code = request.json()['code']
                if code not in self.codes or not request.json()['name']:
                    return self.refuse(401, 'UNAUTHORIZED')
                self.codes.remove(code)
                return Answer(200, self.issue())
            case 'POST', '/api/v1/devices/refresh':
                if request.json()['refresh_token'] not in self.refresh:
                    return self.refuse(401, 'TOKEN_INVALID')
                return Answer(200, self.issue())
        if request.bearer not in self.access:
            return self.refuse(401, 'TOKEN_INVALID')
        match request.method, request.path:
            case 'POST', '/api/v1/workouts/sync':
                return self.sync(request)
            case 'GET', '/api/v1/sync/status':
                return Answer(200, {'totalWorkouts': len(self.workouts)})
            case 'POST', '/api/v1/live':
                return Answer(200, {'interval_seconds': 15})
            case 'GET', '/api/v1/rides':
                rides = [{'uuid': uuid} for uuid in self.rides]
                return Answer(200, {'rides': rides, 'next_cursor': '', 'has_more': False})
            case ('PUT' | 'GET') as method, path if path.startswith('/api/v1/rides/') and self.takes_rides:
                return (self.put if method == 'PUT' else self.give)(path.rpartition('/')[2], request)
        return self.refuse(404, 'NOT_FOUND')

    def put(self, uuid: str, request: Request) -> Answer:
        digest = base64.b64encode(hashlib.sha256(request.body).digest()).decode()
        if request.headers.get('Content-Digest') != f'sha-256=:{digest}:':
            self.complain(f'ride {uuid} came with the digest {request.headers.get("Content-Digest")}')
        content = gzip.decompress(request.body) if request.headers.get('Content-Encoding') == 'gzip' else request.body
        ride = json.loads(content)
        if ride['uuid'] != uuid or ride['whole'] is not True or 'id' in ride:
            self.complain(f'ride {uuid} is {ride["uuid"]}, whole {ride.get("whole")}')
        revision, former = self.rides.get(uuid, (0, None))
        if former != content:
            if former is not None and request.headers.get('If-Match') != f'"{revision}"':
                self.late += 1
                return Answer(409, {'error': {'code': 'REVISION_CONFLICT'}}, ETag=f'"{revision}"')
            revision += 1
            self.rides[uuid] = (revision, content)
            cut = ride.get('trim', {'fromSeconds': 0, 'toSeconds': len(ride['samples'])})
            seconds = range(cut['fromSeconds'], cut['toSeconds'])
            timer = sum(one['timerRunning'] for one in ride['samples'] if one['elapsedSeconds'] in seconds)
            at = self.workouts[uuid]['at'] if uuid in self.workouts else time.time()
            self.workouts[uuid] = {'data': {'duration_seconds': timer}, 'at': at}
        return Answer(201 if former is None else 200, {'revision': revision}, ETag=f'"{revision}"')

    def give(self, uuid: str, request: Request) -> Answer:
        if uuid not in self.rides:
            return self.refuse(404, 'NOT_FOUND')
        revision, content = self.rides[uuid]
        answer = Answer(200, ETag=f'"{revision}"')
        answer.body = content
        return answer

    def code(self) -> str:
        """Returns a code for pairing, which the server shows the rider."""
        with self.lock:
            code = secrets.token_hex(8)
            self.codes.add(code)
            self.tokens.add(code)
            return code

    def issue(self) -> dict:
        access, refresh = secrets.token_hex(20), secrets.token_hex(20)
        self.access, self.refresh = {access}, {refresh}
        self.tokens |= {access, refresh}
        return {'access_token': access, 'refresh_token': refresh, 'expires_in': 3600}

    def expire(self) -> None:
        with self.lock:
            self.access = set()

    def sync(self, request: Request) -> Answer:
        if self.takes_rides:
            self.complain('workouts came beside whole rides')
        if len(request.body) > 1 << 20:
            return self.refuse(413, 'PAYLOAD_TOO_LARGE')
        body = request.json()
        key, workouts, digest = body['idempotency_key'], body['workouts'], hashlib.sha256(request.body).hexdigest()
        if not 1 <= len(workouts) <= 100 or len(key) > 64 or body['mode'] not in ('incremental', 'full'):
            self.complain(f'{len(workouts)} workouts, key {key}, mode {body["mode"]}')
        if wrong := [workout for workout in workouts if MEMBERS - set(workout)]:
            self.complain(f'workouts without a member: {wrong}')
        if key in self.keys:
            former, answer = self.keys[key]
            if former != digest:
                self.complain(f'the key {key} came with other bytes')
                return self.refuse(409, 'IDEMPOTENCY_CONFLICT')
            self.replayed += 1
            return Answer(200, answer, X_Idempotent_Replayed='true')
        counts = {'created': 0, 'updated': 0, 'unchanged': 0}
        for workout in workouts:
            former = self.workouts.get(workout['client_id'])
            kind = 'created' if former is None else 'unchanged' if former['data'] == workout else 'updated'
            counts[kind] += 1
            if kind == 'unchanged':
                self.again += 1
            self.workouts[workout['client_id']] = {'data': workout, 'at': former['at'] if former else time.time()}
        answer = {'success': True, 'sync_id': secrets.token_hex(8), 'conflicts': [], **counts}
        answer['server_timestamp'] = time.strftime('%Y-%m-%dT%H:%M:%S+00:00', time.gmtime())
        self.keys[key] = (digest, answer)
        return Answer(200, answer)

    def refuse(self, status: int, code: str) -> Answer:
        return Answer(status, {'error': {'code': code, 'message': 'No.'}})

    def there(self) -> list[tuple[str, str]]:
        with self.lock:
            return [(name, name) for name in self.workouts]
