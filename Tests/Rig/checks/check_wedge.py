#!/usr/bin/env python3
"""check_wedge.py FOLDER: a controller that hangs is reset, soon after a command without an answer has proven it."""

import sys

import tried_common
from report import Report

report = Report('wedge')
PROOF = 2  # seconds that a controller has for its answer, as the kernel has it
ACTED_ON = 5  # seconds from the proof to the remedy
# From the proof: the kernel waits 2 s for each answer that it wants on the way to switching off, 4 s for each link that it closes.
RESET = 20
WORST_RETURN = 3  # from the reset
MOMENT = 0.1  # what the two clocks may be apart


def rode():
    global outcomes, ride, left
    outcomes, ride, left = tried_common.scenario(report, sys.argv[1])


def acted_on():
    began = ride.began(left.started_at())
    acted = [began + event['at_ms'] / 1000 for event in left.events('remedy') if event['detail'] == 'power cycle']
    for one in ride.tries:
        unanswered = ride.logged('unanswered', one.began - MOMENT, one.healed)
        report.check(unanswered, f'{one.name}: a command has no answer', len(unanswered))
        proof = unanswered[0] + PROOF
        action = min((t for t in acted if t >= unanswered[0]), default=float('inf')) - proof
        report.check(action <= ACTED_ON, f'{one.name}: acted on within {ACTED_ON} s of the proof', f'{action:.2f} s')
        reset = min(ride.logged('cured', one.began, one.healed), default=float('inf')) - proof
        report.check(reset <= RESET, f'{one.name}: reset within {RESET} s of it', f'{reset:.2f} s')


def returns():
    for outcome in outcomes.values():
        tried_common.returned(report, outcome, worst=WORST_RETURN)


report.run(rode, acted_on, returns)
report.end()
