"""compare.py BEFORE AFTER [ROUNDS]: the files of an eight-hour ride and `jz2ctl status` in four languages, two builds.

BEFORE and AFTER are folders with release programs. The builds take turns, so a busy machine slows both. Prints the
median duration of each call, and the CPU time of jz2ctl and jz2d together.
"""

import contextlib
import datetime
import json
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time

SECONDS = 8 * 3600
LANGUAGES = {'en': 'C.UTF-8', 'de': 'de_DE.UTF-8', 'fr': 'fr_FR.UTF-8', 'es': 'es_ES.UTF-8'}
STATUS_CALLS = 30


def ride(path: pathlib.Path) -> None:
    """Writes a ride of eight hours with power, cadence, heart rate, speed and distance."""
    start = datetime.datetime(2026, 11, 1, 6)
    head = (
        '<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" '
        'xmlns:x="http://www.garmin.com/xmlschemas/ActivityExtension/v2"><Activities><Activity Sport="Biking">'
        f'<Id>{start:%FT%TZ}</Id><Lap StartTime="{start:%FT%TZ}"><TotalTimeSeconds>{SECONDS}</TotalTimeSeconds>'
        '<DistanceMeters>233280</DistanceMeters><Calories>0</Calories><Intensity>Active</Intensity>'
        '<TriggerMethod>Manual</TriggerMethod><Track>'
    )
    points = ''.join(
        f'<Trackpoint><Time>{start + datetime.timedelta(seconds=second):%FT%TZ}</Time>'
        f'<DistanceMeters>{second * 8.1:.1f}</DistanceMeters><HeartRateBpm><Value>{120 + second % 30}</Value>'
        f'</HeartRateBpm><Cadence>{85 + second % 7}</Cadence><Extensions><x:TPX><x:Speed>8.1</x:Speed>'
        f'<x:Watts>{150 + second % 40}</x:Watts></x:TPX></Extensions></Trackpoint>'
        for second in range(SECONDS)
    )
    path.write_text(f'{head}{points}</Track></Lap></Activity></Activities></TrainingCenterDatabase>')


def cpu_of(process: int) -> float:
    fields = pathlib.Path(f'/proc/{process}/stat').read_text().rsplit(')', 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


class Build:
    """A daemon of one build with a fresh library, and its client."""

    def __init__(self, programs: str, folder: str):
        self.client, self.socket = f'{programs}/jz2ctl', f'{folder}/socket'
        command = [f'{programs}/jz2d', '--radio', 'sim', '--state', folder, '--socket', self.socket]
        self.daemon = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not os.path.exists(self.socket):
            time.sleep(0.05)

    def call(self, *words: str, language: str = 'en') -> tuple[float, float, bytes]:
        """Returns the duration, the CPU time and the output of a call, in seconds."""
        environment = {**os.environ, 'LC_ALL': LANGUAGES[language], 'LANGUAGE': '' if language == 'en' else language}
        own, daemon, began = resource.getrusage(resource.RUSAGE_CHILDREN), cpu_of(self.daemon.pid), time.monotonic()
        command = [self.client, *words, '--socket', self.socket]
        output = subprocess.run(command, check=True, capture_output=True, env=environment).stdout
        duration, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime + after.ru_stime - own.ru_utime - own.ru_stime
        return duration, used + cpu_of(self.daemon.pid) - daemon, output

    def close(self) -> None:
        self.daemon.terminate()
        self.daemon.wait()


def measure(build: Build, file: pathlib.Path, folder: str):
    """Yields the name, the duration and the CPU time of each call."""
    yield 'import', *build.call('import', str(file))[:2]
    number = str(json.loads(build.call('rides', '--json')[2])['rides'][0]['id'])
    for format_ in ('tcx', 'fit', 'json', 'csv'):
        yield f'export {format_}', *build.call('export', number, '--format', format_, '--output', f'{folder}/file')[:2]
    yield 'show --samples --json', *build.call('show', number, '--samples', '--json')[:2]
    for _ in range(STATUS_CALLS):
        for language in LANGUAGES:
            yield f'status in {language}', *build.call('status', language=language)[:2]


def main() -> None:
    builds, rounds = sys.argv[1:3], int(sys.argv[3]) if len(sys.argv) > 3 else 9
    found: dict[str, list[list[tuple[float, float]]]] = {}
    with tempfile.TemporaryDirectory() as place:
        file = pathlib.Path(place) / 'ride.tcx'
        ride(file)
        for turn in range(rounds):
            for which in (0, 1) if turn % 2 == 0 else (1, 0):
                with tempfile.TemporaryDirectory() as folder, contextlib.closing(Build(builds[which], folder)) as build:
                    for name, duration, cpu in measure(build, file, folder):
                        found.setdefault(name, [[], []])[which].append((duration, cpu))
    for name, pair in found.items():
        figures = [[1000 * statistics.median(one[part] for one in calls) for part in (0, 1)] for calls in pair]
        (before, before_cpu), (after, after_cpu) = figures
        print(f'{name:22} {before:7.1f} → {after:7.1f} ms   CPU {before_cpu:7.1f} → {after_cpu:7.1f} ms')


main()
