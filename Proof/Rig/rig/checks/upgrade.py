"""Checks `scenarios/upgrade.sh`: install.sh upgrades 0.2.0 during a ride, and the library is kept."""

from rig import tried_facts
from rig.service_evidence import ServiceBoot


def upgraded(report, boot):
    old = [line.split() for line in boot.text('versions-old.txt').splitlines()]
    report.check(
        len(old) == 2 and all(state == 'installed' and version == '0.2.0' for _, state, version in old),
        '0.2.0 is installed from files',
        old,
    )
    report.check(boot.exit('get') == 0, 'install.sh ends with 0', boot.text('get.txt').splitlines()[-3:])
    new = [line.split() for line in boot.text('versions-new.txt').splitlines()]
    report.check(
        len(new) == 2 and all(state == 'installed' and version != '0.2.0' for _, state, version in new),
        'it upgrades both packages',
        new,
    )
    report.check('jz2.asc' in boot.text('source.txt'), 'and adds the repository', boot.text('source.txt').split())
    report.check(
        boot.exit('doctor') == 0, 'doctor finds that a ride would work', boot.text('doctor.txt').splitlines()[-1]
    )
    report.check(boot.exit('page') == 0, 'the page is still on')


def library_is_kept(report, boot):
    # A later version may add values.
    for name in ('show', 'settings'):
        before, after = boot.answer(f'old-{name}'), boot.answer(f'new-{name}')
        lost = differences(before, after)
        report.check(before and not lost, f'{name} prints the same for the first ride', lost[:5])
    before, after = ([one['address'] for one in boot.answer(f'{when}-devices')['devices']] for when in ('old', 'new'))
    report.check(len(before) == 2 and before == after, 'the devices are still chosen', after)
    report.check('on 0.2.0' in boot.text('new-show.json'), 'its note is kept')
    report.check(boot.answer('new-settings')['settings']['thresholdWatts'] == 240, 'so is the FTP')
    before, after = boot.text('old-file.txt'), boot.text('new-file.txt')
    report.check(before and before == after, 'its file is the same to the byte', after.split())
    before, after = boot.text('old.csv'), boot.text('new.csv')
    report.check(
        len(before.splitlines()) > 60 and before == after, 'its rows are the same', f'{len(after.splitlines())} lines'
    )


def differences(before, after, path=''):
    """Returns the paths of all values of `before` that are missing or different in `after`."""
    if isinstance(before, dict) and isinstance(after, dict):
        return [found for key, value in before.items() for found in differences(value, after.get(key), f'{path}/{key}')]
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        return [
            found
            for index, (one, other) in enumerate(zip(before, after, strict=True))
            for found in differences(one, other, f'{path}/{index}')
        ]
    return [] if before == after else [path]


def ride_continues(report, boot):
    tried_facts.healed(report, boot.ride.tries)
    rides = boot.answer('rides')['rides']
    report.check(len(rides) == 2, 'the second ride is listed with the first', len(rides))
    second = boot.answer('second')
    report.check(second['ride']['state'] == 'finished', 'it is finished', second['ride']['state'])
    seconds = [row['elapsedSeconds'] for row in second['samples']]
    missing = sorted(set(range(min(seconds), max(seconds) + 1)) - set(seconds))
    report.check(not missing, 'each second of it has a row', missing or f'{len(seconds)} rows')


def check(report, folder):
    report.check((folder / 'exit').read_text().strip() == '0', 'the scenario ran to its end')
    report.run(upgraded, library_is_kept, ride_continues, given=[ServiceBoot(folder)])
