#!/usr/bin/env python3
"""steering.py BIN PLACE [--jobs N]: `start --zone2` on 36 simulated riders, each from 20 W too many and too few, an hour each.

A rider's heart rises by 0.2…0.6 beats a minute for a watt, with a lag of 40…90 s after a delay of 5…20 s, and drifts by 0…8 beats an
hour; at 150 W it beats 130, the middle of the zone. A ride is settled from the second on from which the heart rate stays within
5 beats a minute of that for five minutes. Exits 1 if one takes longer than 12 minutes, or is within 5 beats for less than 95 % of the
time after it settled, or of the time after 12 minutes. PLACE is where the rides are kept; it is emptied first.
"""

import argparse
import concurrent.futures
import itertools
import json
import pathlib
import shutil
import statistics
import subprocess
import sys
import time

IDEAL, SETPOINT, OFF, MINUTES = 150, 130, 20, 60
GAINS, LAGS, DELAYS, DRIFTS = (0.2, 0.4, 0.6), (40, 60, 90), (5, 20), (0, 8)
DEVICES = ['C0:FF:EE:00:00:01', 'C0:FF:EE:00:00:02']
WITHIN, ON_END, SETTLED_BY, LEAST = 5, 300, 720, 95


class Daemon:
    """jz2d with one simulated rider, and a client."""

    def __init__(self, programs, place, rider):
        place.mkdir(parents=True)
        self.client = [programs / 'jz2ctl', '--socket', place / 's', '--json']
        self.log = open(place / 'jz2d.log', 'w')
        self.process = subprocess.Popen(
            [
                programs / 'jz2d',
                '--radio',
                'sim',
                '--rate',
                'max',
                '--sim-rider',
                rider,
                '--state',
                place / 'state',
                '--socket',
                place / 's',
            ],
            stdout=self.log,
            stderr=self.log,
        )
        wait_for((place / 's').exists)

    def ask(self, *verb):
        ran = subprocess.run(self.client + list(verb), capture_output=True, text=True)
        assert ran.returncode == 0, f'{verb}: exit {ran.returncode}: {ran.stdout}{ran.stderr}'
        return json.loads(ran.stdout or '{}')

    def end(self):
        self.process.terminate()
        self.process.wait(20)
        self.log.close()


def wait_for(holds, limit=300):
    until = time.monotonic() + limit
    while not holds():
        assert time.monotonic() < until, 'waited in vain'
        time.sleep(0.05)


def ride(programs, place, gain, lag, delay, drift, off):
    """The heart rates of a ride, one a second; those of a second without one are left out."""
    rider = f'gain={gain},lag={lag},delay={delay},drift={drift},rest={SETPOINT - gain * IDEAL:g}'
    daemon = Daemon(programs, place, rider)
    try:
        for address in DEVICES:
            daemon.ask('use', address)
        daemon.ask('settings', '--zone2', '120-140', '--ftp', '250')
        daemon.ask('start', '--zone2', '--minutes', str(MINUTES), '--watts', str(IDEAL + off))
        wait_for(lambda: daemon.ask('status')['phase'] == 'idle')
        rows = daemon.ask('show', 'last')['samples']
    finally:
        daemon.end()
    return [(row['elapsedSeconds'], row['beatsPerMinute']) for row in rows if 'beatsPerMinute' in row]


def judge(beats):
    """Minutes until settled; shares within bounds (%) since then, and since minute 12; mean and worst deviation since minute 12."""
    run, settled = 0, None
    for second, rate in beats:
        run = run + 1 if abs(rate - SETPOINT) <= WITHIN else 0
        if run == ON_END:
            settled = second - ON_END + 1
            break
    if settled is None:
        return None
    after = [abs(rate - SETPOINT) for second, rate in beats if second >= settled]
    late = [abs(rate - SETPOINT) for second, rate in beats if second >= SETTLED_BY]
    share = lambda part: 100 * sum(one <= WITHIN for one in part) / len(part)
    return {
        'settled': settled / 60,
        'within': share(after),
        'late': share(late),
        'mean': statistics.mean(late),
        'worst': max(late),
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('bin', type=pathlib.Path)
    parser.add_argument('place', type=pathlib.Path)
    parser.add_argument('--jobs', type=int, default=2)
    options = parser.parse_args()
    shutil.rmtree(options.place, ignore_errors=True)
    cases = list(itertools.product(GAINS, LAGS, DELAYS, DRIFTS, (-OFF, OFF)))
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        rides = [
            pool.submit(ride, options.bin.absolute(), options.place.absolute() / str(n), *case)
            for n, case in enumerate(cases)
        ]
        results = [judge(one.result()) for one in rides]
    print(' bpm/W  lag s  delay s  drift/h  start W  settled min  within 5 bpm %  mean |dev|  worst (from minute 12)')
    failed = 0
    for (gain, lag, delay, drift, off), one in zip(cases, results):
        bad = one is None or one['settled'] * 60 > SETTLED_BY or min(one['within'], one['late']) < LEAST
        failed += bad
        figures = (
            'never'
            if one is None
            else f'{one["settled"]:11.1f}  {one["within"]:14.1f}  {one["mean"]:10.2f}  {one["worst"]:5.1f}'
        )
        print(f'{gain:6.1f}  {lag:5}  {delay:7}  {drift:7}  {IDEAL + off:7}  {figures}{"  <- fails" if bad else ""}')
    known = [one for one in results if one]
    if known:
        print(
            f'all {len(cases)}: settled after {statistics.mean(one["settled"] for one in known):.1f} min (worst {max(one["settled"] for one in known):.1f}), '
            f'mean deviation {statistics.mean(one["mean"] for one in known):.2f} bpm, worst {max(one["worst"] for one in known):.1f}; {failed} fail'
        )
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    main()
