"""Checks that a heart rate in a row is the rider's, and that a device's heart rate is in each row."""

from rig.devices import OTHER_TRAINERS, STRAP, USUAL_TRAINER
from soak import bounds
from soak.timer import undisturbed_seconds

USUAL_BPM = 124
WITH_A_FIELD = USUAL_TRAINER, OTHER_TRAINERS[-1]  # the trainers whose values have a field for a heart rate


def trainer_sends_hearts(case):
    """Whether the trainer sends the rider's heart rate over its own link."""
    return case.machine.has_heart or (case.ride.pulse and case.machine.trainer in WITH_A_FIELD)


def hearts_are_worn(case):
    """Checks that without a strap the only heart rate is the trainer's."""
    beating = {second: row['beatsPerMinute'] for second, row in sorted(case.rows.items()) if 'beatsPerMinute' in row}
    if case.ride.strap or not beating:
        return
    if not trainer_sends_hearts(case):
        case.complain(f'{len(beating)} seconds from {next(iter(beating))} on have a heart rate, and no strap is worn')
    elif odd := {second: beats for second, beats in beating.items() if abs(beats - USUAL_BPM) > 1}:
        case.complain(f'a heart rate of {next(iter(odd.values()))} in second {next(iter(odd))}, sent were {USUAL_BPM}')


def hearts_are_kept(case):
    """Checks that a second has the heart rate that strap or trainer sent, also if the strap sends seldom."""
    strap, seldom = case.machine.heard_of(STRAP), case.machine.oddities.seldom
    asked = '--no-heart-rate' not in case.ride.start
    for t, row in undisturbed_seconds(case, bounds.HEART_SETTLED):
        since = t - bounds.HEART_SETTLED
        worn = case.ride.strap and strap(since) and strap.constant(since, t + 1.1) and seldom.constant(since, t + 1.1)
        alone = asked and not strap(t) and strap.constant(since, t + 1.1) and trainer_sends_hearts(case)
        if (worn or alone) and row['timerRunning'] and 'beatsPerMinute' not in row:
            who = 'the strap' if worn else 'the trainer'
            case.complain(f'second {row["elapsedSeconds"]} has no heart rate, and {who} sends one')
            return
