#!/usr/bin/env python3
"""health_export.py MEGABYTES [--seed N] [--days N]: writes a made-up export.xml of Apple Health to standard output.

It has nights, heart rate variability with its beats, resting heart rates and weights for the given number of days, each
in Apple's form. Records of heart rate fill the rest, as in real exports. `Contents` lists the values that a reader must
find.
"""

import argparse
import datetime
import random
import sys

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE HealthData [
<!-- HealthKit Export Version: 12 -->
<!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary|ClinicalRecord)*)>
<!ATTLIST HealthData
  locale CDATA #REQUIRED
>
<!ELEMENT Record ((MetadataEntry|HeartRateVariabilityMetadataList)*)>
<!ATTLIST Record
  type          CDATA #REQUIRED
  unit          CDATA #IMPLIED
]>
<HealthData locale="en_GB">
 <ExportDate value="2026-11-24 20:11:02 +0100"/>
 <Me HKCharacteristicTypeIdentifierDateOfBirth="" HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexNotSet"/>
"""
DEVICE = (
    'device="&lt;&lt;HKDevice: 0x28a1f&gt;, name:Apple Watch, manufacturer:Apple Inc., model:Watch, '
    'hardware:Watch6,2, software:9.1&gt;"'
)
STAGES = ['AsleepCore', 'AsleepDeep', 'AsleepCore', 'AsleepREM', 'Awake']
LAST = datetime.date(2026, 11, 24)


class Contents:
    """The contents of a seed's export: counts, and the text day by day."""

    def __init__(self, seed, days):
        self.seed, self.days = seed, days
        self.nights = self.measurements = self.resting = self.weights = self.repeated = 0

    def records(self):
        """Yields the records of each day, and counts them."""
        chance = random.Random(self.seed)
        for back in range(self.days, 0, -1):
            day = LAST - datetime.timedelta(days=back - 1)
            offset = 2 if 4 <= day.month <= 10 else 1
            yield ''.join(
                [self.night(chance, day, offset), self.variability(chance, day, offset), self.body(chance, day, offset)]
            )

    def counts(self):
        """Returns the expected counts, by the names of `jz2ctl import --json`; complete after the records."""
        return {
            'nights': self.nights,
            'measurements': self.measurements,
            'restingHeartRates': self.resting,
            'weights': self.weights,
        }

    def night(self, chance, day, offset):
        begin = datetime.datetime.combine(day, datetime.time()) - datetime.timedelta(minutes=chance.randint(30, 120))
        moment, lines = begin, []
        for number in range(chance.randint(4, 6)):
            for stage in STAGES if number else STAGES[:-1]:
                end = moment + datetime.timedelta(seconds=chance.randint(4, 60) * 30)
                lines.append(sleep('Watch', stage, moment, end, offset))
                moment = end
        if chance.random() < 0.1:
            lines.append(lines[chance.randrange(len(lines))])
            self.repeated += 1
        lines.append(sleep('iPhone', 'InBed', begin - datetime.timedelta(minutes=9), moment, offset))
        self.nights += 1
        return ''.join(lines)

    def variability(self, chance, day, offset):
        lines = []
        for hour in (1, 4, 13, 22):
            begin = datetime.datetime.combine(day, datetime.time(hour, chance.randint(0, 50), chance.randint(0, 59)))
            end = begin + datetime.timedelta(seconds=64)
            lines.append(
                f' <Record type="HKQuantityTypeIdentifierHeartRateVariabilitySDNN" sourceName="Watch" {DEVICE} '
                f'unit="ms" {dates(begin, end, offset)} value="{chance.uniform(15, 120):.4f}">\n'
                '  <HeartRateVariabilityMetadataList>\n'
            )
            moment = begin
            for _ in range(20):
                beat = chance.randint(48, 70)
                moment += datetime.timedelta(seconds=60 / beat)
                clock = f'{moment.hour % 12 or 12}:{moment:%M:%S}.{moment.microsecond // 10000:02}'
                half = 'AM' if moment.hour < 12 else 'PM'
                lines.append(f'   <InstantaneousBeatsPerMinute bpm="{beat}" time="{clock}\u202f{half}"/>\n')
            lines.append('  </HeartRateVariabilityMetadataList>\n </Record>\n')
            self.measurements += 1
        return ''.join(lines)

    def body(self, chance, day, offset):
        begin = datetime.datetime.combine(day, datetime.time(0, 4, 11))
        lines = [quantity('RestingHeartRate', 'count/min', chance.randint(44, 58), begin, offset)]
        self.resting += 1
        if day.weekday() == 0:
            lines.append(quantity('BodyMass', 'kg', round(chance.uniform(70, 74), 1), begin.replace(hour=7), offset))
            self.weights += 1
        return ''.join(lines)


def dates(begin, end, offset):
    zone = f'+{offset:02}00'
    return f'creationDate="{end} {zone}" startDate="{begin} {zone}" endDate="{end} {zone}"'


def sleep(source, stage, begin, end, offset):
    return (
        f' <Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="{source}" sourceVersion="9.1" {DEVICE} '
        f'{dates(begin, end, offset)} value="HKCategoryValueSleepAnalysis{stage}">\n'
        '  <MetadataEntry key="HKTimeZone" value="Europe/Berlin"/>\n </Record>\n'
    )


def quantity(kind, unit, value, begin, offset):
    return (
        f' <Record type="HKQuantityTypeIdentifier{kind}" sourceName="Watch" {DEVICE} unit="{unit}" '
        f'{dates(begin, begin, offset)} value="{value}"/>\n'
    )


def write(megabytes, contents, out):
    """Writes an export of at least so many megabytes. Returns its bytes."""
    chance = random.Random(contents.seed + 1)
    noon = datetime.datetime.combine(LAST, datetime.time(12))
    filler = ''.join(
        quantity('HeartRate', 'count/min', chance.randint(50, 170), noon - datetime.timedelta(seconds=5 * second), 1)
        for second in range(3000)
    ).encode()
    written = out.write(HEAD.encode())
    for text in contents.records():
        written += out.write(text.encode())
    while written < megabytes * 1_000_000:
        written += out.write(filler)
    return written + out.write(b'</HealthData>\n')


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('megabytes', type=int)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--days', type=int, default=3650)
    given = parser.parse_args()
    write(given.megabytes, Contents(given.seed, given.days), sys.stdout.buffer)


if __name__ == '__main__':
    main()
