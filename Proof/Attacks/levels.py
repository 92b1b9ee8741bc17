"""Attacks by programs with a narrow socket: calls above its level."""

import contextlib
import json
import pathlib
import socket

from computer import BODY, ROOT, SYNC, TRAINER, Computer
from doors import table
from programs import wait_until
from suite import attack
from varlink import Interface

OF_JZ2D = ('jz2', 'library', 'ride', 'look', 'store-sync')
LEVELS = ('look', 'ride', 'library', 'all')


def exchange(path: str, *messages: bytes, seconds: float = 20, count: int | None = None) -> list[dict]:
    """Sends messages over one connection, and returns the first replies, by default one for each message."""
    count = len(messages) if count is None else count
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(seconds)
        connection.connect(path)
        connection.sendall(b''.join(message + b'\0' for message in messages))
        received = b''
        with contextlib.suppress(OSError):
            while received.count(b'\0') < count and (piece := connection.recv(1 << 16)):
                received += piece
    return [json.loads(one) for one in received.split(b'\0')[:-1]]


def message(method: str, parameters: dict, **flags) -> bytes:
    return json.dumps({'method': method, 'parameters': parameters, **flags}).encode()


INFO = message('org.varlink.service.GetInfo', {})


def state_of(computer: Computer) -> dict:
    """Returns all state that calls can change."""
    asked = ('Rides', 'Plans', 'Settings', 'Devices')
    said = {method: computer.trainer(method) for method in asked}
    for method in ('Measurements', 'Nights'):
        said[method] = exchange('/run/jz2/jz2.sock', message(f'{BODY}.{method}', {}))[0]
    said['deleted'] = [computer.trainer('Rides', deleted=True), computer.trainer('Plans', deleted=True)]
    said['phase'] = computer.trainer('Status')['phase']
    said['services'] = computer.ask('Services')
    said['page'] = computer.page('GetPageStatus') | computer.page('Phones')
    return json.loads(json.dumps(said))


def is_offered(level: str, is_for_sync: bool, socket_: dict) -> bool:
    if LEVELS.index(level) <= LEVELS.index(socket_['level']):
        return True
    return is_for_sync and socket_.get('sync', False)


def doors_of_sockets() -> list[tuple[dict, Interface, dict]]:
    """Returns each socket with each interface that it offers, and the levels of the methods."""
    rows = table()
    found = []
    for name in ('Trainer', 'Body', 'Sync', 'Page'):
        interface = Interface.read(ROOT / f'Sources/ControlWire/org.justzone2.{name}.varlink')
        levels = rows.levels(interface.name)
        assert set(levels) == set(interface.methods), interface.name
        program = {'Sync': 'sync', 'Page': 'web'}.get(name)
        for socket_ in rows.rows['sockets']:
            answers = pathlib.Path(socket_['path']).stem
            if answers in ((program, f'{program}-library') if program else OF_JZ2D):
                found.append((socket_, interface, levels))
    return found


def spellings(method: str) -> list[bytes]:
    """Returns wrong spellings of a method."""
    interface, _, word = method.rpartition('.')
    words = (
        f'{interface}.{word.lower()}', f'{interface}.{word} ', f' {method}', f'{interface}..{word}', f'{method}.',
        f'{interface.upper()}.{word}', f'{interface}/{word}', f'{interface}.{word}\u200b', f'{interface}.{word}\0',
        f'{interface}.\u0421onnect', word, f'org.varlink.service.{word}', f'{interface}.{word}()',
    )  # fmt: skip
    return [message(one, {'watts': 150, 'minutes': 60}) for one in words]


def is_refused(reply: dict) -> bool:
    return reply.get('error', '').endswith('.NotAllowed')


def is_misfit(reply: dict) -> bool:
    return reply.get('error') == 'org.varlink.service.InvalidParameter'


@attack(
    'levels', 'a socket refuses every call above its level, in any form and spelling, and such a call has no effect'
)
def levels(built) -> None:
    with Computer(built) as computer:
        computer.start_all('--rate', 'max')
        computer.ride()
        computer.trainer('NewPlan', name='1')
        before = state_of(computer)
        tried, offered = 0, {}
        for socket_, interface, known in doors_of_sockets():
            path = socket_['path']
            offered.setdefault(path, {'org.varlink.service'}).add(interface.name)
            ask = message('org.varlink.service.GetInterfaceDescription', {'interface': interface.name})
            described = Interface(exchange(path, ask)[0]['parameters']['description'])
            assert set(described.methods) == set(known), f'{path}: {set(described.methods) ^ set(known)}'
            for method, (level, is_for_sync) in known.items():
                name = f'{interface.name}.{method}'
                forms = [interface.parameters(method), interface.parameters(method, has_optional=True)]
                if is_offered(level, is_for_sync, socket_):
                    if level == 'look' and method != 'Analyse':
                        reply = exchange(path, message(name, forms[0]))[0]
                        assert not is_refused(reply), f'{path}: {name} is above the level that the table gives it'
                    continue
                messages = [message(name, one, **flags) for one in forms for flags in ({}, {'more': True})]
                replies = [exchange(path, one)[0] for one in messages]
                # Parameters are decoded before the level is checked.
                others = [reply for reply in replies if not is_refused(reply) and not is_misfit(reply)]
                assert not others and is_refused(replies[0]), f'{path}: {name} was answered {others or replies}'
                tried += len(replies)
                # There is no reply. An effect would show in the comparison below.
                exchange(path, message(name, forms[0], oneway=True), INFO, count=1)
        assert tried > 150, f'only {tried} calls were tried'
        for path, names in offered.items():
            assert set(exchange(path, INFO)[0]['parameters']['interfaces']) == names, path
        for path, name, parameters in (
            ('/run/jz2/ride.sock', 'Stop', {'discard': True}),
            ('/run/jz2/library.sock', 'Delete', {'ride': '1', 'now': True}),
            *(
                ('/run/jz2/sync-library.sock', 'Connect', {'service': 'intervals', 'key': 'k', name: 'https://a.test'})
                for name in ('url', 'certificates', 'broker', 'oauthUrl')
            ),
        ):
            interface = SYNC if name == 'Connect' else TRAINER
            (reply,) = exchange(path, message(f'{interface}.{name}', parameters))
            assert is_refused(reply), f'{path}: {name} {parameters} was answered {reply}'
        for path, method in (
            ('/run/jz2/look.sock', f'{TRAINER}.Start'),
            ('/run/jz2/sync-library.sock', f'{SYNC}.Activities'),
        ):
            for wrong in spellings(method):
                assert all('error' in reply for reply in exchange(path, wrong, seconds=5)), wrong
            twice = f'{{"method":"{TRAINER}.Status","method":"{method}","parameters":{{"service":"hub"}}}}'.encode()
            exchange(path, twice, twice, seconds=5)
        wait_until(lambda: state_of(computer) == before, 5, 'everything is as it was')
