#!/usr/bin/env python3
"""replay_and_status.py BIN CAPTURE [--runs 7]: jz2d rides the capture to its TCX, tshark only decodes it, in turn; then `jz2ctl status`.

The replay is timed from starting jz2d until it has written the activity file of a 60-minute ride and is idle again.
"""

import argparse
import contextlib
import json
import pathlib
import statistics
import subprocess
import tempfile
import time

DECODE = [
    '-Y',
    'btatt.opcode == 0x1b',
    '-T',
    'fields',
    '-e',
    'frame.time_epoch',
    '-e',
    'btatt.uuid16',
    '-e',
    'btatt.value',
]
DEVICES = ['C0:FF:EE:00:00:01', 'C0:FF:EE:00:00:02']


class Daemon:
    """jz2d replaying `capture`, with a client."""

    def __init__(self, programs, capture, place):
        self.client = [programs / 'jz2ctl', '--socket', place / 'jz2.sock', '--json']
        self.state, self.socket = place / 'state', place / 'jz2.sock'
        self.log = open(place / 'jz2d.log', 'w')
        self.process = subprocess.Popen(
            [
                programs / 'jz2d',
                '--radio',
                f'replay:{capture}',
                '--rate',
                'max',
                '--state',
                self.state,
                '--socket',
                self.socket,
            ],
            stdout=self.log,
            stderr=self.log,
        )
        wait_for(self.socket.exists)

    def ask(self, *verb):
        ran = subprocess.run(self.client + list(verb), capture_output=True, text=True)
        assert ran.returncode == 0, f'{verb}: exit {ran.returncode}: {ran.stdout}{ran.stderr}'
        return json.loads(ran.stdout or '{}')

    def written(self):
        return any(self.state.glob('rides/*.tcx'))

    def end(self):
        self.process.terminate()
        self.process.wait(10)
        self.log.close()


def wait_for(holds, limit=60):
    until = time.monotonic() + limit
    while not holds():
        assert time.monotonic() < until, 'waited in vain'
        time.sleep(0.002)


@contextlib.contextmanager
def daemon(programs, capture):
    with tempfile.TemporaryDirectory() as place:
        running = Daemon(programs, capture, pathlib.Path(place))
        try:
            yield running
        finally:
            running.end()


def replay(programs, capture):
    began = time.monotonic()
    with daemon(programs, capture) as running:
        for address in DEVICES:
            running.ask('use', address)
        asked = time.monotonic()
        running.ask('start', '--watts', '150', '--minutes', '60')
        wait_for(running.written)
        wait_for(lambda: running.ask('status')['phase'] == 'idle')
        ended = time.monotonic()
        seconds = running.ask('rides')
        assert '3600' in json.dumps(seconds), f'not an hour: {seconds}'
    return ended - began, ended - asked


def timed(command):
    began = time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.monotonic() - began


def compare_replay(programs, capture, runs):
    pairs = [(replay(programs, capture), timed(['tshark', '-r', capture, *DECODE])) for _ in range(runs)]
    whole = statistics.median(whole for (whole, _), _ in pairs)
    ride = statistics.median(ride for (_, ride), _ in pairs)
    tshark = statistics.median(seconds for _, seconds in pairs)
    ratio = statistics.median(seconds / whole for (whole, _), seconds in pairs)
    print(
        f'replay to the TCX {whole:.3f} s (from `start` on {ride:.3f} s), tshark decoding only {tshark:.3f} s: '
        f'{ratio:.1f} times as fast (medians of {runs} alternating runs)'
    )


def time_status(programs, capture, runs):
    with daemon(programs, capture) as running:
        command = running.client + ['status']
        timed(command)
        milliseconds = sorted(timed(command) * 1000 for _ in range(runs * 10))
    nothing = statistics.median(timed(['/bin/true']) * 1000 for _ in range(runs * 10))
    print(
        f'jz2ctl status: median {statistics.median(milliseconds):.1f} ms, p95 {milliseconds[int(len(milliseconds) * 0.95)]:.1f} ms, '
        f'of {runs * 10}; starting /bin/true takes {nothing:.1f} ms'
    )


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('programs', type=pathlib.Path)
    parser.add_argument('capture')
    parser.add_argument('--runs', type=int, default=7)
    options = parser.parse_args()
    compare_replay(options.programs, options.capture, options.runs)
    time_status(options.programs, options.capture, options.runs)
