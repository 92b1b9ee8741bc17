#!/usr/bin/env python3
"""check_anew.py FOLDER: who stops a ride and starts the next at once waits for no timer of bluetoothd's."""

import sys

from evidence import Evidence
from report import Report

evidence, report = Evidence(sys.argv[1]), Report('anew')
WITHIN = 1  # seconds from the start that is asked for to its first target acknowledged


def ran():
    report.check(evidence.exit_code == 0, 'the scenario ran to its end', f'exit {evidence.exit_code}')
    report.check(evidence.daemon_status == 0, 'jz2d ends with 0 on SIGTERM', evidence.daemon_status)


def anew():
    for name, options in (('strapless', ' --no-heart-rate'), ('strapped', '')):
        command = f'start --watts 160 --minutes 0.2{options}'
        start = next(n for n in evidence.notes if n['event'] == 'command' and n['command'] == command)
        report.check(start['exit'] == 0, f'{name}: the next ride begins', start['exit'])
        targets = [
            e['epoch'] - start['began'] for e in evidence.happened('response', after=start['began'], op=5, result=1)
        ]
        report.check(
            targets and targets[0] <= WITHIN,
            f'{name}: its target is there within {WITHIN} s of the start',
            f'{targets[0]:.2f} s' if targets else 'never',
        )


def remedies():
    said = [line for line in (evidence.folder / 'jz2d.log').read_text().splitlines() if 'remedy' in line]
    report.check(not said, 'no remedy is tried', said[:2] or '')


report.run(ran, anew, remedies)
report.end()
