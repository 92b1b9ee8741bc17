"""Attacks on the page from the same network."""

import contextlib
import http.client
import json
import os
import pathlib
import re
import select
import shutil
import socket
import ssl

from computer import HOST, PAGE_PORT, ROOT, Computer, Unit, run
from doors import table
from levels import state_of
from network import NotPermittedError
from programs import Program, wait_until
from suite import attack
from varlink import Interface

HOME, OTHER_HOME = 'fd00:1:2:3', 'fd00:9:9:9'
PI = f'{HOME}::1'


class Phone:
    """A browser at an address, paired or not."""

    def __init__(self, address: str, cookie: str = '', pi: str = PI):
        self.address, self.cookie, self.pi = address, cookie, pi

    def connect(self) -> socket.socket:
        return socket.create_connection((self.pi, PAGE_PORT), 10, (self.address, 0))

    def send(self, method: str, path: str, body: bytes = b'', kind: str = 'application/json') -> socket.socket:
        """Sends a request on a new connection, and returns without waiting for the response."""
        place = f'{HOST}:{PAGE_PORT}'
        lines = [f'{method} {path} HTTP/1.1', f'Host: {place}', f'Origin: http://{place}', f'Content-Type: {kind}']
        lines += [f'Content-Length: {len(body)}'] if method == 'POST' else []
        lines += [f'Cookie: {self.cookie}'] if self.cookie else []
        one = self.connect()
        one.sendall('\r\n'.join([*lines, '', '']).encode() + body)
        return one

    def ask(self, method: str, path: str, body: bytes = b'', kind: str = 'application/json') -> tuple[int, bytes]:
        """Returns the status and the body; (0, b'') if the connection is cut."""
        with contextlib.suppress(OSError, http.client.HTTPException), self.send(method, path, body, kind) as one:
            answer = http.client.HTTPResponse(one, method=method)
            answer.begin()
            self.answered = answer
            return answer.status, b'' if path == '/api/events' and answer.status == 200 else answer.read()
        return 0, b''

    def pair(self, computer: Computer) -> 'Phone':
        code = computer.page('OpenPairing')['pairing']['code']
        status, _ = self.ask('POST', '/api/pair', json.dumps({'code': code, 'name': 'phone'}).encode())
        assert status == 200, status
        self.cookie = self.answered.getheader('Set-Cookie').split(';')[0]
        return self


def give_addresses(*addresses: str) -> None:
    run('ip', '-6', '-batch', '-', text=''.join(f'addr add {one}/64 dev lo nodad\n' for one in (PI, *addresses)))


def has_answer(one: socket.socket, seconds: float = 10) -> bool:
    one.settimeout(seconds)
    with contextlib.suppress(OSError):
        return one.recv(12) == b'HTTP/1.1 200'
    return False


def is_open(one: socket.socket) -> bool:
    """Returns whether the other end has not closed the connection."""
    one.setblocking(False)
    try:
        while piece := one.recv(1 << 16):
            pass
        return piece != b''
    except BlockingIOError:
        return True
    except OSError:
        return False


@attack('networks', 'a device with many addresses keeps no other device of the network out of the page')
def networks(built) -> None:
    with Computer(built) as computer:
        cycled = [f'{HOME}::{0x1000 + number:x}' for number in range(100)]
        phones = [Phone(f'{HOME}::{number}') for number in (7, 11, 12, 13, 14)]
        give_addresses(f'{HOME}::666', f'{OTHER_HOME}::7', *(one.address for one in phones), *cycled)
        computer.start_all()
        cookie = phones[0].pair(computer).cookie
        halves = [Phone(f'{HOME}::666').connect() for _ in range(8)]
        for one in halves:
            one.sendall(b'GET / HT')
        assert phones[0].ask('GET', '/')[0] == 200, 'another device of the same /64'
        for one in phones:
            one.cookie = cookie
        streams = [one.send('GET', '/api/events') for one in phones[1:4]]
        assert all(has_answer(one) for one in streams)
        six = [phones[4].send('GET', '/page.css') for _ in range(6)]
        assert all(has_answer(one) for one in six), 'a fourth phone loads the page by six connections'
        files = pathlib.Path(f'/proc/{computer.running["jz2-web"].pid}/fd')
        before = len(os.listdir(files))
        for address in cycled:
            for _ in range(8):
                with contextlib.suppress(OSError):
                    halves.append(Phone(address).connect())
                    halves[-1].sendall(b'GET / HT')
        wait_until(lambda: len(os.listdir(files)) <= before + 64, 10, 'a network has 64 connections')
        assert all(is_open(one) for one in streams), 'streams of phones stay open'
        assert Phone(f'{OTHER_HOME}::7').ask('GET', '/')[0] == 200, 'another network has room'
        for one in (*halves, *streams, *six):
            one.close()
        wait_until(lambda: phones[0].ask('GET', '/')[0] == 200, 10, 'all have room again')


@attack('searches', 'scans of one phone delay no list and no command of another')
def searches(built) -> None:
    with Computer(built) as computer:
        give_addresses(f'{HOME}::7', f'{HOME}::8')
        computer.start_all()
        one, other = Phone(f'{HOME}::7').pair(computer), Phone(f'{HOME}::8').pair(computer)
        scans = [one.send('POST', '/api/call/Scan', b'{"seconds":300}') for _ in range(6)]
        for call in ('Rides', 'Plans', 'Settings', 'Devices', 'Scores'):
            assert other.ask('POST', f'/api/call/{call}', b'{}')[0] == 200, call
        answered = select.select(scans, [], [], 0)[0]
        assert not [scan for scan in answered if scan.recv(12) == b'HTTP/1.1 200'], 'the searches were still on'
        assert other.ask('POST', '/api/call/Start', b'{"watts":150,"minutes":5}')[0] == 200, 'steering is as free'


@attack('unpaired', 'an unpaired phone gets 401 everywhere, and a paired one can only make the offered calls')
def unpaired(built) -> None:
    with Computer(built) as computer:
        give_addresses(f'{HOME}::7', f'{HOME}::8')
        computer.start_all('--rate', 'max')
        computer.ride()
        revoked, paired = Phone(f'{HOME}::8').pair(computer), Phone(f'{HOME}::7').pair(computer)
        phones = computer.page('Phones')['phones']
        computer.page('Revoke', phone=phones[-1]['id'])
        before = state_of(computer)
        rows = table().rows['page']
        routes = [route for row in rows if row['access'] != 'open' for route in row.get('routes', [])]
        methods = {
            method
            for name in ('Trainer', 'Body', 'Sync', 'Page')
            for method in Interface.read(ROOT / f'Sources/ControlWire/org.justzone2.{name}.varlink').methods
        }
        routes += [f'POST /api/call/{method}' for method in sorted(methods)]
        name = paired.cookie.partition('=')[0]
        for cookie in ('', f'{name}=', f'{name}={"0" * 32}', revoked.cookie, f'x={paired.cookie}', 'jz2hub=x'):
            stranger = Phone(f'{HOME}::8', cookie)
            for route in routes:
                method, path = route.replace('{subject}', '1').split()
                kind = 'application/octet-stream' if '/import/' in path else 'application/json'
                status, _ = stranger.ask(method, path, b'{}', kind)
                assert status == 401, f'{route} with the cookie {cookie!r} was answered {status}'
        offered = {method for row in rows for method in row.get('calls', [])}
        for method in sorted(methods - offered):
            status, _ = paired.ask('POST', f'/api/call/{method}', b'{}')
            assert status in (403, 404), f'{method}, which the page does not offer, was answered {status}'
        after = state_of(computer)
        assert {**after, 'page': 0} == {**before, 'page': 0}, after


@attack('first-code', 'only a new page that may show its first code does, to its own network, until a phone was paired')
def first_code(built) -> None:
    with Computer(built) as computer:
        far_pi, phones = '2001:db8:1::1', pathlib.Path('/var/lib/jz2-web/phones.json')
        give_addresses(f'{HOME}::7', f'{HOME}::8', far_pi, '2001:db8:9::7')
        near, other, far = Phone(f'{HOME}::7'), Phone(f'{HOME}::8'), Phone('2001:db8:9::7', pi=far_pi)

        def start(*options: str) -> None:
            if 'jz2-web' in computer.running:
                computer.running['jz2-web'].stop()
            computer.start('jz2-web', '--name', HOST, *options)

        def code_for(phone: Phone) -> str:
            status, text = phone.ask('GET', '/api/page')
            assert status == 200, status
            return json.loads(text).get('code', '')

        def pair(phone: Phone, code: str) -> int:
            return phone.ask('POST', '/api/pair', json.dumps({'code': code}).encode())[0]

        computer.start('jz2d', '--radio', 'sim')
        start()
        assert code_for(near) == '', 'without the option'
        start('--first-code')
        code = code_for(near)
        assert re.fullmatch(r'\d{6}', code) and code_for(other) == code and code_for(far) == ''
        wrong = [f'{number:06}' for number in range(6) if f'{number:06}' != code][:5]
        assert [pair(far, one) for one in wrong] == [403] * 5
        assert pair(near, code) == 403, 'five guesses close the pairing, also for the right code'
        assert pair(near, code_for(near)) == 200, 'the page has another code then'
        for how in ('paired', 'again', 'revoked', 'damaged', 'set aside'):
            if how == 'revoked':
                computer.page('Revoke', all=True)
            if how == 'damaged':
                phones.write_text('{')
            start('--first-code')
            assert [code_for(one) for one in (near, other)] == ['', ''], how


@attack('journal', 'at any log level, jz2web logs little at its start, and no key of a phone')
def journal(built) -> None:
    with Computer(built) as computer:
        give_addresses(f'{HOME}::7')
        computer.start('jz2d', '--radio', 'sim')
        computer.start('jz2-web', '--name', HOST, '--log-level', 'trace')
        phone = Phone(f'{HOME}::7').pair(computer)
        assert phone.ask('GET', '/api/page')[0] == 200
        text = (computer.log / 'jz2-web.log').read_text(errors='replace')
        assert 0 < len(text) < 100_000, f'{len(text)} characters'
        assert phone.cookie.partition('=')[2] not in text
        assert not re.search(r'\d+, \d+, \d+, \d+, \d+, \d+, \d+, \d+', text), 'bytes as numbers'


@attack('silence', 'a device with 300 connections without a handshake leaves the encrypted page to the others')
def silence(built) -> None:
    if not all(map(shutil.which, ('stunnel4', 'nft'))):
        raise NotPermittedError('this computer has no stunnel4 or no nftables')
    unit = Unit('jz2-web-tls.service')
    shares = unit.value('ExecStartPre').lstrip('+-').split()
    with Computer(built) as computer:
        attackers, phones = (f'{HOME}::666', '127.0.0.66'), [f'{HOME}::{n}' for n in (7, 8, 9)]
        give_addresses(attackers[0], *phones)
        run(*shares[:-1], ROOT / 'packaging' / 'stunnel' / pathlib.Path(shares[-1]).name)
        computer.start('jz2d', '--radio', 'sim')
        computer.start('jz2-web', '--name', HOST)
        key = pathlib.Path('/run/credentials/jz2-web-tls.service/page.pem')
        key.parent.mkdir(parents=True)
        new = ('req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2')
        run('openssl', *new, '-subj', '/O=x', '-keyout', key, '-out', '/run/leaf.pem')
        key.write_text(key.read_text() + pathlib.Path('/run/leaf.pem').read_text())
        settings = ROOT / 'packaging' / 'stunnel' / 'stunnel.conf'
        stunnel = Program(['stunnel4', settings], computer.log / 'stunnel.log', dict(os.environ))
        stunnel.start()
        computer.running['stunnel'] = stunnel

        def is_served(address: str, pi: str) -> bool:
            context = ssl.create_default_context()
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            with contextlib.suppress(OSError):
                one = socket.create_connection((pi, 8421), 10, (address, 0))
                with context.wrap_socket(one) as page:
                    page.sendall(f'GET /api/page HTTP/1.1\r\nHost: {HOST}:8421\r\nConnection: close\r\n\r\n'.encode())
                    return page.recv(12) == b'HTTP/1.1 200'
            return False

        wait_until(lambda: is_served(phones[0], PI), 10, 'the encrypted page answers')
        held = []
        for attacker, pi in zip(attackers, (PI, '127.0.0.1'), strict=True):
            before = len(held)
            for _ in range(150):
                with contextlib.suppress(OSError):
                    held.append(socket.create_connection((pi, 8421), 10, (attacker, 0)))
            assert len(held) - before == 8, f'{attacker} has {len(held) - before} connections'
        assert all(is_served(phone, PI) for phone in phones) and is_served('127.0.0.7', '127.0.0.1')
        assert not any(is_served(attacker, pi) for attacker, pi in zip(attackers, (PI, '127.0.0.1'), strict=True))
