"""Attacks by a local account that lists processes: their arguments and environments."""

import http.server
import json
import os
import pathlib
import subprocess
import threading

from computer import Computer
from programs import wait_until
from suite import attack


def processes() -> str:
    """Returns arguments, environments and names of all processes."""
    found = []
    for process in pathlib.Path('/proc').glob('[0-9]*'):
        for name in ('cmdline', 'environ', 'comm'):
            try:
                found.append(f'{process}/{name}: ' + (process / name).read_bytes().decode(errors='replace'))
            except OSError:
                continue
    return '\n'.join(found)


class Slow(http.server.ThreadingHTTPServer):
    """A service that lists all processes during each request."""

    daemon_threads = True

    def __init__(self):
        super().__init__(('127.0.0.1', 0), Looking)
        self.seen, self.bodies = [], []
        self.origin = f'http://127.0.0.1:{self.server_address[1]}'
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Looking(http.server.BaseHTTPRequestHandler):
    def do_any(self):
        body = self.rfile.read(int(self.headers.get('Content-Length') or 0)).decode(errors='replace')
        self.server.bodies.append(f'{self.headers}{body}')
        self.server.seen.append(processes())
        tokens = {'access_token': 'given-out', 'refresh_token': 'given-out-too', 'expires_in': 3600}
        answer = json.dumps(tokens).encode()
        self.send_response(200)
        self.send_header('Content-Type', 'application/json')
        self.send_header('Content-Length', str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    do_GET = do_POST = do_PUT = do_any  # noqa: N815

    def log_message(self, *_):
        pass


def asks(computer: Computer) -> bool:
    """Returns whether Strava waits for the rider's consent."""
    states = {one['service']: one['state'] for one in computer.ask('Services')['services']}
    return states['strava'] == 'authRequired'


@attack('arguments', 'a code, a key or a token is in no argument and no environment while verbs run')
def arguments(built) -> None:
    with Computer(built) as computer:
        computer.start_all()
        service = Slow()
        for words, secret in (
            (('hub', '--url', service.origin, '--code'), 'K7QM-2XRB'),
            (('hub', '--url', service.origin), 'TOKEN-OF-THE-HUB'),
            (('intervals', '--url', service.origin), 'KEY-OF-INTERVALS'),
            (('strava', '--client-id', '5', '--oauth-url', service.origin), 'SECRET-OF-STRAVA'),
        ):
            verb = subprocess.Popen(
                ['/usr/local/bin/jz2ctl', 'connect', *words], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL, env={'PATH': os.environ['PATH'], 'HOME': '/root'},
            )  # fmt: skip
            verb.stdin.write(secret.encode())
            verb.stdin.flush()
            # The verb reads its pipe to the end, so it is still running.
            service.seen.append('')
            while f'connect\0{words[0]}' not in service.seen[-1]:
                service.seen[-1] = processes()
            verb.stdin.close()
            wait_until(lambda verb=verb: verb.poll() is not None or asks(computer), 30, 'the verb ends, or asks')
            service.seen.append(processes())
            verb.kill()
            verb.wait()
            assert not [seen for seen in service.seen if secret in seen or 'given-out' in seen], f'{words} tell it'
        assert any('K7QM-2XRB' in body for body in service.bodies), 'the service got the code'
        for words in (('hub', '--code', 'K7QM-2XRB'), ('strava', '--code', 'x'), ('intervals', 'KEY')):
            said = computer.ctl('connect', *words, text='', check=False)
            assert said.returncode == 64, f'{words} ended with {said.returncode}'
