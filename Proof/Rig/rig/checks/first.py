"""Checks first rides: without configuration jz2 uses the only trainer and strap, and asks if there are more."""

from rig import ride_facts
from rig.devices import STRAP, STRAP_ADDRESS, TRAINER, TRAINER_ADDRESS
from rig.evidence import Evidence


def ran(report, evidence):
    ride_facts.scenario_ran(report, evidence)


def asked(report, evidence):
    start = evidence.command('start')
    report.check(start['exit'] == 1, 'beside a neighbour, start ends with 1', start['exit'])
    refused = evidence.answer('refused')
    report.check(refused.get('error') == 'SeveralDevices', 'it asks to choose', refused.get('error'))
    heard = [(device['address'][-2:], device.get('rssi')) for device in refused.get('devices', [])]
    report.check(
        sorted(heard) == [('01', -50), ('02', -50), ('03', -80), ('04', -80)], 'it lists all with their signal', heard
    )
    report.check(
        [rssi for _, rssi in heard] == sorted((rssi for _, rssi in heard), reverse=True), 'the strongest first', heard
    )
    said = (evidence.folder / 'refused.txt').read_text().splitlines()
    report.check(
        any(TRAINER_ADDRESS in line and 'KICKR' in line and '-50 dBm' in line for line in said),
        'a line each for people',
        said,
    )
    report.check('jz2ctl use' in said[-1], 'and the remedy', said[-1])
    report.check(
        evidence.answer('after-refusal') == {'devices': []}, 'nothing is taken', evidence.answer('after-refusal')
    )


def withdrawn(report, evidence):
    report.check(
        evidence.answer('searching')['phase'] == 'connecting',
        'a search is a start to everybody',
        evidence.answer('searching'),
    )
    report.check(evidence.answer('withdrawal') == {}, 'a stop has no ride to tell of', evidence.answer('withdrawal'))
    report.check(
        evidence.answer('withdrawn').get('error') == 'StartWithdrawn',
        'a stop withdraws it',
        evidence.answer('withdrawn'),
    )


def taken(report, evidence):
    devices = [(device['kind'], device['address'], device['reason']) for device in evidence.answer('start')['devices']]
    report.check(
        devices == [('trainer', TRAINER_ADDRESS, 'onlyOne'), ('heartRate', STRAP_ADDRESS, 'onlyOne')],
        'alone, both are taken',
        devices,
    )
    known = [(device['address'], device['known']) for device in evidence.answer('devices')['devices']]
    report.check(known == [(TRAINER_ADDRESS, True), (STRAP_ADDRESS, True)], 'and chosen', known)
    for who in TRAINER, STRAP:
        report.check(evidence.happened('connected', who=who), f'{who} was linked')
    log = (evidence.folder / 'jz2d.log').read_text()
    report.check('busy' not in log, 'no connection was asked for beside a scan')


def whole(report, evidence):
    activity = ride_facts.activity_of(report, evidence, timer_seconds=30)
    ride_facts.one_trackpoint_a_second(report, activity)
    points = activity.trackpoints
    report.check(all(p.beats for p in points), 'heart rate in every trackpoint', sum(not p.beats for p in points))


def remembered(report, evidence):
    reasons = [device['reason'] for device in evidence.answer('again')['devices']]
    report.check(reasons == ['chosen', 'chosen'], 'the next start takes the same', reasons)
    looks = (evidence.folder / 'jz2d.log').read_text().count('a device is missing; listening')
    report.check(looks == 4, 'without a look around: refused twice, withdrawn once, taken once', f'{looks} searches')


def check(report, folder):
    report.run(ran, asked, withdrawn, taken, whole, remembered, given=[Evidence(folder)])
