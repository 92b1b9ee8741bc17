#!/usr/bin/env python3
"""Tests that the rig's peripherals speak the protocols of trainers, sensors and fans as real ones do. W1 to W19 and T1
to T24 are the byte vectors of `../shared/facts/trainers.md`, which names their sources.
"""

import random
import unittest

from rig import tacx
from rig.cycling import cycling_power, speed_and_cadence
from rig.fitness_machine import Op as Fitness
from rig.fitness_machine import indoor_bike_data
from rig.peripherals.control_point import ControlPoint
from rig.peripherals.fan_point import FanPoint
from rig.peripherals.gauge import Gauge
from rig.peripherals.rider import STEP, CrankCounter, Revolutions, Rider
from rig.peripherals.tacx_point import TacxPoint
from rig.peripherals.wahoo_point import Op, WahooPoint
from rig.told import Reaction, What


class Log(list):
    def __call__(self, event, **fields):
        self.append((event, fields))


def data(text):
    return bytes.fromhex(text)


class Told(unittest.TestCase):
    """Sends requests to a control point, and returns its answers in hex."""

    def make(self, point, log):
        self.point, self.log = point, log

    def answer(self, request):
        reply = self.point.carry_out(data(request))
        return None if reply is None else reply.answer.hex(' ').upper()

    def meaning(self, request):
        asked = self.point.read(data(request))
        return asked.what, asked.watts


class WahooTests(Told):
    def setUp(self):
        log = Log()
        self.make(WahooPoint(log), log)

    def unlocked(self, **options):
        self.point = WahooPoint(self.log, **options)
        self.answer('20 EE FC')

    def test_nothing_is_answered_before_the_key(self):
        self.assertIsNone(self.answer('42 C8 00'))
        self.assertIsNone(self.point.target)
        self.assertIsNone(self.answer('20 EE FD'))
        self.assertEqual(self.meaning('20 EE FC'), (What.CONTROL, None))  # W1
        self.assertEqual(self.answer('20 EE FC'), '01 20 02')  # W6
        self.assertTrue(self.point.has_control)

    def test_a_target_is_echoed(self):
        self.unlocked()
        self.assertEqual(self.answer('42 32 00'), '01 42 01 00 32 00')  # W5
        targets = {'C8 00': 200, '82 00': 130, '8C 00': 140, '91 00': 145, 'FA 00': 250, 'D2 04': 1234}  # W2 to W4
        for request, watts in targets.items():
            self.assertEqual(self.meaning(f'42 {request}'), (What.TARGET, watts))
            self.assertEqual(self.answer(f'42 {request}'), f'01 42 01 00 {request}')
            self.assertEqual(self.point.target, watts)

    def test_a_road_or_a_resistance_ends_the_target(self):
        self.unlocked()
        for request, answer, what in (
            ('43 B0 1D 04 00 70 01', '01 43 01 00', What.ROAD),  # W7, W9
            ('46 00 80', '01 46 01 00 00 80', What.ROAD),  # W7, W12
            ('40 FF 3F', '01 40 01 00 FF 3F', What.FREE),
            ('41 05', '01 41 01 00', What.FREE),
        ):
            self.answer('42 C8 00')
            self.assertEqual(self.meaning(request), (what, None))
            self.assertEqual(self.answer(request), answer)
            self.assertIsNone(self.point.target)
            self.assertEqual(self.point.is_on_road, what == What.ROAD)

    def test_what_was_not_done_says_so(self):
        self.unlocked()
        self.point.deny = 1
        self.assertEqual(self.answer('42 32 00'), '00 42 01 00 32 00')  # W8
        self.assertIsNone(self.point.target)
        self.assertEqual(self.answer('46'), '02 46')  # W8
        self.assertEqual(self.answer('4B 00'), '02 4B')

    def test_numbers_are_understood(self):
        self.unlocked()
        for request, event, fields in (
            ('43 B0 1D 04 00 70 01', 'simulation', {'weight': 76.0, 'rolling': 0.004, 'drag': 0.368}),  # W9
            ('43 20 1C 04 00 90 01', 'simulation', {'weight': 72.0, 'rolling': 0.004, 'drag': 0.4}),  # W10
            ('40 5B 3F', 'resistance', {'percent': 1.0}),  # W11
            ('40 B7 3E', 'resistance', {'percent': 2.0}),
            ('40 13 3E', 'resistance', {'percent': 3.0}),
            ('46 00 80', 'simulation', {'grade': 0.0}),  # W12
            ('46 5C 7F', 'simulation', {'grade': -0.5}),
            ('46 8F 82', 'simulation', {'grade': 2.0}),
            ('46 3D 8A', 'simulation', {'grade': 8.0}),
            ('46 24 86', 'simulation', {'grade': 4.8}),  # W13
            ('47 00 80', 'wind', {'wind': 0.0}),  # W14
            ('47 A0 8F', 'wind', {'wind': 4.0}),
            ('48 70 53', 'wheel', {'millimeters': 2136.0}),  # W15
            ('48 28 55', 'wheel', {'millimeters': 2180.0}),
        ):
            self.log.clear()
            self.answer(request)
            told, found = self.log[0]
            self.assertEqual((told, fields | found), (event, found | fields), request)

    def test_a_snap_is_silent_about_the_simulation(self):
        self.unlocked(unanswered=[Op.SIMULATION])
        self.assertIsNone(self.answer('43 20 1C 04 00 90 01'))
        self.assertTrue(self.point.is_on_road)
        self.assertEqual(self.answer('42 C8 00'), '01 42 01 00 C8 00')

    def test_it_takes_two_seconds_between_targets(self):
        self.unlocked()
        target, grade = self.point.read(data('42 C8 00')), self.point.read(data('46 00 80'))
        self.assertEqual([self.point.patience(target, t) for t in (10, 10.5, 12, 20)], [0, 1.5, 2, 0])
        self.assertEqual(self.point.patience(grade, 20.1), 0)
        self.point.hasty = True
        self.assertEqual([self.point.patience(target, t) for t in (21.9, 22, 23, 24)], [None, 0, None, 0])
        self.point.forget()
        self.assertFalse(self.point.has_control)
        self.answer('20 EE FC')
        self.assertEqual(self.point.patience(target, 24.1), 0)

    def test_deaf_it_says_yes_and_does_nothing(self):
        self.unlocked()
        self.point.deaf = 1
        self.assertEqual(self.answer('42 C8 00'), '01 42 01 00 C8 00')
        self.assertIsNone(self.point.target)


class TacxTests(Told):
    def setUp(self):
        log = Log()
        self.make(TacxPoint(log), log)

    def send(self, page, **options):
        reply = self.point.carry_out(tacx.frame(data(page), tacx.ACKNOWLEDGED, **options))
        return None if reply is None else tacx.page_of(reply.answer).hex(' ').upper()

    def test_frames_are_those_of_real_trainers(self):
        for text, page, options in (
            ('A4 09 4E 05 10 19 04 00 00 00 FF 24 30', tacx.general(1, 0, 0, tacx.READY), {}),  # T1
            ('A4 09 4E 05 19 D5 00 31 01 00 00 20 3A', tacx.trainer(0xD5, 0, 305, 0), {}),  # T2
            ('A4 09 4E 05 10 19 3F 14 00 00 FF 24 1F', tacx.general(15.75, 20, 0, tacx.READY), {}),  # T3
            ('A4 09 4E 05 47 FF FF FF 01 00 00 20 7F', tacx.NOTHING_TOLD, {}),  # T4
            ('A4 09 4E 05 50 FF FF 01 59 00 3B 0B DE', tacx.manufacturer(2875), {}),  # T5
            ('A4 09 4E 05 19 1F 00 00 00 00 40 20 80', tacx.trainer(0x1F, 0, 0, 0, tacx.WANTS_CONFIGURATION), {}),  # T6
            ('A4 09 4E 05 10 19 00 00 00 00 FF 24 34', tacx.general(0, 0, 0, tacx.READY), {}),  # T7
            ('A4 09 4E 05 51 FF 00 07 0F 57 00 00 17', tacx.product(7, 22287), {}),  # T8
            ('A4 09 4E 05 19 A5 00 24 5C 00 00 20 02', tacx.trainer(0xA5, 0, 23588, 0), {}),  # T9
            ('A4 09 4E 01 19 4C FF 25 D2 6B 00 20 F4', tacx.trainer(0x4C, None, 0xD225, 107), {'channel': 1}),  # T10
            ('A4 09 4E 05 19 01 5A 10 27 FA 00 30 59', tacx.trainer(1, 90, 10000, 250, state=tacx.IN_USE), {}),  # T11
        ):
            self.assertEqual(tacx.frame(page, **options).hex(' ').upper(), text)
            self.assertEqual(tacx.check_of(data(text)), 'xor')
            self.assertEqual(tacx.page_of(data(text)), page)

    def test_pages_are_those_of_real_trainers(self):
        slow = tacx.trainer(7, 90, 0x1234, 291, 2, tacx.TOO_SLOW, tacx.IN_USE)
        self.assertEqual(slow, data('19 07 5A 34 12 23 21 31'))  # T12
        self.assertEqual(tacx.general(0, 0, 0, tacx.READY, 70), data('10 19 00 00 00 00 46 25'))
        self.assertEqual(tacx.trainer(0, None, 0, None, state=0), data('19 00 FF 00 00 FF 0F 00'))  # T13

    def test_a_fresh_trainer_was_told_nothing(self):
        asked = 'A4 09 4F 05 46 FF FF FF FF 80 47 01 67'  # T21
        self.assertEqual(tacx.check_of(data(asked)), 'xor')
        self.assertEqual(self.answer(asked), 'A4 09 4E 05 47 FF FF FF 01 00 00 20 7F')  # T4

    def test_targets_are_understood(self):
        for text, watts in (
            ('A4 09 4F 05 31 FF FF FF FF FF 90 01 B8', 100),  # T15
            ('A4 09 4F 05 31 FF FF FF FF FF 58 02 73', 150),  # T16
            ('A4 09 4F 05 31 FF FF FF FF FF 20 03 0A', 200),  # T17
            ('A4 09 4F 05 31 FF FF FF FF FF 20 03 AC', 200),
            ('A4 09 4F 05 31 FF FF FF FF FF E8 03 C2', 250),  # T18
        ):
            self.assertEqual(self.meaning(text), (What.TARGET, watts))
            self.answer(text)
            self.assertEqual(self.point.target, watts)
        self.assertEqual(self.meaning('A4 09 4F 05 31 FF FF FF FF FF 59 02 72'), (What.TARGET, 150.25))

    def test_a_command_is_answered_and_again_when_asked(self):
        answer = self.answer('A4 09 4F 05 31 FF FF FF FF FF 58 02 73')
        page = tacx.page_of(data(answer))
        self.assertEqual(page, data('47 31 00 00 FF FF 58 02'))
        self.assertEqual(page[6] >> 2 | page[7] << 6, 150)  # as GoldenCheetah reads it
        asked = self.point.carry_out(data('A4 09 4F 05 46 FF FF FF FF 80 47 01 67'))  # T21
        self.assertEqual(asked.answer.hex(' ').upper(), answer)
        self.assertEqual((asked.of.what, asked.of.watts), (What.TARGET, 150))
        self.assertEqual(self.send('30 FF FF FF FF FF FF 00'), '47 30 01 00 FF FF FF 00')
        self.assertIsNone(self.point.target)

    def test_a_road_ends_the_target(self):
        self.send('31 FF FF FF FF FF 58 02')
        track = 'A4 09 4F 05 33 FF FF FF FF 20 4E 42 F8'  # T19
        self.assertEqual(self.meaning(track), (What.ROAD, None))
        self.assertEqual(tacx.page_of(data(self.answer(track))), data('47 33 01 00 FF 20 4E 42'))
        self.assertEqual(self.log, [('simulation', {'grade': 0.0})])
        self.assertTrue(self.point.is_on_road)

    def test_pages_come_when_asked_for(self):
        capabilities = self.answer('A4 09 4F 05 46 FF FF FF FF 80 36 01 16')  # T20
        self.assertEqual(tacx.page_of(data(capabilities)), data('36 FF FF FF FF C8 00 07'))
        self.assertEqual(self.send('46 FF FF FF FF 80 50 01'), '50 FF FF 01 59 00 3B 0B')
        self.assertIsNone(self.send('46 FF FF FF FF 80 5F 01'))

    def test_the_user_configuration_is_kept_until_the_power_is_cut(self):
        self.assertFalse(self.point.is_configured)
        self.assertIsNone(self.send('37 4C 1D FF 4F 0B 46 00'))  # T22
        self.point.forget()
        self.assertTrue(self.point.is_configured)
        self.point.lose_power()
        self.assertFalse(self.point.is_configured)

    def test_road_feel_is_not_answered(self):
        text = 'A4 09 4E 05 FC 00 00 64 00 00 54 00 10'  # T23
        self.assertEqual(tacx.check_of(data(text)), 'sum')
        self.assertIsNone(self.answer(text))

    def test_a_wrong_check_is_seen(self):
        self.assertEqual(tacx.check_of(data('A4 09 4E 05 10 19 00 00 00 00 30 35 34')), 'wrong')  # T24

    def test_what_is_no_frame_is_left_alone(self):
        for text in '', 'A4', '31 FF FF FF FF FF 58 02', 'A5 09 4F 05 31 FF FF FF FF FF 58 02 73':
            self.assertEqual(self.meaning(text), (What.OTHER, None))
            self.assertIsNone(self.answer(text))

    def test_denied_and_rejected_are_told_apart(self):
        self.point.deny = 1
        self.assertEqual(self.send('31 FF FF FF FF FF 58 02'), '47 31 00 01 FF FF 58 02')
        self.assertEqual(self.point.status.reaction, Reaction.DENIED)
        self.assertEqual(self.send('31 FF FF FF FF FF 84 3E'), '47 31 01 03 FF FF 84 3E')  # 4001 W
        self.assertIsNone(self.point.target)

    def test_deaf_it_says_yes_and_does_nothing(self):
        self.point.deaf = 1
        self.assertEqual(self.send('31 FF FF FF FF FF 58 02'), '47 31 00 00 FF FF 58 02')
        self.assertIsNone(self.point.target)


class FitnessMachineTests(Told):
    def setUp(self):
        log = Log()
        self.make(ControlPoint(log), log)

    def test_it_wants_to_be_asked_for_control(self):
        self.assertEqual(self.meaning('05 C8 00'), (What.TARGET, 200))
        self.assertEqual(self.answer('05 C8 00'), '80 05 05')
        self.assertEqual(self.answer('00'), '80 00 01')
        self.assertEqual(self.answer('05 C8 00'), '80 05 01')
        self.assertEqual(self.point.target, 200)
        self.assertEqual(self.answer('08 01'), '80 08 01')
        self.assertIsNone(self.point.target)

    def test_a_bike_says_what_it_measures(self):
        self.assertEqual(indoor_bike_data(16.86, 88, 147), data('44 00 96 06 B0 00 93 00'))
        self.assertEqual(indoor_bike_data(14.5, 23, 24, 70), data('44 02 AA 05 2E 00 18 00 46'))
        self.assertEqual(indoor_bike_data(29, 88), data('04 00 54 0B B0 00'))

    def test_every_request_has_a_meaning(self):
        meanings = {op: self.point.read(bytes([op])).what for op in Fitness if op != Fitness.RESPONSE}
        others = [op for op, what in meanings.items() if what == What.OTHER]
        # A target without its watts is not a target.
        self.assertEqual(others, [Fitness.SET_TARGET_POWER, Fitness.SPIN_DOWN])

    def spin_down(self, *speeds):
        """Begins a spin-down, and returns the statuses for these speeds, a second apart."""
        self.answer('00')
        # F10 of docs/road-and-apps.md
        self.assertEqual(self.answer('13 01'), '80 13 01 B8 0B AC 0D')
        return [self.point.measure_speed(kmh, 1).hex(' ').upper() for kmh in speeds]

    def test_a_spin_down_ends_once_the_wheel_has_run_down(self):
        self.assertEqual(self.spin_down(29, 35, 36, 33, 29, 36, 29), ['', '', '14 04', '', '14 02', '', ''])
        self.assertEqual([fields['step'] for _, fields in self.log], ['begun', 'stop_pedalling', 'success'])

    def test_a_spin_down_fails_if_asked_to_or_if_the_rider_goes_on(self):
        self.point.run_down.fails = True
        self.assertEqual(self.spin_down(36, 29), ['14 04', '14 03'])
        self.assertEqual(self.spin_down(36, 29), ['14 04', '14 02'])
        self.assertEqual(self.spin_down(*[36] * 40), ['14 04', *[''] * 30, '14 03', *[''] * 8])

    def test_another_procedure_aborts_a_spin_down(self):
        for request in '05 C8 00', '11 00 00 64 00 28 33', '08 01', '13 02':
            self.spin_down(36)
            self.assertEqual(self.answer(request)[-2:], '01')
            self.assertEqual(self.point.measure_speed(29, 1), b'')
        self.answer('00')
        self.assertEqual(self.answer('13 03'), '80 13 03')
        self.assertEqual(self.answer('13'), '80 13 03')


class SensorTests(unittest.TestCase):
    def test_power_is_told_as_by_real_sensors(self):
        wheel, crank = Revolutions(4294967295.0, 16131 / 2048), Revolutions(2047.0, 4071 / 1024)
        for value, text in (
            (cycling_power(0, work=0, wheel=Revolutions(0.0, 0x03D5 / 2048)), '14 00 00 00 00 00 00 00 00 00 D5 03'),
            (cycling_power(1234), '00 00 D2 04'),  # W17; W16 before it
            (cycling_power(1234, wheel=wheel, crank=crank), '30 00 D2 04 FF FF FF FF 03 3F FF 07 E7 0F'),  # W18
        ):
            self.assertEqual(value.hex(' ').upper(), text)

    def test_cadence_is_told_as_by_real_sensors(self):
        wheel, crank = Revolutions(4294967295.0, 16131 / 1024), Revolutions(2047.0, 4071 / 1024)
        self.assertEqual(speed_and_cadence(wheel, crank), data('03 FF FF FF FF 03 3F FF 07 E7 0F'))  # W19
        self.assertEqual(speed_and_cadence(crank=crank), data('02 FF 07 E7 0F'))

    def test_revolutions_show_the_cadence(self):
        rider = Rider(random.Random(1), 88.0)
        for _ in range(40):
            rider.ride(150)
        first = rider.crank.count, rider.crank.at
        for _ in range(40):
            rider.ride(150)
        turns, seconds = rider.crank.count - first[0], rider.crank.at - first[1]
        self.assertAlmostEqual(turns / seconds * 60, 88, places=6)

    def test_a_wheel_coasts_and_cranks_do_not(self):
        rider = Rider(random.Random(1), 88.0)
        rider.ride(150)
        rider.cadence = 0
        cranks, wheel = rider.crank.count, rider.wheel.turns
        seconds = 0
        while rider.speed:
            rider.ride(150)
            seconds += STEP
        self.assertEqual(rider.crank.count, cranks)
        self.assertGreater(rider.wheel.turns, wheel)
        self.assertAlmostEqual(seconds, 3.75)

    def test_a_count_stands_and_goes_on_from_there(self):
        turned = Revolutions(100.5, 60.0)
        counter = CrankCounter(lambda: turned)
        counter.stand(True)
        turned = Revolutions(150.0, 90.0)
        self.assertEqual((counter.revolutions.count, counter.revolutions.at), (100, 60.0))
        counter.stand(False)
        turned = Revolutions(153.0, 92.0)
        self.assertEqual((counter.revolutions.count, counter.revolutions.at), (103, 92.0))

    def test_a_gauge_is_off_drifts_and_lags(self):
        gauge = Gauge(-4)
        self.assertAlmostEqual(gauge.shown(200), 192)
        gauge.set(0, drift=2)
        shown = [gauge.shown(200) for _ in range(60)]
        self.assertAlmostEqual(shown[-1], 204)
        gauge.set(0, lag=3)
        shown = [gauge.shown(watts) for watts in (100, 200, 200, 200)]
        self.assertAlmostEqual(shown[0], 100)
        self.assertAlmostEqual(shown[3], 163.2, places=1)
        gauge.calm()
        self.assertAlmostEqual(gauge.shown(200), 192)


class FanTests(unittest.TestCase):
    """The Headwind's vectors are in trainers.md, under "Fans, remotes"; the status of an answer is a guess."""

    def setUp(self):
        self.fan = FanPoint()

    def told(self, *requests):
        return [self.fan.carry_out(data(request)).hex(' ').upper() for request in requests]

    def test_speed_is_taken_in_manual_mode_alone(self):
        self.assertEqual(self.told('02 2A', '04 04', '02 2A'), ['FE 02 00 00', 'FE 04 01 04', 'FE 02 01 2A'])
        self.assertEqual(self.told('02 37'), ['FE 02 01 37'])
        self.assertEqual(self.fan.state(), data('FD 01 37 04'))
        self.assertEqual(self.told('02 96'), ['FE 02 01 64'])
        self.assertEqual(self.told('01', '03'), ['FE 01 64', 'FE 03 04'])

    def test_another_mode_ends_the_speed(self):
        self.told('04 04', '02 37')
        self.assertEqual(self.told('04 02', '03', '01'), ['FE 04 01 02', 'FE 03 02', 'FE 01 00'])
        self.assertEqual(self.told('04 0A', '02', '55', ''), ['FE 04 00 02', '', '', ''])

    def test_it_denies_and_is_deaf_when_told_to(self):
        self.fan.deny = 1
        self.assertEqual(self.told('04 04', '04 04'), ['FE 04 00 01', 'FE 04 01 04'])
        self.fan.deaf = 1
        self.assertEqual(self.told('02 37'), ['FE 02 01 00'])


if __name__ == '__main__':
    unittest.main()
