#!/usr/bin/env python3
"""Tests that the oracle finds a daemon's errors when devices fail as in live bug reports: it counts a silence as
ridden, records values that no rider produced, or reports no problem. A chain draws such faults without any change to
its other draws.
"""

import unittest
import unittest.mock

from ridden import Evidence
from rig.devices import CADENCE, METER, STRAP, TRAINER
from soak import bounds, draw, reported
from soak.campaign import chains

SILENT, SPEAKS = 45.3, 55.3  # when the trainer falls silent, and when it sends again


class Judged(unittest.TestCase):
    def setUp(self):
        self.evidence = Evidence()
        bounds_of_a_minute = unittest.mock.patch.multiple(
            bounds, SETTLED=3, HEART_SETTLED=5, STANDS_SEEN=4, POWERLESS_SAID=5, REFUSAL_SAID=5, RAMP=5
        )
        bounds_of_a_minute.start()
        self.addCleanup(bounds_of_a_minute.stop)

    def finds(self, words):
        found = self.evidence.complaints()
        self.assertTrue(any(words in complaint for complaint in found), found)

    def is_in_order(self):
        self.assertEqual(self.evidence.complaints(), [])

    def tell(self, t, command):
        self.evidence.note(t, 'peripherals', command=command, answer={})


class Silences(Judged):
    def silent(self):
        evidence = self.evidence
        evidence.event(SILENT, 'silent', who=TRAINER, seconds=SPEAKS - SILENT)
        evidence.event(SILENT + 0.2, 'unheard', who=TRAINER, last=SILENT - 0.05)
        evidence.event(SPEAKS, 'back', who=TRAINER)
        evidence.event(SPEAKS, 'notifies', who=TRAINER)
        for line in evidence.told:
            if SILENT + 3 < line['t'] < SPEAKS and 'trainer' in line['said']:
                line['said']['trainer'].pop('powerWatts', None)

    def stands(self, seconds):
        """Stops the timer in these seconds, and removes the values of their rows."""
        evidence = self.evidence
        for row in evidence.rows:
            if row['elapsedSeconds'] in seconds:
                row |= {'timerRunning': False}
                for name in 'powerWatts', 'cadenceRpm':
                    row.pop(name, None)
        count = sum(row['timerRunning'] for row in evidence.rows)
        evidence.ride.minutes = count / 60
        evidence.show['timerSeconds'] = evidence.rides[0]['timerSeconds'] = count
        evidence.points = [(row['elapsedSeconds'], row['powerWatts']) for row in evidence.rows if row['timerRunning']]
        for line in evidence.told:
            if ride := line['said'].get('ride'):
                ride['timerSeconds'] = sum(row['timerRunning'] for row in evidence.rows[: ride['elapsedSeconds']])

    def test_the_timer_stands_in_a_silence(self):
        self.silent()
        self.stands(range(44, 50))
        self.is_in_order()

    def test_a_silence_that_is_counted_as_ridden(self):
        self.silent()
        self.finds('the timer runs in 5 seconds from 44 on')
        self.finds('the timer told goes from')

    def test_a_silence_of_which_some_seconds_are_counted(self):
        self.silent()
        self.stands(range(45, 50))
        self.finds('the timer runs in 1 seconds from 44 on')

    def hears_one_value(self, seconds):
        """Lets the trainer send one value in its silence; the stream ends so many seconds later."""
        self.silent()
        self.evidence.event(SILENT + 2.0, 'notifies', who=TRAINER)
        self.evidence.event(SILENT + 2.0 + seconds, 'unheard', who=TRAINER, last=SILENT + 2.0)
        self.stands(range(46, 50))
        self.is_in_order()

    def test_a_stream_of_a_single_value_counts(self):
        self.hears_one_value(0.2)

    def test_a_stream_that_ends_with_its_first_value_counts(self):
        self.hears_one_value(0)

    def test_the_last_value_is_what_the_trainer_sent_and_not_when_its_link_was_lost(self):
        evidence = self.evidence
        evidence.event(SPEAKS, 'disconnected', who=TRAINER, reason=0x13)
        evidence.event(SPEAKS, 'unheard', who=TRAINER, last=SILENT)
        evidence.linked(SPEAKS + 0.2, 150)
        self.finds('the timer runs in 6 seconds from 44 on')

    def test_a_timer_that_stands_while_the_rider_rides(self):
        self.stands([50])
        self.finds('the timer stands in 1 seconds from 50 on')

    def test_a_timer_that_runs_while_the_rider_rests(self):
        self.tell(40.0, 'cadence 0')
        self.finds('and the rider rests')

    def test_a_timer_that_runs_in_a_pause(self):
        self.evidence.note(50.0, 'asked', number=2, command='pause')
        self.evidence.note(50.1, 'answered', number=2, command='pause', status=0, answer={})
        self.finds('the timer runs in second 47, and the rider paused')

    def test_a_silent_ride_that_goes_on_for_ever(self):
        self.silent()
        with unittest.mock.patch.multiple(bounds, FINISH_AFTER=5, LEFT_ALONE_WITHIN=2):
            self.finds('the ride goes on for 10 s without a stroke')

    def test_a_ride_is_not_found_too_short_that_ended_in_a_silence(self):
        self.silent()
        self.stands(range(44, 50))
        self.evidence.ride.minutes = 5.0
        self.finds('300 were asked for')
        with unittest.mock.patch.object(bounds, 'FINISH_AFTER', 125):
            self.is_in_order()


class Hearts(Judged):
    def worn(self):
        self.evidence.event(5.3, 'notifies', who=STRAP)

    def test_a_second_without_the_heart_rate_of_the_strap(self):
        self.worn()
        self.is_in_order()
        del self.evidence.rows[55]['beatsPerMinute']
        self.finds('second 55 has no heart rate, and the strap sends one')
        # A malformed value may look like a strap without contact to the skin.
        self.evidence.note(61.2, 'peripherals', command='garbage 5')
        self.assertEqual(self.evidence.complaints(), [])

    def test_a_strap_that_sends_each_six_seconds_is_heard_in_each(self):
        self.worn()
        self.tell(43.0, 'period 6')
        self.is_in_order()
        del self.evidence.rows[60]['beatsPerMinute']
        self.finds('second 60 has no heart rate')

    def strapless(self):
        self.evidence.ride.strap = False

    def test_a_heart_rate_of_the_trainer(self):
        self.strapless()
        self.evidence.ride.pulse = True
        self.is_in_order()

    def test_another_heart_rate_than_the_trainer_sent(self):
        self.strapless()
        self.evidence.oddity = 'heart'
        self.evidence.rows[20]['beatsPerMinute'] = 130
        self.finds('a heart rate of 130 in second 20, sent were 124')

    def test_a_heart_rate_of_the_trainer_that_is_not_taken(self):
        self.strapless()
        self.evidence.oddity = 'heart'
        del self.evidence.rows[55]['beatsPerMinute']
        self.finds('second 55 has no heart rate, and the trainer sends one')

    def test_a_pulse_that_no_field_carries(self):
        self.strapless()
        self.evidence.ride.pulse = True
        self.evidence.event(0.1, 'ready', trainer='snap')
        self.finds('have a heart rate, and no strap is worn')


class Values(Judged):
    def test_a_count_that_stands_is_replaced_by_the_trainers(self):
        self.tell(44.0, 'stand cadence on')
        self.is_in_order()
        for row in self.evidence.rows[48:]:
            row['cadenceRpm'] = 0.0
        self.finds('has a cadence of 0.0, and the legs turn at 88')

    def test_a_cadence_that_is_missing(self):
        del self.evidence.rows[55]['cadenceRpm']
        self.finds('second 55 has a cadence of None')

    def powerless(self, codes=()):
        self.tell(46.0, 'powerless on')
        for row in self.evidence.rows[41:]:
            row['powerWatts'] = 0.0
        self.evidence.points = [
            (row['elapsedSeconds'], row['powerWatts']) for row in self.evidence.rows if row['timerRunning']
        ]
        for line in self.evidence.told:
            if 50 < line['t'] < 68:
                line['said']['problems'] = [{'code': code} for code in codes]

    def test_a_trainer_without_power_is_a_problem(self):
        self.powerless(['powerMissing'])
        self.is_in_order()

    def test_a_trainer_without_power_of_which_nothing_is_told(self):
        self.powerless(['strapAway'])
        self.finds('no power comes for 5 s at second')

    def test_power_that_the_trainer_did_not_say(self):
        self.powerless(['powerMissing'])
        self.evidence.rows[55]['powerWatts'] = 150.0
        self.finds('second 55 has 150.0 W, and the trainer said 0')


class Refusals(Judged):
    def refused(self, codes=()):
        """Refuses subscriptions for eight seconds, beginning with a drop."""
        evidence = self.evidence
        self.tell(46.0, 'refuse trainer stream 1000 8.0 resources')
        evidence.event(46.0, 'drop', who=TRAINER)
        evidence.event(46.0, 'disconnected', who=TRAINER, reason=0x16)
        evidence.event(46.0, 'unheard', who=TRAINER, last=45.9)
        for t in 46.3, 48.0:
            evidence.event(t, 'subscription-refused', who=TRAINER, uuid='2AD2', error='INSUFFICIENT_RESOURCES')
        evidence.linked(54.5, 150)
        evidence.show['incidents'].append({'kind': 'drop', 'device': 'trainer', 'atSeconds': 40.7})
        Silences.stands(self, range(40, 50))
        for line in evidence.told:
            if 46 < line['t'] < 54.5:
                line['said']['trainer'] = {'state': 'connecting'}
                line['said']['problems'] = [{'code': code} for code in codes]

    def test_a_refusal_is_a_problem(self):
        self.refused(['trainerLost'])
        self.is_in_order()

    def test_a_refusal_of_which_nothing_is_told(self):
        self.refused()
        self.finds('no problem is told from')

    def test_a_remedy_against_a_refusal(self):
        self.refused(['trainerLost'])
        self.evidence.remedies = [44.0]
        self.finds('a remedy is tried at')

    def test_a_remedy_against_something_else(self):
        self.refused(['trainerLost'])
        self.evidence.remedies = [20.0]
        self.is_in_order()


class Drawn(unittest.TestCase):
    def test_a_seed_makes_the_same_rides_without_them(self):
        for seed in range(30):
            old, new = draw.draw_chain(seed, bugs=False), draw.draw_chain(seed)
            self.assertIsNone(old.oddity)
            for ride, other in zip(old.rides, new.rides, strict=True):
                self.assertEqual((ride.start, ride.plan, ride.strap), (other.start, other.plan, other.strap))
                self.assertEqual(ride.lines, other.lines[: len(ride.lines)])
                self.assertEqual(ride.faults, other.faults[: len(ride.faults)])

    def test_silences_last_from_a_second_to_half_an_hour_and_are_seldom_long(self):
        rides = [ride for seed in range(400) for ride in draw.draw_chain(seed).rides]
        silences = sorted(ride.silence for ride in rides if ride.silence)
        self.assertTrue(silences[0] < 3 and 1200 < silences[-1] <= 1800)
        self.assertTrue(0.01 < sum(each > 600 for each in silences) / len(rides) < 0.05)

    def test_every_oddity_and_pulse_is_drawn(self):
        drawn = [draw.draw_chain(seed) for seed in range(200)]
        self.assertEqual({chain.oddity for chain in drawn}, set(reported.ODDITIES))
        self.assertTrue(any(ride.pulse and not ride.strap for chain in drawn for ride in chain.rides))
        self.assertTrue(any(chain.variant == ['kickr', 'name'] for chain in drawn))

    def test_a_sensor_goes_wrong_where_there_is_one(self):
        for chain in (draw.draw_chain(seed, devices=(CADENCE, METER)) for seed in range(50)):
            for ride in chain.rides:
                for name in set(ride.faults) & set(reported.names([CADENCE, METER])):
                    self.assertIn(name.split()[0], chain.beside.devices)

    def test_a_campaign_can_be_without_them(self):
        with unittest.mock.patch('soak.campaign.BUGS', False):
            self.assertFalse(any(chain.oddity for chain in chains(100, 3)))


if __name__ == '__main__':
    unittest.main()
