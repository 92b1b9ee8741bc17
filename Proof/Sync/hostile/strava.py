"""Strava's API v3 and its OAuth, in the form of recorded responses: asynchronous uploads; duplicates."""

import hashlib
import secrets
import time
import urllib.parse

from hostile.server import Answer, Request, Service

WORKING = 'Your activity is still being processed.'
READY = 'Your activity is ready.'
FAILED = 'There was an error processing your activity.'


class Strava(Service):
    """Identifies a ride by its content, as Strava does, and uses 64-bit numbers."""

    def __init__(self, misbehaviour, client: str, secret: str):
        super().__init__(misbehaviour)
        self.client, self.secret = client, secret
        self.scope = 'read,activity:write'
        self.codes: dict[str, str] = {}
        self.access: dict[str, float] = {}
        self.refresh: set[str] = set()
        self.uploads: dict[str, dict] = {}
        self.activities: dict[str, dict] = {}
        self.life = 21600
        self.is_inactive = False
        self.revoked = 0
        # Every token so far: none may be in a place that people read.
        self.tokens: set[str] = set()

    def may_fail(self, request: Request, trouble: str) -> bool:
        # Strava accepts each refresh token once. If the response is lost, the rider must connect again.
        return not request.path.startswith(('/oauth', '/broker'))

    def answer(self, request: Request) -> Answer:
        match request.method, request.path.split('/')[1:]:
            case 'POST', ['oauth', 'token']:
                return self.token(request)
            case 'POST', ['broker', 'token' | 'refresh']:
                return self.broker(request)
            case 'POST', ['oauth', 'revoke' | 'deauthorize']:
                self.access, self.refresh = {}, set()
                self.revoked += 1
                return Answer(200, {})
        if self.is_inactive:
            error = {'resource': 'Application', 'field': 'Status', 'code': 'Inactive'}
            return Answer(403, {'message': 'Forbidden', 'errors': [error]})
        if self.access.get(request.bearer or '', 0) < time.monotonic():
            error = {'resource': 'Athlete', 'field': 'access_token', 'code': 'invalid'}
            return Answer(401, {'message': 'Authorization Error', 'errors': [error]})
        match request.method, request.path.removeprefix('/api/v3/').split('/'):
            case 'POST', ['uploads']:
                return self.upload(request)
            case 'GET', ['uploads', number]:
                return self.poll(number)
            case 'GET', ['athlete', 'activities']:
                return self.listed(request)
            case 'PUT', ['activities', number] if number in self.activities:
                self.activities[number] |= {name: request.json()[name] for name in ('name', 'description')}
                return Answer(200, {'id': int(number)})
        return Answer(404, {'message': 'Record Not Found', 'errors': []})

    # OAuth

    def consent(self, address: str, scope: str | None = None, error: str | None = None) -> str:
        """Returns the address of the redirect after the rider agreed or refused."""
        query = dict(urllib.parse.parse_qsl(urllib.parse.urlparse(address).query))
        if query['client_id'] != self.client or query['response_type'] != 'code':
            self.complain(f'the consent asks for {query}')
        told = {'state': query['state']}
        if error:
            told['error'] = error
        else:
            code = secrets.token_hex(20)
            with self.lock:
                self.codes[code] = query['scope']
                self.tokens.add(code)
            told |= {'code': code, 'scope': scope or f'read,{query["scope"]}'}
        return f'{query["redirect_uri"]}?{urllib.parse.urlencode(told)}'

    def token(self, request: Request) -> Answer:
        form = request.form()
        fault = {'resource': 'Application', 'field': 'client_id', 'code': 'invalid'}
        if (form.get('client_id'), form.get('client_secret')) != (self.client, self.secret):
            return Answer(401, {'message': 'Authorization Error', 'errors': [fault]})
        if form['grant_type'] == 'authorization_code':
            if self.codes.pop(form['code'], None) is None:
                return Answer(400, {'message': 'Bad Request', 'errors': [fault | {'field': 'code'}]})
            return Answer(200, self.issue() | {'athlete': {'id': 1, 'firstname': 'Ada', 'lastname': 'Rider'}})
        if form['refresh_token'] not in self.refresh:
            return Answer(400, {'message': 'Bad Request', 'errors': [fault | {'field': 'refresh_token'}]})
        return Answer(200, self.issue())

    def broker(self, request: Request) -> Answer:
        """The program of somebody with the app's secret. It returns Strava's own tokens."""
        asked = request.json()
        if code := asked.get('code'):
            known = self.codes.pop(code, None) is not None
        else:
            known = asked.get('refresh_token') in self.refresh
        return Answer(200, self.issue()) if known else Answer(400, {'message': 'Bad Request', 'errors': []})

    def issue(self) -> dict:
        """Issues another pair of tokens; the previous one is invalid at once."""
        access, refresh = secrets.token_hex(20), secrets.token_hex(20)
        self.access, self.refresh = {access: time.monotonic() + self.life}, {refresh}
        self.tokens |= {access, refresh}
        # Correct dates: the client uses its own clock and this difference.
        return {
            'token_type': 'Bearer',
            'expires_at': int(time.time()) + 21600,
            'expires_in': 21600,
            'access_token': access,
            'refresh_token': refresh,
        }

    def expire(self) -> None:
        """Makes the token invalid, hours before its time."""
        with self.lock:
            self.access = {}

    # Activities

    def upload(self, request: Request) -> Answer:
        parts = request.parts()
        wanted = {'data_type': b'fit', 'trainer': b'1', 'sport_type': b'Ride'}
        if wrong := {name: parts.get(name) for name, value in wanted.items() if parts.get(name) != value}:
            self.complain(f'an upload has {wrong}')
        number = str((1 << 33) + len(self.uploads))
        self.uploads[number] = {
            'external_id': parts['external_id'].decode(),
            'name': parts['name'].decode(),
            'description': parts.get('description', b'').decode(),
            'content': hashlib.sha256(parts['file']).hexdigest(),
            'polls': self.misbehaviour.random.randrange(3) if self.misbehaviour.share else 0,
        }
        return Answer(201, self.told(number, None, WORKING), **self.limits())

    def poll(self, number: str) -> Answer:
        upload = self.uploads.get(number)
        if upload and self.misbehaviour.chance(0.02):
            # It forgets an upload, whether it has accepted it or not.
            if self.misbehaviour.chance(0.5):
                self.take_in(upload)
            self.uploads[number] = upload = {}
        if not upload:
            return Answer(404, {'message': 'Record Not Found', 'errors': []})
        if upload['polls'] > 0:
            upload['polls'] -= 1
            return Answer(200, self.told(number, None, WORKING), **self.limits())
        self.take_in(upload)
        if upload['duplicate']:
            text = f"ride.fit duplicate of <a href='/activities/{upload['activity']}' target='_blank'>Ride</a>"
            return Answer(200, self.told(number, None, FAILED, text), **self.limits())
        return Answer(200, self.told(number, int(upload['activity']), READY), **self.limits())

    def take_in(self, upload: dict) -> None:
        if 'activity' in upload:
            return
        known = [key for key, value in self.activities.items() if value['content'] == upload['content']]
        upload['duplicate'] = bool(known)
        upload['activity'] = known[0] if known else str((1 << 34) + len(self.activities))
        if not known:
            self.activities[upload['activity']] = dict(upload, at=time.time())

    def told(self, number: str, activity: int | None, status: str, error: str | None = None) -> dict:
        external = None if activity is None else self.uploads[number]['external_id']
        told = {'id': int(number), 'id_str': number, 'external_id': external}
        return told | {'error': error, 'status': status, 'activity_id': activity}

    def limits(self) -> dict[str, str]:
        return {'X_RateLimit_Limit': '600,30000', 'X_RateLimit_Usage': f'15,{sum(self.asked.values())}'}

    def listed(self, request: Request) -> Answer:
        if 'activity:read' not in self.scope:
            fault = {'resource': 'AccessToken', 'field': 'activity:read_permission', 'code': 'missing'}
            return Answer(401, {'message': 'Authorization Error', 'errors': [fault]})
        page, length = int(request.query.get('page', 1)), int(request.query.get('per_page', 30))
        listed = [
            {'id': int(number), 'external_id': activity['external_id'], 'name': activity['name'], 'sport_type': 'Ride'}
            | {'start_date': time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(activity['at']))}
            for number, activity in reversed(self.activities.items())
        ]
        return Answer(200, listed[(page - 1) * length : page * length])

    def there(self) -> list[tuple[str, str]]:
        """Returns the external ID and the number of each activity."""
        with self.lock:
            return [(activity['external_id'], number) for number, activity in self.activities.items()]
