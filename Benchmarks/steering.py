#!/usr/bin/env python3
"""steering.py BIN PLACE [--jobs N]: `start --zone2` on 36 simulated riders, each from 20 W too many and too few.

A rider's heart rate rises by 0.2…0.6 bpm per watt, with a lag of 40…90 s after a delay of 5…20 s, and drifts by 0…8 bpm
an hour; at 150 W it is 130 bpm, the middle of the zone. Each ride takes an hour. A ride is settled from the first
second after which the heart rate stays within 5 bpm of that for five minutes. Exits with 1 if a ride takes longer than
12 minutes to settle, or is within 5 bpm for less than 95 % of the time after it settled, or of the time after minute
12. The rides are kept in PLACE, which is emptied first.
"""

import argparse
import concurrent.futures
import itertools
import pathlib
import shutil
import statistics
import sys

from daemon import STRAP, TRAINER, Daemon, wait_for

IDEAL, SETPOINT, OFF, MINUTES = 150, 130, 20, 60
GAINS, LAGS, DELAYS, DRIFTS = (0.2, 0.4, 0.6), (40, 60, 90), (5, 20), (0, 8)
WITHIN, ON_END, SETTLED_BY, LEAST = 5, 300, 720, 95


def ride(programs, place, gain, lag, delay, drift, off):
    """Returns the heart rates of a ride as (second, bpm); seconds without one are left out."""
    rider = f'gain={gain},lag={lag},delay={delay},drift={drift},rest={SETPOINT - gain * IDEAL:g}'
    daemon = Daemon(programs, place, '--radio', 'sim', '--rate', 'max', '--sim-rider', rider)
    try:
        for address in (TRAINER, STRAP):
            daemon.ask('use', address)
        daemon.ask('settings', '--zone2', '120-140', '--ftp', '250')
        daemon.ask('start', '--zone2', '--minutes', str(MINUTES), '--watts', str(IDEAL + off))
        wait_for(daemon.is_idle, 300)
        rows = daemon.ask('show', 'last')['samples']
    finally:
        daemon.end()
    return [(row['elapsedSeconds'], row['beatsPerMinute']) for row in rows if 'beatsPerMinute' in row]


def judge(beats):
    """Returns the figures of a ride; None if it never settled.

    `settled` is in minutes. `within` and `late` are percentages of the time within bounds, since the ride settled and
    since minute 12. `mean` and `worst` are the deviation since minute 12, in bpm.
    """
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

    def share(part):
        return 100 * sum(one <= WITHIN for one in part) / len(part)

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
    for (gain, lag, delay, drift, off), one in zip(cases, results, strict=True):
        bad = one is None or one['settled'] * 60 > SETTLED_BY or min(one['within'], one['late']) < LEAST
        failed += bad
        figures = (
            'never'
            if one is None
            else f'{one["settled"]:11.1f}  {one["within"]:14.1f}  {one["mean"]:10.2f}  {one["worst"]:5.1f}'
        )
        print(f'{gain:6.1f}  {lag:5}  {delay:7}  {drift:7}  {IDEAL + off:7}  {figures}{"  <- fails" if bad else ""}')
    if known := [one for one in results if one]:
        minutes, worst = [one['settled'] for one in known], max(one['worst'] for one in known)
        print(
            f'all {len(cases)}: settled after {statistics.mean(minutes):.1f} min (worst {max(minutes):.1f}), '
            f'mean deviation {statistics.mean(one["mean"] for one in known):.2f} bpm, worst {worst:.1f}; {failed} fail'
        )
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    main()
