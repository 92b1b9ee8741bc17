"""Checks that devices which require a bond are bonded once, and ridden with: a strap that insists on a bond and a
trainer that asks for it (`bonding`), or the reverse (`insisting`).
"""

from rig import tried_facts
from rig.devices import STRAP, TRAINER

START_SECONDS = 5
AUTHENTICATION_FAILURE = 0x05  # HCI
WORST_RETURN = {STRAP: 1.8, TRAINER: 1}


def started(report, tried):
    start = next(note for note in tried.ride.notes if note.get('command', '').startswith('start '))
    seconds = start['epoch'] - start['began']
    report.check(
        start['exit'] == 0 and seconds <= START_SECONDS, f'the ride starts within {START_SECONDS} s', f'{seconds:.2f} s'
    )
    report.check(any(note['event'] == 'heard' for note in tried.ride.notes), 'and the strap is heard')


def bonded(report, tried):
    first, last = tried.ride.notes[0]['t'], tried.ride.notes[-1]['t']
    for who in TRAINER, STRAP:
        bonds, failures = (len(tried.ride.logged(event, first, last, who=who)) for event in ('bonded', 'not-bonded'))
        report.check(bonds == 1 and failures == 0, f'{who} is bonded, once', f'{bonds} times, {failures} failed')
        encrypted = len(tried.ride.logged('encrypted', first, last, who=who, on=True))
        report.check(encrypted > 1, 'and its next link is encrypted by that bond', encrypted)
        refused = len(tried.ride.logged('disconnected', first, last, who=who, reason=AUTHENTICATION_FAILURE))
        report.check(refused == 0, 'it gives up no link for lack of a bond', refused)


def returns(report, tried):
    for outcome in tried.outcomes.values():
        tried_facts.returned(report, outcome, worst=WORST_RETURN[outcome.fault.who])


def check(report, folder):
    report.title = folder.name
    report.run(started, bonded, returns, given=[tried_facts.scenario(report, folder)])
