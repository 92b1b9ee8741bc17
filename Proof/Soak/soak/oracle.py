"""Judges a chain of rides by the output for the rider, the log of the trainer, and the contents of the library.

It is independent of the daemon's code.
"""

import itertools

from soak.activity import file_agrees
from soak.asked import asked_is_answered, told_is_asked
from soak.case import Case
from soak.ending import is_empty, is_over, is_there, left_alone_ends
from soak.hearts import hearts_are_kept, hearts_are_worn
from soak.history import History
from soak.length import as_long_as_asked
from soak.library import library_complaints
from soak.machine import Machine
from soak.refusals import refusals_are_said, refusals_cost_no_radio
from soak.rows import (
    gaps_are_marked,
    legs_are_spared,
    measured_is_kept,
    nothing_old_is_told,
    rows_are_possible,
    rows_are_whole,
    told_is_kept,
)
from soak.sensors import fan_blows, fan_is_calm, fan_stands_still, meter_is_ridden, target_is_matched
from soak.timer import timer_runs_while_ridden, timer_stands_at_rest, timer_stands_in_silence
from soak.trainer import freed_when_asked, trainer_holds
from soak.values import cadence_is_of_the_legs, powerless_is_said
from soak.verdict import Verdict

# The checks of a ride that took place, in the order of the complaints.
OF_A_RIDE = (
    rows_are_whole,
    rows_are_possible,
    hearts_are_worn,
    hearts_are_kept,
    cadence_is_of_the_legs,
    told_is_kept,
    measured_is_kept,
    timer_stands_in_silence,
    timer_stands_at_rest,
    timer_runs_while_ridden,
    as_long_as_asked,
    left_alone_ends,
    file_agrees,
    trainer_holds,
    told_is_asked,
    freed_when_asked,
    legs_are_spared,
    gaps_are_marked,
    nothing_old_is_told,
    powerless_is_said,
    refusals_are_said,
    refusals_cost_no_radio,
    meter_is_ridden,
    target_is_matched,
    fan_blows,
    fan_is_calm,
    fan_stands_still,
)


def judge(chain, boots):
    """Returns the verdict on a finished chain."""
    history = History(boots)
    machine = Machine(history, chain.beside, chain.has_heart)
    verdict = Verdict(chain.seed, [])
    begins = [note for note in history.notes if note['event'] == 'ride']
    for begin, after in itertools.pairwise([*begins, None]):
        ride = next(ride for ride in chain.rides if ride.number == begin['number'])
        end = after['T'] if after else history.notes[-1]['T'] + 1
        case = Case(machine, ride, begin['T'], end, verdict)
        judge_ride(case)
        verdict.rides.append(case.verdict)
        case.verdict.id = case.id
    if len(verdict.rides) != len(chain.rides):
        verdict.complaints.append(f'{len(verdict.rides)} of {len(chain.rides)} rides were ridden')
    verdict.complaints += library_complaints(history, verdict)
    return verdict


def judge_ride(case):
    asked_is_answered(case)
    is_over(case)
    if case.id is None:
        error = (case.start or {}).get('answer') or {}
        case.verdict.came_to = f'not begun, {error.get("error", "unanswered")}'
    elif is_empty(case):
        case.verdict.came_to = 'dropped, since nothing was ridden'
        case.id = None
    elif not is_there(case):
        case.verdict.lost = True
    else:
        case.map_seconds()
        for is_in_order in OF_A_RIDE:
            is_in_order(case)
        case.verdict.seconds = case.show['timerSeconds']
        case.verdict.came_to = f'{case.show["timerSeconds"]} of {case.show["elapsedSeconds"]} s'
