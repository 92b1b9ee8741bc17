"""service_figures.py RUNS FILE: writes the figures of the package as a table in Markdown, from the boots `service` and,
if it ran, `writes`.
"""

import datetime
import pathlib
import re
import sys

from rig.service_evidence import ServiceBoot

SECTOR = 512


def exposure(boot, name='security.txt'):
    """Returns the rating of the unit by `systemd-analyze security`, from 0 (best) to 10 (worst)."""
    return float(re.search(r'Overall exposure level for \S+: ([0-9.]+)', boot.text(name))[1])


def stretch(boot, name):
    """Returns memory in MB, and bytes and flushes an hour, of a measured stretch."""
    begins, ends = boot.used(name)
    seconds = ends['uptime'] - begins['uptime']

    def an_hour(key):
        return (ends[key] - begins[key]) * 3600 / seconds

    return {
        'seconds': seconds,
        'memory': ends['memory_bytes'] / 1e6,
        'resident': ends['resident_kb'] * 1024 / 1e6,
        'anonymous': ends['anonymous_kb'] * 1024 / 1e6,
        'card': an_hour('card_sectors') * SECTOR / 1e6,
        'flushes': an_hour('card_flushes'),
        'written': an_hour('written_bytes') / 1e6,
    }


def table(boot, peace):
    """`peace` is the boot with an undisturbed ride; None if it is missing."""
    (package,) = boot.noted('package')
    rows = [
        ('package', f'{package["bytes"] / 1e6:.1f} MB, installed {package["installed_kb"] / 1000:.0f} MB'),
        ('`systemd-analyze security jz2d.service`', f'{exposure(boot)}'),
    ]
    for name, used in [(name, stretch(peace, name)) for name in ('idle', 'riding')] if peace else []:
        rows.append(
            (
                f'{name}, {used["seconds"]:.0f} s',
                f'{used["resident"]:.0f} MB resident '
                f'({used["anonymous"]:.0f} MB anonymous, {used["memory"]:.0f} MB by its cgroup), '
                f'{used["card"]:.0f} MB an hour written to the card in {used["flushes"]:.0f} flushes, '
                f'of which jz2d {used["written"]:.0f} MB',
            )
        )
    versions = ', '.join(dict.fromkeys(boot.ride.versions()))
    head = [
        f'The service on the rig, {datetime.date.today().isoformat()}: {versions}; '
        'in virtual time, in which processing takes none.',
        '',
        '| | |',
        '|---|---|',
    ]
    return '\n'.join(head + [f'| {name} | {value} |' for name, value in rows]) + '\n'


if __name__ == '__main__':
    runs = pathlib.Path(sys.argv[1])
    measured = runs / 'writes' / 'out' / 'writes'
    text = table(
        ServiceBoot(runs / 'service' / 'first' / 'out' / 'service'),
        ServiceBoot(measured) if measured.exists() else None,
    )
    pathlib.Path(sys.argv[2]).write_text(text)
    print(text)
