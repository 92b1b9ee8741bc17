"""jz2d in its own folder, and two clients: jz2ctl, and a connection to its socket."""

import json
import socket
import subprocess
import time

TRAINER, STRAP = 'C0:FF:EE:00:00:01', 'C0:FF:EE:00:00:02'


def wait_for(holds, limit=60, pause=0.05):
    """Returns as soon as `holds()` is true; fails after `limit` seconds."""
    until = time.monotonic() + limit
    while not holds():
        assert time.monotonic() < until, 'waited in vain'
        time.sleep(pause)


class Daemon:
    """A running jz2d, with jz2ctl as its client."""

    def __init__(self, programs, place, *options):
        place.mkdir(parents=True, exist_ok=True)
        self.state, self.socket = place / 'state', place / 'jz2.sock'
        self.client = [programs / 'jz2ctl', '--socket', self.socket, '--json']
        with (place / 'jz2d.log').open('w') as log:
            self.process = subprocess.Popen(
                [programs / 'jz2d', *options, '--state', self.state, '--socket', self.socket], stdout=log, stderr=log
            )
        self.wait_for(self.socket.exists, 120, 0.002)

    def wait_for(self, holds, limit, pause=0.05):
        """Returns as soon as `holds()` is true; fails after `limit` seconds, or if jz2d ends."""
        until = time.monotonic() + limit
        while not holds():
            assert time.monotonic() < until and self.process.poll() is None, 'waited in vain'
            time.sleep(pause)

    def ask(self, *words):
        """Returns jz2ctl's JSON output for these arguments; fails unless it exits with 0."""
        ran = subprocess.run([*self.client, *words], capture_output=True, text=True, check=False)
        assert ran.returncode == 0, f'{words}: exit {ran.returncode}: {ran.stdout}{ran.stderr}'
        return json.loads(ran.stdout or '{}')

    def is_idle(self):
        return self.ask('status')['phase'] == 'idle'

    def end(self):
        self.process.terminate()
        self.process.wait(20)


class Connection:
    """A Varlink connection to a daemon's socket."""

    def __init__(self, daemon):
        self.line = socket.socket(socket.AF_UNIX)
        self.line.connect(str(daemon.socket))
        self.received = bytearray()

    def send(self, method, more=False, **parameters):
        call = {'method': f'org.justzone2.Trainer.{method}', 'parameters': parameters, 'more': more}
        self.line.sendall(json.dumps(call).encode() + b'\0')

    def reply(self):
        """Returns the next reply as bytes: the time to parse its JSON is not the daemon's."""
        while (end := self.received.find(b'\0')) < 0:
            more = self.line.recv(1 << 20)
            assert more, 'jz2d hung up'
            self.received += more
        reply = bytes(self.received[:end])
        del self.received[: end + 1]
        return reply

    def call(self, method, **parameters):
        self.send(method, **parameters)
        reply = self.reply()
        assert b'"error"' not in reply, reply[:300]
        return reply

    def close(self):
        self.line.close()
