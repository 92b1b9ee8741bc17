#!/usr/bin/env python3
"""replay_and_status.py BIN CAPTURE [--runs 7]: times jz2d, which replays the capture to a TCX file, and tshark, which
only decodes it, in turn. Then times `jz2ctl status`.

A replay is timed from the start of jz2d until it has written the activity file of a 60-minute ride and is idle again.
"""

import argparse
import contextlib
import json
import pathlib
import statistics
import subprocess
import tempfile
import time

from daemon import STRAP, TRAINER, Daemon, wait_for

FIELDS = ('frame.time_epoch', 'btatt.uuid16', 'btatt.value')
DECODE = ['-Y', 'btatt.opcode == 0x1b', '-T', 'fields', *(word for field in FIELDS for word in ('-e', field))]


@contextlib.contextmanager
def replaying(programs, capture):
    with tempfile.TemporaryDirectory() as place:
        running = Daemon(programs, pathlib.Path(place), '--radio', f'replay:{capture}', '--rate', 'max')
        try:
            yield running
        finally:
            running.end()


def replay(programs, capture):
    began = time.monotonic()
    with replaying(programs, capture) as running:
        for address in (TRAINER, STRAP):
            running.ask('use', address)
        asked = time.monotonic()
        running.ask('start', '--watts', '150', '--minutes', '60')
        wait_for(lambda: any(running.state.glob('rides/*.tcx')), pause=0.002)
        wait_for(running.is_idle, pause=0.002)
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
    with replaying(programs, capture) as running:
        command = [*running.client, 'status']
        timed(command)
        milliseconds = sorted(timed(command) * 1000 for _ in range(runs * 10))
    nothing = statistics.median(timed(['/bin/true']) * 1000 for _ in range(runs * 10))
    p95 = milliseconds[int(len(milliseconds) * 0.95)]
    print(
        f'jz2ctl status: median {statistics.median(milliseconds):.1f} ms, p95 {p95:.1f} ms, of {runs * 10}; '
        f'starting /bin/true takes {nothing:.1f} ms'
    )


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('programs', type=pathlib.Path)
    parser.add_argument('capture')
    parser.add_argument('--runs', type=int, default=7)
    options = parser.parse_args()
    compare_replay(options.programs, options.capture, options.runs)
    time_status(options.programs, options.capture, options.runs)
