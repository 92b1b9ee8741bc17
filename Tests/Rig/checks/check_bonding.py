#!/usr/bin/env python3
"""check_bonding.py FOLDER: devices that want a bond get one, once, and are ridden with: a strap that insists on it and a trainer that
asks for it (`bonding`), or the other way round (`insisting`)."""

import pathlib
import sys

import tried_common
from evidence import STRAP, TRAINER
from report import Report

folder = pathlib.Path(sys.argv[1])
report = Report(folder.name)
START_SECONDS = 5
WORST_RETURN = {STRAP: 1.8, TRAINER: 1}


def rode():
    global outcomes, ride
    outcomes, ride, _ = tried_common.scenario(report, folder)


def started():
    start = next(note for note in ride.notes if note.get('command', '').startswith('start '))
    seconds = start['epoch'] - start['began']
    report.check(
        start['exit'] == 0 and seconds <= START_SECONDS, f'the ride starts within {START_SECONDS} s', f'{seconds:.2f} s'
    )
    report.check(any(note['event'] == 'heard' for note in ride.notes), 'and the strap is heard')


def bonded():
    first, last = ride.notes[0]['t'], ride.notes[-1]['t']
    for who in TRAINER, STRAP:
        bonds, failures = (len(ride.logged(event, first, last, who=who)) for event in ('bonded', 'not-bonded'))
        report.check(bonds == 1 and failures == 0, f'{who} is bonded, once', f'{bonds} times, {failures} failed')
        encrypted = len(ride.logged('encrypted', first, last, who=who, on=True))
        report.check(encrypted > 1, 'and its next link is encrypted by that bond', encrypted)
        refused = len(ride.logged('disconnected', first, last, who=who, reason=0x05))
        report.check(refused == 0, 'it gives up no link for want of a bond', refused)


def returns():
    for outcome in outcomes.values():
        tried_common.returned(report, outcome, worst=WORST_RETURN[outcome.fault.who])


report.run(rode, started, bonded, returns)
report.end()
