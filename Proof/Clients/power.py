"""Compares jz2's figures of power with the published formulas, worked out here.

power.py BIN [FIT...]: imports twelve rides of our own, and the given FIT files, into a jz2d on the simulated radio, and
compares to 0.5 % (time in zone to a second): Normalized Power, IF and TSS (Coggan), time in Coggan's seven zones and in
three zones, W' balance (Skiba's differential form), and of all rides of our own the best powers, FTP by 20 minutes, and
critical power and W' by the linear model of work and time.
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

FTP, CRITICAL, W_PRIME = 250, 240, 18.5
COGGAN, LACTATE = (55, 75, 90, 105, 120, 150), (85, 100)
EFFORTS = (180, 300, 600, 1200)


def rides():
    """Twelve rides as the power of each second; None for a power that did not arrive."""
    chance = random.Random(44)

    def steps(*parts):
        return [float(watts) for seconds, watts in parts for _ in range(seconds)]

    return {
        'steady': steps((3600, 180)),
        'four by eight': steps((600, 120), *[(480, 265), (180, 115)] * 4, (300, 100)),
        'over-under': steps((600, 130), *[(60, 275), (120, 235)] * 8, (600, 110)),
        '30/15': steps((900, 130), *[(30, 330), (15, 150)] * 39, (600, 110)),
        'ramp': [100 + 20 * (second // 60) * 1.0 for second in range(1140)],
        'noise': [max(0.0, chance.gauss(190, 60)) for _ in range(2700)],
        'sprints': steps((600, 140), *[(10, 800), (290, 140)] * 6),
        'coasting': steps(*[(300, 220), (60, 0)] * 8),
        'gaps': [None if second % 100 < 5 else 210.0 for second in range(1800)],
        'three hours': [170 + 30 * math.sin(second / 240) for second in range(10_800)],
        'best twenty': steps((900, 130), (1200, 268), (600, 100)),
        'best short': steps((900, 130), (180, 345), (600, 90), (300, 302), (900, 90), (600, 271), (600, 90)),
    }


def tcx(powers, begun):
    def stamp(second):
        return time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(begun + second))

    points = ''.join(
        f'<Trackpoint><Time>{stamp(second)}</Time><Cadence>90</Cadence>'
        + ('' if watts is None else f'<Extensions><x:TPX><x:Watts>{round(watts)}</x:Watts></x:TPX></Extensions>')
        + '</Trackpoint>'
        for second, watts in enumerate(powers)
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?><TrainingCenterDatabase '
        'xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" '
        'xmlns:x="http://www.garmin.com/xmlschemas/ActivityExtension/v2"><Activities><Activity Sport="Biking">'
        f'<Id>{stamp(0)}</Id><Lap StartTime="{stamp(0)}"><TotalTimeSeconds>{len(powers)}</TotalTimeSeconds>'
        '<DistanceMeters>0</DistanceMeters><Calories>0</Calories><Intensity>Active</Intensity>'
        f'<TriggerMethod>Manual</TriggerMethod><Track>{points}</Track></Lap></Activity></Activities>'
        '</TrainingCenterDatabase>'
    )


def normalized(powers):
    """Coggan: the fourth root of the mean fourth power of the 30-s mean; seconds without power are left out."""
    means = []
    for end in range(30, len(powers) + 1):
        known = [watts for watts in powers[end - 30 : end] if watts is not None]
        if known:
            means.append(sum(known) / len(known))
    return (sum(mean**4 for mean in means) / len(means)) ** 0.25


def in_zones(powers, percents):
    starts = [math.floor(percent * FTP / 100 + 0.5) for percent in percents]
    seconds = [0] * (len(starts) + 1)
    for watts in powers:
        if watts is not None:
            seconds[sum(start <= watts for start in starts)] += 1
    return seconds


def balance(powers):
    """Skiba: above CP the excess is spent; below, the deficit returns by the spent share; end and least, in kJ."""
    full = W_PRIME * 1000
    now = least = full
    for watts in powers:
        if watts is not None:
            now -= watts - CRITICAL if watts > CRITICAL else (watts - CRITICAL) * (full - now) / full
            least = min(least, now)
    return now / 1000, least / 1000


def best(powers, length):
    sums = [0, *itertools.accumulate(powers)]
    return max((sums[end] - sums[end - length] for end in range(length, len(sums))), default=0) / length


def line(points):
    """The straight line of least squares: slope, intercept, and their standard errors."""
    count = len(points)
    mean_x, mean_y = (sum(values) / count for values in zip(*points, strict=True))
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in points) / spread
    intercept = mean_y - slope * mean_x
    variance = sum((y - intercept - slope * x) ** 2 for x, y in points) / (count - 2)
    return (
        slope,
        intercept,
        math.sqrt(variance / spread),
        math.sqrt(variance * sum(x * x for x, _ in points) / count / spread),
    )


class Comparison:
    def __init__(self):
        self.passed, self.failed, self.greatest = 0, 0, 0.0

    def take(self, what, ours, formula, tolerance=0.005, absolute=0.0):
        difference = math.inf if ours is None else abs(ours - formula)
        is_close = difference <= max(tolerance * abs(formula), absolute)
        if absolute == 0 and formula and ours is not None:
            self.greatest = max(self.greatest, difference / abs(formula))
        self.passed += is_close
        self.failed += not is_close
        if not is_close:
            print(f'FAILED power: {what}: jz2 {ours}, by the formula {formula}')


class Jz2:
    def __init__(self, programs, place):
        self.ctl, self.place = [f'{programs}/jz2ctl', '--socket', f'{place}/jz2.sock'], place
        with open(f'{place}/jz2d.log', 'w') as log:
            self.daemon = subprocess.Popen(
                [f'{programs}/jz2d', '--radio', 'sim', '--state', f'{place}/state', '--socket', f'{place}/jz2.sock'],
                stdout=log,
                stderr=log,
            )
        deadline = time.monotonic() + 30
        while not Path(f'{place}/jz2.sock').exists() and time.monotonic() < deadline:
            time.sleep(0.05)

    def run(self, *words):
        done = subprocess.run([*self.ctl, *words], check=False, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, (words, done.stdout, done.stderr)
        return done.stdout

    def json(self, *words):
        return json.loads(self.run(*words, '--json'))

    def imported(self, path):
        return json.loads(self.run('import', str(path), '--json').splitlines()[0])['ride']['id']

    def stop(self):
        self.daemon.terminate()
        self.daemon.wait()


def compare(jz2, name, powers, ride, comparison):
    known = [None if watts is None else float(round(watts)) for watts in powers]
    review = jz2.json('show', str(ride))['review']
    watts = normalized(known)
    comparison.take(f'{name}: NP', review.get('normalizedWatts'), watts)
    comparison.take(f'{name}: IF', review.get('intensityFactor'), watts / FTP)
    comparison.take(f'{name}: TSS', review.get('trainingStressScore'), (watts / FTP) ** 2 * len(known) / 36)
    for zone, seconds in zip(review['powerZones'], in_zones(known, COGGAN), strict=True):
        comparison.take(f'{name}: zone {zone["number"]}', zone['seconds'], seconds, absolute=1)
    end, least = balance(known)
    comparison.take(f"{name}: W' at the end", review['wPrime']['kilojoules'], end)
    comparison.take(f"{name}: least W'", review['wPrime']['leastKilojoules'], least)


def compare_fit(jz2, path, comparison):
    """Compares a file of another program, by the rows that jz2 read: they have every second, as the formulas need."""
    ride = jz2.imported(path)
    rows = jz2.json('show', str(ride), '--samples')['samples']
    timed = [row.get('powerWatts') for row in rows if row['timerRunning']]
    review = jz2.json('show', str(ride))['review']
    if not any(watts is not None for watts in timed) or 'powerZones' not in review:
        print(f'left   power: {path.name} has no power, or is no bicycle ride')
        return
    threshold, watts = review['thresholdWatts'], normalized(timed)
    comparison.take(f'{path.name}: NP', review.get('normalizedWatts'), watts)
    comparison.take(f'{path.name}: IF', review.get('intensityFactor'), watts / threshold)
    known = sum(watts is not None for watts in timed)
    comparison.take(f'{path.name}: zones', sum(zone['seconds'] for zone in review['powerZones']), known, absolute=1)


def main(programs, files):
    comparison = Comparison()
    with tempfile.TemporaryDirectory(prefix='jz2-power.') as place:
        jz2 = Jz2(programs, place)
        try:
            jz2.run('settings', '--ftp', str(FTP), '--critical-power', str(CRITICAL), '--w-prime', str(W_PRIME))
            numbers = {}
            for index, (name, powers) in enumerate(rides().items()):
                path = Path(place, f'{index}.tcx')
                path.write_text(tcx(powers, 1_795_000_000 + 86_400 * index))
                numbers[name] = jz2.imported(path)
                compare(jz2, name, powers, numbers[name], comparison)
            curve = jz2.json('stats', 'power')
            by_length = {point['overSeconds']: point['watts'] for point in curve['points']}
            whole = [[round(watts or 0) for watts in powers] for powers in rides().values()]
            bests = {length: max(best(powers, length) for powers in whole) for length in (5, 60, *EFFORTS, 3600)}
            for length, watts in bests.items():
                comparison.take(f'best {length} s', by_length.get(length), watts)
            slope, intercept, slope_error, intercept_error = line([(t, bests[t] * t) for t in EFFORTS])
            estimate, model = curve['estimate'], curve['estimate']['criticalPower']
            comparison.take('FTP by 20 minutes', estimate['thresholdWatts'], bests[1200] * 0.95, absolute=0.5)
            comparison.take('CP', model['watts'], slope)
            comparison.take("W'", model['wPrimeKilojoules'], intercept / 1000)
            comparison.take('error of CP', model['errorWatts'], slope_error)
            comparison.take("error of W'", model['wPrimeErrorKilojoules'], intercept_error / 1000)
            jz2.run('settings', '--zone2', '120-140', '--threshold-heart-rate', '165', '--zones', 'lactate')
            for name, powers in rides().items():
                zones = jz2.json('show', str(numbers[name]))['review']['powerZones']
                known = [None if watts is None else round(watts) for watts in powers]
                for zone, seconds in zip(zones, in_zones(known, LACTATE), strict=True):
                    comparison.take(f'{name}: zone {zone["number"]} of 3', zone['seconds'], seconds, absolute=1)
            jz2.run('settings', '--zones', 'friel')
            for file in files:
                compare_fit(jz2, Path(file), comparison)
        finally:
            jz2.stop()
    print(
        f'power: {comparison.passed} figures agree with their formulas, {comparison.failed} do not; '
        f'the greatest difference is {comparison.greatest * 100:.3f} %'
    )
    return comparison.failed


if __name__ == '__main__':
    sys.exit(main(sys.argv[1], sys.argv[2:]) > 0)
