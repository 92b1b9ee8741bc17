#!/usr/bin/env python3
"""plan.py BIN PLACE [--rate 60] [FILE...]: workout files ridden on the simulated trainer, step by step beside what they ask for.

Each FILE (a ZWO; our own over-unders, and that of another author where it stands beside the project) is imported and ridden with an FTP
of 200 W. Steps and their watts are read from the file here, not by jz2; the mean of a ramp is that of its ends. Fails when a step's mean
power is more than 2 W off.
"""

import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILES = [ROOT / 'Tests/Demo/over-under.zwo', ROOT.parent / 'shared/workouts/FTP_Over-Under_35min.zwo']
FTP, ALLOWED = 200, 2


def steps(path):
    """Each step of the workout as (what it is, seconds, watts at its beginning, watts at its end)."""
    found = []
    for element in ElementTree.parse(path).getroot().find('workout'):

        def value(name):
            return float(element.get(name))

        if element.tag == 'SteadyState':
            found.append((element.tag, value('Duration'), value('Power'), value('Power')))
        elif element.tag == 'IntervalsT':
            for _ in range(int(value('Repeat'))):
                found += [
                    (kind, value(kind + 'Duration'), value(kind + 'Power'), value(kind + 'Power'))
                    for kind in ('On', 'Off')
                ]
        else:
            low, high = sorted((value('PowerLow'), value('PowerHigh')))
            ends = (high, low) if element.tag == 'Cooldown' else (low, high)
            found.append((element.tag, value('Duration'), *ends))
    return [(kind, round(seconds), begin * FTP, end * FTP) for kind, seconds, begin, end in found]


class Daemon:
    """jz2d with a state directory of its own, and its client."""

    def __init__(self, programs, place, rate):
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        self.client = [programs / 'jz2ctl', '--socket', place / 'jz2.sock', '--json']
        self.log = open(place / 'jz2d.log', 'w')
        self.process = subprocess.Popen(
            [
                programs / 'jz2d',
                '--radio',
                'sim',
                '--rate',
                rate,
                '--state',
                place / 'state',
                '--socket',
                place / 'jz2.sock',
            ],
            stdout=self.log,
            stderr=self.log,
        )
        self.wait_for((place / 'jz2.sock').exists, 20)

    def wait_for(self, holds, limit):
        until = time.monotonic() + limit
        while not holds():
            assert time.monotonic() < until and self.process.poll() is None, 'waited in vain'
            time.sleep(0.05)

    def ask(self, *words):
        ran = subprocess.run([*self.client, *words], capture_output=True, text=True)
        assert ran.returncode == 0, f'{words}: exit {ran.returncode}: {ran.stdout}{ran.stderr}'
        return json.loads(ran.stdout)

    def idle(self):
        return self.ask('status')['phase'] == 'idle'

    def end(self):
        self.process.terminate()
        self.process.wait(20)
        self.log.close()


def ridden(daemon, path):
    """The rows of the timer of a ride of that file, and how long it took here."""
    name = path.stem
    daemon.ask('plan', 'import', path, '--name', name)
    began = time.monotonic()
    daemon.ask('start', '--plan', name)
    daemon.wait_for(daemon.idle, 300)
    took = time.monotonic() - began
    return [row for row in daemon.ask('show', 'last')['samples'] if row['timerRunning']], took


def judge(path, rows, took):
    """Prints the table, and returns how many steps are off."""
    planned = steps(path)
    asked = sum(seconds for _, seconds, _, _ in planned)
    print(f'{path.name}: {len(planned)} steps, {asked} s, of which {len(rows)} ridden in {took:.1f} s')
    print(f'{"step":>4}  {"":12}{"seconds":>8}{"asked W":>9}{"ridden W":>10}{"off":>7}')
    at, worst, bad = 0, 0.0, len(rows) != asked
    for number, (kind, seconds, begin, end) in enumerate(planned, start=1):
        watts = [row['powerWatts'] for row in rows[at : at + seconds] if row.get('powerWatts') is not None]
        mean = sum(watts) / len(watts) if watts else float('nan')
        off = mean - (begin + end) / 2
        worst = max(worst, abs(off))
        bad += not (len(watts) == seconds and abs(off) <= ALLOWED)
        print(f'{number:>4}  {kind:12}{seconds:>8}{(begin + end) / 2:>9.1f}{mean:>10.1f}{off:>+7.2f}')
        at += seconds
    print(f'worst {worst:.2f} W (allowed {ALLOWED})')
    return bad


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument('programs', type=pathlib.Path)
    arguments.add_argument('place', type=pathlib.Path)
    arguments.add_argument('files', type=pathlib.Path, nargs='*')
    arguments.add_argument('--rate', default='60')
    options = arguments.parse_args()
    daemon = Daemon(options.programs, options.place, options.rate)
    try:
        daemon.ask('settings', '--ftp', str(FTP))
        files = options.files or [path for path in FILES if path.exists()]
        bad = sum(judge(path, *ridden(daemon, path)) for path in files)
    finally:
        daemon.end()
    sys.exit(1 if bad or not files else 0)


if __name__ == '__main__':
    main()
