"""day.py PROGRAMS [options]: a day on the trainer, in minutes.

Rides three rides with pauses on the simulated radio: H hours (24) at a changing target power (erg), H hours in Zone 2
(zone2), and a plan of N intervals (400) during which the daemon is killed (plan). The radio runs at 600 times real
time; at higher rates, rows wait in memory for the store.

Then it compares `show` with the rows: no row is missing or doubled, timer time and work are the sums of the rows, and
each interval has its length. In erg and zone2, memory may grow by 5 MB from the first hour to the last, and an hour of
the last quarter may take 1.5 times the processor time of an hour of the second quarter, plus one second.

The exit status is the verdict. The library of a failed ride stays in .work/day.
"""

import argparse
import itertools
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLACE = ROOT / '.work' / 'day'
HOUR = 3600
MOST_GROWTH = 5_000_000  # bytes, from the end of the first hour to the end of the ride
MOST_SLOWING = 1.5  # processor time for an hour, late in the ride to early
SILENT_ROWS_A_STOP = 8  # rows of timer time without power: a trainer's power rises from zero
PATIENCE = 600  # seconds without progress


class BrokenError(Exception):
    """The ride did not go as expected."""


class Daemon:
    """jz2d on the simulated radio, and its client jz2ctl."""

    def __init__(self, programs, folder):
        self.programs, self.folder = programs, folder
        self.socket = folder / 'day.sock'
        self.log = (folder / 'jz2d.log').open('ab')
        self.process = None
        self.begin()

    def begin(self):
        command = [self.programs / 'jz2d', '--radio', 'sim', '--rate', '600', '--log-level', 'notice']
        command += ['--state', self.folder / 'state', '--socket', self.socket]
        self.process = subprocess.Popen(command, stdout=self.log, stderr=self.log)
        for _ in range(300):
            if self.ctl('status', check=False).returncode == 0:
                return
            time.sleep(0.1)
        raise BrokenError('jz2d does not answer')

    def kill(self):
        self.process.kill()
        self.process.wait()

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)

    def ctl(self, *words, check=True, text=None):
        command = [self.programs / 'jz2ctl', words[0], '--socket', self.socket, *words[1:]]
        result = subprocess.run(command, check=False, capture_output=True, text=True, timeout=PATIENCE, input=text)
        if check and result.returncode:
            raise BrokenError(f'{" ".join(words)}: {result.stdout}{result.stderr}')
        return result

    def asked(self, *words):
        return json.loads(self.ctl(*words, '--json').stdout)

    def told(self):
        """Returns the answer of `show` for the last ride, and all of its stored data."""
        file = self.folder / 'ride.json'
        self.ctl('export', 'last', '--format', 'json', '--whole', '--output', file)
        return self.asked('show', 'last'), json.loads(file.read_text())

    def memory(self):
        """Returns the resident memory in bytes, without file pages, which the kernel may reclaim at any time."""
        text = pathlib.Path(f'/proc/{self.process.pid}/status').read_text()
        return next(int(line.split()[1]) * 1024 for line in text.splitlines() if line.startswith('RssAnon:'))

    def processor(self):
        """Returns the processor time so far, in seconds."""
        fields = pathlib.Path(f'/proc/{self.process.pid}/stat').read_text().rpartition(') ')[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


class Ride:
    """A ride from its start to its end, with the actions of the test."""

    def __init__(self, daemon, dice):
        self.daemon, self.dice = daemon, dice
        self.looks = []  # (seconds of the ride, memory, processor) of the present process
        self.pauses = self.changes = self.kills = 0

    def run(self, every, actions):
        """Follows the ride to its end. Runs the next action of a round each time that so many seconds have passed."""
        due, progress, at = every, 0, time.monotonic()
        while True:
            status = self.daemon.asked('status')
            ride = status.get('ride')
            if status['phase'] == 'idle' or ride is None:
                return
            second = ride.get('elapsedSeconds', 0)
            self.looks.append((second, self.daemon.memory(), self.daemon.processor()))
            if second > progress:
                progress, at = second, time.monotonic()
            elif time.monotonic() - at > PATIENCE:
                raise BrokenError(f'no progress since second {progress}: {status}')
            if second >= due and actions:
                actions[0]()
                actions.append(actions.pop(0))
                due = second + every
            time.sleep(0.05)

    # If the ride ends meanwhile, the daemon refuses these commands.

    def pause(self):
        if self.daemon.ctl('pause', check=False).returncode == 0:
            time.sleep(self.dice.uniform(0, 0.3))
            self.daemon.ctl('resume', check=False)
            self.pauses += 1

    def change(self):
        if self.daemon.ctl('watts', str(self.dice.randrange(120, 260)), check=False).returncode == 0:
            self.changes += 1

    def kill(self):
        """Kills the daemon. If the kill loses a recent `resume`, the rider resumes again."""
        self.daemon.kill()
        self.looks.clear()
        self.daemon.begin()
        self.daemon.ctl('resume', check=False)
        self.kills += 1


class Verdict:
    def __init__(self, name):
        self.name, self.failed = name, False

    def expect(self, holds, what):
        print(f'{self.name}: {"ok  " if holds else "FAIL"} {what}', flush=True)
        self.failed |= not holds


def judge_rows(verdict, shown, whole, seconds, stops):
    """Compares the rows with their sums; `stops` is the number of times that the legs had to start again."""
    ride, rows = shown['ride'], whole['samples']
    ridden = [row for row in rows if row['timerRunning']]
    numbers = [row['elapsedSeconds'] for row in rows]
    work = sum(row.get('powerWatts') or 0 for row in ridden) / 1000
    laps = sum(lap['timerSeconds'] for lap in shown['laps'])
    silent = sum(not row.get('powerWatts') for row in ridden)
    verdict.expect(numbers == list(range(len(rows))), f'{len(rows)} rows without a gap')
    verdict.expect(len(rows) == ride['elapsedSeconds'], f'{ride["elapsedSeconds"]} s elapsed')
    verdict.expect(len(ridden) == ride['timerSeconds'], f'{ride["timerSeconds"]} s of timer, {len(ridden)} such rows')
    verdict.expect(ride['timerSeconds'] == seconds, f'{seconds} s were asked for')
    verdict.expect(laps == seconds, f'the laps have {laps} s')
    stored = whole['totals']['kilojoules']
    verdict.expect(abs(work - stored) < 1e-6, f'{stored} kJ are stored, the rows have {work:.3f}')
    verdict.expect(abs(work - ride['kilojoules']) < 1e-6, f'{ride["kilojoules"]} kJ are shown')
    verdict.expect(silent <= SILENT_ROWS_A_STOP * (1 + stops), f'{silent} rows of timer time without power')
    verdict.expect(ride['state'] == 'finished', 'finished')


def judge_process(verdict, looks):
    """Checks memory and processor over a ride of one process."""
    last = looks[-1][0]
    first = min(HOUR, last // 4)
    early, late = (next(look for look in looks if look[0] >= second) for second in (first, last))
    growth = late[1] - early[1]
    verdict.expect(
        growth <= MOST_GROWTH, f'memory {early[1] / 1e6:.1f} MB at {first} s, {late[1] / 1e6:.1f} MB at {last} s'
    )
    quarters = [next(look for look in looks if look[0] >= last * part // 4) for part in range(5)]
    costs = [(b[2] - a[2]) / max(1, b[0] - a[0]) * HOUR for a, b in itertools.pairwise(quarters)]
    verdict.expect(
        costs[-1] <= costs[1] * MOST_SLOWING + 1,
        'processor for an hour in each quarter: ' + ', '.join(f'{cost:.1f} s' for cost in costs),
    )


def day_of_erg(daemon, dice, options, verdict):
    ride = Ride(daemon, dice)
    daemon.ctl('start', '180', str(options.minutes), '--no-heart-rate')
    ride.run(options.minutes * 60 // 200, [*[ride.change] * 9, ride.pause])
    judge_rows(verdict, *daemon.told(), options.minutes * 60, ride.pauses)
    judge_process(verdict, ride.looks)
    verdict.expect(ride.changes > 9 and ride.pauses >= 1, f'{ride.changes} changes of watts, {ride.pauses} pauses')


def day_of_zone2(daemon, dice, options, verdict):
    ride = Ride(daemon, dice)
    daemon.ctl('settings', '--zone2', '120-140')
    daemon.ctl('start', '--zone2', '--minutes', str(options.minutes), '--watts', '140')
    ride.run(options.minutes * 60 // 20, [ride.pause])
    shown, whole = daemon.told()
    judge_rows(verdict, shown, whole, options.minutes * 60, ride.pauses)
    judge_process(verdict, ride.looks)
    beats = sum('heartRate' in row or 'beatsPerMinute' in row for row in whole['samples'])
    verdict.expect(beats >= 0.99 * len(whole['samples']), f'{beats} rows with a heart rate')


def day_of_plan(daemon, dice, options, verdict):
    lengths = [10 if number % 2 else 20 for number in range(options.intervals)]
    lines = [f'timer {length}s {dice.randrange(100, 300)}W' for length in lengths]
    daemon.ctl('import', '-', '--name', 'Day', '--replace', text='\n'.join(lines) + '\n')
    ride = Ride(daemon, dice)
    daemon.ctl('start', '--plan', 'Day', '--no-heart-rate')
    total = sum(lengths)
    ride.run(total // (options.kills * 3 + 1), [ride.pause, ride.pause, ride.kill])
    shown, whole = daemon.told()
    judge_rows(verdict, shown, whole, total, ride.pauses + ride.kills)
    ridden = [lap['timerSeconds'] for lap in shown['laps']]
    odd = [(number, lap) for number, lap in enumerate(ridden, 1) if [lap] != lengths[number - 1 : number]]
    verdict.expect(ridden == lengths, f'{len(ridden)} laps of {len(lengths)}; of other lengths: {odd[:5]}')
    verdict.expect(ride.kills >= 1 and ride.pauses >= 1, f'{ride.kills} times killed, {ride.pauses} pauses')


RIDES = {'erg': day_of_erg, 'zone2': day_of_zone2, 'plan': day_of_plan}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('programs', type=pathlib.Path, help='the folder of jz2d and jz2ctl')
    parser.add_argument('--hours', type=float, default=24, help='the length of erg and of zone2 (default: 24)')
    parser.add_argument('--rides', default=','.join(RIDES), help='the rides, separated by commas (default: all three)')
    parser.add_argument('--intervals', type=int, default=400, help='the intervals of the plan (default: 400)')
    parser.add_argument('--kills', type=int, default=2, help='how often to kill the daemon (default: 2)')
    parser.add_argument('--seed', type=int, default=1, help='the seed of the random choices (default: 1)')
    options = parser.parse_args()
    options.minutes = round(options.hours * 60)
    failed = False
    for name in options.rides.split(','):
        folder = PLACE / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        verdict, began = Verdict(name), time.monotonic()
        daemon = Daemon(options.programs.resolve(), folder)
        try:
            RIDES[name](daemon, random.Random(options.seed), options, verdict)
            daemon.end()
        except (BrokenError, subprocess.TimeoutExpired) as error:
            verdict.expect(False, error)
        finally:
            if daemon.process.poll() is None:
                daemon.kill()
        print(f'{name}: {time.monotonic() - began:.0f} s of real time', flush=True)
        failed |= verdict.failed
        if not verdict.failed:
            shutil.rmtree(folder)
    sys.exit(failed)


if __name__ == '__main__':
    main()
