#!/usr/bin/env python3
"""check_link.py FOLDER: the rig itself: both peripherals link by name of service, and a link is lost on command."""

import sys

from evidence import STRAP, TRAINER, Evidence
from report import Report

evidence, report = Evidence(sys.argv[1]), Report('link')


def linked():
    report.check(evidence.exit_code == 0, 'both are connected and resolved', f'exit {evidence.exit_code}')
    for who in (TRAINER, STRAP):
        report.check(evidence.happened('connected', who=who), f'{who} saw the link')


def lost():
    drop = evidence.told('drop strap')['epoch']
    gone = evidence.happened('disconnected', who=STRAP, after=drop - 1)
    report.check(gone, 'the strap closes its link on command')
    seconds = abs(gone[0]['epoch'] - drop)
    report.check(seconds < 0.5, 'both clocks agree on when', f'{seconds:.3f} s apart')


report.run(linked, lost)
report.end()
