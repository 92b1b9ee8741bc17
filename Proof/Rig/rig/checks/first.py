"""Checks first rides: without configuration jz2 uses the only trainer and strap, and asks if there are more."""

from rig import ride_facts
from rig.devices import STRAP, STRAP_ADDRESS, TRAINER, TRAINER_ADDRESS
from rig.evidence import Evidence


def ran(report, evidence):
    ride_facts.scenario_ran(report, evidence)


def asked(report, evidence):
    start = evidence.command('start')
    report.check(start['exit'] == 1, "with a neighbour's trainer in range, start exits with 1", start['exit'])
    refused = evidence.answer('refused')
    report.check(refused.get('error') == 'SeveralDevices', 'it asks the rider to choose', refused.get('error'))
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
        'one readable line for each',
        said,
    )
    report.check('jz2ctl use' in said[-1], 'and the remedy', said[-1])
    report.check(
        evidence.answer('after-refusal') == {'devices': []}, 'no device is chosen', evidence.answer('after-refusal')
    )


def withdrawn(report, evidence):
    report.check(
        evidence.answer('searching')['phase'] == 'connecting',
        'a search counts as a start for all clients',
        evidence.answer('searching'),
    )
    report.check(evidence.answer('withdrawal') == {}, 'a stop reports no ride', evidence.answer('withdrawal'))
    report.check(
        evidence.answer('withdrawn').get('error') == 'StartWithdrawn',
        'a stop cancels the search',
        evidence.answer('withdrawn'),
    )


def taken(report, evidence):
    devices = [(device['kind'], device['address'], device['reason']) for device in evidence.answer('start')['devices']]
    report.check(
        devices == [('trainer', TRAINER_ADDRESS, 'onlyOne'), ('heartRate', STRAP_ADDRESS, 'onlyOne')],
        'without a neighbour, both devices are used',
        devices,
    )
    known = [(device['address'], device['known']) for device in evidence.answer('devices')['devices']]
    report.check(known == [(TRAINER_ADDRESS, True), (STRAP_ADDRESS, True)], 'and chosen', known)
    for who in TRAINER, STRAP:
        report.check(evidence.happened('connected', who=who), f'{who} was linked')
    log = (evidence.folder / 'jz2d.log').read_text()
    report.check('busy' not in log, 'no connection was requested during a scan')


def whole(report, evidence):
    activity = ride_facts.activity_of(report, evidence, timer_seconds=30)
    ride_facts.one_trackpoint_a_second(report, activity)
    points = activity.trackpoints
    report.check(all(p.beats for p in points), 'heart rate in every trackpoint', sum(not p.beats for p in points))


def remembered(report, evidence):
    reasons = [device['reason'] for device in evidence.answer('again')['devices']]
    report.check(reasons == ['chosen', 'chosen'], 'the next start uses the same devices', reasons)
    looks = (evidence.folder / 'jz2d.log').read_text().count('a device is missing; listening')
    report.check(looks == 4, 'without a search: two were refused, one cancelled, one used', f'{looks} searches')


def check(report, folder):
    report.run(ran, asked, withdrawn, taken, whole, remembered, given=[Evidence(folder)])
