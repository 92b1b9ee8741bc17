#!/usr/bin/env python3
"""check_again.py OUT: the ride once more with the same seed (RUNS/again beside RUNS/ride) is the same ride.

The kernel mixes the wall clock of its boot into its random numbers, so that instants come apart by a microsecond or two."""
import pathlib
import sys

from evidence import json_lines
from report import Report

report = Report('again')
first = pathlib.Path(sys.argv[1])
second = first.parents[1] / 'again' / 'out'
APART_SECONDS = 0.0005


def happened(folder):
    """What the peripherals logged, and when, without each other."""
    log = json_lines(folder / 'peripherals.jsonl')
    return [{key: value for key, value in event.items() if key != 't'} for event in log], [event['t'] for event in log]


def peripherals_saw_the_same():
    (events, stamps), (others, other_stamps) = happened(first), happened(second)
    report.check(len(events) > 50 and events == others, 'two runs of one seed leave the same log of the peripherals', f'{len(events)} events')
    apart = max(abs(one - other) for one, other in zip(stamps, other_stamps))
    report.check(apart <= APART_SECONDS, f'each event within {APART_SECONDS * 1000} ms', f'{apart * 1000:.1f} ms')


report.run(peripherals_saw_the_same)
report.end()
