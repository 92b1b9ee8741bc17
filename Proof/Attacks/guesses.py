"""Attacks on the hub without a token: guesses at codes."""

import contextlib
import itertools
import pathlib
import secrets
import subprocess
import time

from computer import Computer, run
from hubs import Hub
from suite import attack

OF_NETWORK, OF_ALL = 20, 300
LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'


def guess(hub: Hub, source: str, **fields) -> int:
    code = ''.join(secrets.choice(LETTERS) for _ in range(8))
    return hub.ask('POST', '/api/v1/devices/pair', body={'code': code, 'name': 'x'}, source=source, **fields)[0]


def judged(hub: Hub, sources: list[str], **fields) -> tuple[int, int]:
    """Returns the number of guesses that were judged, and of clock minutes that they took."""
    began = time.time()
    answers = [guess(hub, source, **fields) for source in sources]
    assert set(answers) <= {401, 403, 429}, set(answers)
    return len(answers) - answers.count(429), int(time.time() // 60) - int(began // 60) + 1


def give_networks(count: int, addresses: int) -> list[list[str]]:
    networks = [[f'fd00:0:0:{n + 1:x}::{a + 1:x}' for a in range(addresses)] for n in range(count)]
    run('ip', '-6', '-batch', '-', text=''.join(f'addr add {a}/64 dev lo nodad\n' for n in networks for a in n))
    return networks


@attack('guesses', 'a network has 20 guesses at codes a minute, all have 300, and Pis can still refresh')
def guesses(built) -> None:
    with Computer(built) as computer:
        networks = give_networks(20, 10)
        # --rates multiplies other limits.
        hub = Hub(computer, '--rates', '100', address='::')
        pi = hub.pi('Anna')
        count, minutes = judged(hub, networks[0] * 5)
        assert count <= OF_NETWORK * minutes, f'{count} of 50 guesses of one /64 in {minutes} minutes'
        refresh = {'refresh_token': pi['refresh_token']}
        assert hub.ask('POST', '/api/v1/devices/refresh', body=refresh, source=networks[0][0])[0] == 200
        assert guess(hub, networks[1][0]) != 429, 'another network may still guess'
        count, minutes = judged(hub, list(itertools.chain(*networks[2:])) * 2)
        assert count <= OF_ALL * minutes, f'{count} guesses of all in {minutes} minutes'


@attack('forwarded', 'a client that forges X-Forwarded-For has no more guesses')
def forwarded(built) -> None:
    with Computer(built) as computer:
        hub = Hub(computer)

        def count(form: str) -> tuple[int, int]:
            began = time.time()
            answers = [guess(hub, '127.0.0.1', X_Forwarded_For=form.format(n)) for n in range(60)]
            return len(answers) - answers.count(429), int(time.time() // 60) - int(began // 60) + 1

        found, minutes = count('192.0.2.{}')
        assert found <= OF_NETWORK * minutes, f'{found} of 60 in {minutes} minutes without a proxy'
        hub.server.stop()
        computer.start('jz2-hub', '--listen', '127.0.0.1:8430', '--behind-proxy', '127.0.0.1')
        while not hub.is_ready():
            time.sleep(0.05)
        found, minutes = count('192.0.2.{}, 198.51.100.7')
        assert found <= OF_NETWORK * minutes, f'{found} of 60 in {minutes} minutes behind a proxy'


@attack('codes', 'a code works for one purpose, and once')
def codes(built) -> None:
    with Computer(built) as computer:
        hub = Hub(computer)
        of_pi, of_browser = hub.codes['Anna'], hub.code('code', 'Anna', '--browser')
        doors = {'/api/v1/session': of_browser, '/api/v1/devices/pair': of_pi, '/api/v1/coaches/accept': ''}
        browser = hub.browser('Ben')
        for path, right in doors.items():
            for wrong in {of_pi, of_browser} - {right}:
                token = browser if 'coaches' in path else ''
                status, _ = hub.ask('POST', path, token, {'code': wrong, 'name': 'x'})
                assert 400 <= status < 500, f'{path} took the code of another purpose: {status}'
        given = hub.json('POST', '/api/v1/devices/pair', body={'code': of_pi, 'name': 'x'})['access_token']
        hub.json('POST', '/api/v1/session', body={'code': of_browser, 'name': 'x'})
        cookie = hub.answer.getheader('Set-Cookie').split(';')[0]
        # The code may be sent again until a token is used, in case the response was lost.
        assert hub.ask('GET', '/api/v1/me', given)[0] == hub.ask('GET', '/api/v1/me', cookie)[0] == 200
        for path, used in (('/api/v1/devices/pair', of_pi), ('/api/v1/session', of_browser)):
            status, _ = hub.ask('POST', path, body={'code': used, 'name': 'x'})
            assert 400 <= status < 500, f'{path} took a used code: {status}'


def modes_in(folder: pathlib.Path) -> dict[str, str]:
    found = {}
    for file in folder.iterdir():
        with contextlib.suppress(FileNotFoundError):
            found[file.name] = oct(file.stat().st_mode & 0o777)
    return found


@attack('masks', "the files of a hub's database have mode 0600 under any umask")
def masks(built) -> None:
    with Computer(built) as computer:
        for mask in ('000', '022'):
            for verb in ('rider add Anna', 'serve --listen 127.0.0.1:8431'):
                place = computer.log.parent / f'hub-{mask}-{verb[0]}'
                place.mkdir(mode=0o755)
                script = f'umask {mask}; exec /usr/local/bin/jz2hub {verb} --database sqlite:{place}/hub.sqlite'
                hub = subprocess.Popen(['bash', '-c', script], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                modes: dict[str, str] = {}
                # SQLite makes and removes two more files next to the database.
                while hub.poll() is None and len(modes) < 3:
                    modes |= modes_in(place)
                hub.terminate()
                hub.wait(30)
                modes |= modes_in(place)
                assert modes and set(modes.values()) == {'0o600'}, f'{verb} with the mask {mask}: {modes}'
