"""Checks a ride with two adapters: it began on the first one (`adapters`) or on the second one (`second`)."""

from rig import tried_facts
from rig.devices import STRAP, TRAINER

ADDRESS = {'first': '00:1A:7D:DA:71:10', 'second': '00:1A:7D:DA:71:11'}
WORST_RETURN, WORST_STRAP_RETURN = 0.5, 1.3


def own_adapter(tried):
    return 'first' if tried.ride.folder.name == 'adapters' else 'second'


def returns(report, tried):
    for outcome in tried.outcomes.values():
        if outcome.fault.over:
            worst = WORST_STRAP_RETURN if outcome.fault.who == STRAP else WORST_RETURN
            tried_facts.returned(report, outcome, worst=worst)


def stays_where_it_began(report, tried):
    links = [
        event['by'] for event in tried.ride.log if event['event'] == 'connected' and event['who'] in (TRAINER, STRAP)
    ]
    report.check(
        set(links) == {ADDRESS[own_adapter(tried)]},
        f'each of {len(links)} links is made by the adapter that the ride began on',
        set(links),
    )
    undisturbed = [one for one in tried.ride.tries if tried.outcomes[one.name].fault.over is None]
    lost = [one.name for one in undisturbed if tried.ride.logged('disconnected', one.began, one.healed)]
    report.check(
        undisturbed and not lost, 'the other adapter coming or going costs no link', lost or f'{len(undisturbed)} times'
    )


def right_controller_is_asked(report, tried):
    own = own_adapter(tried)
    other = next(name for name in ADDRESS if name != own)
    asked = [event['radio'] for event in tried.ride.log if event['event'] in ('updated', 'update-refused')]
    report.check(asked and set(asked) == {own}, 'parameters are requested from its controller', asked)
    index = next(index for index, note in enumerate(tried.ride.notes) if note['event'] == 'undisturbed')
    before, after = (note['answer']['rssiAsked'] for note in tried.ride.notes[index + 1 : index + 3])
    grown = {name: after[name] - before[name] for name in after}
    report.check(grown[own] > 0 and grown[other] == 0, 'so is the signal strength', grown)


def check(report, folder):
    report.title = folder.name
    report.run(returns, stays_where_it_began, right_controller_is_asked, given=[tried_facts.scenario(report, folder)])
