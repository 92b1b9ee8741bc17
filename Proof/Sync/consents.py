"""Scenes of consents, tokens and keys, and of the services' responses to them."""

import json
import time
import urllib.request

from secrecy import wrong_modes
from stage import refusal, scene


@scene('a browser that opens 127.0.0.1:8721 connects Strava')
def caught(stage):
    callback = stage.strava.consent(stage.connect_strava())
    with urllib.request.urlopen(callback.replace('localhost', '127.0.0.1'), timeout=20) as page:
        said = page.read().decode()
    assert 'Strava' in said and page.status == 200, said
    status = stage.await_state('strava', 'connected')
    assert status['account'] == 'Ada Rider', status


@scene("a refusal, a missing permission and another request's state do not connect, and a pasted address does")
def pasted(stage):
    address = stage.connect_strava()
    wrong = stage.strava.consent(address).replace('state=', 'state=0')
    assert refusal(lambda: stage.pair.ask('Connect', service='strava', code=wrong)) == 'consentOutdated'
    denied = stage.strava.consent(address, error='access_denied')
    assert refusal(lambda: stage.pair.ask('Connect', service='strava', code=denied)) == 'consentDenied'
    partly = stage.strava.consent(stage.connect_strava(), scope='read')
    assert refusal(lambda: stage.pair.ask('Connect', service='strava', code=partly)) == 'missingScope'
    assert stage.pair.service('strava')['state'] == 'authRequired'
    code = stage.strava.consent(stage.connect_strava())
    said = stage.pair.ctl('connect', 'strava', '--code', of_sync=True, text=code)
    assert said.returncode == 0, said
    assert stage.pair.service('strava')['state'] == 'connected'


@scene('tokens rotate, also across a kill; a revoked one stops the queue without losing a ride')
def rotates(stage):
    stage.connect('strava')
    for ride in (1, 2, 3):
        stage.strava.expire()
        stage.pair.ride()
        stage.await_upload('strava', 'done', ride)
        stage.pair.sync.kill()
        stage.pair.sync.start()
        stage.pair.await_sync()
    with stage.strava.lock:
        stage.strava.access, stage.strava.refresh = {}, set()
    stage.pair.ride()
    status = stage.await_state('strava', 'authRequired')
    assert status['queued'] == 1 and status['message'] and status['remedy'], status
    stage.connect('strava')
    stage.await_upload('strava', 'done', 4)
    assert len(stage.strava.activities) == 4


@scene('an app without a subscription is reported, and its rides are sent once it has one')
def inactive(stage):
    stage.connect('strava')
    stage.strava.is_inactive = True
    stage.pair.ride()
    status = stage.await_state('strava', 'inactive')
    assert 'subscription' in status['message'] + status['remedy'], status
    assert stage.pair.uploads(1)['strava']['state'] == 'queued'
    stage.strava.is_inactive = False
    said = stage.pair.ctl('sync', 'now', of_sync=True)
    assert said.returncode == 0, said
    stage.await_upload('strava', 'done')


@scene('a rejected key is not retried, and a new one continues the queue')
def unauthorised(stage):
    stage.connect('intervals')
    former, stage.intervals.key = stage.intervals.key, 'another-key-0815'
    stage.pair.ride()
    stage.await_state('intervals', 'authRequired')
    asked = sum(stage.intervals.asked.values())
    time.sleep(8)
    assert sum(stage.intervals.asked.values()) == asked
    assert refusal(lambda: stage.pair.ask('Connect', service='intervals', key=former)) == 'unauthorized'
    stage.services.key = stage.intervals.key
    stage.connect('intervals')
    stage.await_upload('intervals', 'done')


@scene('disconnecting revokes the permission and deletes the secrets')
def disconnects(stage):
    stage.connect('intervals', 'strava', 'hub')
    assert wrong_modes(stage.folder / 'sync') == []
    said = json.loads(stage.pair.ctl('disconnect', 'strava', '--json', of_sync=True).stdout)
    assert said['revoked'] and stage.strava.revoked == 1, said
    for name in ('intervals', 'hub'):
        assert stage.pair.ctl('disconnect', name, of_sync=True).returncode == 0
    kept = [path.name for path in (stage.folder / 'sync' / 'secrets').iterdir()]
    assert kept == [], kept
    stage.pair.ride()
    time.sleep(2)
    assert not stage.intervals.activities and not stage.strava.activities and not stage.hub.workouts


@scene('a broker keeps the secret of the app, and issues its tokens')
def brokered(stage):
    site = stage.services.servers['strava'].origin
    trust = {'certificates': stage.services.authority.certificate.read_text(), 'oauthUrl': f'{site}/oauth'}
    app = {'clientId': '4711', 'broker': f'{site}/broker', 'url': f'{site}/api/v3'}
    consent = stage.pair.ask('Connect', service='strava', **app, **trust)['consent']
    stage.pair.ask('Connect', service='strava', code=stage.strava.consent(consent['address']))
    stage.strava.expire()
    stage.pair.ride()
    stage.await_upload('strava', 'done')
    assert stage.strava.asked['POST /oauth/token'] == 0 and stage.strava.asked['POST /broker/refresh'] == 1


@scene('activities at Strava are listed if the rider permits it, with the number of the matching ride')
def listed(stage):
    stage.strava.scope = 'read,activity:read_all,activity:write'
    address = stage.connect_strava(history=True)
    stage.pair.ask('Connect', service='strava', code=stage.strava.consent(address))
    stage.pair.ride()
    stage.await_upload('strava', 'done')
    (activity,) = stage.pair.ask('Activities')['activities']
    assert activity['ride'] == 1 and activity['id'] in stage.strava.activities, activity
    # The last list is used while Strava is unavailable.
    stage.strava.misbehaviour.always = 'broken'
    assert stage.pair.ask('Activities')['activities'] == [activity]
