"""Checks that the disk gets only necessary writes, idle and riding, and that a ride logs few journal lines."""

import collections
import math
import re
from typing import ClassVar

from rig import ride_facts
from rig.evidence import Evidence, json_lines
from rig.service_evidence import ServiceBoot

SECTOR, BLOCK = 512, 4096
# The last second survives a pulled plug, so for each second one or two blocks of the log are written and flushed: 19
# MB/h, and 33 with the file system's journal every five seconds and the black box. A log that grows cost 110 MB/h and
# two flushes a second.
MEGABYTES_AN_HOUR = 45
FLUSHES_A_SECOND = 1.6
# Swift's thread pool wakes once a second in any program. Every ten seconds the daemon looks for problems to write to
# the journal, on three threads. There is no other reason to wake without a ride.
IDLE_WAKEUPS_A_MINUTE = 90


class Stretch:
    """The changes between the two lines of NAME.measure."""

    def __init__(self, folder, name):
        self.folder, self.name = folder, name
        before, after = json_lines(folder / f'{name}.measure')
        self.change = {key: after[key] - before[key] for key in before}
        self.seconds = self.change['uptime']
        self.resident = after['residentKiB']

    @property
    def megabytes_an_hour(self):
        return self.an_hour(self.change['sectors'] * SECTOR)

    def an_hour(self, count):
        return count * 3600 / self.seconds / 1e6

    def a_second(self, key):
        return self.change[key] / self.seconds

    def parts(self):
        """Returns the written bytes by purpose. The block of each request shows its purpose."""
        owners = Owners((self.folder / f'{self.name}.extents').read_text())
        written = collections.Counter()
        for line in (self.folder / f'{self.name}.requests').read_text().splitlines():
            found = re.search(r' block_rq_issue: \S+ (\S*W\S*) \d+ \(\) (\d+) \+ (\d+) ', line)
            if found:
                first, count = int(found[2]) * SECTOR // BLOCK, int(found[3]) * SECTOR // BLOCK
                written.update(owners.of(block) for block in range(first, first + count) for _ in range(BLOCK))
        return written

    def describe(self):
        print(
            f'       {self.name}, {self.seconds:.0f} s: {self.megabytes_an_hour:.1f} MB/h in '
            f'{self.a_second("writes"):.2f} writes/s, {self.a_second("flushes"):.2f} flushes/s; '
            f'{self.resident / 1024:.1f} MiB, '
            f'{self.a_second("sleeps") * 60:.0f} wake-ups a minute'
        )
        parts = ', '.join(f'{owner} {self.an_hour(count):.1f}' for owner, count in self.parts().most_common())
        if parts:
            print(f'       of that, in MB/h: {parts}')


class Owners:
    """The owner of each block, as `extents` of the scenario printed it."""

    NAMES: ClassVar = {
        'jz2.sqlite-wal': 'log',
        'jz2.sqlite': 'database',
        'jz2.sqlite-shm': "log's index",
        'btsnoop': 'black box',
    }

    def __init__(self, text):
        self.owner = {}
        name = None
        for line in text.splitlines():
            if line.startswith('journal'):
                for first, last in re.findall(r':(\d+)-(\d+)', line):
                    self.owner.update(dict.fromkeys(range(int(first), int(last) + 1), "file system's journal"))
            elif found := re.match(r'File size of (\S+) is', line):
                name = found[1].rsplit('/', 1)[1]
            elif found := re.match(r'\s+\d+:\s+\d+\.\.\s+\d+:\s+(\d+)\.\.\s+(\d+):', line):
                kind = self.NAMES.get(name) or self.NAMES.get(name.rsplit('.')[-1]) or name
                self.owner.update(dict.fromkeys(range(int(found[1]), int(found[2]) + 1), kind))

    def of(self, block):
        return self.owner.get(block, 'file system')


def rode(report, evidence, boot):
    ride_facts.scenario_ran(report, evidence)
    left = evidence.shown()
    report.check(
        left['elapsedSeconds'] > Stretch(evidence.folder, 'riding').seconds,
        'a ride was recorded meanwhile',
        left['elapsedSeconds'],
    )


def idle(report, evidence, boot):
    stretch = Stretch(evidence.folder, 'idle')
    stretch.describe()
    report.check(
        stretch.change['writes'] == 0, 'a daemon without a ride writes nothing', f'{stretch.change["sectors"]} sectors'
    )
    wakeups = stretch.a_second('sleeps') * 60
    report.check(
        wakeups <= IDLE_WAKEUPS_A_MINUTE,
        f'and is woken at most {IDLE_WAKEUPS_A_MINUTE} times a minute',
        f'{wakeups:.0f}',
    )


def riding(report, evidence, boot):
    stretch = Stretch(evidence.folder, 'riding')
    stretch.describe()
    report.check(
        stretch.megabytes_an_hour <= MEGABYTES_AN_HOUR,
        f'at most {MEGABYTES_AN_HOUR} MB an hour',
        f'{stretch.megabytes_an_hour:.1f}',
    )
    report.check(
        stretch.a_second('flushes') <= FLUSHES_A_SECOND,
        f'at most {FLUSHES_A_SECOND} flushes a second',
        f'{stretch.a_second("flushes"):.2f}',
    )


def quiet(report, evidence, boot):
    begins, ends = boot.used('riding')
    lines = [
        entry['MESSAGE']
        for entry in boot.journal()
        if begins['epoch'] <= int(entry['__REALTIME_TIMESTAMP']) / 1e6 <= ends['epoch']
    ]
    minutes = (ends['epoch'] - begins['epoch']) / 60
    report.check(
        minutes >= 2 and len(lines) <= math.ceil(minutes),
        'a steady ride writes at most a line a minute to the journal',
        f'{len(lines)} in {minutes:.1f} min {lines[:5]}',
    )
    report.check(
        not boot.complaints(), 'the unit lets the runtime set its threads up', f'{len(boot.complaints())} complaints'
    )


def check(report, folder):
    report.run(rode, idle, riding, quiet, given=[Evidence(folder), ServiceBoot(folder)])
