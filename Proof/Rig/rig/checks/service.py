"""Checks `virtual/service.sh`."""

import re

from rig import outcomes, service_figures, tried_facts
from rig.service_evidence import ServiceBoot, ServiceBoots
from rig.told import Reaction, lets_go

WORST_RETURN = 5
WATCHDOG_RETURN = 30 + WORST_RETURN
EXPOSURE = 1.5
SYNC_EXPOSURE = 1.9
PAGE_EXPOSURE = 1.9
SOCKETS = {
    'jz2': 'jz2',
    'library': 'jz2-library',
    'ride': 'jz2-ride',
    'look': 'jz2-look',
    'store-sync': 'jz2-sync',
    'trainers': 'jz2-bridge',
}
# Paths that the system leaves after a package's scripts, or writes between the two lists of files.
NOT_THE_PACKAGES = (
    '/var/lib/jz2',
    '/var/cache',
    '/var/log',
    '/var/backups',
    '/var/tmp',
    '/var/lib/apt',
    '/var/lib/dpkg',
    '/var/lib/bluetooth',
    '/var/lib/systemd/rfkill',
    '/var/lib/systemd/timers',
    '/var/lib/systemd/timesync',
    '/var/lib/systemd/random-seed',
)


def ran(report, boots, ride):
    for boot in boots:
        report.check(boot.text('exit').strip() == '0', f'{boot.folder.name} ran to its end', boot.text('exit').strip())


def installed(report, boots, ride):
    report.check(boots.first.exit('install') == 0, 'the package installs without a network')
    steps = re.compile('usermod -aG jz2 .*jz2ctl doctor.*jz2ctl start', re.DOTALL)
    said = boots.first.text('install.txt')
    report.check(steps.search(said), 'it names the next commands', said.strip()[-300:].replace('\n', ' | '))
    said = boots.first.text('upgrade.txt')
    report.check('usermod' not in said, 'an upgrade does not', said.strip()[-300:].replace('\n', ' | '))
    for unit in boots.first.noted('unit'):
        report.check(
            (unit['active'], unit['enabled']) == ('active', 'enabled'),
            f'{unit["name"]} is active and enabled',
            f'{unit["active"]}, {unit["enabled"]}',
        )
    kinds = {unit['name']: unit['type'] for unit in boots.first.noted('unit')}
    report.check(kinds.get('jz2d.service') == 'notify', 'active means that it sent READY', kinds.get('jz2d.service'))
    exposure = service_figures.exposure(boots.first)
    report.check(exposure <= EXPOSURE, f'systemd-analyze security is at most {EXPOSURE}', exposure)


def who_may(report, boots, ride):
    report.check(boots.first.exit('member') == 0, 'a member of jz2 reaches the socket')
    report.check(boots.first.exit('radio-switch') == 0, 'the service may only block its adapter')
    urgent = [thread['name'] for thread in boots.first.noted('thread') if thread['policy'] == 2]
    report.check(urgent == ['jz2-ride'], "only the ride's thread has priority over all others", urgent)
    said = boots.first.text('stranger.txt')
    report.check(boots.first.exit('stranger') == 69, 'another user gets exit 69', boots.first.exit('stranger'))
    report.check('usermod -aG jz2' in said, 'and a message with the command that fixes it', said.strip())
    groups = {note['path']: note['of'] for note in boots.first.noted('socket')}
    expected = {f'/run/jz2/{name}.sock': f'660 root:{group}' for name, group in SOCKETS.items()}
    report.check(groups == expected, 'each socket belongs to its group, 0660', groups)
    report.check(boots.first.exit('looker') == 0, 'a member of jz2-look sees the status')
    said = boots.first.text('looker-start.txt')
    report.check(boots.first.exit('looker-start') == 1, 'and may not begin a ride', boots.first.exit('looker-start'))
    report.check('usermod -aG jz2-ride' in said, 'and gets a message with the group that may', said.strip())
    for note in boots.first.noted('paths') + boots.again.noted('paths'):
        report.check(note['runtime'] == '755 root:root', f"{note['when']}: /run/jz2 is root's, 0755", note['runtime'])
        report.check(note['rides'] == '750 jz2:jz2', f"{note['when']}: /run/jz2/rides is jz2's, 0750", note['rides'])
        report.check(
            re.fullmatch(r'socket 660 \w+:jz2', note['socket']),
            f"{note['when']}: the socket is jz2's, 0660",
            note['socket'],
        )
        report.check(note['state'] == '750 jz2:jz2', f"{note['when']}: the rides' folder is jz2's, 0750", note['state'])


def rode(report, boots, ride):
    tried_facts.ride_is_whole(report, ride.left)
    tried_facts.healed(report, ride.tries)
    tried_facts.rows_lost(report, ride.outcomes, ride.tries)
    for outcome in ride.outcomes.values():
        tried_facts.returned(
            report, outcome, worst=WATCHDOG_RETURN if outcome.fault.name == 'service hangs' else WORST_RETURN
        )
    began, ended = boots.first.answer('before-reboot')['ride']['id'], ride.left.ride['id']
    report.check(began == ended, 'after the reboot it is the same ride', f'{began}, {ended}')
    suspended = [one.name for one in ride.tries if one.name.startswith(('service ', 'package ', 'reboot'))]
    marks = {kind: len(ride.left.events(kind)) for kind in ('interrupted', 'continued')}
    report.check(
        set(marks.values()) == {len(suspended)},
        f'each of {len(suspended)} ends of the daemon is marked in the ride',
        marks,
    )


def reboots(report, boots, ride):
    asked = next(note['t'] for note in boots.first.ride.notes if note['event'] == 'reboot')
    answers = [
        event
        for event in boots.first.ride.log
        if event['event'] == 'response' and event['t'] > asked and event['reaction'] == Reaction.DONE
    ]
    report.check(
        answers and lets_go(answers[-1]),
        'a reboot releases the trainer first',
        [answer['what'] for answer in answers],
    )
    rest = [
        note['answer']
        for note in boots.again.ride.notes
        if note.get('command') == 'state' and note['t'] <= boots.again.ride.tries[0].began
    ]
    report.check(rest and rest[-1]['target'] is None, 'after it a resting rider gets no target', rest[-1:])


def directory_is_taken_over(report, boots, ride):
    report.check(boots.first.exit('upgrade-as-before') == 0, "an upgrade takes the sockets' directory from jz2")
    (note,) = boots.first.noted('spool')
    report.check(not note['left'], 'and the new daemon imports the rides that were in it', note['left'])


def services_survive(report, boots, ride):
    before, after = boots.first.service('adapter there'), boots.first.service('adapter back')
    report.check(
        before['pid'] == after['pid'] and after['state'] == 'active', 'the service survives the adapter', after['state']
    )
    versions = boots.first.text('versions-upgraded.txt').split()
    report.check(versions[-1].endswith('+later'), 'the upgrade is installed', versions[-1])
    report.check(
        boots.again.service('booted')['state'] == 'active',
        'it is up after a boot',
        boots.again.service('booted')['state'],
    )
    enabled, disabled = boots.again.service('plugged in, enabled'), boots.again.service('plugged in, disabled')
    report.check(enabled['state'] == 'active', 'a stopped service starts when an adapter appears', enabled['state'])
    report.check(disabled['state'] == 'inactive', 'a disabled one does not', disabled['state'])


def troubles_are_said(report, boots, ride):
    for boot, code, sentence, remedy in (
        (
            boots.first,
            'serviceMissing',
            'Bluetooth service is not running|bluetoothd (does not run|is not running)',
            'systemctl start bluetooth',
        ),
        (boots.first, 'adapterOff', 'blocked', 'rfkill unblock bluetooth'),
        (boots.again, 'adapterMissing', 'no Bluetooth adapter', ''),
    ):
        codes = [problem['code'] for problem in boot.answer(f'{code}-status')['problems']]
        report.check(code in codes, f'{code} is among the problems', codes)
        for place in ('status', 'doctor', 'journal'):
            said = boot.text(f'{code}-{place}.txt')
            report.check(
                re.search(sentence, said) and remedy in said,
                f'{place} reports it and the remedy',
                said.strip()[-300:].replace('\n', ' | '),
            )
        report.check(boot.service(code)['state'] == 'active', 'and the service is up', boot.service(code)['state'])


def sync_beside(report, boots, ride):
    said = boots.first.text('services-absent.txt')
    absent = boots.first.exit('services-absent')
    report.check(absent == 69 and './jz2-sync_*.deb' in said, 'without jz2-sync: exit 69 and what to install', said)
    report.check(boots.again.exit('install-sync') == 0, 'jz2-sync installs without a network')
    for unit in boots.again.noted('unit'):
        report.check(
            (unit['active'], unit['enabled']) == ('active', 'enabled'),
            f'{unit["name"]} is active and enabled',
            f'{unit["active"]}, {unit["enabled"]}',
        )
    exposure = service_figures.exposure(boots.again, 'sync-security.txt')
    report.check(exposure <= SYNC_EXPOSURE, f'its exposure is at most {SYNC_EXPOSURE}', exposure)
    report.check(boots.again.exit('sync-stranger') == 69, 'another user does not reach its socket')
    (note,) = boots.again.noted('synced')
    report.check(note['socket'] == '660 root:jz2', "its socket is jz2's, 0660", note['socket'])
    report.check(note['state'] == '700 jz2-sync:jz2-sync', 'its secrets are its own, 0700', note['state'])
    report.check(
        note['files'].endswith('.fit') and '*' not in note['files'],
        'a ride is sent to the folder automatically',
        note['files'],
    )
    report.check(note['by'] == 'jz2-sync', 'and to the command, run by the user jz2-sync', note['by'])
    stopped = boots.again.service('stopped beside jz2-sync')
    report.check(stopped['state'] == 'inactive', 'jz2d stays stopped meanwhile', stopped['state'])
    (note,) = boots.again.noted('sync')
    report.check(note['active'] == 'active', 'it keeps running without jz2d', note['active'])
    journal = boots.again.text('sync-journal.txt')
    bad = [line for line in journal.splitlines() if 'thread priority' in line or 'Fatal error' in line]
    report.check(journal and not bad, 'its unit lets the runtime set its threads up', bad[:3])


def page_beside(report, boots, ride):
    again = boots.again
    report.check(again.exit('install-web') == 0, 'jz2-web installs without a network')
    (note,) = again.noted('page')
    stands = (note['active'], note['port'], note['enabled'])
    report.check(stands == ('inactive', 'inactive', 'disabled'), 'its page is off at first', stands)
    report.check(again.exit('page-off-at-first') == 0, 'jz2ctl reports that', again.text('page-off-at-first.txt'))
    said = again.text('page-on-as-rider.txt')
    report.check(again.exit('page-on-as-rider') == 1 and 'sudo jz2ctl page on' in said, 'only root switches it', said)
    said = again.text('page-on-without-port.txt')
    report.check(
        again.exit('page-on-without-port') == 1 and 'systemctl status jz2-web.socket' in said,
        'if its port is taken, jz2ctl explains where to look',
        said,
    )
    report.check(again.exit('page-on') == 0 and again.exit('page-served') == 0, 'otherwise the page is served')
    report.check(
        again.exit('reinstall-web') == 0 and again.exit('page-served-again') == 0,
        'also after the package is installed again',
        again.text('page-served-again.txt')[:100],
    )
    report.check(again.exit('page-off') == 0, 'and it is switched off again', again.text('page-off.txt'))
    for name in ('page', 'jz2-web-certificate', 'jz2-web-tls'):
        exposure = service_figures.exposure(again, f'{name}-security.txt')
        report.check(exposure <= PAGE_EXPOSURE, f'{name}: its exposure is at most {PAGE_EXPOSURE}', exposure)
    report.check(again.exit('purge-web') == 0, 'jz2-web is purged')


def certificate_renews(report, boots, ride):
    again = boots.again
    report.check(again.exit('certificate') == 0, 'the certificate is made', again.text('certificate.txt'))
    report.check(again.exit('certificate-lasts') == 0, 'and does not expire soon')
    report.check(again.exit('renewal-early') == 0, 'its unit runs', again.text('renewal-early.txt'))
    report.check(again.exit('certificate-ends') == 1, 'another one expires soon')
    said = again.text('renewal-status.txt').split()
    report.check(
        again.exit('renewal') == 0 and set(said) == {'Result=success', 'ExecMainStatus=0'},
        'the confined unit renews it',
        said + again.text('renewal-journal.txt').splitlines(),
    )
    report.check(again.exit('certificate-renewed') == 0, 'the new one does not expire soon')
    report.check(
        again.exit('certificate-verified') == 0, 'it is signed by the authority', again.text('certificate-verified.txt')
    )
    (note,) = again.noted('certificate')
    report.check(note['authority'] == note['renewed'], 'the authority is the same')
    report.check(note['key'] == '600 root:root', "the key is root's, 0600", note['key'])


def bad_state_is_said(report, boots, ride):
    mended = boots.again.noted('mended')
    for note in mended:
        name = note['name']
        for place in ('status', 'doctor', 'journal'):
            said = boots.again.text(f'{name}-{place}.txt')
            wanted = 'chown' if name == 'other-owner' else 'later'
            report.check(wanted in said, f'{name}: {place} reports it', said.strip()[-300:].replace('\n', ' | '))
        report.check(
            boots.again.service(name)['state'] == 'active',
            f'{name}: the service is up',
            boots.again.service(name)['state'],
        )
        report.check(note['good'], f'{name}: after the fix it works without a restart')
    report.check(len(mended) == 2, 'a state directory of another user and a later version were tried', len(mended))


def quiet(report, boots, ride):
    complaints = [entry for boot in boots for entry in boot.complaints()]
    report.check(not complaints, 'the unit lets the runtime set its threads up', f'{len(complaints)} complaints')


def radio_works_hardened(report, boots, ride):
    checks = {check['name']: check for check in boots.again.answer('doctor')['checks']}
    for name in (
        'adapter',
        'bluetoothd',
        'bus',
        'service',
        'socket',
        'state directory',
        'connection parameters',
        'black box',
    ):
        report.check(
            checks.get(name, {}).get('outcome') == 'ok', f'doctor: {name} is ok', checks.get(name, {}).get('message')
        )
    box = (boots.again.folder / 'box.btsnoop').read_bytes()
    report.check(box.startswith(b'btsnoop\0') and len(box) > 20_000, 'the black box holds traffic', f'{len(box)} bytes')
    drops = [incident for incident in boots.again.answer('links').get('incidents', []) if incident['kind'] == 'drop']
    report.check(drops, 'and the ride lists its drops', len(drops))


def purged(report, boots, ride):
    report.check(boots.again.exit('purge-sync') == 0, 'jz2-sync is purged')
    report.check(boots.again.exit('purge') == 0, 'jz2 is purged')
    before, after = (
        set(boot.text(f'{name}.txt').splitlines())
        for boot, name in ((boots.first, 'files-before'), (boots.again, 'files-purged'))
    )
    changed = sorted(path for path in before ^ after if not path.startswith(NOT_THE_PACKAGES))
    report.check(not changed, 'the package leaves no file, and removes no other', changed[:10])
    report.check(
        not boots.again.text('accounts-purged.txt').strip(),
        'no account and no group',
        boots.again.text('accounts-purged.txt').strip(),
    )
    report.check(
        not boots.again.text('units-purged.txt').strip(), 'no unit', boots.again.text('units-purged.txt').strip()
    )
    (note,) = boots.again.noted('purged')
    report.check(not note['runtime'], 'no /run/jz2')
    rides = boots.again.text('rides-before.txt')
    report.check(
        rides and rides == boots.again.text('rides-purged.txt'),
        'the rides are unchanged',
        f'{len(rides.splitlines())} files',
    )
    report.check(note['state'] == '700 root:root', 'and readable only by root', note['state'])
    report.check(boots.again.exit('install-again') == 0, 'it is installed again')
    listed = [ride['id'] for ride in boots.again.answer('rides-again').get('rides', [])]
    expected = [boots.again.answer('sync-ride')['ride']['id'], ride.left.ride['id']]
    report.check(listed == expected, 'and listed when it is installed again', listed)


def check(report, folder):
    boots = ServiceBoots(
        ServiceBoot(folder / 'first' / 'out' / 'service'), ServiceBoot(folder / 'again' / 'out' / 'service-again')
    )
    report.run(
        ran,
        installed,
        who_may,
        rode,
        reboots,
        directory_is_taken_over,
        services_survive,
        troubles_are_said,
        bad_state_is_said,
        sync_beside,
        page_beside,
        certificate_renews,
        quiet,
        radio_works_hardened,
        purged,
        given=[boots, outcomes.of_service(folder)],
    )
