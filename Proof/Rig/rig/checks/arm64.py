"""Checks `arm64/guest.sh`: the packages are installed, ridden with and purged on arm64."""

import json
from xml.etree import ElementTree

SECONDS = 60
TCX = {'t': 'http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2'}


def text(folder, name):
    return (folder / name).read_text().strip()


def installed(report, folder):
    report.check(text(folder, 'install.exit') == '0', 'the package installs', text(folder, 'install.exit'))
    state, version, architecture = text(folder, 'package.txt').rsplit(' ', 2)
    report.check(state == 'install ok installed', 'all its dependencies are installed', state)
    report.check(architecture == 'arm64', 'it is an arm64 package', architecture)
    report.check(
        text(folder, 'version.txt') == version,
        'the programs report the version of the package',
        text(folder, 'version.txt'),
    )
    report.check(text(folder, 'version-sync.txt') == version, 'and so does jz2sync', text(folder, 'version-sync.txt'))
    report.check(text(folder, 'version-cue.txt') == version, 'and jz2cue', text(folder, 'version-cue.txt'))
    report.check(text(folder, 'version-web.txt') == version, 'and jz2web', text(folder, 'version-web.txt'))
    report.check(text(folder, 'version-bridge.txt') == version, 'and jz2bridge', text(folder, 'version-bridge.txt'))
    report.check(text(folder, 'page.exit') == '0', 'the page is switched on and answers', text(folder, 'page.exit'))
    units = [dict(line.split('=', 1) for line in unit.splitlines()) for unit in text(folder, 'units.txt').split('\n\n')]
    for unit in units:
        report.check(
            (unit['ActiveState'], unit['UnitFileState']) == ('active', 'enabled'), f'{unit["Id"]} is active and enabled'
        )
    report.check('750 jz2:jz2 /var/lib/jz2' in text(folder, 'modes.txt'), "the rides' folder is jz2's, 0750")
    report.check('660 root:jz2 /run/jz2/jz2.sock' in text(folder, 'modes.txt'), "the socket is jz2's, 0660")
    report.check('660 root:jz2 /run/jz2/sync.sock' in text(folder, 'modes.txt'), "jz2sync's socket too")
    report.check('700 jz2-sync:jz2-sync /var/lib/jz2-sync' in text(folder, 'modes.txt'), 'its secrets are its own')
    report.check(text(folder, 'services.exit') == '0', 'it answers', text(folder, 'services.exit'))


def ridden(report, folder):
    report.check(
        text(folder, 'start.exit') == '0',
        'a ride starts with the options of /etc/default/jz2',
        text(folder, 'start.exit'),
    )
    rides = json.loads(text(folder, 'rides.json'))['rides']
    report.check(len(rides) == 1, 'and is listed', len(rides))
    files = list(folder.glob('*.tcx'))
    report.check(len(files) == 1, 'and leaves a file', [file.name for file in files])
    lap = ElementTree.parse(files[0]).getroot().find('.//t:Lap', TCX)
    seconds = float(lap.find('t:TotalTimeSeconds', TCX).text)
    report.check(seconds == SECONDS, f'of {SECONDS} s', seconds)
    points = lap.findall('.//t:Trackpoint', TCX)
    report.check(SECONDS <= len(points) <= SECONDS + 1, 'with a trackpoint a second', len(points))
    hearts = [point.find('t:HeartRateBpm/t:Value', TCX) for point in points]
    report.check(sum(heart is not None for heart in hearts) > SECONDS / 2, 'with heart rate')
    header = (folder / 'ride.fit').read_bytes()[:14]
    report.check(header[8:12] == b'.FIT', 'and as a FIT file', header)


def quiet(report, folder):
    said = ''.join(text(folder, f'{program}.txt') for program in ('jz2d', 'jz2sync', 'jz2cue', 'jz2web', 'jz2bridge'))
    bad = [line for line in said.splitlines() if 'Fatal error' in line or 'dumped' in line or 'status=' in line]
    report.check(not bad, 'nothing crashed', bad[:3])


def purged(report, folder):
    report.check(text(folder, 'purge.exit') == '0', 'it is purged', text(folder, 'purge.exit'))
    first, *rest = text(folder, 'purged.txt').splitlines()
    report.check(first == '700 root:root /var/lib/jz2', 'the rides stay, readable only by root', first)
    report.check(rest and all(' root:root ' in line for line in rest), 'each of them', rest)
    report.check(not text(folder, 'secrets.txt'), 'the secrets of jz2sync are removed', text(folder, 'secrets.txt'))


def check(report, folder):
    report.run(installed, ridden, quiet, purged, given=[folder])
