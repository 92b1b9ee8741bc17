"""Checks heart rate variability over the radio: losses are reported, and no wrong value is stored."""

import json
import math

from rig import ride_facts
from rig.devices import STRAP
from rig.evidence import Evidence

TRUE_RMSSD = 42.4
SETTLING = 15


def ran(report, evidence):
    ride_facts.scenario_ran(report, evidence)


def last_line(evidence, name):
    """Returns the last line of a stream, or an error."""
    lines = evidence.said(name).splitlines()
    return json.loads(lines[-1]) if lines else {}


def took(evidence, name):
    """Returns the seconds and the exit code of a measurement."""
    began, ended = (
        next(n for n in evidence.notes if n['event'] == kind and n.get('measurement') == name)
        for kind in ('began', 'ended')
    )
    return ended['uptime'] - began['uptime'], ended['exit']


def rmssd(shown):
    """Returns the RMSSD of successive intervals, computed without code of the product."""
    intervals, breaks = shown['intervals'], set(shown['breaks'])
    squares = [(intervals[i] - intervals[i - 1]) ** 2 for i in range(1, len(intervals)) if i not in breaks]
    return math.sqrt(sum(squares) / len(squares))


def measured(report, evidence):
    seconds, code = took(evidence, 'whole')
    report.check(code == 0, 'a measurement uses the only strap, and no trainer', f'exit {code}')
    report.check(
        60 + SETTLING <= seconds <= 60 + SETTLING + 10, 'a minute lasts a minute and the settling', f'{seconds:.1f} s'
    )
    shown = evidence.answer('shown')
    figures = shown['measurement']['figures']
    report.check(abs(rmssd(shown) - figures['rmssd']) < 0.01, 'its RMSSD is that of its intervals', figures['rmssd'])
    report.check(abs(figures['rmssd'] / TRUE_RMSSD - 1) < 0.35, 'and near that of the heart', TRUE_RMSSD)
    report.check(shown['measurement']['position'] == 'lying' and not shown['breaks'], 'it is complete')


def interrupted(report, evidence):
    _, code = took(evidence, 'interrupted')
    report.check(code == 0, 'a measurement continues after a lost link', f'exit {code}')
    shown = evidence.answer('continued')
    lost = shown['measurement'].get('lostSeconds', 0)
    report.check(7 <= lost <= 12, 'it reports how long the strap was away', f'{lost} s')
    report.check(len(shown['breaks']) == 1, 'no difference is computed across the gap', shown['breaks'])
    report.check(abs(rmssd(shown) - shown['measurement']['figures']['rmssd']) < 0.01, 'its RMSSD excludes the gap')


def refused(report, evidence):
    for name, code in (('lost', 'linkLost'), ('poor', 'tooManyArtefacts'), ('cut', 'rideBegan')):
        error = last_line(evidence, name)
        report.check(
            error.get('error') == 'MeasurementRefused' and code in json.dumps(error),
            f'{name}: refused with the reason',
            error,
        )
    meanwhile = last_line(evidence, 'meanwhile').get('error')
    report.check(meanwhile == 'RideInProgress', 'no measurement begins during a ride', meanwhile)


def start_was_not_delayed(report, evidence):
    start = evidence.command('start')
    report.check(start['exit'] == 0, 'a start ends a measurement and begins a ride', f'exit {start["exit"]}')


def kept(report, evidence):
    counts = [len(evidence.answer(name)['measurements']) for name in ('none', 'list', 'after')]
    report.check(counts == [0, 2, 1], 'two are stored, and one is deleted', counts)
    (today,) = evidence.answer('today')['days']
    report.check(
        today['recovery'].get('score') is None and today['recovery'].get('calibrating') == 0,
        'today is calibrating',
        today['recovery'],
    )


def links_are_closed(report, evidence):
    report.check(len(evidence.happened('disconnected', who=STRAP)) >= 4, 'each measurement releases the strap')


def check(report, folder):
    evidence = Evidence(folder)
    report.run(ran, measured, interrupted, refused, start_was_not_delayed, kept, links_are_closed, given=[evidence])
