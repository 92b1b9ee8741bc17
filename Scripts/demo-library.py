#!/usr/bin/env python3
"""demo-library.py BIN FOLDER, or demo-library.py BIN --socket PATH: 200 rides in twenty months, plans and mornings.

The rides are generated, and always the same; their dates end today. They are imported as TCX files of another program,
by `jz2ctl import`. With a folder, jz2d runs there during the import; with a socket, the running jz2d on that socket is
filled.
"""

import argparse
import contextlib
import datetime
import json
import math
import os
import pathlib
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time

RIDES = 200
MONTHS = 20
FTP, MOST_BEATS, REST_BEATS = 230, 186, 52
TIME = '%Y-%m-%dT%H:%M:%SZ'

# Minutes and shares of the FTP, and the frequency of each kind of ride.
KINDS = {
    'Endurance': (5, [(10, 0.5), (70, 0.66), (10, 0.5)]),
    'Zone 2': (4, [(5, 0.5), (50, 0.6), (5, 0.45)]),
    'Over-unders': (2, [(10, 0.55), *[(2, 1.05), (2, 0.9)] * 6, (8, 0.5)]),
    '4 × 8': (2, [(12, 0.55), *[(8, 0.98), (3, 0.5)] * 4, (6, 0.45)]),
    '30/30': (1, [(12, 0.6), *[(0.5, 1.25), (0.5, 0.5)] * 16, (10, 0.5)]),
    'Ramp test': (0.4, [(5, 0.45), *[(1, 0.46 + 0.06 * step) for step in range(12)], (5, 0.4)]),
    'Recovery spin': (2, [(35, 0.45)]),
    'Short and easy': (1, [(20, 0.55)]),
}


def days(chance: random.Random, today: datetime.date) -> list[datetime.date]:
    """Returns the days of the rides, the oldest first: three a week, with gaps for a holiday and for two weeks of
    illness."""
    gaps = [(70, 84), (310, 331)]
    free = [age for age in range(1, MONTHS * 30) if not any(first <= age < last for first, last in gaps)]
    return [today - datetime.timedelta(age) for age in sorted(chance.sample(free, RIDES), reverse=True)]


def fitness(share: float) -> float:
    """Returns the rider's relative strength, from the beginning (0) to today (1)."""
    return 0.86 + 0.12 * share + 0.04 * math.sin(share * 9)


class Body:
    """Heart and legs: the heart rate follows the power with a lag, and drifts."""

    def __init__(self, chance: random.Random, has_strap: bool):
        self.chance, self.has_strap = chance, has_strap
        self.beats, self.watts, self.heat = REST_BEATS + 30.0, 0.0, 0.0
        self.cadence = chance.uniform(82, 92)

    def second(self, aim: float) -> tuple[int, int | None, int]:
        """Returns a second at a target power: watts, bpm, rpm."""
        self.watts += (aim - self.watts) * 0.3
        watts = max(0.0, self.watts + self.chance.gauss(0, 4 + 0.02 * aim))
        self.heat = min(14.0, self.heat + 0.0022 * aim / FTP)
        wanted = REST_BEATS + (MOST_BEATS - REST_BEATS) * min(1.02, 0.30 + 0.60 * self.watts / FTP) + self.heat
        self.beats += (wanted - self.beats) / 35
        beats = round(self.beats + self.chance.gauss(0, 0.6)) if self.has_strap else None
        return round(watts), beats, round(self.cadence + self.chance.gauss(0, 1.2)) if watts > 10 else 0


def kilometres_an_hour(watts: float) -> float:
    """Returns the speed on the flat at a power: rolling resistance and air drag."""
    speed = 8.0
    for _ in range(6):
        speed -= (0.19 * speed**3 + 3.9 * speed - watts) / (0.57 * speed**2 + 3.9)
    return max(0.0, speed) * 3.6


SPEEDS = [kilometres_an_hour(watts) for watts in range(1200)]


def trackpoint(moment: datetime.datetime, watts: int, beats: int | None, rpm: int, metres: float) -> str:
    heart = f'<HeartRateBpm><Value>{beats}</Value></HeartRateBpm>' if beats else ''
    return (
        f'<Trackpoint><Time>{moment.strftime(TIME)}</Time><DistanceMeters>{metres:.1f}</DistanceMeters>{heart}'
        f'<Cadence>{rpm}</Cadence><Extensions><TPX xmlns="http://www.garmin.com/xmlschemas/ActivityExtension/v2">'
        f'<Speed>{SPEEDS[min(watts, 1199)] / 3.6:.2f}</Speed><Watts>{watts}</Watts></TPX></Extensions></Trackpoint>'
    )


def activity(chance: random.Random, began: datetime.datetime, steps, strength: float, quirk: str) -> str:
    """Returns a ride as a TCX file, with a lap for each step."""
    body, metres, moment, laps = Body(chance, quirk != 'no strap'), 0.0, began, []
    form = strength * chance.uniform(0.97, 1.03)
    for number, (minutes, share) in enumerate(steps):
        points, lap_began, lap_metres = [], moment, metres
        if quirk == 'pause' and number == len(steps) // 2:
            moment += datetime.timedelta(seconds=190)
        for second in range(round(60 * minutes)):
            watts, beats, rpm = body.second(FTP * share * form)
            lost = quirk == 'drop' and number == len(steps) // 2 and 60 < second < 130
            metres += SPEEDS[min(watts, 1199)] / 3.6
            points.append(trackpoint(moment, watts, None if lost else beats, rpm, metres))
            moment += datetime.timedelta(seconds=1)
        laps.append(
            f'<Lap StartTime="{lap_began.strftime(TIME)}"><TotalTimeSeconds>{round(60 * minutes)}</TotalTimeSeconds>'
            f'<DistanceMeters>{metres - lap_metres:.1f}</DistanceMeters><Calories>0</Calories>'
            f'<Intensity>Active</Intensity><TriggerMethod>Manual</TriggerMethod><Track>{"".join(points)}</Track></Lap>'
        )
    if quirk == 'forgotten':
        tail = ''.join(
            trackpoint(moment + datetime.timedelta(seconds=second), 0, 80, 0, metres) for second in range(25 * 60)
        )
        laps[-1] = laps[-1].replace('</Track>', f'{tail}</Track>')
    return (
        '<?xml version="1.0" encoding="UTF-8"?><TrainingCenterDatabase '
        'xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities><Activity Sport="Biking">'
        f'<Id>{began.strftime(TIME)}</Id>{"".join(laps)}</Activity></Activities></TrainingCenterDatabase>'
    )


def rides(folder: pathlib.Path, chance: random.Random, today: datetime.date) -> list[tuple[str, str]]:
    """Writes the rides as files. Returns the kind and the quirk of each, the oldest first."""
    names, weights = list(KINDS), [weight for weight, _ in KINDS.values()]
    told = []
    for number, day in enumerate(days(chance, today)):
        kind = 'The long one' if number == 150 else chance.choices(names, weights)[0]
        steps = [(15, 0.5), (270, 0.62), (15, 0.5)] if number == 150 else KINDS[kind][1]
        quirk = {3: 'forgotten', 60: 'forgotten'}.get(number) or chance.choices(
            ['', 'no strap', 'drop', 'pause'], [20, 1, 1, 2]
        )[0]
        hour = chance.choice([6, 6, 7, 17, 18, 19])
        began = datetime.datetime.combine(day, datetime.time(hour, chance.randrange(60), chance.randrange(60)))
        text = activity(chance, began, steps, fitness(number / RIDES), quirk)
        (folder / f'{number:03}.tcx').write_text(text)
        told.append((kind, quirk))
    return told


PLANS = {
    'Over-unders': 'timer 10:00 50-75% "Warm-up"\nrepeat 6\ntimer 2:00 105% 85-95rpm "Over"\ntimer 2:00 90% "Under"\n'
    'cue 1:30 "Thirty seconds"\nend\ntimer 8:00 50% "Cool-down"\n',
    '4 × 8': 'timer 12:00 55% "Warm-up"\nrepeat 4\ntimer 8:00 98% "Hard"\ntimer 3:00 50% "Easy"\nend\ntimer 6:00 45%\n',
    '30/30': 'timer 12:00 60%\nrepeat 16\ntimer 30s 125% "On"\ntimer 30s 50% "Off"\nend\ntimer 10:00 50%\n',
    'Zone 2, an hour': 'timer 5:00 100-140W\ntimer 50:00 zone2 140W "Zone 2"\ntimer 5:00 free\n',
    'Ramp test': 'timer 5:00 100W\n' + ''.join(f'timer 1:00 {110 + 15 * step}W\n' for step in range(16)),
    'Recovery': 'timer 35:00 45% "Easy"\n',
    'Until I stop': 'timer 10:00 120W\nactivity 180W "As long as it is fun"\n',
    'Ten kilometres': 'distance 10km 170W "Steady"\n',
}


def mornings(chance: random.Random, today: datetime.date) -> dict:
    """Returns sixty mornings: heart rate variability, resting heart rate and sleep, in another program's form."""
    nights, values = [], []
    for age in range(60, -1, -1):
        day = today - datetime.timedelta(age)
        if chance.random() < 0.06:
            continue
        bed = datetime.datetime.combine(day - datetime.timedelta(1), datetime.time(22, chance.randrange(60)))
        asleep = chance.gauss(440, 40)
        woke = bed + datetime.timedelta(minutes=asleep + chance.uniform(15, 50))
        nights.append((day.isoformat(), bed.strftime('%H:%M'), woke.strftime('%H:%M')))
        form = math.sin(age / 6) * 0.12 + chance.gauss(0, 0.10)
        values.append((day.isoformat(), round(46 * math.exp(form), 1), round(REST_BEATS - 12 * form)))
    return {'nights': nights, 'hrv': values}


class Pi:
    """jz2ctl, and the jz2d that it calls."""

    def __init__(self, programs: pathlib.Path, path: pathlib.Path):
        self.programs, self.path = programs, path

    def ctl(self, *words: str) -> str:
        environment = {**os.environ, 'JZ2_SOCKET': str(self.path), 'LC_ALL': 'C.UTF-8'}
        command = [self.programs / 'jz2ctl', *words]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise SystemExit(f'jz2ctl {" ".join(words)}: {done.stderr or done.stdout}')
        return done.stdout


def fill(pi: Pi, seed: int) -> None:
    """Imports everything."""
    chance, today = random.Random(seed), datetime.date.today()
    pi.ctl(*f'settings --ftp {FTP} --max-heart-rate {MOST_BEATS} --resting-heart-rate {REST_BEATS}'.split())
    pi.ctl('settings', '--zones', 'maximum', '--weight', '74')
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        told = rides(folder, chance, today)
        pi.ctl('import', *sorted(str(file) for file in folder.iterdir()))
        for plan, text in PLANS.items():
            file = folder / 'plan.txt'
            file.write_text(f'name: "{plan}"\n{text}')
            pi.ctl('import', str(file))
    listed = json.loads(pi.ctl('--json', 'rides'))['rides']
    by_start = [str(ride['id']) for ride in sorted(listed, key=lambda ride: ride['start'])]
    for ride, (kind, quirk) in zip(by_start, told, strict=True):
        if kind not in ('Recovery spin', 'Short and easy'):
            pi.ctl('rename', ride, kind)
        if quirk in ('no strap', 'pause'):
            pi.ctl('note', ride, {'no strap': 'Forgot the strap.', 'pause': 'The phone rang.'}[quirk])
    pi.ctl('trim', by_start[3], '--auto', '--yes')
    for ride in (by_start[20], by_start[90]):
        pi.ctl('delete', ride, '--yes')
    body = mornings(chance, today)
    for day, rmssd, beats in body['hrv']:
        pi.ctl('hrv', 'add', '--date', day, '--rmssd', str(rmssd), '--resting-heart-rate', str(beats))
    for day, bed, woke in body['nights']:
        with contextlib.suppress(SystemExit):
            pi.ctl('sleep', 'add', '--date', day, '--from', bed, '--to', woke)


@contextlib.contextmanager
def running(programs: pathlib.Path, folder: pathlib.Path):
    """Runs a separate jz2d in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / 'jz2.sock'
    command = [programs / 'jz2d', '--radio', 'sim', '--state', folder / 'state', '--socket', path]
    with (folder / 'jz2d.log').open('w') as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        for _ in range(200):
            with socket.socket(socket.AF_UNIX) as probe, contextlib.suppress(OSError):
                probe.connect(str(path))
                break
            time.sleep(0.1)
        yield path
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def main() -> int:
    parser = argparse.ArgumentParser(description='Makes a library of 200 rides.')
    parser.add_argument('programs', type=pathlib.Path)
    parser.add_argument('folder', type=pathlib.Path, nargs='?')
    parser.add_argument('--socket', type=pathlib.Path, help='of a jz2d that runs')
    parser.add_argument('--seed', type=int, default=1)
    asked = parser.parse_args()
    programs, began = asked.programs.resolve(), time.monotonic()
    if asked.socket:
        fill(Pi(programs, asked.socket), asked.seed)
    elif asked.folder:
        if (asked.folder / 'state').exists():
            parser.error(f'{asked.folder} has a library already; name another folder, or delete it')
        with running(programs, asked.folder) as path:
            fill(Pi(programs, path), asked.seed)
    else:
        parser.error('name a folder, or a socket')
    print(f'{RIDES} rides in {time.monotonic() - began:.0f} s.')
    if asked.folder:
        print(f'Look at them: jz2d --radio sim --state {asked.folder}/state --socket {asked.folder}/jz2.sock')
    return 0


if __name__ == '__main__':
    sys.exit(main())
