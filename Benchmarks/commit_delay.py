#!/usr/bin/env python3
"""commit_delay.py BIN PLACE [--megabytes 100] [--quiet 30]: how late a ride's seconds reach the disk.

One `jz2d --radio sim` rides. This process looks 50 times a second for the last second of the ride in the database. The
earliest that any second appeared after its time counts as no delay; the delays are relative to it. The ride is measured
alone first, then during an import of so many megabytes, with exports one after the other, and History calls that
analyse every ride again because Zone 2 has changed.
"""

import argparse
import base64
import pathlib
import shutil
import sqlite3
import threading
import time

from daemon import TRAINER, Connection, Daemon
from library import make_tables

RIDES, SECONDS = 200, 1800
TRACKPOINT = (
    '<Trackpoint><Time>{}</Time><DistanceMeters>{:.1f}</DistanceMeters><HeartRateBpm><Value>{}</Value></HeartRateBpm>'
    '<Cadence>{}</Cadence><Extensions><TPX xmlns="http://www.garmin.com/xmlschemas/ActivityExtension/v2">'
    '<Speed>8.5</Speed><Watts>{}</Watts></TPX></Extensions></Trackpoint>\n'
)


def tcx(size):
    """Returns a TCX file of about so many bytes, with a point each second."""
    start = 1_600_000_000
    head = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<TrainingCenterDatabase '
        'xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities><Activity Sport="Biking">'
        f'<Id>{stamp(start)}</Id><Lap StartTime="{stamp(start)}"><TotalTimeSeconds>1</TotalTimeSeconds>'
        '<DistanceMeters>1</DistanceMeters><Calories>1</Calories><Intensity>Active</Intensity>'
        '<TriggerMethod>Manual</TriggerMethod><Track>\n'
    )
    parts, length, second = [head], 0, 0
    # jz2d accepts four days at most; blanks fill the rest of the size.
    while length < size and second < 4 * 86_400 - 1:
        point = TRACKPOINT.format(stamp(start + second), second * 8.5, 130 + second % 9, 85, 150 + second % 7)
        parts.append(point)
        length += len(point)
        second += 1
    blanks = max(0, size - length) // max(1, second)
    text = (' ' * blanks).join(parts) + '</Track></Lap></Activity></Activities></TrainingCenterDatabase>\n'
    return text.encode()


def stamp(seconds):
    return time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(seconds))


def fill(path):
    """Writes rides for History to analyse."""
    store = sqlite3.connect(path)
    row = (
        'INSERT INTO sample (ride_id, second, timer_running, power_watts, cadence_rpm, beats_per_minute) '
        'VALUES (?,?,1,?,85.5,130)'
    )
    for ride in range(1, RIDES + 1):
        store.execute(
            'INSERT INTO ride (id, start_ms, planned_seconds, target_watts, state, file_name, timer_seconds, '
            "elapsed_seconds, joules) VALUES (?,?,?,150,'finished',?,?,?,?)",
            (ride, 1_500_000_000_000 + ride * 30_000_000, SECONDS, f'{ride}.tcx', SECONDS, SECONDS, SECONDS * 150.0),
        )
        store.executemany(row, ((ride, second, 150.0 + second % 9) for second in range(SECONDS)))
    store.commit()
    store.close()


class Look(threading.Thread):
    """Records when each second of a ride first appears."""

    def __init__(self, path, ride):
        super().__init__(daemon=True)
        self.path, self.ride, self.seen, self.is_over = path, ride, {}, False

    def run(self):
        store = sqlite3.connect(f'file:{self.path}?mode=ro', uri=True, timeout=30)
        while not self.is_over:
            last = store.execute('SELECT max(second) FROM sample WHERE ride_id = ?', (self.ride,)).fetchone()[0]
            now = time.monotonic()
            for second in range(max(self.seen, default=-1) + 1, (-1 if last is None else last) + 1):
                self.seen[second] = now
            time.sleep(0.02)

    def delays(self, since, until):
        base = min(at - second for second, at in self.seen.items())
        return sorted(at - second - base for second, at in self.seen.items() if since <= at < until)


def hand_in(daemon, file):
    client, number = Connection(daemon), None
    size = 240 * 1024
    for sequence, begin in enumerate(range(0, len(file), size)):
        parameters = {
            'sequence': sequence,
            'data': base64.b64encode(file[begin : begin + size]).decode(),
            'last': begin + size >= len(file),
            'force': True,
        }
        if number is not None:
            parameters['number'] = number
        reply = client.call('Import', **parameters)
        number = number or int(reply.split(b'"number":')[1].split(b',')[0].rstrip(b'}'))


def export(daemon, until):
    client, count = Connection(daemon), 0
    while not until.is_set():
        client.send('Export', more=True, ride=str(1 + count % RIDES), format=['tcx', 'fit', 'json'][count % 3])
        while b'"continues":true' in client.reply():
            pass
        count += 1


def look_back(daemon, until):
    client, count = Connection(daemon), 0
    while not until.is_set():
        client.call('SetSettings', zone2From=110 + count % 9, zone2To=140)
        client.line.settimeout(600)
        client.call('History', since='2010-01-01T00:00:00Z')
        count += 1


def say(name, delays):
    if not delays:
        print(f'{name}: no second was seen')
        return

    def at(share):
        return delays[min(len(delays) - 1, int(share * len(delays)))] * 1000

    print(
        f'{name}: {len(delays)} s, median {at(0.5):.0f} ms, 95 % {at(0.95):.0f} ms, latest {delays[-1] * 1000:.0f} ms'
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('programs', type=pathlib.Path)
    parser.add_argument('place', type=pathlib.Path)
    parser.add_argument('--megabytes', type=int, default=100)
    parser.add_argument('--quiet', type=int, default=30)
    arguments = parser.parse_args()
    shutil.rmtree(arguments.place, ignore_errors=True)
    arguments.place.mkdir(parents=True)
    make_tables(arguments.programs, arguments.place)
    database = arguments.place / 'state' / 'jz2.sqlite'
    fill(database)
    file = tcx(arguments.megabytes * 1_000_000)
    daemon = Daemon(arguments.programs, arguments.place, '--radio', 'sim')
    rider = Connection(daemon)
    rider.call('Use', address=TRAINER)
    reply = rider.call('Start', watts=150, minutes=600, heartRate=False)
    ride = int(reply.split(b'"id":')[1].split(b',')[0])
    look = Look(database, ride)
    look.start()
    while len(look.seen) < 5:
        time.sleep(0.1)
    began = time.monotonic()
    time.sleep(arguments.quiet)
    quiet = time.monotonic()
    done = threading.Event()
    others = [threading.Thread(target=body, args=(daemon, done)) for body in (export, look_back)]
    for other in others:
        other.start()
    hand_in(daemon, file)
    loaded = time.monotonic()
    done.set()
    for other in others:
        other.join()
    time.sleep(2)
    look.is_over = True
    look.join()
    print(f'an import of {len(file) / 1e6:.0f} MB took {loaded - quiet:.1f} s')
    say('the ride alone', look.delays(began, quiet))
    say('beside import, exports and History', look.delays(quiet, loaded))
    Connection(daemon).call('Stop')  # jz2d has closed the rider's connection, which was idle for too long
    daemon.end()


if __name__ == '__main__':
    main()
