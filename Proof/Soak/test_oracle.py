#!/usr/bin/env python3
"""Tests that the oracle finds errors in tampered evidence: a correct ride of a minute, with a lost link and a killed
daemon, is changed in one way at a time.
"""

import copy
import pathlib
import tempfile
import types
import unittest
import unittest.mock

from ridden import Evidence
from rig.devices import CADENCE, FAN, METER, STRAP, TRAINER
from soak import bounds, draw, length, reported, rows, timer
from soak.beside import Beside, beside_faults
from soak.campaign import chains
from soak.history import History, Steps
from soak.machine import Cause, Machine


def causes_of(evidence):
    with tempfile.TemporaryDirectory() as folder:
        evidence.write(pathlib.Path(folder))
        return Machine(History([pathlib.Path(folder)])).causes


class Tampered(unittest.TestCase):
    def setUp(self):
        self.evidence = Evidence()

    def finds(self, words):
        found = self.evidence.complaints()
        self.assertTrue(any(words in complaint for complaint in found), found)

    def test_a_ride_in_order_is_not_complained_about(self):
        self.assertEqual(self.evidence.complaints(), [])

    def strapless(self):
        self.evidence.ride.strap = False
        for row in self.evidence.rows:
            row.pop('beatsPerMinute', None)

    def test_a_ride_without_a_strap_has_no_heart_rate(self):
        self.strapless()
        self.assertEqual(self.evidence.complaints(), [])

    def test_a_heart_rate_of_nobody(self):
        self.strapless()
        self.evidence.rows[20]['beatsPerMinute'] = 124
        self.finds('1 seconds from 20 on have a heart rate, and no strap is worn')

    def test_remedies_that_give_one_another_no_time(self):
        self.evidence.remedies = [20.0, 20.01, 40.0]
        self.finds('ride 1 has two remedies within 10 ms, at 20.00 s')

    def test_remedies_that_are_apart(self):
        self.evidence.remedies = [20.0, 40.0]
        self.assertEqual(self.evidence.complaints(), [])

    def returns_after(self, links):
        """Makes so many links after the drop fail, one each half second; the next link has its target 0.2 s later."""
        for event in self.evidence.log:
            if 30.4 < event['t'] < 31:
                event['t'] += 0.5 * links
        for link in range(links):
            self.evidence.event(30.7 + 0.5 * link, 'not-established', radio='first', who=TRAINER)
        return [complaint for complaint in self.evidence.complaints() if 'the trainer holds' in complaint]

    def test_links_that_are_not_established_take_their_time(self):
        self.assertEqual(self.returns_after(3), [])

    def test_a_link_that_follows_late_on_one_that_was_none(self):
        self.evidence.event(30.7, 'not-established', radio='first', who=TRAINER)
        for event in self.evidence.log:
            if event['event'] != 'not-established' and 30.4 < event['t'] < 31:
                event['t'] += 2
        self.finds('after not established was over')

    def test_a_row_that_is_missing(self):
        del self.evidence.rows[20]
        self.finds('[20] are missing')

    def test_a_row_without_its_power(self):
        del self.evidence.rows[20]['powerWatts']
        self.finds('second 20 has no power')

    def test_two_rows_that_a_crash_cost(self):
        del self.evidence.rows[32]['powerWatts'], self.evidence.rows[33]['powerWatts']
        self.finds('cost 2 rows')

    def test_a_ride_that_is_cut_short_of_what_was_told(self):
        del self.evidence.rows[50:]
        self.evidence.show |= {'elapsedSeconds': 50, 'timerSeconds': 47}
        self.finds('were told as elapsedSeconds')
        self.finds('60 were asked for')

    def test_a_ride_that_is_there_twice(self):
        self.evidence.rides.append(copy.deepcopy(self.evidence.rides[0]))
        self.finds('is 2 times in the library')

    def test_a_ride_that_is_not_there(self):
        self.evidence.rides.clear()
        self.finds('is 0 times in the library')

    def test_a_ride_that_nobody_was_told_of(self):
        self.evidence.rides.append(self.evidence.rides[0] | {'id': 2})
        self.finds('no client was told of it')

    def test_a_ride_that_still_goes_on(self):
        self.evidence.rides[0]['state'] = self.evidence.show['state'] = 'riding'
        self.finds('ride 1 is riding')

    def test_a_ride_that_changed_afterwards(self):
        self.evidence.final = self.evidence.show | {'timerSeconds': 59}
        self.finds('is not at the end what it was')

    def test_other_watts_in_the_file(self):
        self.evidence.points[20] = (20, 151)
        self.finds('second 20 has 151.0 watts in the file')

    def test_a_second_that_the_file_has_not(self):
        del self.evidence.points[20]
        self.finds('not in the file: [20]')

    def test_power_that_the_trainer_did_not_hold(self):
        self.evidence.rows[20]['powerWatts'] = 170.0
        self.finds('second 20 says 170 W')

    def test_watts_that_no_rider_has(self):
        self.evidence.rows[5]['powerWatts'] = -2297.0
        self.finds('second 5 is impossible: powerWatts -2297')

    def test_a_trainer_that_is_not_free_at_the_end(self):
        self.evidence.state |= {'target': 150, 'free': False}
        self.finds('not free at the end')

    def test_a_link_that_is_held_at_the_end(self):
        self.evidence.state['trainer'] = True
        self.finds('a link is held')

    def test_a_target_that_is_not_restored_after_a_drop(self):
        self.evidence.log = [event for event in self.evidence.log if not 30.52 < event['t'] < 31]
        self.finds('the trainer holds None W')

    def test_a_target_that_is_restored_late(self):
        for event in self.evidence.log:
            if 30.4 < event['t'] < 31:
                event['t'] += 0.6
        self.finds('after drop was over')

    def test_another_target_than_was_asked(self):
        self.evidence.asked(50.0, 140)
        self.finds('the trainer holds 140 W')

    def test_a_target_that_nobody_asked_for(self):
        for line in self.evidence.told:
            if line['t'] > 50 and 'ride' in line['said']:
                line['said']['ride']['wantedWatts'] = 140
        self.finds('140 W are told')

    def test_time_that_goes_back(self):
        self.evidence.told[15]['said']['ride']['elapsedSeconds'] -= 3
        self.finds('goes back')

    def test_a_crash_that_is_not_marked(self):
        self.evidence.show['incidents'].pop()
        self.finds('0 interruptions are marked, 1 there were')

    def test_a_lost_link_that_is_not_marked(self):
        self.evidence.show['incidents'].pop(0)
        self.finds('is not marked')

    def asked_of_nobody(self, t):
        self.evidence.note(t, 'asked', number=2, command='watts 160')
        self.evidence.note(t, 'answered', number=2, command='watts 160', status=69, answer={'error': 'NoDaemon'})

    def test_a_daemon_that_is_not_there(self):
        self.asked_of_nobody(50.0)
        self.finds('`watts 160` found no daemon')

    def test_a_daemon_that_ended_and_has_only_just_begun(self):
        self.evidence.note(50.0, 'told-to-end')
        self.evidence.note(50.2, 'daemon-ended', status=0, asked=15)
        self.evidence.note(50.2, 'daemon-started')
        self.asked_of_nobody(50.2)
        self.assertFalse([complaint for complaint in self.evidence.complaints() if 'found no daemon' in complaint])

    def test_a_daemon_that_is_killed_in_the_hundredth_of_a_second_in_which_it_is_asked(self):
        self.evidence.note(50.0, 'asked', number=2, command='watts 160')
        self.evidence.note(50.2, 'killed')
        self.evidence.note(50.2, 'answered', number=2, command='watts 160', status=69, answer={'error': 'NoDaemon'})
        self.evidence.note(50.4, 'daemon-ended', status=137, asked=9)
        self.evidence.note(50.4, 'daemon-started')
        self.assertFalse([complaint for complaint in self.evidence.complaints() if 'found no daemon' in complaint])

    def test_a_daemon_that_dies_by_itself(self):
        self.evidence.note(50.0, 'daemon-ended', status=139, asked=0)
        self.finds('ended with 139')

    def answered_with_150(self, *asked):
        """Sends these commands a tenth of a second apart, and answers all when the trainer has its last target."""
        for number, command in enumerate(asked, 2):
            answer = {'target': {'targetWatts': 150, 'askedWatts': 150}}
            self.evidence.note(50.0 + number / 10, 'asked', number=number, command=command)
            self.evidence.note(52.0, 'answered', number=number, command=command, status=0, answer=answer)

    def test_watts_that_are_taken_as_others(self):
        self.answered_with_150('watts 160')
        self.finds('`watts 160` was taken as 150 W')

    def test_watts_that_are_overtaken(self):
        self.answered_with_150('watts 160', 'watts 150')
        self.assertEqual(self.evidence.complaints(), [])

    def test_a_command_that_is_never_answered(self):
        self.evidence.note(50.0, 'asked', number=2, command='watts 160')
        self.finds('`watts 160` was never answered')

    def test_a_refusal_that_nothing_explains(self):
        self.evidence.note(50.0, 'asked', number=2, command='watts 160')
        self.evidence.note(
            50.1,
            'answered',
            number=2,
            command='watts 160',
            status=1,
            answer={'error': 'TargetRefused', 'message': 'No.'},
        )
        self.finds('answered TargetRefused')

    def test_a_pause_that_holds_the_trainer(self):
        self.evidence.note(50.0, 'asked', number=2, command='pause')
        self.evidence.note(50.1, 'answered', number=2, command='pause', status=0, answer={})
        self.finds('still holds 150 W')

    def stays(self, verb):
        """Makes this verb the rider's last command, and the ride last longer than planned."""
        self.evidence.note(50.0, 'asked', number=2, command=verb)
        self.evidence.note(50.1, 'answered', number=2, command=verb, status=0, answer={})
        self.evidence.note(67.0, 'not-over')
        return [complaint for complaint in self.evidence.complaints() if 'not over' in complaint]

    def test_a_ride_that_is_not_over(self):
        self.assertEqual(len(self.stays('resume')), 1)

    def test_a_ride_that_the_rider_left_paused(self):
        self.assertEqual(self.stays('pause'), [])

    def ends_slowly(self, told_until):
        """Ends the daemon at 55; for some seconds more it reports the trainer's data."""
        evidence = self.evidence
        evidence.note(55.0, 'told-to-end')
        evidence.told = [line for line in evidence.told if line['t'] <= told_until]
        return [complaint for complaint in evidence.complaints() if 'nothing was heard' in complaint]

    def test_a_daemon_that_ends_hears_the_trainer_until_it_has(self):
        self.assertEqual(self.ends_slowly(62.0), [])

    def test_power_that_an_ending_daemon_cannot_have_heard(self):
        self.evidence.event(55.1, 'disconnected', who=TRAINER, reason=0x16)
        self.assertEqual(len(self.ends_slowly(62.0)), 1)

    def resumes_without_a_bus(self, step):
        """Ends a pause while the bus is restarted; the target comes back in ten steps, so many seconds apart."""
        evidence = self.evidence
        for number, (t, verb) in enumerate(((44.0, 'pause'), (47.5, 'resume')), 2):
            evidence.note(t, 'asked', number=number, command=verb)
            evidence.note(t, 'answered', number=number, command=verb, status=0, answer={})
        evidence.told_trainer(44.1, 'free')
        evidence.answered(44.13, 'free')
        evidence.note(47.2, 'played', command='kill-bus ', since=0)
        evidence.note(48.3, 'played', command='bluetoothd ', since=0)
        evidence.event(49.0, 'disconnected', who=TRAINER, reason=0x13)
        evidence.linked(51.0, 75)
        for each in range(1, 11):
            evidence.asked(51.0 + each * step, round(75 + 7.5 * each))
        return [complaint for complaint in evidence.complaints() if 'the trainer holds' in complaint]

    def test_legs_prove_anew_after_a_silence_that_they_are_back(self):
        machine = Machine.__new__(Machine)
        machine.trainer = 'kickr'
        machine.causes = [Cause('weak again', 112, 201), Cause('stall subscription', 215, 215)]
        self.assertEqual([cause.until for cause in machine.windows(0, 300)], [229.5, 249.5])
        machine.causes = [Cause('weak again', 112, 201), Cause('stall subscription', 235, 235)]
        self.assertEqual([cause.until for cause in machine.windows(0, 300)], [229.5, 241])

    def kept(self, seconds, phases):
        """Returns the complaints about a ride with so many seconds kept, after (phase, reported seconds)."""
        complaints = []
        case = types.SimpleNamespace(
            begin=0,
            end=9000,
            machine=types.SimpleNamespace(crashes=[]),
            show={'elapsedSeconds': seconds, 'timerSeconds': 60},
            of_ride=[
                (told, {'phase': phase, 'ride': {'elapsedSeconds': told, 'timerSeconds': 60}}) for phase, told in phases
            ],
            complain=complaints.append,
            forgotten=lambda: False,
        )
        rows.told_is_kept(case)
        return complaints

    def test_an_hour_of_a_pause_at_the_end_is_kept(self):
        paused = [('riding', 60), ('paused', 61), ('finishing', 5000)]
        self.assertEqual(self.kept(3661, paused), [])
        self.assertEqual(len(self.kept(3660, paused)), 1)

    def test_a_start_that_nobody_followed_may_be_told_of(self):
        evidence = self.evidence
        evidence.status['problems'] = [{'code': 'startForgotten'}]
        self.finds('problems are told after the ride')
        for line in evidence.told:
            if line['said']['phase'] == 'riding':
                line['said']['phase'] = 'ready'
        self.assertFalse([words for words in evidence.complaints() if 'problems are told' in words])

    def test_a_pause_is_kept_whole_once_the_ride_goes_on(self):
        resumed = [('riding', 60), ('paused', 61), ('paused', 5000), ('riding', 5001)]
        self.assertEqual(self.kept(5001, resumed), [])
        self.assertEqual(len(self.kept(3661, resumed)), 1)

    def test_a_stall_without_a_link_is_felt_on_the_next_one(self):
        """Stalls the next link at 30.4 s, while the trainer has none."""
        for t, until, heal in ((30.4, 'link', 30.5), (30.6, 'subscription', 30.6)):
            evidence = Evidence()
            evidence.event(t, 'stall', who=TRAINER, until=until)
            self.assertEqual(
                [(c.begin, c.heal) for c in causes_of(evidence) if c.name.startswith('stall')], [(t, heal)]
            )

    def test_a_wahoo_takes_its_next_target_later(self):
        machine = Machine.__new__(Machine)
        machine.causes = [Cause('drop', 100, 100)]
        for machine.trainer, until in (('kickr', 100.5), ('neo2t', 100.5), ('snap', 102.6)):
            self.assertEqual([round(cause.until, 3) for cause in machine.windows(0, 300)], [until])

    def test_a_ramp_begins_when_a_fault_lets_it(self):
        self.assertEqual(self.resumes_without_a_bus(1.0), [])

    def test_a_ramp_after_a_fault_that_takes_too_long(self):
        self.assertIn('after pause was over', self.resumes_without_a_bus(1.3)[0])

    def test_a_link_that_the_kernel_held_while_bluetoothd_was_away_is_heard_when_it_is_taken(self):
        evidence = self.evidence
        evidence.note(50.0, 'played', command='kill-bluetoothd')
        evidence.note(52.0, 'played', command='bluetoothd')
        for line in evidence.told:
            if 50.0 < line['t'] < 52.5:
                line['said']['trainer'] = {'state': 'connecting'}
        for second in (45, 46):
            del evidence.rows[second]['powerWatts']
        self.assertFalse([words for words in evidence.complaints() if 'nothing was heard' in words])

    def deaf(self, watts, road):
        """Returns the end of the disturbance for a target that is acknowledged and not applied."""
        evidence = Evidence()
        if road:
            evidence.event(50.0, 'simulation', wind=0, grade=0, rolling=0.004, drag=0.5)
        evidence.told_trainer(51.0, 'target', watts)
        evidence.answered(51.03, 'target', watts, target=None if road else 150)
        return next(cause.heal for cause in causes_of(evidence) if cause.name == 'deaf')

    def test_a_target_that_was_not_applied_is_seen_at_once(self):
        self.assertEqual(self.deaf(200, road=True), 51.03)
        self.assertEqual(self.deaf(130, road=False), 51.03)

    def test_a_target_of_two_watts_less_is_not_told_from_the_former_one(self):
        self.assertEqual(self.deaf(148, road=False), 68.31)

    def test_a_road_that_asks_as_much_as_a_target_is_not_told_from_it(self):
        self.assertEqual(self.deaf(130, road=True), 68.31)

    def test_the_timer_runs_at_rest_only_just_after_a_resume(self):
        cadence, paused = Steps(88.0), Steps(False)
        cadence.set(10.0, 0)
        paused.set(20.0, True)
        paused.set(30.0, False)

        def complaints(second):
            found = []
            machine = types.SimpleNamespace(cadence=cadence, paused=paused)
            rows = {second: {'timerRunning': True}}
            case = types.SimpleNamespace(machine=machine, rows=rows, t_of=float, complain=found.append)
            timer.timer_stands_at_rest(case)
            return found

        self.assertEqual(complaints(12), [])
        self.assertEqual(complaints(25), ['the timer runs in second 25, and the rider paused'])
        self.assertEqual(complaints(33), [])
        self.assertEqual(complaints(50), ['the timer runs in second 50, and the rider rests'])

    def test_a_stop_ends_a_ride_that_waits_for_room_on_the_disk(self):
        def stopped(error):
            answer = {'command': 'stop', 'status': 1, 'answer': {'error': error}, 'T': 5.0}
            return length.stopped(
                types.SimpleNamespace(answers=[answer], machine=types.SimpleNamespace(daemon=lambda _: True))
            )

        self.assertTrue(stopped('StoreFailed'))
        self.assertFalse(stopped('WrongPhase'))

    def test_a_clock_that_was_set_makes_a_ride_look_older_after_a_boot(self):
        def verdict(outage, boot, step):
            history = types.SimpleNamespace(boots=[(0.0, None), (boot, None)])
            machine = types.SimpleNamespace(clock_steps=[(20.0, step)])
            case = types.SimpleNamespace(history=history, machine=machine, begin=10.0)
            return length.is_too_old(case, Cause('pull', 50.0, 50.0 + outage))

        self.assertIs(verdict(1145, boot=1195.0, step=0.0), False)
        self.assertIsNone(verdict(1145, boot=1195.0, step=1815.0))
        self.assertIs(verdict(1145, boot=1e6, step=1815.0), False)
        self.assertIs(verdict(3000, boot=3050.0, step=0.0), True)
        self.assertIsNone(verdict(3000, boot=3050.0, step=-4000.0))

    def test_a_daemon_that_was_ended_when_it_was_last_heard_leaves_a_ride_that_gets_too_old(self):
        def verdict(outage):
            case = types.SimpleNamespace(
                history=types.SimpleNamespace(boots=[]),
                machine=types.SimpleNamespace(clock_steps=[]),
                begin=10.0,
                over=50.0,
                causes_of_ride=lambda: [Cause('daemon ended', 50.0, 50.0 + outage)],
            )
            return length.too_old(case)

        self.assertIs(verdict(3000), True)
        self.assertIs(verdict(300), False)

    def test_a_ride_at_another_time(self):
        for note in self.evidence.notes:
            note['epoch'] += 3600
        self.finds('beside every clock')

    def test_a_problem_that_stays(self):
        self.evidence.status['problems'].append({'code': 'storeFailing'})
        self.finds('problems are told after the ride')

    def test_power_of_long_ago(self):
        for line in self.evidence.told:
            if 30.2 < line['t'] < 40:
                line['said']['trainer']['powerWatts'] = 150
        self.evidence.log = [event for event in self.evidence.log if not 30.52 < event['t'] < 41]
        self.finds('nothing was heard for')


class Attended(unittest.TestCase):
    """The same ride with a meter and a fan."""

    def setUp(self):
        self.evidence = Evidence()
        soon = unittest.mock.patch.multiple(bounds, SETTLED=3, MATCHED_AFTER=4, FAN_SETTLED=4)
        soon.start()
        self.addCleanup(soon.stop)

    def measured(self, percent, ridden=True):
        """Returns the complaints about a meter with that error, while jz2 does not match the trainer's target."""
        evidence = self.evidence
        evidence.beside = Beside(meter=percent)
        evidence.state[METER] = {'connected': False}
        evidence.event(5.3, 'notifies', who=METER)
        for row in evidence.rows if ridden else []:
            if 'powerWatts' in row:
                row['trainerWatts'] = row['powerWatts']
                row['powerWatts'] = row['trainerWatts'] * (1 + percent / 100)
        evidence.points = [(row['elapsedSeconds'], row['powerWatts']) for row in evidence.rows if row['timerRunning']]
        return evidence.complaints()

    def test_a_second_has_the_power_of_the_meter(self):
        self.assertEqual(self.measured(-3), [])

    def test_a_meter_that_is_not_ridden_by(self):
        self.assertTrue(any('has no power of the meter' in each for each in self.measured(-3, ridden=False)))

    def test_a_power_that_the_meter_did_not_show(self):
        self.measured(-3)
        self.evidence.beside.meter = 10
        self.assertTrue(any('the meter is +10 % off' in each for each in self.evidence.complaints()))

    def test_a_target_that_is_not_matched(self):
        self.assertTrue(any('matched to 150 W' in each for each in self.measured(10)))

    def test_a_link_to_a_meter_that_is_held_at_the_end(self):
        self.measured(-3)
        self.evidence.state[METER]['connected'] = True
        self.assertTrue(any('a link is held' in each for each in self.evidence.complaints()))

    def blown(self, percent, *, stops=True, told=()):
        """Returns the complaints about a fan with this speed from second 6 on, and these requests, (time, speed)."""
        evidence = self.evidence
        evidence.beside = Beside(fan='40')
        evidence.state[FAN] = {'connected': False}
        evidence.event(5.5, 'notifies', who=FAN)
        evidence.event(6.0, 'fan', percent=percent, mode=4)
        if stops:
            evidence.event(68.35, 'fan', percent=0, mode=4)
        for t, speed in told:
            evidence.event(t, 'fan-told', bytes=bytes([2, speed]).hex())
        return evidence.complaints()

    def test_a_fan_as_fast_as_asked(self):
        self.assertEqual(self.blown(40, told=((20.0, 20), (30.0, 40))), [])

    def test_a_fan_at_another_speed(self):
        self.assertTrue(any('the fan blows at 20 %' in each for each in self.blown(20)))

    def test_a_fan_that_is_not_stopped(self):
        self.assertTrue(any('still blows at 40 %' in each for each in self.blown(40, stops=False)))

    def test_a_fan_without_rest(self):
        found = self.blown(40, told=((20.0, 20), (24.0, 40)))
        self.assertTrue(any('20 % and 40 % within 4.00 s' in each for each in found))


class Drawn(unittest.TestCase):
    def test_a_seed_is_a_chain(self):
        self.assertEqual(draw.draw_chain(7), draw.draw_chain(7))
        self.assertNotEqual(draw.draw_chain(7).rides, draw.draw_chain(8).rides)

    def test_a_chain_has_the_same_rides_on_each_trainer(self):
        for seed in range(20):
            self.assertEqual(draw.draw_chain(seed, trainer='snap').rides, draw.draw_chain(seed).rides)

    def test_four_chains_in_a_row_have_the_four_trainers(self):
        for seed in range(20):
            dealt = [chain.trainer for chain in chains(60, seed)]
            for first in range(0, len(dealt), 4):
                self.assertEqual(set(dealt[first : first + 4]), {'kickr', 'kickr-2016', 'snap', 'neo2t'})
        self.assertGreater(len({chain.trainer for seed in range(20) for chain in chains(1, seed)}), 2)

    def test_most_rides_are_short_and_some_long(self):
        minutes = sorted(ride.minutes for seed in range(200) for ride in draw.draw_chain(seed).rides)
        self.assertTrue(minutes[0] >= 3 and minutes[-1] <= 90)
        self.assertLess(minutes[len(minutes) // 2], 8)
        self.assertTrue(0.05 < sum(each > 15 for each in minutes) / len(minutes) < 0.15)

    def test_everything_happens(self):
        rides = [ride for seed in range(200) for ride in draw.draw_chain(seed).rides]
        wanted = {*draw.FAULTS, *reported.names([TRAINER, STRAP])}
        self.assertEqual({fault for ride in rides for fault in ride.faults}, wanted)
        self.assertEqual({ride.kind for ride in rides}, {'steady', 'plan', 'heart'})
        self.assertTrue(any(0 <= at < 1 and words.startswith('pull') for ride in rides for at, words in ride.lines))
        self.assertTrue(any(at < 0 for ride in rides for at, _ in ride.lines))

    def test_every_device_stands_beside_some_chain_and_everything_happens_to_it(self):
        everything = CADENCE, METER, FAN
        drawn = [draw.draw_chain(seed, devices=everything) for seed in range(200)]
        self.assertEqual({who for chain in drawn for who in chain.beside.devices}, set(everything))
        self.assertTrue(60 < sum(not chain.beside.devices for chain in drawn) < 140)
        wanted = beside_faults(Beside(cadence=True, meter=4, fan='40')) + list(draw.FAULTS)
        wanted += reported.names([TRAINER, STRAP, *everything])
        self.assertEqual({fault for chain in drawn for ride in chain.rides for fault in ride.faults}, set(wanted))

    def test_a_ride_beside_devices_is_the_same_but_for_their_faults(self):
        for seed in range(20):
            alone, attended = draw.draw_chain(seed), draw.draw_chain(seed, devices=(CADENCE, METER, FAN))
            for ride, other in zip(alone.rides, attended.rides, strict=True):
                self.assertEqual(ride.start, other.start)
                self.assertEqual(ride.lines, other.lines[: len(ride.lines)])

    def test_some_rides_have_no_strap_and_no_fault_of_one(self):
        rides = [ride for seed in range(200) for ride in draw.draw_chain(seed).rides]
        strapless = [ride for ride in rides if not ride.strap]
        self.assertTrue(0.2 < len(strapless) / len(rides) < 0.35)
        self.assertTrue(0.05 < sum(ride.missing for ride in rides) / len(rides) < 0.2)
        for ride in strapless:
            self.assertEqual(ride.missing, '--no-heart-rate' not in ride.start)
            self.assertFalse([fault for fault in ride.faults if fault.startswith('strap')])
        self.assertFalse([ride for ride in rides if ride.strap and '--no-heart-rate' in ride.start])

    def test_what_is_taken_away_is_given_back(self):
        pairs = {'kill': 'daemon', 'term': 'daemon', 'unplug': 'plug', 'kill-bluetoothd': 'bluetoothd', 'fill': 'empty'}
        pairs |= {'look-around': 'look-away'}
        for ride in (ride for seed in range(100) for ride in draw.draw_chain(seed).rides):
            words = [each.split()[0] if not each.startswith('later') else each.split()[2] for _, each in ride.lines]
            for gone, back in pairs.items():
                self.assertGreaterEqual(words.count(back), words.count(gone) if gone not in ('kill', 'term') else 0)

    def test_a_campaign_has_as_many_rides_as_asked_for(self):
        for rides in (1, 5, 12):
            self.assertEqual(sum(len(chain.rides) for chain in chains(rides, 3)), rides)


if __name__ == '__main__':
    unittest.main()
