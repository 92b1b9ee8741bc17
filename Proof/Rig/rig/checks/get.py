"""Checks `scenarios/get.sh`: a rider gets jz2 from its repository, rides, upgrades during a ride, and removes jz2."""

from rig import tried_facts
from rig.outcomes import of_one_ride
from rig.service_evidence import ServiceBoot


def installed(report, boot, ride):
    refused = boot.text('without-root.txt')
    report.check(
        boot.exit('without-root') != 0 and 'sudo sh' in refused,
        'without root, install.sh names the command',
        refused.strip(),
    )
    said = boot.text('get.txt')
    report.check(boot.exit('get') == 0, 'install.sh ends with 0', said.splitlines()[-3:])
    report.check('jz2ctl start' in said.splitlines()[-1], 'its last line is the next command', said.splitlines()[-1])
    report.check(
        boot.exit('doctor') == 0, 'doctor finds that a ride would work', boot.text('doctor.txt').splitlines()[-1]
    )
    report.check(boot.text('doctor.txt').strip() in said, 'install.sh prints the same verdict')
    report.check(boot.exit('page') == 0 and '<html' in boot.text('page.txt'), 'with --page, the page is served')


def rides_in_the_same_login(report, boot, ride):
    (note,) = boot.noted('member')
    report.check('jz2' in note['groups'].split(), 'install.sh adds the rider to the group', note['groups'])
    report.check('jz2' not in note['login'].split(), "the rider's login is still without it", note['login'])
    start = next(note for note in boot.noted('command') if note['command'].startswith('start '))
    report.check(start['exit'] == 0, 'the ride starts in that login', start['exit'])


def upgraded(report, boot, ride):
    report.check(
        boot.exit('update') == 0, 'apt update finds the later version', boot.text('update.txt').splitlines()[-1]
    )
    tampered = boot.text('upgrade-tampered.txt')
    report.check(
        boot.exit('upgrade-tampered') != 0 and 'Hash Sum mismatch' in tampered, 'apt refuses a changed package'
    )
    (note,) = boot.noted('tampered')
    same = boot.text('versions-tampered.txt') == boot.text('versions-installed.txt')
    report.check(same and note['before'] == note['after'], 'and the ride goes on, with the same process', note)
    report.check(boot.exit('upgrade') == 0, 'apt upgrade installs the whole one', boot.text('upgrade.txt')[-300:])
    versions = [line.split() for line in boot.text('versions-upgraded.txt').splitlines()]
    report.check(
        len(versions) == 2 and all(version[-1].endswith('+later') for version in versions),
        'of both packages',
        versions,
    )
    report.check(boot.exit('page-upgraded') == 0, 'the page is still on')
    tried_facts.ride_is_whole(report, ride.left)
    tried_facts.healed(report, ride.ride.tries)
    tried_facts.rows_lost(report, ride.outcomes, ride.ride.tries)
    marks = {kind: len(ride.left.events(kind)) for kind in ('interrupted', 'continued')}
    report.check(set(marks.values()) == {1}, 'the ride was interrupted once', marks)


def uninstalled(report, boot, ride):
    report.check(boot.exit('uninstall') == 0, '--uninstall ends with 0', boot.text('uninstall.txt')[-300:])
    report.check('/var/lib/jz2' in boot.text('uninstall.txt'), 'and names the folder of the rides')
    states = boot.text('versions-uninstalled.txt').split()
    report.check('installed' not in states, 'no package is installed', states)
    files = boot.text('files-uninstalled.txt').split()
    report.check(not files, 'no program, unit, source or key is left', files)
    report.check(boot.exit('page-uninstalled') != 0, 'the port of the page is closed')
    before, after = boot.text('rides-before.txt'), boot.text('rides-after.txt')
    report.check(before and before == after, 'all rides are left, the same to the byte', before.splitlines())


def memory(report, boot, ride):
    for note in boot.noted('memory'):
        report.check(
            note['killed'].split()[-1] == '0' and note['swap'].split()[1] == '0',
            f'{note["of"]}: the memory suffices without swap',
            f'{note["peak"] / 1e6:.0f} MB at its peak, with cached files, of {note["total"].split()[1]} kB',
        )


def check(report, folder):
    report.check((folder / 'exit').read_text().strip() == '0', 'the scenario ran to its end')
    report.run(
        installed,
        rides_in_the_same_login,
        upgraded,
        uninstalled,
        memory,
        given=[ServiceBoot(folder), of_one_ride(folder)],
    )
