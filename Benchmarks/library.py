#!/usr/bin/env python3
"""library.py BIN PLACE [--runs 9]: the cost of the ride library, through the socket of one `jz2d --radio sim`.

The store has 10 000 rides of six minutes, 3.6 million rows, and one of eight hours. Each figure is the median of calls
on one connection. Imports and the peers (tcxreader, fitdecode) read the same files, in turn.
"""

import argparse
import base64
import functools
import itertools
import json
import pathlib
import shutil
import sqlite3
import statistics
import subprocess
import time

from daemon import Connection, Daemon

PEERS = {
    'tcx': """
import sys
from tcxreader.tcxreader import TCXReader
print(len(TCXReader().read(sys.argv[1]).trackpoints))
""",
    'fit': """
import sys, fitdecode
with fitdecode.FitReader(sys.argv[1]) as file:
    print(sum(1 for frame in file if getattr(frame, 'name', '') == 'record'))
""",
}
RIDES, SECONDS, LONG = 10_000, 360, 8 * 3600


def make_tables(programs, place):
    """Lets jz2d create an empty library."""
    daemon = Daemon(programs, place, '--radio', 'sim')
    Connection(daemon).call('Settings')  # answered once the tables exist
    daemon.end()


def insert(store, table, rows):
    """Adds rows to a table. Rows are dictionaries of column -> value, all with the same columns."""
    rows = iter(rows)
    first = next(rows)
    places = ', '.join(f':{column}' for column in first)
    store.executemany(f'INSERT INTO {table} ({", ".join(first)}) VALUES ({places})', itertools.chain([first], rows))


def fill(path):
    """Writes the rides directly into the tables."""
    store = sqlite3.connect(path)
    for ride in range(1, RIDES + 2):
        seconds = LONG if ride > RIDES else SECONDS
        insert(store, 'ride', [ride_row(ride, seconds)])
        insert(store, 'sample', (sample_row(ride, second) for second in range(seconds)))
    store.commit()
    store.close()


def ride_row(ride, seconds):
    return {
        'id': ride,
        'start_ms': 1_700_000_000_000 + ride * 30_000_000,
        'planned_seconds': seconds,
        'target_watts': 150,
        'trainer_name': 'KICKR',
        'state': 'finished',
        'file_name': f'{ride}.tcx',
        'timer_seconds': seconds,
        'elapsed_seconds': seconds,
        'joules': seconds * 150.0,
        'distance_meters': seconds * 8.5,
        'average_watts': 150,
        'average_bpm': 130,
        'name': f'Ride {ride} Dawn',
        'search': f'ride {ride} dawn\n',
    }


def sample_row(ride, second):
    return {
        'ride_id': ride,
        'second': second,
        'timer_running': 1,
        'power_watts': 150 + second * 7 % 9 - 4.0,
        'target_watts': 150,
        'cadence_rpm': 85.5 + second % 3,
        'beats_per_minute': min(135, 80 + second // 8) + second % 2,
        'speed_kmh': 30.5,
        'distance_meters': second * 8.5,
    }


def median_ms(runs, body):
    """Returns the median time of `runs` calls of `body`, in milliseconds."""
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
        took = median_ms(runs, functools.partial(daemon.call, 'Rides', limit=50, **extra))
        print(f'a page of 50 among {RIDES} rides, {name}: {took:.1f} ms (aim 20)')


def trimming(daemon, runs):
    ride = str(RIDES + 1)
    bounds = iter(range(60, 60 + runs))
    cut = median_ms(runs, lambda: daemon.call('Trim', ride=ride, fromSeconds=next(bounds)))
    reviewed = median_ms(runs, lambda: daemon.call('Review', ride=ride))
    print(f'an 8-hour ride cut, its totals and its file made again: {cut:.1f} ms')
    print(f'the same ride reviewed: {reviewed:.1f} ms (aim 50 for cut and review)')
    daemon.call('Untrim', ride=ride)


def exported(daemon, form):
    """Returns the file, and the milliseconds until its first and its last piece."""
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
            f'8 hours as {form}, {len(took[0][0])} bytes: made in {made:.1f} ms{said}, '
            f'all on the socket after {sent:.1f} ms'
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
            subprocess.run([python, '-c', peer, path], check=True, stdout=subprocess.DEVNULL)
            theirs.append(time.perf_counter() - began)
        ours, theirs = statistics.median(ours), statistics.median(theirs)
        name = {'tcx': 'tcxreader', 'fit': 'fitdecode'}[form]
        print(
            f'8 hours of {form} imported, stored and its file written: {ours:.3f} s; '
            f'{name} reads it in {theirs:.2f} s: {theirs / ours:.0f} times (aim 20)'
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
    make_tables(options.programs, place)
    fill(place / 'state' / 'jz2.sqlite')
    for ride in range(1, RIDES + 2):
        (place / 'state' / 'rides' / f'{ride}.tcx').touch()
    daemon = Daemon(options.programs, place, '--radio', 'sim')
    try:
        connection = Connection(daemon)
        listing(connection, options.runs)
        trimming(connection, options.runs)
        exporting(connection, place, options.runs)
        importing(connection, place, options.python, options.runs)
    finally:
        daemon.end()
    shutil.rmtree(place / 'state')


if __name__ == '__main__':
    main()
