"""Checks a ride without a strap that loses its trainer in every way: jz2 does not reset the adapter because of it."""

from rig import tried_facts
from rig.devices import TRAINER

WORST_RETURN = {'no strap: silent until linked anew': 0.5}  # from the end of the silent link
WORST_OTHER_RETURN = 0.3
# 5 s until the silence is noticed, 5 s more until a new subscription has failed too, and another link.
SILENT_SECONDS = 11


def returns(report, tried):
    for name, outcome in tried.outcomes.items():
        tried_facts.returned(report, outcome, worst=WORST_RETURN.get(name, WORST_OTHER_RETURN))


def silence_is_ended(report, tried):
    took = []
    for one in tried.ride.tries:
        if one.name == 'no strap: silent until linked anew':
            took.append(min(tried.ride.targets_acknowledged(one.began), default=float('inf')) - one.began)
    report.check(
        max(took) <= SILENT_SECONDS,
        f'after a silence another link has its target within {SILENT_SECONDS} s',
        f'{min(took):.2f} to {max(took):.2f} s',
    )


def no_link_is_useless(report, tried):
    links = {
        one.name: len(tried.ride.logged('connected', one.began, one.healed, who=TRAINER)) for one in tried.ride.tries
    }
    report.check(set(links.values()) == {1}, 'each loss costs one new link', links)
    lost, restored = (len(tried.left.events(kind)) for kind in ('trainerLost', 'trainerRestored'))
    report.check(
        restored == len(tried.ride.tries) and lost <= restored,
        'and the ride records it once',
        f'{lost} lost, {restored} restored',
    )


def adapter_is_left_alone(report, tried):
    remedies = [event['detail'] for event in tried.left.events('remedy')]
    report.check(not remedies, 'no remedy is tried', remedies or '')


def check(report, folder):
    report.run(
        returns,
        silence_is_ended,
        no_link_is_useless,
        adapter_is_left_alone,
        given=[tried_facts.scenario(report, folder)],
    )
