"""Judges what a chain of rides left, by what a rider was told, what the trainer did, and what the library holds.

It knows nothing of the daemon's code.
"""

import bisect
import collections
import datetime
import itertools
import re
import sqlite3

import bounds
from bounds import BOUNDS, LONG_GAP, RAMP, RAMPED, REFUSALS
from history import TRAINER, Activity, History, Steps, schema_complaint
from machine import Cause, Machine
from verdict import RideVerdict, Verdict


def seconds_of(text):
    return datetime.datetime.fromisoformat(text.replace('Z', '+00:00')).timestamp()


class Judge:
    """One ride of a chain, from when it is asked for to when the next one is."""

    def __init__(self, machine, ride, begin, end, verdict):
        self.machine, self.history, self.ride, self.begin, self.end = machine, machine.history, ride, begin, end
        self.verdict, self.chain_verdict = RideVerdict(ride.number, ride.kind, ride.minutes, ride.faults), verdict
        self.notes = [note for note in self.history.notes if begin <= note['T'] < end]
        self.told = [(t, said) for t, said in self.history.told if begin <= t < end]
        self.answers = [note for note in self.notes if note['event'] == 'answered']
        starts = [note for note in self.answers if note['command'].startswith('start ')]
        self.start = next((note for note in starts if note['status'] == 0), starts[-1] if starts else None)
        self.show = self.history.file(f'show-{ride.number}.json')
        self.id = self.number_told()

    def complain(self, text):
        self.verdict.complaints.append(text)

    def number_told(self):
        """The ride's number, as a client was told it; None where nobody was told of a ride."""
        if self.start and self.start['status'] == 0:
            return self.start['answer']['ride']['id']
        return next((said['ride']['id'] for _, said in self.told if 'ride' in said), None)

    def judge(self):
        self.asked_is_answered()
        self.is_over()
        if self.id is None:
            self.not_begun()
            return self.verdict
        if self.is_empty():
            self.verdict.came_to = 'dropped, since nothing was ridden'
            self.id = None
            return self.verdict
        if not self.is_there():
            self.verdict.lost = True
            return self.verdict
        self.map_seconds()
        self.rows_are_whole()
        self.rows_are_possible()
        self.told_is_kept()
        self.measured_is_kept()
        self.as_long_as_asked()
        self.file_agrees()
        self.trainer_holds()
        self.told_is_asked()
        self.freed_when_asked()
        self.legs_are_spared()
        self.gaps_are_marked()
        self.nothing_old_is_told()
        self.verdict.seconds = self.show['timerSeconds']
        self.verdict.came_to = f'{self.show["timerSeconds"]} of {self.show["elapsedSeconds"]} s'
        return self.verdict

    # What was asked.

    def active(self, names, t, near=bounds.NEAR):
        return any(c.name in names and c.begin - 1 <= t and c.heal + near >= t for c in self.machine.causes)

    def asked_is_answered(self):
        answered = {(note['boot'], note['number']): note for note in self.answers}
        for asked in (note for note in self.notes if note['event'] == 'asked'):
            note = answered.get((asked['boot'], asked['number']))
            if note is None:
                if not any(
                    n['event'] == 'played' and n['command'].startswith('pull') and n['T'] >= asked['T']
                    for n in self.notes
                ):
                    self.complain(f'`{asked["command"]}` was never answered')
            elif note['status'] == 69:
                if (
                    self.machine.daemon(asked['T'])
                    and self.machine.daemon(note['T'])
                    and self.machine.daemon(asked['T'] - 0.5)
                ):
                    self.complain(f'`{asked["command"]}` found no daemon at {self.at(asked["T"])}')
            elif note['status'] == 1:
                self.refusal(note)
            elif note['status'] != 0:
                self.complain(
                    f'`{asked["command"]}` ended with {note["status"]} at {self.at(asked["T"])}: {note["answer"]}'
                )

    def refusal(self, note):
        answer = note['answer'] or {}
        error = answer.get('error')
        if not answer.get('message'):
            self.complain(f'`{note["command"]}` was refused without a reason: {answer}')
        allowed = REFUSALS.get(error, set())
        if allowed is not None and not self.active(allowed, note['T']):
            self.complain(
                f'`{note["command"]}` was answered {error} at {self.at(note["T"])} with nothing that would explain it'
            )

    def at(self, t):
        return f'{t - self.begin:.2f} s'

    def not_begun(self):
        error = (self.start or {}).get('answer') or {}
        self.verdict.came_to = f'not begun, {error.get("error", "unanswered")}'

    def is_over(self):
        over = next((note for note in self.notes if note['event'] == 'over'), None)
        if any(note['event'] == 'not-over' for note in self.notes):
            self.complain('the ride was not over an hour after its time')
        for what in ('died', 'hung', 'watcher-ended'):
            for note in self.notes:
                if note['event'] == what:
                    self.complain(
                        {
                            'died': 'the daemon died by itself',
                            'hung': 'the daemon did not end within 30 s of SIGTERM',
                            'watcher-ended': '`watch` ended by itself',
                        }[what]
                        + f' before {self.at(note["T"])}'
                    )
        for note in self.notes:
            if note['event'] == 'daemon-ended' and note['asked'] in (0, 15) and note['status'] != 0:
                self.complain(f'the daemon ended with {note["status"]}, asked by signal {note["asked"]}')
        if over is None:
            return
        state = next(
            (
                note['answer']
                for note in self.notes
                if note['event'] == 'peripherals' and note['command'] == 'state' and note['T'] > over['T']
            ),
            None,
        )
        if state is None:
            return
        if state['target'] is not None or state['control'] or state['running']:
            self.complain(f'the trainer is not free at the end: {state["target"]} W')
        if state['trainer'] or state['strap']:
            self.complain('a link is held eight seconds after the ride')
        status = self.history.file(f'status-{self.ride.number}.json') or {}
        if status.get('phase') != 'idle':
            self.complain(f'the daemon is {status.get("phase")} after the ride')
        if status.get('problems'):
            self.complain(f'problems are told after the ride: {[p["code"] for p in status["problems"]]}')

    def is_empty(self):
        """Whether the ride was dropped, and may be: nobody was told of a second of it."""
        told = any(said.get('ride', {}).get('elapsedSeconds') for _, said in self.told)
        rides = (self.history.file(f'rides-{self.ride.number}.json') or {}).get('rides', [])
        return not told and all(ride['id'] != self.id for ride in rides)

    def is_there(self):
        rides = (self.history.file(f'rides-{self.ride.number}.json') or {}).get('rides', [])
        there = [ride for ride in rides if ride['id'] == self.id]
        if len(there) != 1:
            self.complain(f'ride {self.id} is {len(there)} times in the library')
            return False
        if there[0]['state'] != 'finished':
            self.complain(f'ride {self.id} is {there[0]["state"]}')
        if self.show is None or self.show.get('id') != self.id:
            self.complain(f'`show` shows ride {self.show and self.show.get("id")}, not {self.id}')
            return False
        for key, value in there[0].items():
            if self.show.get(key) != value:
                self.complain(f'`rides` and `show` differ in {key}: {value}, {self.show.get(key)}')
        return True

    # What was ridden.

    def map_seconds(self):
        """When each second of the ride began, for each run of the daemon by what it told."""
        self.rows = {row['elapsedSeconds']: row for row in self.show['samples']}
        self.of_ride = [(t, said) for t, said in self.told if said.get('ride', {}).get('id') == self.id]
        self.zeros = []  # (from, to, T of the ride's second 0), one for each run of the daemon
        starts = [note['T'] for note in self.history.notes if note['event'] == 'daemon-started'] + [float('inf')]
        for begin, end in itertools.pairwise(starts):
            run = [
                (t, said['ride']['elapsedSeconds'])
                for t, said in self.of_ride
                if begin <= t < end and said['ride']['elapsedSeconds'] > 0
            ]
            if run:
                self.zeros.append((begin, end, min(t - elapsed for t, elapsed in run)))
        on = max((t for t, said in self.of_ride if said['phase'] not in ('idle', 'finishing')), default=self.begin)
        after = [t for t, said in self.told if said['phase'] in ('idle', 'finishing') and t > on]
        self.over = after[0] if after else self.end

    def t_of(self, second):
        """When that second began; None where no daemon told of that time."""
        for begin, end, zero in self.zeros:
            if begin - 0.001 <= zero + second < end:
                return zero + second
        return None

    def rows_are_whole(self):
        seconds = [row['elapsedSeconds'] for row in self.show['samples']]
        if seconds != list(range(len(seconds))):
            missing = sorted(set(range(max(seconds, default=-1) + 1)) - set(seconds))
            self.complain(f'the rows are not one a second: {missing[:10]} are missing of {len(seconds)}')
        if len(seconds) != self.show['elapsedSeconds']:
            self.complain(f'{len(seconds)} rows for {self.show["elapsedSeconds"]} s')
        running = sum(row['timerRunning'] for row in self.show['samples'])
        if running != self.show['timerSeconds']:
            self.complain(f'the timer runs in {running} rows, {self.show["timerSeconds"]} s are said')

    def rows_are_possible(self):
        """No row says what no rider can do, whatever a device sent."""
        before = 0.0
        for row in self.show['samples']:
            meters = row.get('distanceMeters', before)
            odd = {
                name: row[name]
                for name, (low, high) in bounds.POSSIBLE.items()
                if not low <= row.get(name, low) <= high
            }
            if not before <= meters <= before + bounds.POSSIBLE_METERS:
                odd['distanceMeters'] = meters - before
            before = meters
            if odd:
                said = ', '.join(f'{name} {value:.0f}' for name, value in odd.items())
                self.complain(f'second {row["elapsedSeconds"]} is impossible: {said}')

    def told_is_kept(self):
        """What a client was told never goes back, and is there at the end, but for one row a crash."""
        elapsed = timer = 0
        before = self.begin
        for t, said in self.of_ride:
            crashed = sum(before <= crash <= t for crash in self.machine.crashes)
            for name, last, now in (
                ('elapsed', elapsed, said['ride']['elapsedSeconds']),
                ('timer', timer, said['ride']['timerSeconds']),
            ):
                if now < last - crashed:
                    self.complain(f'the {name} time told goes back from {last} to {now} s at {self.at(t)}')
            elapsed, timer, before = (
                max(elapsed, said['ride']['elapsedSeconds']),
                max(timer, said['ride']['timerSeconds']),
                t,
            )
        crashes = sum(self.begin <= crash < self.end for crash in self.machine.crashes)
        for name, told in (('elapsedSeconds', elapsed), ('timerSeconds', timer)):
            if self.show[name] < told - crashes and not self.forgotten():
                self.complain(f'{told} s were told as {name}, {self.show[name]} are kept')

    def forgotten(self):
        """Whether the rider did not pedal for so long that the ride is finished at its last pedal stroke."""
        return any(
            c.name == 'stops pedalling' and min(c.heal, self.end) - c.begin > bounds.FINISH_AFTER - 120
            for c in self.causes_of_ride()
        )

    def causes_of_ride(self):
        return [c for c in self.machine.causes if c.begin < self.end and c.heal > self.begin]

    def measured_is_kept(self):
        """A second in which the trainer was heard has its power; right before a crash one may be missing."""
        lost = collections.Counter()
        # A link that said nothing is given up, which takes its time, whether it says something again or not.
        given_up = [c for c in self.machine.windows(self.begin, self.over) if c.name.startswith(('silent', 'stall'))]
        for second, row in sorted(self.rows.items()):
            t = self.t_of(second)
            if t is None or t + 1 > self.over:
                continue
            m = self.machine
            heard = m.heard(t) and m.heard.constant(t - 0.1, t + 1.1)
            alive = m.daemon(t) and m.daemon.constant(t, t + 1)
            if not heard or not alive or any(c.begin <= t + 1 and t <= c.until for c in given_up):
                continue
            crash = next((crash for crash in m.crashes if t + 1 <= crash <= t + 3), None)
            if 'powerWatts' not in row:
                if crash is None:
                    self.complain(f'second {second} has no power, though the trainer was heard')
                else:
                    lost[crash] += 1
                continue
            target = m.held(t)
            steady = (
                m.held.constant(t - bounds.SETTLED, t + 1)
                and m.cadence.constant(t - bounds.SETTLED, t + 1)
                and m.cadence(t) == 88
            )
            quiet = not m.weak(t) and m.weak.constant(t - 30, t + 1) and m.offset.constant(t - 2, t + 1)
            if steady and quiet and target is not None and not any(a - 2 <= t <= b for a, b in m.disturbed):
                if abs(row['powerWatts'] - target - m.offset(t)) > bounds.POWER_WITHIN:
                    self.complain(f'second {second} says {row["powerWatts"]:.0f} W, the trainer held {target} W')
        self.verdict.rows_lost = sum(lost.values())
        for crash, rows in lost.items():
            if rows > 1:
                self.complain(f'a crash at {self.at(crash)} cost {rows} rows')

    def nothing_old_is_told(self):
        """Power that nobody has measured for some time is not told as the present one."""
        heard = self.machine.heard
        for t, said in self.of_ride:
            index = bisect.bisect_right(heard.at, t) - 1
            if not heard.values[index] and t - heard.at[index] > bounds.OLD and 'powerWatts' in said.get('trainer', {}):
                self.complain(
                    f'{said["trainer"]["powerWatts"]} W are told at {self.at(t)}, '
                    f'nothing was heard for {t - heard.at[index]:.1f} s'
                )
                return

    def stopped(self):
        return any(
            note['command'] == 'stop' and (note['status'] == 0 or not self.machine.daemon(note['T']))
            for note in self.answers
        )

    def too_old(self):
        """Whether the ride was left alone for so long that it is finished as it stands; None where either is right."""
        downs = [
            c
            for c in self.causes_of_ride()
            if c.name in ('daemon killed', 'daemon ended', 'pull') and c.begin < self.over
        ]
        clock = any(
            c.name == 'clock' and any(d.begin - 5 <= c.begin <= d.heal for d in downs) for c in self.causes_of_ride()
        )
        longest = max((c.heal - c.begin for c in downs), default=0)
        if longest > bounds.GO_ON + bounds.GO_ON_DOUBT:
            return True
        return None if clock or longest > bounds.GO_ON - bounds.GO_ON_DOUBT else False

    def as_long_as_asked(self):
        if self.stopped() or self.too_old() is not False or self.forgotten():
            return
        if self.ride.kind != 'plan':
            if self.show['timerSeconds'] != self.ride.seconds:
                self.complain(f'{self.show["timerSeconds"]} s of the timer, {self.ride.seconds} were asked for')
            return
        steered = any(
            note['command'].split()[0] in ('skip', 'back', 'done', 'extend') and note['status'] == 0
            for note in self.answers
        )
        if steered or any(end == 'activity' for end, *_ in self.ride.plan):
            return
        laps = self.show['laps']
        if len(laps) != len(self.ride.plan):
            self.complain(f'{len(laps)} laps of {len(self.ride.plan)} intervals')
            return
        for lap, (end, amount, _, _) in zip(laps, self.ride.plan):
            if end == 'timer' and lap['timerSeconds'] != amount:
                self.complain(f'an interval of {amount} s has {lap["timerSeconds"]} s')
            if end == 'distance' and abs((lap.get('distanceMeters') or 0) - amount) > 10:
                self.complain(f'an interval of {amount} m has {lap.get("distanceMeters")} m')

    # The file.

    def file_agrees(self):
        begin = seconds_of(self.show['start'])
        state = self.history.last / 'state' / 'rides'
        files = [path for path in sorted(state.glob('*.tcx')) if abs(seconds_of(activity_id(path)) - begin) < 1]
        if len(files) != 1:
            self.complain(f'{len(files)} files begin when the ride does')
            return
        if complaint := schema_complaint(files[0]):
            self.complain(f'its file is not valid: {complaint}')
        self.compare(Activity(files[0]), seconds_of(activity_id(files[0])))
        self.wall_is_right(seconds_of(activity_id(files[0])))

    def compare(self, activity, begin):
        missed = {second for second, row in self.rows.items() if row['timerRunning']}
        for track in activity.tracks:
            for earlier, later in itertools.pairwise(track):
                if abs(later.time - earlier.time - 1) > 0.01:
                    self.complain(f'within a track {later.time - earlier.time:.2f} s lie between two trackpoints')
        for point in activity.trackpoints:
            second = round(point.time - begin)
            row = self.rows.get(second)
            if row is None:
                self.complain(f'the file has second {second}, which `show` has not')
                continue
            missed.discard(second)
            for name, there, here in (
                ('watts', point.watts, row.get('powerWatts')),
                ('beats', point.beats, row.get('beatsPerMinute')),
                ('cadence', point.cadence, row.get('cadenceRpm')),
            ):
                if (there is None) != (here is None) or (here is not None and abs(there - here) > 0.51):
                    self.complain(f'second {second} has {there} {name} in the file, {here} in `show`')
        if len(missed) > 0:
            self.complain(f'seconds of the timer are not in the file: {sorted(missed)[:10]}')
        if abs(activity.timer_seconds - self.show['timerSeconds']) > 0.5:
            self.complain(f'the file says {activity.timer_seconds} s, `show` {self.show["timerSeconds"]}')

    def wall_is_right(self, begin):
        """The file begins when the ride did, by what the wall clock said at some time of it."""
        if not self.zeros:
            return
        zero = self.zeros[0][2]
        clocks = [wall for t, wall in self.machine.wall if self.begin - 60 <= t <= self.end + 60]
        beside = min((abs(zero + wall - begin) for wall in clocks), default=0)
        if beside > 2:
            self.complain(f'the ride begins {beside:.1f} s beside every clock that it had')

    # What the trainer did.

    def wanted(self):
        """The watts that the ride wants of the trainer, by what was told; None while it wants none."""
        steps = Steps()
        for t, said in self.of_ride:
            if said['phase'] in ('riding', 'reconnecting', 'ready', 'connecting'):
                steps.set(t, said['ride'].get('targetWatts'))
        return steps

    def trainer_holds(self):
        """Whenever the rider rides, the trainer holds what the ride wants, but for the time that a fault may take."""
        m = self.machine
        riding = [t for t, said in self.of_ride if said['phase'] == 'riding']
        if not riding:
            return
        wanted = self.wanted()
        causes = m.windows(self.begin, self.over)
        causes.append(Cause('start', self.begin, riding[0], riding[0] + BOUNDS['start'][0] + RAMP))
        for note in self.answers:
            verb = note['command'].split()[0]
            if verb == 'resume':
                causes.append(self.resumed(note['T'], causes))
            elif verb in ('watts', 'skip', 'back', 'done', 'bias'):
                causes.append(Cause('command', note['T'], note['T'], note['T'] + BOUNDS['command'][0]))
        # Intervals and the heart change it, too, at any time: the trainer follows each change.
        changes = [Cause('command', t, t, t + BOUNDS['command'][0]) for t in wanted.at[1:]]
        bad = self.bad_stretches(wanted, riding[0])
        self.excuse(bad, causes, changes)

    def resumed(self, t, causes):
        """The pause that a command ended then: its ramp begins with the first target, which a fault may put off."""
        m, answered = self.machine, BOUNDS['pause'][0]
        latest = max((c.until for c in causes if c.begin <= t + answered and t <= c.until), default=t)
        first = next((at for at, held in zip(m.held.at, m.held.values) if at > t and held is not None), latest)
        begun = max(t, min(first, latest))
        return Cause('pause', t, begun, begun + answered + RAMP)

    def bad_stretches(self, wanted, first):
        m = self.machine
        instants = sorted(
            {t for steps in (wanted, m.held, m.cadence, m.paused, m.daemon) for t in steps.at if first <= t < self.over}
            | {first}
        )
        bad = []
        for begin, end in zip(instants, instants[1:] + [self.over]):
            want, held = wanted(begin), m.held(begin)
            if (
                want is None
                or m.cadence(begin) == 0
                or m.paused(begin)
                or end - begin < 0.005
                or self.close(want, held, begin)
            ):
                continue
            if bad and abs(bad[-1][1] - begin) < 0.005:
                bad[-1][1] = end
            else:
                bad.append([begin, end, want, held])
        return bad

    def close(self, want, held, t):
        """A target that moves, by a ramp of the plan or by the heart, is followed in steps."""
        return held is not None and abs(held - want) <= (0 if self.ride.kind == 'steady' else 6)

    def excuse(self, bad, causes, changes):
        for begin, end, want, _ in bad:
            rest = [(begin, end)]
            for cause in causes + changes:
                rest = [
                    piece
                    for a, b in rest
                    for piece in ((a, min(b, cause.begin)), (max(a, cause.until), b))
                    if piece[1] - piece[0] > 0.05
                ]
            for a, b in rest:
                near = max((c for c in causes if c.begin <= a), key=lambda c: c.until, default=None)
                self.complain(
                    f'the trainer holds {self.machine.held(a)} W for {b - a:.2f} s from {self.at(a)} on, '
                    f'wanted are {want}' + (f', {a - near.heal:.1f} s after {near.name} was over' if near else '')
                )
            self.measure(begin, end, causes)

    def measure(self, begin, end, causes):
        """How long after a fault, alone in its time, the trainer had its target back."""
        about = [c for c in causes if c.begin - 0.1 <= end and begin <= c.until]
        if len(about) == 1 and begin <= about[0].heal + 1 and end - begin < 1e6:
            cause = about[0]
            long = cause.name not in RAMPED and cause.heal + BOUNDS.get(cause.name, (0,))[0] - cause.begin >= LONG_GAP
            self.chain_verdict.returns[cause.name, long].append(max(0.0, end - cause.heal))

    def told_is_asked(self):
        """What the daemon says that it asks of the trainer is what the rider asked for."""
        if self.ride.kind == 'steady':
            self.steady_is_asked()
        elif self.ride.kind == 'plan':
            self.plan_is_asked()

    def steady_is_asked(self):
        asked = Steps(int(self.ride.start[self.ride.start.index('--watts') + 1]))
        doubt = []
        for note in self.answers:
            words = note['command'].split()
            if words[0] != 'watts':
                continue
            if note['status'] == 0:
                asked.set(note['T'], note['answer']['targetWatts'])
                if words[1][0] not in '+-' and note['answer']['askedWatts'] != int(words[1]):
                    self.complain(f'`{note["command"]}` was taken as {note["answer"]["askedWatts"]} W')
            else:
                doubt.append(note['T'])
        for t, said in self.of_ride:
            told = said['ride'].get('targetWatts')
            if told is None or any(abs(t - at) < 20 for at in doubt):
                continue
            if told not in (asked(t), asked(t + 0.2), asked(t - 0.2)) and not self.pending('watts', t):
                self.complain(f'{told} W are told at {self.at(t)}, asked were {asked(t)}')
                return

    def pending(self, verb, t):
        """Whether such a command was asked for before, and not answered yet or not at all."""
        for asked in (
            note
            for note in self.notes
            if note['event'] == 'asked' and note['command'].startswith(verb) and note['T'] <= t
        ):
            answered = next(
                (n for n in self.answers if n['boot'] == asked['boot'] and n['number'] == asked['number']), None
            )
            if answered is None or answered['T'] + 0.1 >= t or answered['status'] != 0:
                return True
        return False

    def plan_is_asked(self):
        own = set()  # intervals that the rider gave watts of their own
        for t, said in self.of_ride:
            interval, told = said.get('plan', {}).get('interval'), said['ride'].get('targetWatts')
            if interval is None or told is None:
                continue
            number = interval['number']
            if any(
                note['command'].startswith('watts') and abs(note['T'] - t) < 0.3 for note in self.answers
            ) or self.pending('watts', t):
                own.add(number)
            _, _, first, last = self.ride.plan[number - 1] if number <= len(self.ride.plan) else (None,) * 4
            if first is None or number in own or self.steered(number):
                continue
            share = 1 + said['plan'].get('biasPercent', 0) / 100
            low, high = sorted((first * share, last * share))
            near = any(
                note['command'].startswith(('bias', 'skip', 'back', 'done')) and abs(note['T'] - t) < 0.5
                for note in self.notes
                if 'command' in note
            )
            if not low - 1 <= told <= high + 1 and not near:
                self.complain(
                    f'{told} W are told at {self.at(t)}, '
                    f'interval {number} has {first} to {last} W and {share:.2f} of it'
                )
                return

    def steered(self, number):
        return any(note['command'].startswith('watts') for note in self.answers)

    def freed_when_asked(self):
        """A pause frees the trainer; so do legs that stand still."""
        for note in self.answers:
            if note['command'] == 'pause' and note['status'] == 0:
                self.free_at(note['T'] + bounds.FREED, 'a pause', note['T'])
        for cause in self.causes_of_ride():
            if (
                cause.name == 'stops pedalling'
                and cause.heal - cause.begin > bounds.AUTO_PAUSE + bounds.FREED
                and self.wants(cause.begin)
            ):
                self.free_at(cause.begin + bounds.AUTO_PAUSE + bounds.FREED, 'the rider stopped pedalling', cause.begin)

    def wants(self, t):
        """Whether the ride was on at that time and has been for some."""
        phases = [said['phase'] for when, said in self.told if when <= t]
        return bool(phases) and phases[-1] == 'riding'

    def free_at(self, t, why, since):
        m = self.machine
        changed = any(
            c.begin < t and c.until > since
            for c in m.windows(self.begin, self.end)
            if c.name not in ('stops pedalling', 'weak', 'weak again')
        )
        if t < self.over and m.held(t) is not None and not changed and (m.paused(t) or m.cadence(t) == 0):
            self.complain(f'the trainer still holds {m.held(t)} W {t - since:.1f} s after {why}, at {self.at(t)}')

    def legs_are_spared(self):
        """Legs that cannot hold the target are not ground to a halt: cadence does not stay down."""
        low = 0
        for second, row in sorted(self.rows.items()):
            t = self.t_of(second)
            pedals = t is not None and row['timerRunning'] and self.machine.cadence(t) == 88
            low = low + 1 if pedals and row.get('cadenceRpm', 90) < 45 else 0
            if low == 15:
                self.complain(f'cadence is below 45 rpm for 15 s at second {second}')

    def gaps_are_marked(self):
        """Each time without a daemon, and each lost link of the trainer, stands among the ride's incidents."""
        marks = collections.Counter(incident['kind'] for incident in self.show.get('incidents', []))
        downs = [
            c
            for c in self.causes_of_ride()
            if c.name in ('daemon killed', 'daemon ended', 'pull')
            and self.of_ride
            and self.of_ride[0][0] < c.begin
            and self.of_ride[-1][0] > c.heal
        ]
        runs = len({c.heal for c in downs})
        if marks['interruption'] < runs:
            self.complain(f'{marks["interruption"]} interruptions are marked, {runs} there were')
        for event in self.history.log:
            if (
                event['event'] == 'disconnected'
                and event.get('who') == TRAINER
                and self.of_ride
                and self.machine.daemon(event['T'])
            ):
                self.is_marked(event['T'])

    def is_marked(self, t):
        zero = next((zero for begin, end, zero in self.zeros if begin <= t < end), None)
        if zero is None or not self.zeros[0][2] < t < self.over - 3 or not self.machine.daemon.constant(t - 1, t + 8):
            return
        near = [
            i
            for i in self.show.get('incidents', [])
            if i.get('device') == 'trainer' and -16 < i['atSeconds'] - (t - zero) < 8
        ]
        wanted = not self.machine.paused(t) and self.machine.cadence(t)
        if not near and wanted and self.wants(t - 0.2):
            self.complain(f'the lost link at {self.at(t)} is not marked')


def activity_id(path):
    return re.search(r'<Id>([^<]+)</Id>', path.read_text()).group(1)


def judge(chain, boots):
    """The verdict on a chain that came to its end."""
    history = History(boots)
    machine = Machine(history)
    verdict = Verdict(chain.seed, [])
    begins = [note for note in history.notes if note['event'] == 'ride']
    for begin, after in zip(begins, begins[1:] + [None]):
        ride = next(ride for ride in chain.rides if ride.number == begin['number'])
        end = after['T'] if after else history.notes[-1]['T'] + 1
        judged = Judge(machine, ride, begin['T'], end, verdict)
        verdict.rides.append(judged.judge())
        judged.verdict.id = judged.id
    if len(verdict.rides) != len(chain.rides):
        verdict.complaints.append(f'{len(verdict.rides)} of {len(chain.rides)} rides were ridden')
    verdict.complaints += library(history, verdict)
    return verdict


def library(history, verdict):
    """The whole library at the end: every ride once, as it was when it ended, and a store that is sound."""
    found = []
    listed = [ride['id'] for ride in (history.file('rides.json') or {}).get('rides', [])]
    told = {ride.id for ride in verdict.rides if ride.id is not None}
    for number in sorted(told - set(listed)):
        found.append(f'ride {number} is not in the library at the end')
    if len(listed) != len(set(listed)):
        found.append(f'a ride is twice in the library: {listed}')
    for number in sorted(set(listed) - told):
        found.append(f'ride {number} is in the library, and nobody was told of it')
    for ride in verdict.rides:
        then, now = (
            history.file(f'show-{ride.number}.json'),
            history.file(f'final-{ride.id}.json') if ride.id is not None else None,
        )
        if then and now and then.get('id') == ride.id and then != now:
            differ = sorted(key for key in set(then) | set(now) if then.get(key) != now.get(key))
            found.append(f'ride {ride.id} is not at the end what it was: {differ}')
    state = history.last / 'state'
    files = sorted(path.name for path in (state / 'rides').glob('*'))
    if len(files) != len(listed) or any(not name.endswith('.tcx') for name in files):
        found.append(f'{len(listed)} rides have left {files}')
    with_store = sqlite3.connect(f'file:{state}/jz2.sqlite?mode=ro', uri=True)
    sound = with_store.execute('PRAGMA integrity_check').fetchone()[0]
    with_store.close()
    if sound != 'ok':
        found.append(f'the store is damaged: {sound}')
    log = ''.join((out / 'campaign' / 'jz2d.log').read_text(errors='replace') for _, out in history.boots)
    found += [
        f'the daemon says: {line}'
        for line in log.splitlines()
        if re.search(r'Fatal error|Crash|SIGSEGV|set aside', line)
    ][:3]
    return found
