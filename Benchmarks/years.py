#!/usr/bin/env python3
"""years.py BIN PLACE [--hours 2000] [--core N]: the cost of years of rides from files, through `jz2ctl`, on one core.

The rides are generated, take 20 to 180 minutes, and are written directly into the tables, so that none of them is
analysed yet. Each command runs twice; the figures are for whole processes. At the end, a setting changes, so that all
rides are analysed again, and a GPX file is imported with one point that is 3.9 days later than the others.
"""

import argparse
import datetime
import os
import pathlib
import random
import shutil
import sqlite3
import subprocess
import time

from daemon import Daemon
from library import insert, make_tables

LONGEST = 180 * 60
NOW = int(time.time())
YEARS = 7
COMMANDS = [
    'stats records',
    'stats load',
    'today',
    'stats history',
    'rides --limit 20',
    'rides',
    'show last',
    'chart',
    'stats power',
]

TEMPLATE = """
CREATE TEMP TABLE template AS
WITH RECURSIVE second (at) AS (SELECT 0 UNION ALL SELECT at + 1 FROM second WHERE at < :longest - 1)
SELECT at, 140 + 40 * sin(at / 97.0) + abs(random() % 30) AS watts, 84 + abs(random() % 12) AS rpm,
  CAST(125 + 20 * sin(at / 301.0) + abs(random() % 3) AS INTEGER) AS beats, 28 + 4 * sin(at / 97.0) AS speed,
  at * 8.1 AS metres, 48.0 + at / 20000.0 AS latitude, 11.0 + at / 30000.0 AS longitude,
  500 + 50 * sin(at / 999.0) AS height
FROM second
"""
ROWS = """
INSERT INTO sample (ride_id, second, timer_running, power_watts, cadence_rpm, beats_per_minute, speed_kmh,
  distance_meters, latitude_degrees, longitude_degrees, altitude_meters, speed_mps)
SELECT ?, at, 1, watts + ?, rpm, beats, speed, metres, latitude, longitude, height, speed / 3.6 FROM template
WHERE at < ?
"""


def fill(path, hours):
    """Writes the rides directly into the tables."""
    chance = random.Random(1)
    store = sqlite3.connect(path)
    store.execute('PRAGMA synchronous = OFF')
    store.execute(TEMPLATE, {'longest': LONGEST})
    lengths = []
    while sum(lengths) < hours * 3600:
        lengths.append(chance.randrange(20 * 60, LONGEST))
    for ride, seconds in enumerate(lengths, 1):
        age = YEARS * 365 * 86_400 * (len(lengths) - ride) // len(lengths)
        insert(store, 'ride', [ride_row(ride, seconds, NOW - age - seconds)])
        store.execute(ROWS, (ride, chance.randrange(-30, 60), seconds))
    store.commit()
    store.close()
    return len(lengths), sum(lengths)


def ride_row(ride, seconds, start):
    return {
        'id': ride,
        'start_ms': start * 1000,
        'planned_seconds': seconds,
        'target_watts': 0,
        'state': 'finished',
        'file_name': f'{ride}.tcx',
        'timer_seconds': seconds,
        'elapsed_seconds': seconds,
        'joules': seconds * 155.0,
        'distance_meters': seconds * 8.1,
        'average_watts': 155,
        'average_bpm': 126,
        'threshold_watts': 230,
        'origin': '{"format":"fit","sport":2}',
    }


def ran(command):
    """Returns the duration of a command in seconds."""
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def gpx(path, points=60):
    """Writes a ride of a minute, and a point 3.9 days later."""
    begin = datetime.datetime.fromtimestamp(NOW - 400 * 86_400, datetime.UTC)
    moments = [begin + datetime.timedelta(seconds=second) for second in range(points)]
    moments.append(begin + datetime.timedelta(days=3.9))
    rows = ''.join(
        f'<trkpt lat="{48 + index / 20_000:.5f}" lon="11.0"><time>{moment:%Y-%m-%dT%H:%M:%SZ}</time></trkpt>\n'
        for index, moment in enumerate(moments)
    )
    path.write_text(
        '<gpx version="1.1" creator="made up" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>\n'
        f'{rows}</trkseg></trk></gpx>\n'
    )


def measure(daemon, ask, place):
    ask('settings', '--max-heart-rate', '188', '--resting-heart-rate', '50', '--zone2', '120-140')
    for command in COMMANDS:
        took = [ask(*command.split()) for _ in range(3)]
        print(f'{command}: {took[0]:.2f} s at first, then {min(took[1:]):.2f} s', flush=True)
    ask('settings', '--zone2', '118-142')
    print(f'records, after a setting changed: {ask("stats", "records"):.2f} s', flush=True)
    stray = place / 'stray.gpx'
    gpx(stray)
    before = cpu(daemon)
    took = ask('import', stray)
    print(
        f'{stray.stat().st_size} bytes of GPX that claim 3.9 days: {took:.2f} s, of which jz2d computes '
        f'{cpu(daemon) - before:.2f} s',
        flush=True,
    )
    print(f'records, after it: {ask("stats", "records"):.2f} s')


def cpu(daemon):
    """Returns the processor time that jz2d has used, in seconds."""
    fields = pathlib.Path(f'/proc/{daemon.process.pid}/stat').read_text().rsplit(') ', 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument('programs', type=pathlib.Path)
    arguments.add_argument('place', type=pathlib.Path)
    arguments.add_argument('--hours', type=int, default=2000)
    arguments.add_argument('--core', type=int, default=0)
    options = arguments.parse_args()
    place = options.place
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    make_tables(options.programs, place)
    rides, seconds = fill(place / 'state' / 'jz2.sqlite', options.hours)
    size = (place / 'state' / 'jz2.sqlite').stat().st_size
    print(f'{rides} rides, {seconds // 3600} hours, {size >> 20} MiB', flush=True)
    for ride in range(1, rides + 1):
        (place / 'state' / 'rides' / f'{ride}.tcx').touch()
    os.sched_setaffinity(0, {options.core})
    daemon = Daemon(options.programs, place, '--radio', 'sim')
    try:
        client = [options.programs / 'jz2ctl', '--socket', daemon.socket]
        measure(daemon, lambda *words: ran([*client, *words]), place)
    finally:
        daemon.end()
    shutil.rmtree(place / 'state')


if __name__ == '__main__':
    main()
