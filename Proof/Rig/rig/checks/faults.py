"""Checks `scenarios/faults.sh`."""

from rig import tried_facts
from rig.devices import TRAINER

# 5 s from the last value; the trainer sends four values a second.
NOTICED_SECONDS = 5.3
# A longer return means that jz2 did not heal the fault; it ended by itself.
WORST_RETURN = {
    'deny': 8,
    'mute': 6,
    'deaf': 14,
    'write refused': 2.1,
    'silent until subscribed anew': 6,
    'silent until linked anew': 11,
    'strap: silent until linked anew': 12,
}
WORST_OTHER_RETURN = 0.5
KEPT_SECONDS = 5  # a heart rate counts for at most this long


def returns(report, tried):
    for outcome in tried.outcomes.values():
        if outcome.returns:
            tried_facts.returned(report, outcome, worst=WORST_RETURN.get(outcome.fault.name, WORST_OTHER_RETURN))


def links_lost(tried, one, who):
    return tried.ride.logged('disconnected', one.began, one.healed, who=who)


def short_fade_is_nothing(report, tried):
    lost = sum(len(links_lost(tried, one, TRAINER)) for one in tried.ride.tries if one.name == 'fade 2 s')
    report.check(lost == 0, 'a fade of 2 s costs no disconnection', lost)


def silence_is_noticed(report, tried):
    began = tried.ride.began(tried.left.started_at())
    noticed = [began + event['at_ms'] / 1000 for event in tried.left.events('silent')]
    silences = [one for one in tried.ride.tries if 'silent' in one.name]
    after = [
        min((t - one.began for t in noticed if one.began <= t <= one.healed), default=float('inf')) for one in silences
    ]
    report.check(
        max(after) <= NOTICED_SECONDS, 'silence is noticed within 5 s', f'{min(after):.2f} to {max(after):.2f} s'
    )


def reboot_is_noticed(report, tried):
    for one in tried.ride.tries:
        if one.name == 'trainer reboot':
            asked = tried.ride.logged('request', one.began, one.healed)
            report.check(
                asked and one.held == one.wanted,
                'a reboot is noticed and the target restored',
                f'{len(asked)} requests',
            )


def refusals_are_typed(report, tried):
    kinds = [event['detail'] for event in tried.left.events('refused')]
    report.check(kinds and all(kinds), 'each refusal of the trainer is stored with its kind', kinds)


def strap_gone_costs_nothing(report, tried):
    began = tried.ride.began(tried.left.started_at())
    gone = [one for one in tried.ride.tries if one.name == 'strap gone']
    costly = [one.began for one in gone if links_lost(tried, one, TRAINER)]
    report.check(gone and not costly, "a lost strap does not cost the trainer's link", costly or f'{len(gone)} times')
    stale = [
        second
        for one in gone
        for second in range(int(one.began - began) + KEPT_SECONDS + 2, int(one.healed - began))
        if 'beatsPerMinute' in tried.left.rows.get(second, {})
    ]
    report.check(not stale, f'no row has a heart rate that is older than {KEPT_SECONDS} s', stale or '')


def check(report, folder):
    report.run(
        returns,
        short_fade_is_nothing,
        silence_is_noticed,
        reboot_is_noticed,
        refusals_are_typed,
        strap_gone_costs_nothing,
        given=[tried_facts.scenario(report, folder)],
    )
