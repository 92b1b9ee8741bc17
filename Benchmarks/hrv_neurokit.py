#!/usr/bin/env python3
"""hrv_neurokit.py BIN [FILE...]: compares artefacts and RMSSD by jz2 with those by NeuroKit2 0.3.0.

The series are 60 generated ones of two minutes, and files with one interval per line. NeuroKit2 runs `signal_fixpeaks`
with its method Kubios; install it with `pip install neurokit2==0.3.0`. Each figure is the mean of ten series; RMSSD is
in ms.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

import neurokit2
import numpy

from daemon import Daemon

SECONDS, SEEDS = 120, 10
SWINGS = [(46, 62), (45, 63), (42, 60), (50, 70), (55, 75)]


def breathing(random, low, high, breath, noise):
    """Returns two minutes of intervals whose heart rate swings between two rates with each breath (in seconds)."""
    intervals, time = [], random.uniform(0, breath)
    end = time + SECONDS
    while time < end:
        rate = (low + high) / 2 + (high - low) / 2 * numpy.sin(2 * numpy.pi * time / breath)
        intervals.append(60_000 / rate + random.normal(0, noise))
        time += intervals[-1] / 1000
    return intervals


def planted(intervals, every, change):
    """Returns the intervals with an artefact in every `every`th place: `change` replaces two successive intervals."""
    changed, place = [], 0
    while place < len(intervals):
        if place % every == every // 2 and place + 1 < len(intervals):
            changed += change(*intervals[place : place + 2])
            place += 2
        else:
            changed.append(intervals[place])
            place += 1
    return changed


def missed(first, second):
    return [first + second]


def extra(first, second):
    return [0.4 * first, 0.6 * first, second]


def ectopic(first, second):
    return [0.7 * first, second + 0.3 * first]


def series(kind, seed):
    """Returns the clean intervals of a kind, and the same with artefacts."""
    random = numpy.random.default_rng(seed)
    if kind == 'six deep breaths a minute':
        clean = breathing(random, *SWINGS[seed % len(SWINGS)], 10, 8)
        return clean, clean
    if kind == 'even, 1 % ectopic':
        clean = breathing(random, 58, 60, 4, 3)
        return clean, planted(clean, 100, ectopic)
    clean = breathing(random, 56, 64, 4, 12)
    every, change = {
        'calm': (10**6, ectopic),
        '2 % missed': (50, missed),
        '2 % extra': (50, extra),
        '3 % ectopic': (33, ectopic),
    }[kind]
    return clean, planted(clean, every, change)


KINDS = ['calm', 'six deep breaths a minute', '2 % missed', '2 % extra', '3 % ectopic', 'even, 1 % ectopic']


def rmssd(intervals):
    return float(numpy.sqrt(numpy.mean(numpy.diff(intervals) ** 2)))


def of_jz2(daemon, place, intervals):
    """Returns artefacts and RMSSD from `jz2ctl import`; RMSSD is None for a refused series."""
    place.write_text(''.join(f'{interval:.3f}\n' for interval in intervals))
    ran = subprocess.run([*daemon.client, 'import', place], capture_output=True, text=True, check=False)
    if ran.returncode:
        assert 'tooManyArtefacts' in ran.stdout + ran.stderr, ran.stdout + ran.stderr
        return None, None
    figures = json.loads(ran.stdout)['measurement']['figures']
    return figures['artefacts'], figures['rmssd']


def of_neurokit(intervals, iterative):
    peaks = numpy.round(numpy.concatenate([[0], numpy.cumsum(intervals)])).astype(int)
    found, moved = neurokit2.signal_fixpeaks(peaks, sampling_rate=1000, iterative=iterative, method='Kubios')
    count = sum(len(found[kind]) for kind in ('ectopic', 'missed', 'extra', 'longshort'))
    return count, rmssd(numpy.diff(moved))


def row(name, daemon, place, pairs):
    """Returns a line of the table: means over the series. Refused series are counted separately."""
    rows = []
    for clean, intervals in pairs:
        once, again = of_neurokit(intervals, False), of_neurokit(intervals, True)
        rows.append(
            (len(intervals), *of_jz2(daemon, place, intervals), *once, again[1], rmssd(clean), rmssd(intervals))
        )
    refused = sum(cells[1] is None for cells in rows)
    beats, artefacts, mine, found, once, again, truth, raw = (
        numpy.mean([value for value in column if value is not None] or [numpy.nan])
        for column in zip(*rows, strict=True)
    )
    print(
        f'| {name} | {beats:.0f} | {artefacts:.1f} | {found:.1f} | {raw:.1f} | {truth:.1f} | {mine:.1f} | {once:.1f} | '
        f'{again:.1f} |' + (f' {refused} refused' if refused else '')
    )


def main(programs, *files):
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        daemon = Daemon(pathlib.Path(programs), place, '--radio', 'sim')
        try:
            print('| series | beats | jz2 finds | NeuroKit2 | RMSSD raw | clean | jz2 | NeuroKit2, once | iterative |')
            print('|---|---:|---:|---:|---:|---:|---:|---:|---:|')
            for kind in KINDS:
                row(kind, daemon, place / 'rr.txt', [series(kind, seed) for seed in range(SEEDS)])
            for file in map(pathlib.Path, files):
                lines = [float(line) for line in file.read_text().split('\n') if line.strip()]
                intervals = [line * (1000 if max(lines) < 10 else 1) for line in lines if line > 0]
                row(file.name, daemon, place / 'rr.txt', [(intervals, intervals)])
        finally:
            daemon.end()


main(*sys.argv[1:])
