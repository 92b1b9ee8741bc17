"""soak.py RIDES SEED: runs a campaign of random rides under random faults, each judged by the oracle.

A chain is a few rides: one machine's life, on one disk and with one library (see draw.py). It consists of boots of the
rig in virtual time, one more for each pulled plug. The exit status is the verdict, and the last line is `N passed, N
failed`.

  SOAK_JOBS     number of chains at once (one for each processor, pinned to it)
  SOAK_PLACE    folder of running chains, and of failed ones afterwards (.work/soak)
  SOAK_CHAIN    runs only this chain of those from SEED
  SOAK_TRAINERS the trainers that are dealt to the chains, by the names of rig/devices.py, separated by commas (all)
  SOAK_BESIDE   the possible additional devices: cadence,meter,fan (all); empty: none
  SOAK_BUGS     0: no faults from live bug reports, as in campaigns before 28 November 2026
  SOAK_KEEP     set: also keeps the folders of chains that passed
  SOAK_JUDGE    set: judges the kept folders of an earlier campaign again, without any ride
  RIG_BIN       folder of jz2d and jz2ctl inside the checkout (.build/release)
"""

import collections
import concurrent.futures
import os
import pathlib
import queue
import re
import shutil
import subprocess
import sys

from rig.devices import CADENCE, FAN, METER, OTHER_TRAINERS, USUAL_TRAINER
from rig.evidence import json_lines
from soak import draw, oracle
from soak.verdict import Summary, Verdict

ROOT = pathlib.Path(__file__).resolve().parents[3]
PLACE = pathlib.Path(os.environ.get('SOAK_PLACE', ROOT / '.work' / 'soak'))
BOOT = ROOT / 'Proof' / 'Rig' / 'virtual'
ALL_TRAINERS = [USUAL_TRAINER, *OTHER_TRAINERS]
TRAINERS = os.environ.get('SOAK_TRAINERS', ','.join(ALL_TRAINERS)).split(',')
ALL_BESIDE = [CADENCE, METER, FAN]
BESIDE = os.environ.get('SOAK_BESIDE', ','.join(ALL_BESIDE)).split(',')
BUGS = os.environ.get('SOAK_BUGS') != '0'
PULLED = 75  # boot.sh's exit status
FIRST_MORNING = 1795156800
BOOTS_A_CHAIN = 40
SLACK_SECONDS = 3600  # seconds by which a ride may exceed its minutes


class RigError(Exception):
    """The rig failed, so there is no ride to judge."""


class KernelPanicError(Exception):
    """The guest's kernel panicked. The machine is gone, and with it the evidence for the oracle."""


def refusal(left):
    """Returns why a device was not chosen at the beginning of a chain; empty if all were chosen."""
    used = left / 'use.json'
    said = used.read_text().strip() if used.exists() else ''
    return f': {said.splitlines()[-1]}' if '"error"' in said else ''


class Played:
    """A chain during play, boot by boot."""

    def __init__(self, chain, folder, processor):
        self.chain, self.folder, self.processor = chain, folder, processor
        self.boots = []
        self.epoch = FIRST_MORNING + chain.seed % 1000 * 86400

    def run(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        subprocess.run([BOOT / 'make-disk.sh', self.folder / 'disk.img', '96M'], check=True, stdout=subprocess.DEVNULL)
        first = ' '.join(['first', *self.chain.beside.uses])
        schedule = [first] + [line for ride in self.chain.rides for line in self.block(ride)] + ['last']
        while schedule:
            if len(self.boots) == BOOTS_A_CHAIN:
                raise RigError('the chain did not come to its end')
            schedule = self.boot(schedule)
        (self.folder / 'disk.img').unlink()

    def find(self):
        """Finds the boots of an earlier campaign's chain."""
        found = self.folder.glob('boot-*')
        self.boots = sorted(found, key=lambda boot: int(boot.name.removeprefix('boot-')))
        if not self.boots or not (self.boots[-1] / 'out' / 'finished').exists():
            raise KernelPanicError('or nothing was kept')

    def setup(self, ride):
        """Returns the commands to the peripherals before a ride, and again after a boot in the middle of it."""
        strap = ['before tell back strap', *(['before tell vanish strap 36000'] if ride.missing else [])]
        gain = 0.36 + 0.02 * ((ride.number * 37 + self.chain.seed * 11) % 9)
        pulse = ['before tell pulse on'] if ride.pulse else []
        return [*strap, *pulse, f'before tell heart {gain:.2f}' if ride.kind == 'heart' else 'before tell hr 124']

    def block(self, ride):
        sits = ['before tell cadence 0'] if ride.fresh else ['before tell cadence 88']
        return [
            'before tell calm',
            *self.setup(ride),
            *sits,
            f'ride {ride.number} {" ".join(ride.start)}',
            *ride.schedule(),
            f'over {ride.seconds + SLACK_SECONDS + round(ride.silence)}',
        ]

    def boot(self, schedule):
        """Boots once. Returns the schedule for the next boot if the plug was pulled."""
        work = self.folder / f'boot-{len(self.boots) + 1}'
        out = work / 'out'
        (out / 'plans').mkdir(parents=True)
        (out / 'schedule').write_text('\n'.join(schedule) + '\n')
        for ride in self.chain.rides:
            if ride.plan:
                (out / 'plans' / f'{ride.plan_name}.txt').write_text(ride.plan_text())
        quiet = '' if 'SOAK_DEBUG' in os.environ else 'RIG_BLUEZ_DEBUG='
        environment = os.environ | {
            'RIG_BIN': os.environ.get('RIG_BIN', '.build/release'),
            'RIG_SEED': str(self.chain.seed),
            'RIG_VARIANT': ','.join(self.chain.variant),
            'RIG_KEEP': '1',
            'RIG_EPOCH': f'{self.epoch:.3f}',
            'RIG_DISK': str(self.folder / 'disk.img'),
            'RIG_LIMIT': '900',
            'RIG_ENV': f'RIG_SCENARIO_LIMIT=1000000 {quiet}',
        }
        command = [BOOT / 'boot.sh', work, 'campaign']
        if self.processor is not None:
            command = ['taskset', '-c', str(self.processor), *command]
        with open(work / 'boot.log', 'w') as log:
            status = subprocess.run(command, env=environment, stdout=log, stderr=log, check=False).returncode
        self.boots.append(work)
        if status not in (0, PULLED):
            said = (work / 'console.log').read_text(errors='replace')
            if 'Kernel panic' in said:
                raise KernelPanicError(', '.join(re.findall(r'\? (\w+)\+0x', said.split('Kernel panic')[-1])[:3]))
            last = (work / 'boot.log').read_text().strip().rpartition('\n')[2]
            raise RigError(last or f'boot.sh ended with {status}')
        if status == 0 and (ended := (out / 'campaign' / 'exit').read_text().strip()) != '0':
            raise RigError(f'the scenario ended with {ended}{refusal(out / "campaign")}')
        return self.rest(schedule, out / 'campaign') if status == PULLED else []

    def rest(self, schedule, left):
        """Returns the remaining schedule after the plug was pulled: the rest of that ride, and the later rides."""
        notes = json_lines(left / 'notes.jsonl')
        pulled = next(
            note for note in reversed(notes) if note['event'] == 'played' and note['command'].startswith('pull ')
        )
        begun = max(index for index, note in enumerate(notes) if note['event'] in ('ride', 'again'))
        number, since = notes[begun]['number'], pulled['since'] / 1e6
        self.epoch = pulled['epoch'] + float(pulled['command'].split()[1])
        played = collections.Counter(note['line'] for note in notes[begun:] if note['event'] == 'line')
        ride = next(ride for ride in self.chain.rides if ride.number == number)
        first = next(
            index
            for index, line in enumerate(schedule)
            if line.split()[:2] in (['ride', str(number)], ['again', str(number)])
        )
        over = next(index for index in range(first, len(schedule)) if schedule[index].startswith('over '))
        left_over = []
        for line in schedule[first + 1 : over]:
            if played[line]:
                played[line] -= 1
            else:
                left_over.append(line)
        for note in notes[begun:]:
            words = note.get('command', '').split()
            if note['event'] == 'played' and words[0] == 'later' and note['since'] / 1e6 + float(words[1]) > since:
                left_over.append(f'{note["since"] / 1e6 + float(words[1]):.6f} {" ".join(words[2:])}')
        return [*self.setup(ride), f'again {number} {since:.6f}', *left_over, *schedule[over:]]


def play(chain, folder, processors):
    """Runs one chain and judges it."""
    processor = processors.get()
    try:
        played = Played(chain, folder, processor)
        if 'SOAK_JUDGE' in os.environ:
            played.find()
        else:
            played.run()
        verdict = oracle.judge(chain, played.boots)
    except KernelPanicError as error:
        verdict = Verdict.broken(chain, f"the guest's kernel panicked: {error}")
        verdict.unjudged = True
    except RigError as error:
        verdict = Verdict.broken(chain, f'the rig: {error}')
    except Exception as error:  # missing or malformed evidence is a complaint too
        verdict = Verdict.broken(chain, f'{type(error).__name__}: {error}')
        if 'SOAK_DEBUG' in os.environ:
            raise
    finally:
        processors.put(processor)
    return verdict


def chains(rides, seed):
    count = -(-rides // draw.RIDES_A_CHAIN)
    for index in range(count):
        left = min(draw.RIDES_A_CHAIN, rides - index * draw.RIDES_A_CHAIN)
        yield draw.draw_chain(seed * 10000 + index, left, draw.deal(seed, index, TRAINERS), BESIDE, BUGS)


def drawn_for():
    """Returns the environment that gives the same chains for a seed."""
    trainers = '' if TRAINERS == ALL_TRAINERS else f'SOAK_TRAINERS={",".join(TRAINERS)} '
    beside = '' if BESIDE == ALL_BESIDE else f'SOAK_BESIDE={",".join(BESIDE)} '
    return trainers + beside + ('' if BUGS else 'SOAK_BUGS=0 ')


def said(verdict, command):
    """Prints a line for each ride of a chain, and the complaints about it."""
    for ride in [] if verdict.unplayed else verdict.rides:
        words = '; '.join(ride.complaints)
        print(
            f'{"FAILED" if words else "ok    "} {verdict.seed} ride {ride.number}: {ride.kind}, {ride.minutes:g} min, '
            f'{", ".join(ride.faults) or "no fault"}: {words or ride.came_to}'
        )
    for complaint in verdict.complaints:
        print(f'{"unjudged" if verdict.unjudged else "FAILED"} {verdict.seed}: {complaint}')
    if not verdict.good:
        print(f'       again with: {command}')
    sys.stdout.flush()


def processors(jobs):
    """Returns a queue of processors for so many chains at once."""
    ours, found = sorted(os.sched_getaffinity(0)), queue.Queue()
    for index in range(jobs):
        found.put(ours[index % len(ours)])
    return found


def main(rides, seed):
    jobs = int(os.environ.get('SOAK_JOBS', len(os.sched_getaffinity(0))))
    free = processors(jobs)
    drawn = list(chains(rides, seed))
    only = os.environ.get('SOAK_CHAIN')
    drawn = [chain for chain in drawn if only in (None, str(chain.seed))]
    # The longest first, so that no long chain runs alone at the end.
    drawn.sort(key=lambda chain: sum(ride.minutes for ride in chain.rides), reverse=True)
    summary = Summary()
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        running = [pool.submit(play, chain, PLACE / str(chain.seed), free) for chain in drawn]
        for done in concurrent.futures.as_completed(running):
            verdict = done.result()
            said(verdict, f'{drawn_for()}SOAK_CHAIN={verdict.seed} make soak RIDES={rides} SEED={seed}')
            summary.add(verdict)
            if verdict.good and not {'SOAK_KEEP', 'SOAK_JUDGE'} & set(os.environ):
                shutil.rmtree(PLACE / str(verdict.seed), ignore_errors=True)
    print('\n'.join(summary.lines()))
    return summary.good
