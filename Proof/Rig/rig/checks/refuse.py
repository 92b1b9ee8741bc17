"""Checks that a trainer that refuses causes an error and no ride, gets few requests, and is ridden once it agrees."""

import re

from rig import ride_facts
from rig.evidence import Evidence

MOST_REQUESTS = 20


def ran(report, evidence):
    ride_facts.scenario_ran(report, evidence)


def refused(report, evidence):
    start = next(
        n for n in evidence.notes if n['event'] == 'command' and n['command'].startswith('start') and n['exit'] != 0
    )
    report.check(start['exit'] == 1, 'start exits with 1', start['exit'])
    said = evidence.said('refused')
    report.check(
        re.search(r'refus|failed|reject|not permitted', said, re.IGNORECASE), 'it prints the reason', said.strip()[:200]
    )
    phase = evidence.answer('after-refusal')['phase']
    report.check(phase == 'idle', 'no ride began', phase)
    denied = evidence.told('deny 1000')['epoch']
    requests = [e for e in evidence.happened('request', after=denied) if e['epoch'] < start['epoch']]
    report.check(
        0 < len(requests) <= MOST_REQUESTS, 'the trainer got a request, and not too many', f'{len(requests)} requests'
    )


def agreed(report, evidence):
    activity = ride_facts.activity_of(report, evidence, timer_seconds=12)
    ride_facts.one_trackpoint_a_second(report, activity)
    ride_facts.trainer_is_free(report, evidence)


def check(report, folder):
    report.run(ran, refused, agreed, given=[Evidence(folder)])
