"""Attacks by local accounts: access to sockets, crowds, endless messages, and false listeners."""

import contextlib
import os
import pathlib
import socket
import time

from computer import TRAINER, Computer, acting_as, as_process_of, run
from doors import table
from hubs import Hub
from levels import exchange, message
from programs import wait_until
from suite import attack

FLAGS = {'read': os.R_OK, 'change': os.W_OK}
STATUS = message(f'{TRAINER}.Status', {})


def opens(path: str) -> bool:
    with socket.socket(socket.AF_UNIX) as one:
        try:
            one.connect(path)
        except PermissionError:
            return False
        return True


def is_answered(replies: list[dict]) -> bool:
    return bool(replies) and 'error' not in replies[0]


@attack('groups', 'an account can only open the sockets of its groups')
def groups(built) -> None:
    with Computer(built) as computer:
        computer.start_all()
        open_to = {
            'guest': (), 'nobody': (), 'viewer': ('jz2-look',), 'rider': ('jz2',), 'jz2-sync': ('jz2-sync',),
            'jz2-web': ('jz2-web', 'jz2-library'), 'jz2-cue': ('jz2-ride',), 'jz2-bridge': ('jz2-bridge', 'jz2-ride'),
            'jz2-hub': (), 'jz2': ('jz2',),
        }  # fmt: skip
        for account, groups_ in open_to.items():
            for row in table().rows['sockets']:
                with acting_as(account):
                    is_open = opens(row['path'])
                assert is_open == (row.get('group') in groups_), f'{account} at {row["path"]}: {is_open}'
        # Only the socket's own mode counts, not that of its folder.
        for row in table().rows['sockets']:
            mode = pathlib.Path(row['path']).stat().st_mode & 0o777
            assert mode == (0o660 if 'group' in row else 0o600), f'{row["path"]} has mode {mode:o}'


@attack('refused-callers', 'refused callers take no connection that is reserved for root')
def refused_callers(built) -> None:
    with Computer(built) as computer:
        computer.start('jz2d', '--radio', 'sim')

        def crowd() -> None:
            held = []
            while True:
                one = socket.socket(socket.AF_UNIX)
                one.settimeout(1)
                with contextlib.suppress(OSError):
                    one.connect('/run/jz2/look.sock')
                    held.append(one)
                if len(held) > 200:
                    held.pop(0).close()

        crowds = [as_process_of(name, crowd) for name in ('viewer', 'viewer2', 'viewer3')]

        def is_full() -> bool:
            with acting_as('viewer'), contextlib.suppress(OSError):
                return not is_answered(exchange('/run/jz2/look.sock', STATUS))
            return True

        wait_until(is_full, 20, 'the crowd uses all its connections')
        refused = []
        for _ in range(40):
            replies = exchange('/run/jz2/jz2.sock', STATUS)
            refused += [] if is_answered(replies) else [replies]
        wait_until(is_full, 20, 'the crowd is there to the end')
        for one in crowds:
            os.kill(one, 9)
            os.waitpid(one, 0)
        assert not refused, f'root was turned away {len(refused)} times of 40: {refused[0]}'


@attack('endless', '40 MB without an end take no memory, and other callers get answers meanwhile')
def endless(built) -> None:
    with Computer(built) as computer:
        jz2d = computer.start('jz2d', '--radio', 'sim')
        exchange('/run/jz2/look.sock', STATUS)
        before = jz2d.peak()
        for piece in (b'x' * 65536, b'{"a":' * 13107, b'[' * 65536, b'"\\u0000' * 9362):
            with acting_as('viewer'), socket.socket(socket.AF_UNIX) as one:
                one.settimeout(10)
                one.connect('/run/jz2/look.sock')
                with contextlib.suppress(OSError):
                    for _ in range(640):
                        one.sendall(piece)
                assert 'error' not in exchange('/run/jz2/look.sock', STATUS)[0]
        assert jz2d.peak() - before < 24_000, f'it took {jz2d.peak() - before} kB'


@attack('files', 'no account can read or change a file of a service of another account')
def files(built) -> None:
    with Computer(built) as computer:
        computer.start_all('--rate', 'max')
        computer.ride()
        computer.ask('Connect', service='strava', clientId='5', clientSecret='x')
        computer.page('SetPublic', public=True)
        Hub(computer)
        owners = ('jz2', 'jz2-sync', 'jz2-web', 'jz2-hub')
        for owner in owners:
            found = [pathlib.Path(f'/var/lib/{owner}'), *pathlib.Path(f'/var/lib/{owner}').rglob('*')]
            assert any(path.is_file() for path in found), owner
            for account in ('guest', 'viewer', 'rider', *owners):
                # Members of the group jz2 may read the rides.
                may_read = account == owner or (owner == 'jz2' and account == 'rider')
                with acting_as(account):
                    for path in found:
                        flags = {name: os.access(path, flag, effective_ids=True) for name, flag in FLAGS.items()}
                        assert not flags['change'] or account == owner, f'{account} can change {path}'
                        assert not flags['read'] or may_read, f'{account} can read {path}'


@attack('impostor', 'jz2ctl sends no byte to a socket on which another account listens')
def impostor(built) -> None:
    with Computer(built) as computer:
        place, noted = pathlib.Path('/run/elsewhere'), pathlib.Path('/run/elsewhere/noted')
        place.mkdir()
        run('chown', 'jz2', place)

        def listen() -> None:
            with socket.socket(socket.AF_UNIX) as server:
                server.bind(str(place / 'sync.sock'))
                server.listen()
                (place / 'ready').touch()
                connection, _ = server.accept()
                connection.settimeout(5)
                with noted.open('ab') as file, contextlib.suppress(OSError):
                    while piece := connection.recv(1 << 16):
                        file.write(piece)
                        file.flush()

        child = as_process_of('jz2', listen)
        while not (place / 'ready').exists():
            time.sleep(0.01)
        said = computer.ctl(
            '--socket', place / 'sync.sock', 'connect', 'intervals', text='KEY-OF-THE-RIDER', check=False
        )
        os.kill(child, 9)
        os.waitpid(child, 0)
        heard = noted.read_bytes() if noted.exists() else b''
        assert said.returncode != 0 and not heard, heard


@attack('folder', 'jz2d cannot replace the socket of another program')
def folder(built) -> None:
    with Computer(built) as computer:
        computer.start_all()
        for name in ('sync.sock', 'web.sock', 'sync-library.sock', 'jz2.sock'):
            with acting_as('jz2'), contextlib.suppress(PermissionError):
                os.unlink(f'/run/jz2/{name}')
            assert pathlib.Path(f'/run/jz2/{name}').exists(), f'jz2 took {name} away'
        with acting_as('jz2'), contextlib.suppress(PermissionError):
            os.rename('/run/jz2/sync.sock', '/run/jz2/other.sock')
        assert pathlib.Path('/run/jz2/sync.sock').exists()
