"""Rides a col with simulated devices, and balances the energy of the ride by hand.

road.py BIN              writes a GPX file of a col with noise, steps and spikes in its heights, rides it with
                         `jz2ctl start --route`, and checks the exported ride
road.py write FILE       only writes the GPX file
road.py check RIDE.json  only checks a ride that `jz2ctl export --format json` wrote

Checks: the work of the legs that reaches the road is within 1 % of the sum of height, rolling, air and motion; the
climb of the rows is that of the col within 5 %; no second is steeper than 20 %.
"""

import itertools
import json
import math
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# docs/riding.md: rider and bike, the wheels' inertia, Crr, half of CdA times the density of air, drivetrain.
RIDER, BIKE, WHEELS, ROLLING, DRAG, SHARE = 75.0, 8.0, 0.9, 0.004, 0.5 * 0.32 * 1.225, 0.976
GRAVITY = 9.80665
# Metres and grade of each part.
PARTS = ((300, 0.0), (600, 0.06), (500, 0.09), (200, 0.02), (500, 0.11), (300, 0.0), (600, -0.05))
VALLEY, SPACING = 372.0, 10
DEGREE = 6_371_008.8 * math.pi / 180


def height(meters):
    up = VALLEY
    for length, grade in PARTS:
        up += min(max(0.0, meters), length) * grade
        meters -= length
    return up


def gpx(seed=45):
    chance = random.Random(seed)
    points = []
    for index in range(sum(length for length, _ in PARTS) // SPACING + 1):
        up = round(height(index * SPACING) + chance.uniform(-0.7, 0.7))
        if index % 70 == 35:
            up += chance.choice((-300, 400))
        elevation = '' if 100 < index < 120 else f'<ele>{up}</ele>'
        points.append(f'<trkpt lat="{47 + index * SPACING / DEGREE:.9f}" lon="11">{elevation}</trkpt>')
    return (
        '<?xml version="1.0"?><gpx version="1.1" creator="road.py" xmlns="http://www.topografix.com/GPX/1/1"><trk>'
        '<name>Col</name><trkseg>\n' + '\n'.join(points) + '\n</trkseg></trk></gpx>\n'
    )


def balance(rows, kilograms=RIDER + BIKE):
    """Work at the road, and the energy that height, rolling, air and motion take, in joules."""
    work = losses = speed = 0.0
    before = None
    for row in rows:
        if before is not None and row['timerRunning']:
            metres = row.get('distanceMeters', 0) - before.get('distanceMeters', 0)
            rise = row['altitudeMeters'] - before['altitudeMeters']
            work += row.get('powerWatts', 0) * SHARE
            slope = math.hypot(metres, rise)
            losses += kilograms * GRAVITY * ROLLING * (metres * metres / slope if slope else 0)
            # The mean of v cubed while the speed changes in a straight line.
            losses += DRAG * sum(speed ** (3 - power) * metres**power for power in range(4)) / 4
            speed = metres
        before = row
    climbed = rows[-1]['altitudeMeters'] - rows[0]['altitudeMeters']
    return work, kilograms * GRAVITY * climbed + losses + (kilograms + WHEELS) * speed * speed / 2


def problems(rows):
    rows = [row for row in rows if 'altitudeMeters' in row]
    if len(rows) < 300:
        return [f'only {len(rows)} rows have a height']
    found = []
    work, needed = balance(rows)
    print(f'work at the road {work / 1000:.1f} kJ, by hand {needed / 1000:.1f} kJ, {100 * (work / needed - 1):+.2f} %')
    if abs(work - needed) > 0.01 * needed:
        found.append('the energies differ by more than 1 %')
    ups = [later['altitudeMeters'] - row['altitudeMeters'] for row, later in itertools.pairwise(rows)]
    climb, true = sum(up for up in ups if up > 0), sum(length * grade for length, grade in PARTS if grade > 0)
    print(f'climb {climb:.1f} m of {true:.1f} m')
    if abs(climb - true) > 0.05 * true:
        found.append('the climb differs by more than 5 %')
    steps = [later['distanceMeters'] - row['distanceMeters'] for row, later in itertools.pairwise(rows)]
    if any(abs(up) > 0.2 * step + 0.002 for up, step in zip(ups, steps, strict=True)):
        found.append('a second is steeper than 20 %')
    return found


def ride(binaries):
    with tempfile.TemporaryDirectory() as folder:
        socket, file = f'{folder}/s.sock', Path(folder) / 'col.gpx'
        file.write_text(gpx())
        daemon = subprocess.Popen(
            [f'{binaries}/jz2d', '--radio', 'sim', '--rate', '60', '--state', f'{folder}/state', '--socket', socket],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

        def ctl(*words):
            return subprocess.run(
                [f'{binaries}/jz2ctl', *words, '--socket', socket], capture_output=True, text=True, check=False
            )

        try:
            for _ in range(100):
                if ctl('status').returncode == 0:
                    break
                time.sleep(0.1)
            ctl('settings', '--weight', str(RIDER))
            started = ctl('start', '--route', str(file))
            print(started.stdout or started.stderr, end='')
            if started.returncode:
                return ['the ride did not start']
            for _ in range(600):
                phase = json.loads(ctl('status', '--json').stdout).get('phase')
                if phase == 'idle':
                    break
                time.sleep(0.2)
            output = f'{folder}/ride.json'
            exported = ctl('export', '--format', 'json', '--output', output)
            if exported.returncode:
                return [exported.stderr]
            return problems(json.loads(Path(output).read_text())['samples'])
        finally:
            daemon.terminate()
            daemon.wait()


def main(words):
    match words:
        case ['write', file]:
            Path(file).write_text(gpx())
            return 0
        case ['check', file]:
            found = problems(json.loads(Path(file).read_text())['samples'])
        case [binaries]:
            found = ride(binaries)
        case _:
            sys.exit(__doc__)
    for problem in found:
        print('FAILED:', problem)
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
