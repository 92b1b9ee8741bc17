"""intervals.icu, as its cookbook describes it (forum.intervals.icu t/80090): activities and a calendar."""

import base64
import hashlib
import json
import time

from hostile.server import Answer, Request, Service


class Intervals(Service):
    """Accepts the same ride twice: a client must check before it sends."""

    def __init__(self, misbehaviour, key: str):
        super().__init__(misbehaviour)
        self.key = key
        self.activities: dict[str, dict] = {}
        self.events: list[dict] = []
        self.requests: list[float] = []

    def answer(self, request: Request) -> Answer:
        self.count_rate()
        wanted = 'Basic ' + base64.b64encode(f'API_KEY:{self.key}'.encode()).decode()
        if request.headers.get('Authorization') != wanted:
            return Answer(401, {'status': 401, 'error': 'Unauthorized'})
        match request.method, request.path.removeprefix('/api/v1/').split('/'):
            case 'GET', ['athlete', '0']:
                return Answer(200, {'id': 'i7', 'name': 'Ada Rider'})
            case 'POST', ['athlete', '0', 'activities']:
                return self.upload(request)
            case 'GET', ['athlete', '0', 'activities']:
                return self.listed(request)
            case 'PUT', ['activity', number]:
                return self.rename(number, request)
            case 'GET', ['athlete', '0', 'events']:
                return self.plan(request)
        return Answer(404, {'status': 404, 'error': 'Not Found'})

    def upload(self, request: Request) -> Answer:
        file = request.parts()['file']
        if file[8:12] != b'.FIT':
            return Answer(422, {'status': 422, 'error': 'no activity file'})
        number = f'i{len(self.activities) + 1001}'
        self.activities[number] = {
            'id': number,
            'external_id': request.query['external_id'],
            'name': request.query['name'],
            'description': request.query.get('description', ''),
            'content': hashlib.sha256(file).hexdigest(),
            'at': time.time(),
        }
        return Answer(201, {'id': number, 'activities': [{'id': number}]})

    def listed(self, request: Request) -> Answer:
        if len(request.query['oldest']) != 10 or len(request.query['newest']) != 10:
            return Answer(422, {'status': 422, 'error': 'oldest and newest are days'})
        return Answer(200, [dict(activity, content=None) for activity in self.activities.values()])

    def rename(self, number: str, request: Request) -> Answer:
        if number not in self.activities:
            return Answer(404, {'status': 404, 'error': 'Not Found'})
        self.activities[number] |= {name: json.loads(request.body)[name] for name in ('name', 'description')}
        return Answer(200, {'id': number})

    def plan(self, request: Request) -> Answer:
        first, last = request.query['oldest'], request.query['newest']
        days = [event for event in self.events if first <= event['start_date_local'][:10] <= last]
        return Answer(200, [event for event in days if event['category'] == request.query['category']])

    def count_rate(self) -> None:
        """Allows 10 requests a second, and a short burst."""
        now = time.monotonic()
        self.requests = [at for at in self.requests if now - at < 2] + [now]
        if len(self.requests) > 30:
            self.complain(f'{len(self.requests)} requests in 2 s')

    def there(self) -> list[tuple[str, str]]:
        """Returns the external ID and the number of each activity."""
        with self.lock:
            return [(activity['external_id'], number) for number, activity in self.activities.items()]
