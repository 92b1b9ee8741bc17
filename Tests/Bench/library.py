#!/usr/bin/env python3
"""library.py BIN PLACE [--runs 9]: what the ride library costs, through the socket of one `jz2d --radio sim`.

The store has 10 000 rides of six minutes, 3.6 million rows, and one of eight hours. Each figure is the median of calls on one
connection; imports and the peers (tcxreader, fitdecode) read the same files, in turn.
"""

import argparse
import base64
import json
import pathlib
import shutil
import socket
import sqlite3
import statistics
import subprocess
import time

PEERS = {
    'tcx': 'import sys; from tcxreader.tcxreader import TCXReader; print(len(TCXReader().read(sys.argv[1]).trackpoints))',
    'fit': 'import sys, fitdecode\nwith fitdecode.FitReader(sys.argv[1]) as f: print(sum(1 for x in f if getattr(x, "name", "") == "record"))',
}
RIDES, SECONDS, LONG = 10_000, 360, 8 * 3600


class Daemon:
    """jz2d on a state directory, with one connection to it."""

    def __init__(self, programs, place):
        self.state, self.socket = place / 'state', place / 'jz2.sock'
        self.log = open(place / 'jz2d.log', 'w')
        self.process = subprocess.Popen(
            [programs / 'jz2d', '--radio', 'sim', '--state', self.state, '--socket', self.socket],
            stdout=self.log,
            stderr=self.log,
        )
        until = time.monotonic() + 120
        while not self.socket.exists():
            assert time.monotonic() < until and self.process.poll() is None, 'jz2d does not listen'
            time.sleep(0.01)
        self.connection = socket.socket(socket.AF_UNIX)
        self.connection.connect(str(self.socket))
        self.received = bytearray()

    def send(self, method, more=False, **parameters):
        call = {'method': f'org.justzone2.Trainer.{method}', 'parameters': parameters, 'more': more}
        self.connection.sendall(json.dumps(call).encode() + b'\0')

    def reply(self):
        """The next reply as bytes: reading its JSON is not the daemon's work."""
        while (end := self.received.find(b'\0')) < 0:
            more = self.connection.recv(1 << 20)
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

    def end(self):
        self.connection.close()
        self.process.terminate()
        self.process.wait(20)
        self.log.close()


def fill(path):
    """Rides as a summer of them would be, straight into the tables."""
    store = sqlite3.connect(path)
    start = 1_700_000_000_000
    row = 'INSERT INTO sample (ride_id, second, timer_running, power_watts, target_watts, cadence_rpm, beats_per_minute, speed_kmh, distance_meters) VALUES (?,?,1,?,150,?,?,30.5,?)'
    for ride in range(1, RIDES + 2):
        seconds = LONG if ride > RIDES else SECONDS
        store.execute(
            'INSERT INTO ride (id, start_ms, planned_seconds, target_watts, trainer_name, state, file_name, timer_seconds, elapsed_seconds, joules, distance_meters, average_watts, average_bpm, name, search)'
            " VALUES (?,?,?,150,'KICKR','finished',?,?,?,?,?,150,130,?,?)",
            (
                ride,
                start + ride * 30_000_000,
                seconds,
                f'{ride}.tcx',
                seconds,
                seconds,
                seconds * 150.0,
                seconds * 8.5,
                f'Ride {ride} Dawn',
                f'ride {ride} dawn\n',
            ),
        )
        store.executemany(
            row,
            (
                (
                    ride,
                    second,
                    150 + second * 7 % 9 - 4.0,
                    85.5 + second % 3,
                    min(135, 80 + second // 8) + second % 2,
                    second * 8.5,
                )
                for second in range(seconds)
            ),
        )
    store.commit()
    store.close()


def median_ms(runs, body):
    times = []
    for _ in range(runs):
        began = time.perf_counter()
        body()
        times.append((time.perf_counter() - began) * 1000)
    return statistics.median(times)


def listing(daemon, runs):
    pages = {
        'newest': {},
        'longest': {'sort': 'longest'},
        'shortest': {'sort': 'shortest'},
        'offset 9000': {'offset': 9000},
        'search': {'search': 'RIDE 77'},
        'month': {'since': '2025-05-01T00:00:00Z', 'before': '2025-06-01T00:00:00Z'},
    }
    for name, extra in pages.items():
        took = median_ms(runs, lambda: daemon.call('Rides', limit=50, **extra))
        print(f'a page of 50 among {RIDES} rides, {name}: {took:.1f} ms (aim 20)')


def trimming(daemon, runs):
    ride = str(RIDES + 1)
    bounds = iter(range(60, 60 + runs))
    print(
        f'an 8-hour ride cut, its totals and its file made anew: {median_ms(runs, lambda: daemon.call("Trim", ride=ride, fromSeconds=next(bounds))):.1f} ms'
    )
    print(
        f'the same ride reviewed: {median_ms(runs, lambda: daemon.call("Review", ride=ride)):.1f} ms (aim 50 for cut and review)'
    )
    daemon.call('Untrim', ride=ride)


def exported(daemon, form):
    """The file, and how long until its first piece and its last had come."""
    began = time.perf_counter()
    daemon.send('Export', more=True, ride=str(RIDES + 1), format=form)
    pieces, first = [], None
    while True:
        reply = daemon.reply()
        first = first or time.perf_counter()
        pieces.append(reply)
        if b'"continues":true' not in reply:
            break
    ended = time.perf_counter()
    bytes_ = b''.join(base64.b64decode(json.loads(piece)['parameters']['data']) for piece in pieces)
    return bytes_, (first - began) * 1000, (ended - began) * 1000


def exporting(daemon, place, runs):
    for form, aim in (('tcx', 100), ('fit', 50), ('csv', None), ('json', None)):
        took = [exported(daemon, form) for _ in range(runs)]
        (place / f'eight-hours.{form}').write_bytes(took[0][0])
        made, sent = (statistics.median(run[index] for run in took) for index in (1, 2))
        said = f' (aim {aim})' if aim else ''
        print(
            f'8 hours as {form}, {len(took[0][0])} bytes: made in {made:.1f} ms{said}, all on the socket after {sent:.1f} ms'
        )


def imported(daemon, file):
    pieces = [file[at : at + 240 * 1024] for at in range(0, len(file), 240 * 1024)]
    number = {}
    began = time.perf_counter()
    for sequence, piece in enumerate(pieces):
        reply = daemon.call(
            'Import',
            sequence=sequence,
            data=base64.b64encode(piece).decode(),
            last=sequence + 1 == len(pieces),
            force=True,
            **number,
        )
        number = {'number': json.loads(reply)['parameters']['number']}
    return time.perf_counter() - began


def importing(daemon, place, python, runs):
    for form, peer in PEERS.items():
        path = place / f'eight-hours.{form}'
        ours, theirs = [], []
        for _ in range(max(3, runs // 3)):
            ours.append(imported(daemon, path.read_bytes()))
            began = time.perf_counter()
            subprocess.run([python, '-c', f'{peer}', path], check=True, stdout=subprocess.DEVNULL)
            theirs.append(time.perf_counter() - began)
        ours, theirs = statistics.median(ours), statistics.median(theirs)
        name = {'tcx': 'tcxreader', 'fit': 'fitdecode'}[form]
        print(
            f'8 hours of {form} imported, stored and its file written: {ours:.3f} s; {name} reads it in {theirs:.2f} s: {theirs / ours:.0f} times (aim 20)'
        )


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument('programs', type=pathlib.Path)
    arguments.add_argument('place', type=pathlib.Path)
    arguments.add_argument('--python', default='python3', help='one that has tcxreader and fitdecode')
    arguments.add_argument('--runs', type=int, default=9)
    options = arguments.parse_args()
    place = options.place
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    empty = Daemon(options.programs, place)
    empty.call('Settings')
    empty.end()
    fill(place / 'state' / 'jz2.sqlite')
    for ride in range(1, RIDES + 2):
        (place / 'state' / 'rides' / f'{ride}.tcx').touch()
    daemon = Daemon(options.programs, place)
    try:
        listing(daemon, options.runs)
        trimming(daemon, options.runs)
        exporting(daemon, place, options.runs)
        importing(daemon, place, options.python, options.runs)
    finally:
        daemon.end()
    shutil.rmtree(place / 'state')


if __name__ == '__main__':
    main()
