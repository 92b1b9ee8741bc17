#!/usr/bin/env python3
"""plan.py BIN PLACE [FILE...] [--rate 60]: rides workout files on the simulated trainer, and compares each step.

Each FILE is a ZWO file. Without one, the over-unders of this project are ridden, and those of another author if they
are in a folder next to the checkout. Each file is imported and ridden with an FTP of 200 W. This script reads steps and
watts from the file by itself, not through jz2; the mean of a ramp is the mean of its ends. Fails if the mean power of a
step is more than 2 W off.
"""

import argparse
import pathlib
import re
import shutil
import sys
import time
from xml.etree import ElementTree

from daemon import Daemon

ROOT = pathlib.Path(__file__).resolve().parents[1]
FILES = [ROOT / 'Scripts/demo/over-under.zwo', ROOT.parent / 'shared/workouts/FTP_Over-Under_35min.zwo']
FTP, ALLOWED = 200, 2


def steps(path):
    """Returns each step of the workout: (kind, seconds, watts at its beginning, watts at its end)."""
    found = []
    for element in ElementTree.parse(path).getroot().find('workout'):
        values = {name: float(text) for name, text in element.attrib.items() if re.fullmatch(r'[\d.]+', text)}
        if element.tag == 'SteadyState':
            found.append((element.tag, values['Duration'], values['Power'], values['Power']))
        elif element.tag == 'IntervalsT':
            pair = [
                (kind, values[f'{kind}Duration'], values[f'{kind}Power'], values[f'{kind}Power'])
                for kind in ('On', 'Off')
            ]
            found += pair * int(values['Repeat'])
        else:
            low, high = sorted((values['PowerLow'], values['PowerHigh']))
            ends = (high, low) if element.tag == 'Cooldown' else (low, high)
            found.append((element.tag, values['Duration'], *ends))
    return [(kind, round(seconds), begin * FTP, end * FTP) for kind, seconds, begin, end in found]


def ridden(daemon, path):
    """Returns the rows of a ride of that file while the timer ran, and the seconds that the ride took here."""
    name = path.stem
    daemon.ask('import', path, '--name', name)
    began = time.monotonic()
    daemon.ask('start', '--plan', name)
    daemon.wait_for(daemon.is_idle, 300)
    took = time.monotonic() - began
    return [row for row in daemon.ask('show', 'last')['samples'] if row['timerRunning']], took


def judge(path, rows, took):
    """Prints the table, and returns the number of steps that are off."""
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
    shutil.rmtree(options.place, ignore_errors=True)
    daemon = Daemon(options.programs, options.place, '--radio', 'sim', '--rate', options.rate)
    try:
        daemon.ask('settings', '--ftp', str(FTP))
        files = options.files or [path for path in FILES if path.exists()]
        bad = sum(judge(path, *ridden(daemon, path)) for path in files)
    finally:
        daemon.end()
    sys.exit(1 if bad or not files else 0)


if __name__ == '__main__':
    main()
