"""Checks `scenarios/another.sh`: a trainer without FTMS is ridden like one with it."""

from rig import tacx, tried_facts
from rig.devices import TRAINER, TRAINER_ADDRESS
from rig.evidence import Evidence, objects
from rig.told import What, lets_go, trainer_of

WORST_RETURN = {
    'deny': 8,
    'mute': 6,
    'deaf': 14,
    'write refused': 4.1,  # a Wahoo delays the next target by 2 s
    'silent until subscribed anew': 7,  # such a trainer sends one value a second
    'silent until linked anew': 12,
    'trainer reboot': 0.5,
}
WORST_OTHER_RETURN = 0.3
TARGETS_APART = 1.99  # seconds between two targets on one link of a Wahoo
STEADY_SECONDS, WITHIN_WATTS = 15, 3


def found(report, tried, evidence, trainer):
    kinds = {device['address']: device.get('kinds') for device in objects(evidence.answer('scan'), 'address')}
    report.check(TRAINER_ADDRESS in kinds, 'scan finds it', kinds)
    report.check(kinds.get(TRAINER_ADDRESS), 'and reports its possible kinds', kinds.get(TRAINER_ADDRESS))
    report.check(evidence.command('use')['exit'] == 0, 'it can be chosen', evidence.command('use')['exit'])


def ridden_at_two_targets(report, tried, evidence, trainer):
    """Checks the mean power of the last seconds before each `steady`."""
    began = tried.ride.began(tried.left.started_at())
    for note in (note for note in tried.ride.notes if note['event'] == 'steady'):
        end = int(note['t'] - began)
        rows = [tried.left.rows[second] for second in range(end - STEADY_SECONDS, end) if second in tried.left.rows]
        watts = [row['powerWatts'] for row in rows if 'powerWatts' in row]
        mean = sum(watts) / len(watts) if watts else float('nan')
        report.check(
            len(watts) >= STEADY_SECONDS - 1 and abs(mean - note['watts']) <= WITHIN_WATTS,
            f'{note["watts"]} W are ridden within {WITHIN_WATTS} W',
            f'{mean:.1f} W over {len(watts)} s',
        )
        targets = {row.get('targetWatts') for row in rows}
        report.check(targets == {note['watts']}, 'and are the target of the rows', targets)


def returns(report, tried, evidence, trainer):
    for name, outcome in tried.outcomes.items():
        if outcome.returns:
            tried_facts.returned(report, outcome, worst=WORST_RETURN.get(name, WORST_OTHER_RETURN))


def targets_are_apart(report, tried, evidence, trainer):
    """Checks the gap: a Wahoo needs 2 s for a target. The first target on a link is sent at once."""
    last, close = float('-inf'), []
    for event in tried.ride.log:
        if event['event'] == 'disconnected' and event['who'] == TRAINER:
            last = float('-inf')
        elif event['event'] == 'request' and event['what'] == What.TARGET:
            if event['t'] - last < TARGETS_APART:
                close.append(round(event['t'] - last, 3))
            last = event['t']
    report.check(trainer == 'neo2t' or not close, 'targets on one link are at least 2 s apart', close[:5])


def frames_are_whole(report, tried, evidence, trainer):
    frames = [bytes.fromhex(event['bytes']) for event in tried.ride.log if event['event'] == 'request']
    checks = {tacx.check_of(frame) for frame in frames}
    report.check(checks == {'xor'}, 'each frame has the check of a Tacx', checks)
    pages = [tacx.page_of(frame) for frame in frames]
    report.check(None not in pages, 'and contains a known page', len(pages))
    told = [page for page in pages if page and page[0] == tacx.USER_CONFIGURATION]
    report.check(told, "the trainer gets the rider's configuration when it requests it", len(told))


def hasty_rider_is_heard(report, tried, evidence, trainer):
    settled = [note['watts'] for note in tried.ride.notes if note['event'] == 'settled']
    report.check(settled == [190], 'the last of three targets sent at once is applied', settled)


def let_go(report, tried, evidence, trainer):
    answered = [event for event in evidence.happened('response') if event['what'] != What.OTHER]
    report.check(
        (answered and lets_go(answered[-1], trainer)) or (trainer == 'snap' and released(evidence)),
        'at the end the trainer is released',
        answered[-1]['what'] if answered else 'it answered nothing',
    )


def released(evidence):
    """Whether the last request releases the trainer. A SNAP does not answer a simulation, so its request counts."""
    told = [event['what'] for event in evidence.happened('request') if event['what'] != What.OTHER]
    return told and told[-1] in (What.FREE, What.ROAD)


def check(report, folder):
    evidence = Evidence(folder)
    trainer = trainer_of(evidence.logged())
    report.title = trainer
    tried = tried_facts.scenario(report, folder)
    of_tacx = [frames_are_whole] if trainer == 'neo2t' else []
    report.run(
        found,
        ridden_at_two_targets,
        returns,
        targets_are_apart,
        *of_tacx,
        hasty_rider_is_heard,
        let_go,
        given=[tried, evidence, trainer],
    )
