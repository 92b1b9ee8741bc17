"""scenes.py BIN [WORD...]: what a rider does with services and what they do to him, each in a fresh place.

With words only the scenes that have one of them in their name are played.
"""

import json
import os
import pathlib
import resource
import signal
import sys
import time
import traceback
import urllib.request

from network import Network, NotPermittedError
from programs import RefusedError, wait_until
from secrecy import find_secrets, wrong_modes
from stage import Stage

SCENES = []


def scene(fact: str):
    """A scene, by the fact that it shows."""

    def note(play):
        SCENES.append((fact, play))
        return play

    return note


def refusal(work) -> str:
    """The reason of the typed error that some work ends with."""
    try:
        work()
    except RefusedError as refused:
        return refused.parameters['reason']['code']
    raise AssertionError('nothing was refused')


@scene('a ride arrives at intervals.icu, Strava and the hub by itself, and the library says where')
def arrives(stage):
    key, trust = stage.folder / 'key', str(stage.services.authority.certificate)
    key.write_text(stage.services.key + '\n')
    site = stage.services.servers['intervals'].origin
    words = ['connect', 'intervals', '--key-file', str(key), '--url', site, '--ca-file', trust]
    said = stage.pair.ctl(*words, of_sync=True)
    assert said.returncode == 0 and 'Ada Rider' in said.stdout, said
    site = stage.services.servers['hub'].origin
    words = ['connect', 'hub', '--code', stage.hub.code(), '--url', site, '--ca-file', trust]
    said = stage.pair.ctl(*words, of_sync=True)
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
    assert stage.intervals.activities['i1001']['external_id'] == f'{store}.{shown["activity"]}'
    assert json.loads(stage.pair.ctl('services', '--json', of_sync=True).stdout)['services'][0]['queued'] == 0


@scene('Strava is connected by the browser that comes to 127.0.0.1:8721')
def caught(stage):
    callback = stage.strava.consent(stage.connect_strava())
    with urllib.request.urlopen(callback.replace('localhost', '127.0.0.1'), timeout=20) as page:
        said = page.read().decode()
    assert 'Strava' in said and page.status == 200, said
    status = stage.await_state('strava', 'connected')
    assert status['account'] == 'Ada Rider', status


@scene('a no, a missing permission and the state of another question connect nothing, and a pasted address does')
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
    said = stage.pair.ctl('connect', 'strava', '--code', code, of_sync=True)
    assert said.returncode == 0, said
    assert stage.pair.service('strava')['state'] == 'connected'


@scene('tokens rotate, also over a kill; one that Strava took back stops the queue, and loses nothing')
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


@scene('an app without a subscription is told as such, and its rides go when it has one')
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


@scene('a key that is not taken is not tried again and again, and another one goes on with the queue')
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


@scene('disconnecting takes the permission back and deletes the secrets')
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


@scene('a trim makes what is there stale, with the link to delete it, and `sync again` sends it as it is now')
def trimmed(stage):
    stage.connect('intervals', 'hub')
    stage.pair.ride(minutes=2)
    stage.await_upload('intervals', 'done')
    stage.await_upload('hub', 'done')
    stage.pair.trainer('Trim', ride='1', fromSeconds=0, toSeconds=90)
    upload = stage.await_upload('intervals', 'stale')
    assert upload['url'].endswith('i1001'), upload
    # The rider's own server gets the ride as it is now by itself, under the same name.
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


@scene('a new name is changed there by itself')
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


def workout(number: int, name: str, day: str, steps: list[dict]) -> dict:
    document = {'duration': sum(step['duration'] for step in steps), 'steps': steps}
    event = {'id': number, 'category': 'WORKOUT', 'type': 'Ride', 'name': name}
    return event | {'start_date_local': f'{day}T00:00:00', 'workout_doc': document}


@scene('planned workouts come down, are renewed, and go when they are gone there; one that is ridden stays')
def planned(stage):
    day = time.strftime('%Y-%m-%d', time.gmtime())
    steady = {'duration': 30, 'power': {'value': 150, 'units': 'w'}}
    heart = {'duration': 30, 'hr': {'start': 120, 'end': 130, 'units': 'bpm'}}
    assert stage.pair.ctl('settings', '--ftp', '200').returncode == 0
    stage.intervals.events = [workout(1, 'Steady', day, [steady]), workout(2, 'Heart', day, [heart, steady])]
    stage.connect('intervals')
    wait_until(lambda: len(stage.plans('--all')) == 2, 20, 'both workouts are there')
    assert stage.plans() == []
    assert {plan['name'] for plan in stage.plans('--all')} == {f'{day} Steady', f'{day} Heart'}
    shown = stage.pair.ctl('plan', 'show', f'{day} Heart').stdout
    assert 'bpm' in shown, shown
    stage.intervals.events[1]['name'] = 'Heartily'
    del stage.intervals.events[0]
    assert stage.pair.ctl('sync', 'now', of_sync=True).returncode == 0
    wait_until(
        lambda: [p['name'] for p in stage.plans('--all')] == [f'{day} Heartily'], 20, 'they are as they are there'
    )
    assert 'Heartily' in stage.pair.ctl('status').stdout
    said = stage.pair.ctl('start', '--plan', 'today')
    assert said.returncode == 0, said
    wait_until(lambda: stage.pair.trainer('Status')['phase'] == 'idle', 60, 'the workout is ridden')
    upload = stage.await_upload('intervals', 'done')
    assert stage.intervals.activities[upload['remoteId']]['name'] == f'{day} Heartily', stage.intervals.activities
    said = stage.pair.ctl('start', '--plan', 'today')
    assert said.returncode != 0, said
    stage.intervals.events = []
    assert stage.pair.ctl('sync', 'now', of_sync=True).returncode == 0
    assert [plan['name'] for plan in stage.plans('--all')] == [f'{day} Heartily'], stage.plans('--all')


@scene('a calendar that cannot be read takes no workout away')
def unreadable(stage):
    day = time.strftime('%Y-%m-%d', time.gmtime())
    stage.intervals.events = [workout(1, 'Steady', day, [{'duration': 30, 'power': {'value': 150, 'units': 'w'}}])]
    stage.connect('intervals')
    wait_until(lambda: len(stage.plans('--all')) == 1, 20, 'the workout is there')
    for trouble in ('page', 'broken', 'cut', 'redirect', 'garbage', 'denied'):
        stage.intervals.misbehaviour.ordered = [trouble]
        stage.pair.ctl('sync', 'now', of_sync=True)
        assert len(stage.plans('--all')) == 1, trouble


@scene('the server asks for a second by a number, by a date and by a quarter of an hour, and the ride goes after it')
def busy(stage):
    stage.connect('intervals', 'strava')
    stage.intervals.misbehaviour.ordered = ['busy', 'busyDate']
    stage.strava.misbehaviour.ordered = ['limit', 'busyDate']
    stage.pair.ride()
    for name in ('intervals', 'strava'):
        stage.await_upload(name, 'done')
        assert len(stage.services.all[name].activities) == 1


@scene('a wrong certificate sends nothing, and is told; with the right one the ride goes')
def certificate(stage):
    stage.connect('hub')
    server = stage.services.servers['hub']
    right, server.own = server.own, server.foreign
    stage.pair.ride()
    wait_until(lambda: stage.pair.service('hub').get('message'), 20, 'it is told')
    message = stage.pair.service('hub')['message']
    assert 'certificate' in message, message
    server.own = right
    stage.await_upload('hub', 'done')


@scene('an answer of the hub that was lost comes again for the same bytes, and the ride is counted once')
def replayed(stage):
    stage.connect('hub')
    stage.hub.misbehaviour.ordered = ['lost', 'cut']
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


@scene('rides that were ridden without jz2sync go when it is there')
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
    # In /proc such a process belongs to root, whoever runs it, and it leaves no core file.
    process = stage.pair.sync.pid
    assert pathlib.Path(f'/proc/{process}/status').stat().st_uid == 0
    resource.prlimit(process, resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    stage.pair.sync.process.send_signal(signal.SIGABRT)
    ended = os.waitid(os.P_PID, process, os.WEXITED | os.WNOWAIT)
    assert ended.si_code == os.CLD_KILLED, ended


@scene('files come into the folder, and the command runs')
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


def vanishes(programs: pathlib.Path) -> None:
    """A network of its own for jz2sync, whose cable is pulled while it sends."""
    with Network() as network, Stage(programs, network) as stage:
        stage.connect('intervals', 'strava', 'hub')
        stage.pair.ride()
        for name in stage.services.all:
            stage.await_upload(name, 'done')
        # In the middle of an answer.
        stage.intervals.misbehaviour.ordered = ['slow']
        stage.pair.ride()
        network.cut()
        for _ in range(5):
            stage.pair.ride()
        time.sleep(12)
        assert len(stage.strava.activities) < 7
        network.mend()
        back = time.monotonic()
        for ride in range(2, 8):
            for name in stage.services.all:
                state = 'duplicate' if stage.pair.uploads(ride).get(name, {}).get('state') == 'duplicate' else 'done'
                stage.await_upload(name, state, ride, seconds=40)
        print(f'       all arrived {time.monotonic() - back:.1f} s after the network came back')
        for name, service in stage.services.all.items():
            assert len(service.there()) == 7, (name, service.there())


def main() -> int:
    programs, words = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    failed = 0
    scenes = [(fact, lambda play=play: played(programs, play)) for fact, play in SCENES]
    scenes.append(('rides go by themselves when a network that vanished comes back', lambda: vanishes(programs)))
    for fact, play in scenes:
        if words and not any(word in fact for word in words):
            continue
        try:
            play()
            print(f'ok     sync: {fact}', flush=True)
        except NotPermittedError as error:
            print(f'LEFT OUT sync: {fact}: {error}', flush=True)
        except Exception:
            failed += 1
            print(f'FAILED sync: {fact}\n{traceback.format_exc()}', flush=True)
    return 1 if failed else 0


def played(programs: pathlib.Path, play) -> None:
    with Stage(programs) as stage:
        play(stage)


if __name__ == '__main__':
    sys.exit(main())
