#!/usr/bin/env python3
"""check_radio.py FOLDER: what `guest/radio.sh` must have come to."""

import sys

import tried_common
from evidence import TRAINER
from report import Report

report = Report('radio')
WORST_RETURN = {
    'not established': 6,
    'strap: not established': 4,
}  # from the drop on; five links that are none take 2.5 s by themselves
WORST_OTHER_RETURN = 0.5
NOT_ESTABLISHED_RETURN = 1.2  # from the last link that was none
START_SECONDS = 3  # with two links of the trainer that are none
LONG = 4.0  # seconds: the supervision timeout that a ride asks for
ASKED_AGAIN = {1: 1, 2: 2.5}  # refused so often, the parameters are there within so many seconds of the link
MOST_ASKED = 8  # times, of a link that never takes them
WAKES_A_SECOND = 3  # that somebody else's scan may cost


def rode():
    global outcomes, ride, left
    outcomes, ride, left = tried_common.scenario(report, sys.argv[1])


def returns():
    for name, outcome in outcomes.items():
        tried_common.returned(report, outcome, worst=WORST_RETURN.get(name, WORST_OTHER_RETURN))


def tried(name):
    return [one for one in ride.tries if one.name == name]


def parameters_are_asked_again():
    for name in 'update refused', 'update failed':
        for times, one in enumerate(tried(name), 1):
            linked = ride.logged('connected', one.began, one.healed, who=TRAINER)
            taken = ride.logged('updated', one.began, one.healed, who=TRAINER, supervision=LONG)
            seconds = taken[0] - linked[0] if linked and taken else float('inf')
            report.check(
                seconds <= ASKED_AGAIN[times],
                f'{name}, {times}: asked again, the timeout is {LONG:g} s',
                f'{seconds:.2f} s',
            )


def parameters_are_not_begged_for():
    one = tried('update never taken')[0]
    asked = len(ride.logged('update-refused', one.began, one.healed + 5, who=TRAINER))
    report.check(4 <= asked <= MOST_ASKED, 'a link that never takes them is asked some times, and then no more', asked)
    lost = ride.logged('disconnected', one.began + 1, one.healed, who=TRAINER)
    report.check(not lost, 'and is not given up for it', lost or '')


def unestablished_is_tried_again():
    for one in tried('not established'):
        failed = ride.logged('not-established', one.began, one.healed, who=TRAINER)
        back = ride.logged('response', failed[-1], op=5, result=1)
        report.check(
            back and back[0] - failed[-1] <= NOT_ESTABLISHED_RETURN,
            f'{len(failed)} links that are none: the next one is at once',
            f'{back[0] - failed[-1]:.2f} s' if back else 'never',
        )
    start = next(note for note in ride.notes if note.get('command', '').startswith('start '))
    seconds = start['epoch'] - start['began']
    report.check(start['exit'] == 0 and seconds <= START_SECONDS, 'a start takes two of them', f'{seconds:.2f} s')
    remedies = [event['detail'] for event in left.events('remedy')]
    report.check(not remedies, 'no remedy is tried', remedies or '')


def controller_connects_undisturbed():
    """A command that goes between has the kernel wait four seconds for a connection that is there."""
    between = ride.logged('asked-while-connecting', 0)
    report.check(not between, 'no signal strength is asked for while a connection is made', between or '')


def strangers_wake_nobody():
    wakes = {note['name']: note['count'] / note['seconds'] for note in ride.notes if note['event'] == 'wakes'}
    seen = any(note['event'] == 'discovers' for note in ride.notes)
    report.check(seen, 'somebody else looks for devices')
    report.check(
        wakes['crowded'] - wakes['alone'] <= WAKES_A_SECOND,
        f'which costs the daemon at most {WAKES_A_SECOND} wakes a second',
        f'{wakes["alone"]:.1f} alone, {wakes["crowded"]:.1f} beside 50 advertisements a second',
    )


report.run(
    rode,
    returns,
    parameters_are_asked_again,
    parameters_are_not_begged_for,
    unestablished_is_tried_again,
    controller_connects_undisturbed,
    strangers_wake_nobody,
)
report.end()
