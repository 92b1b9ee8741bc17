"""Scenes of uploads."""

import json
import os
import pathlib
import resource
import signal
import time

from network import Network
from programs import wait_until
from secrecy import find_secrets, wrong_modes
from stage import scene


@scene('a ride is sent to intervals.icu, Strava and the hub automatically, and the library shows where it is')
def arrives(stage):
    key, trust = stage.folder / 'key', str(stage.services.authority.certificate)
    key.write_text(stage.services.key + '\n')
    site = stage.services.servers['intervals'].origin
    words = ['connect', 'intervals', '--key-file', str(key), '--url', site, '--ca-file', trust]
    said = stage.pair.ctl(*words, of_sync=True)
    assert said.returncode == 0 and 'Ada Rider' in said.stdout, said
    site = stage.services.servers['hub'].origin
    words = ['connect', 'hub', '--code', '--url', site, '--ca-file', trust]
    said = stage.pair.ctl(*words, of_sync=True, text=stage.hub.code())
    assert said.returncode == 0, said
    stage.connect('strava')
    stage.pair.ride()
    ended = time.time()
    for name in stage.services.all:
        stage.await_upload(name, 'done')
    for name in ('intervals', 'strava'):
        (activity,) = stage.services.all[name].activities.values()
        print(f'       {activity["at"] - ended:.2f} s from the end of the ride to {name}')
    shown = json.loads(stage.pair.ctl('show', '1', '--json').stdout)
    uploads = {upload['service']: upload for upload in shown['uploads']}
    (number,) = stage.strava.activities
    assert uploads['strava']['remoteId'] == number and uploads['strava']['url'].endswith(number), uploads
    assert uploads['intervals']['url'].endswith('/activities/i1001'), uploads
    store = stage.pair.trainer('Changes')['library']
    assert stage.intervals.activities['i1001']['external_id'] == f'{store}.{shown["ride"]["activity"]}'
    assert json.loads(stage.pair.ctl('services', '--json', of_sync=True).stdout)['services'][0]['queued'] == 0


@scene('a trim marks an upload as outdated, with the link to delete it, and `sync again` sends the new ride')
def trimmed(stage):
    stage.connect('intervals', 'hub')
    stage.pair.ride(minutes=2)
    stage.await_upload('intervals', 'done')
    stage.await_upload('hub', 'done')
    stage.pair.trainer('Trim', ride='1', fromSeconds=0, toSeconds=90)
    upload = stage.await_upload('intervals', 'stale')
    assert upload['url'].endswith('i1001'), upload
    # The rider's own server gets the current ride by itself, under the same name.
    wait_until(
        lambda: [one['data']['duration_seconds'] for one in stage.hub.workouts.values()] == [90],
        20,
        'the hub has it anew',
    )
    said = stage.pair.ctl('sync', 'again', '1', '--service', 'intervals', of_sync=True)
    assert said.returncode == 0, said
    stage.await_upload('intervals', 'done')
    names = [activity['external_id'] for activity in stage.intervals.activities.values()]
    assert len(set(names)) == 2, names


@scene('a new name is sent to the services automatically')
def renamed(stage):
    stage.connect('intervals', 'strava')
    stage.pair.ride()
    for name in ('intervals', 'strava'):
        stage.await_upload(name, 'done')
    stage.pair.trainer('Edit', ride='1', name='Over the hill', note='Windy.\nCold.')
    for service in (stage.intervals, stage.strava):
        (activity,) = service.activities.values()
        wait_until(
            lambda activity=activity: (activity['name'], activity['description']) == ('Over the hill', 'Windy.\nCold.'),
            20,
            'the name is changed there',
        )


@scene('a ride is sent after the delay that a server requests as seconds, as a date or as its rate limit')
def busy(stage):
    stage.connect('intervals', 'strava')
    stage.intervals.misbehaviour.ordered = ['busy', 'busyDate']
    stage.strava.misbehaviour.ordered = ['limit', 'busyDate']
    stage.pair.ride()
    for name in ('intervals', 'strava'):
        stage.await_upload(name, 'done')
        assert len(stage.services.all[name].activities) == 1


@scene('a wrong certificate is reported and prevents the upload; with the right one the ride is sent')
def certificate(stage):
    stage.connect('hub')
    server = stage.services.servers['hub']
    right, server.own = server.own, server.foreign
    # Otherwise a ride would use the open connection.
    stage.pair.sync.kill()
    stage.pair.sync.start()
    stage.pair.ride()
    wait_until(lambda: stage.pair.service('hub').get('message'), 20, 'it is told')
    message = stage.pair.service('hub')['message']
    assert 'certificate' in message, message
    server.own = right
    stage.await_upload('hub', 'done')


@scene('the hub repeats a lost response for the same bytes, and counts the ride once')
def replayed(stage):
    stage.hub.takes_rides = False
    stage.connect('hub')
    # The first request has the whole ride, which this server does not accept.
    stage.hub.misbehaviour.ordered = [None, 'lost', 'cut']
    stage.pair.ride()
    stage.await_upload('hub', 'done')
    assert stage.hub.replayed == 2 and len(stage.hub.keys) == 1 and not stage.hub.complaints
    stage.hub.expire()
    stage.pair.ride()
    stage.await_upload('hub', 'done', 2)
    with stage.hub.lock:
        stage.hub.access, stage.hub.refresh = set(), set()
    stage.pair.ride()
    stage.await_state('hub', 'authRequired')
    stage.connect('hub')
    stage.await_upload('hub', 'done', 3)
    assert len(stage.hub.workouts) == 3


@scene('rides recorded while jz2sync is down are sent when it starts')
def absent(stage):
    stage.connect('intervals')
    stage.pair.sync.kill()
    for _ in range(3):
        stage.pair.ride()
    stage.pair.sync.start()
    for ride in (1, 2, 3):
        stage.await_upload('intervals', 'done', ride)
    assert len(stage.intervals.activities) == 3


@scene('no secret is in a log, an answer, an argument list, an environment or a core dump')
def secret(stage):
    stage.connect('intervals', 'strava', 'hub')
    stage.strava.expire()
    stage.hub.expire()
    stage.pair.ride()
    for name in stage.services.all:
        stage.await_upload(name, 'done')
    assert find_secrets(stage.pair, stage.services.secrets()) == []
    assert wrong_modes(stage.folder / 'sync') == []
    # In /proc such a process belongs to root, whatever its user is, and it leaves no core file.
    process = stage.pair.sync.pid
    assert pathlib.Path(f'/proc/{process}/status').stat().st_uid == 0
    resource.prlimit(process, resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    stage.pair.sync.process.send_signal(signal.SIGABRT)
    ended = os.waitid(os.P_PID, process, os.WEXITED | os.WNOWAIT)
    assert ended.si_code == os.CLD_KILLED, ended


@scene('rides are copied to the folder, and the command runs')
def local(stage):
    stage.pair.sync.stop()
    rides, told = stage.folder / 'out', stage.folder / 'told'
    rides.mkdir()
    command = f'echo $JZ2_RIDE $(wc -c < "$JZ2_FILE") $JZ2_ACTIVITY >> {told}'
    configuration = stage.folder / 'sync.conf'
    configuration.write_text(f'[folder]\npath={rides}\nformat=tcx\n[hook]\ncommand={command}\n')
    configuration.chmod(0o644)
    stage.pair.sync.start()
    stage.pair.await_sync()
    stage.await_state('hook', 'connected')
    stage.pair.ride()
    for name in ('folder', 'hook'):
        stage.await_upload(name, 'done')
    assert [path.suffix for path in rides.iterdir()] == ['.tcx']
    ride, size, activity = told.read_text().split()
    store = stage.pair.trainer('Changes')['library']
    assert ride == '1' and int(size) > 500 and activity.startswith(f'{store}.20'), told.read_text()


@scene('rides are sent automatically when a lost network returns', network=Network)
def vanishes(stage):
    stage.connect('intervals', 'strava', 'hub')
    stage.pair.ride()
    for name in stage.services.all:
        stage.await_upload(name, 'done')
    # In the middle of a response.
    stage.intervals.misbehaviour.ordered = ['slow']
    stage.pair.ride()
    stage.network.cut()
    for _ in range(5):
        stage.pair.ride()
    time.sleep(12)
    assert len(stage.strava.activities) < 7
    stage.network.mend()
    back = time.monotonic()
    for ride in range(2, 8):
        for name in stage.services.all:
            state = 'duplicate' if stage.pair.uploads(ride).get(name, {}).get('state') == 'duplicate' else 'done'
            stage.await_upload(name, state, ride, seconds=40)
    print(f'       all arrived {time.monotonic() - back:.1f} s after the network came back')
    for name, service in stage.services.all.items():
        assert len(service.there()) == 7, (name, service.there())
