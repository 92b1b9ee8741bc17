"""Tests of the client and the apps, with the vectors of docs/road-and-apps.md and a small server."""

import importlib.util
import time
import unittest

import apps
import delay
import dircon
import fitness
import hostile_app
import losing
from dircon import BrokenError, Frame, Link, Note, uuid
from programs import wait_until
from small_server import SmallServer
from trainer import WirelessTrainer

TAIL = '0000 1000 8000 0080 5F9B 34FB'


class Frames(unittest.TestCase):
    VECTORS = (
        ('01 01 01 00 00 00', Frame(dircon.SERVICES, 1)),
        (
            f'01 01 01 00 00 30 00 00 18 26 {TAIL} 00 00 18 18 {TAIL} 00 00 18 0D {TAIL}',
            Frame(dircon.SERVICES, 1, uuid(0x1826) + uuid(0x1818) + uuid(0x180D)),
        ),
        (f'01 02 02 00 00 10 00 00 18 26 {TAIL}', Frame(dircon.CHARACTERISTICS, 2, uuid(0x1826))),
        (f'01 03 03 00 00 10 00 00 2A CC {TAIL}', Frame(dircon.READ, 3, uuid(0x2ACC))),
        (f'01 05 04 00 00 11 00 00 2A D2 {TAIL} 01', Frame(dircon.SUBSCRIBE, 4, uuid(0x2AD2) + b'\1')),
        (
            f'01 06 00 00 00 18 00 00 2A D2 {TAIL} 44 00 73 0C B4 00 C8 00',
            Frame(dircon.NOTIFY, 0, uuid(0x2AD2) + bytes.fromhex('4400730CB400C800')),
        ),
        (f'01 04 06 00 00 11 00 00 2A D9 {TAIL} 00', Frame(dircon.WRITE, 6, uuid(0x2AD9) + fitness.TAKE_CONTROL)),
        (f'01 04 07 00 00 13 00 00 2A D9 {TAIL} 05 C8 00', Frame(dircon.WRITE, 7, uuid(0x2AD9) + fitness.hold(200))),
        (
            f'01 04 08 00 00 17 00 00 2A D9 {TAIL} 11 00 00 0D 02 28 33',
            Frame(dircon.WRITE, 8, uuid(0x2AD9) + fitness.slope(5.25)),
        ),
        ('01 02 09 03 00 00', Frame(dircon.CHARACTERISTICS, 9, code=dircon.NO_SERVICE)),
    )

    def test_the_vectors_are_encoded_and_decoded(self):
        for text, frame in self.VECTORS:
            data = bytes.fromhex(text)
            self.assertEqual(frame.encoded(), data)
            self.assertEqual(dircon.take_frame(bytearray(data)), frame)

    def test_no_prefix_of_a_frame_is_one(self):
        for text, _ in self.VECTORS:
            data = bytes.fromhex(text)
            for end in range(len(data)):
                cut = bytearray(data[:end])
                self.assertIsNone(dircon.take_frame(cut))
                self.assertEqual(cut, data[:end])

    def test_joined_frames_are_taken_one_after_another(self):
        received = bytearray(b''.join(bytes.fromhex(text) for text, _ in self.VECTORS))
        self.assertEqual([dircon.take_frame(received) for _ in self.VECTORS], [frame for _, frame in self.VECTORS])
        self.assertFalse(received)

    def test_the_number_after_255_is_0(self):
        with SmallServer() as server, Link(server.server_address) as link:
            numbers = [link.begin(dircon.READ).sequence for _ in range(257)]
            self.assertEqual(numbers, [*range(1, 256), 0, 1])


class Values(unittest.TestCase):
    def test_bike_data_has_its_flagged_fields(self):
        bike = fitness.bike(bytes.fromhex('4400 730C B400 C800'))
        self.assertEqual((bike.kmh, bike.rpm, bike.watts, bike.bpm), (31.87, 90, 200, None))
        full = fitness.bike(bytes.fromhex('540A 730C B400 01 02 01 C800 84 0A00'))
        self.assertEqual((full.meters, full.watts, full.bpm, full.seconds), (0x10201, 200, 132, 10))
        for wrong in ('4400 730C B400 C8', '4400 730C B400 C800 00'):
            with self.assertRaises(BrokenError):
                fitness.bike(bytes.fromhex(wrong))

    def test_requests_are_the_vectors_of_the_notes(self):
        self.assertEqual(fitness.slope(1), bytes.fromhex('11 0000 6400 28 33'))
        self.assertEqual(fitness.slope(0, rolling=0, drag=0), bytes.fromhex('11 0000 0000 00 00'))
        self.assertEqual(fitness.slope(8, 0.0033, 0.39, wind=2.5), bytes.fromhex('11 C409 2003 21 27'))
        self.assertEqual(fitness.hold(180), bytes.fromhex('05 B400'))
        self.assertEqual(fitness.resist(10), bytes.fromhex('04 6400'))

    def test_cadence_follows_from_the_turns_of_the_crank(self):
        self.assertEqual(fitness.rpm(fitness.Turns(65_535, 65_000), fitness.Turns(1, 65_000 + 1365)), 2 / 1365 * 61_440)
        self.assertIsNone(fitness.rpm(fitness.Turns(3, 7), fitness.Turns(3, 7)))
        self.assertEqual(fitness.heart_rate(bytes([0, 0x84])), 132)
        self.assertEqual(fitness.power(bytes.fromhex('2000 C800 0500 0004'))[::2], (200, fitness.Turns(5, 1024)))


class Behaviour(unittest.TestCase):
    def test_each_app_rides(self):
        with SmallServer() as server:
            at = server.server_address
            with apps.Zwift(at) as zwift, apps.MyWhoosh(at) as whoosh, apps.Reader(at) as reader:
                for app in (zwift, whoosh, reader):
                    app.begin()
                zwift.hold(180)
                zwift.hold(185)
                zwift.climb(2.5)
                self.assertEqual(server.bike.watts, 275)
                began, times = time.monotonic(), server.bike.requests.count(fitness.slope(2.5))
                wait_until(lambda: server.bike.requests.count(fitness.slope(2.5)) > times, 10, 'the slope again')
                for app in (zwift, whoosh, reader):
                    self.assertEqual(app.flaws(), [])
                    self.assertLess(app.greatest_gap(began, time.monotonic()), 0.5)
                self.assertEqual(server.bike.requests.count(fitness.RESET), 3)
                self.assertIn(fitness.slope(0, rolling=0, drag=0), server.bike.requests)
            with apps.Trainings(at) as trainings:
                trainings.begin()
                trainings.ramp(100, 120, 1)
                self.assertEqual((trainings.flaws(), server.bike.watts), ([], 120))

    def test_the_number_of_a_notification_is_ignored(self):
        with SmallServer(note_number=1) as server, apps.Zwift(server.server_address) as zwift:
            zwift.begin()
            zwift.hold(200)
            self.assertEqual(zwift.flaws(), [])

    def test_what_the_protocol_forbids_is_a_flaw(self):
        with SmallServer() as server, Link(server.server_address) as link:
            link.awaited[5] = dircon.READ
            for frame in (
                Frame(dircon.READ, 4),
                Frame(dircon.WRITE, 5),
                Frame(dircon.READ, 5, version=2),
                Frame(0x42, 5),
                Frame(dircon.NOTIFY, 0, uuid(0x2AD2)),
                Frame(dircon.NOTIFY, 0, b'\0'),
            ):
                with self.subTest(frame):
                    link.flaws.clear()
                    link.receive(frame, 0, 0)
                    self.assertEqual(len(link.flaws), 1)

    def test_a_server_that_ends_the_connection_is_a_lost_device(self):
        with SmallServer() as server, apps.Reader(server.server_address) as reader:
            reader.begin()
            server.clients[0].request.shutdown(2)
            reader.link.wait(lambda: reader.link.ended is not None, 2, 'the end')
            self.assertEqual(reader.flaws(), ['reader: the server ended the connection'])

    def test_a_gap_counts_to_both_ends(self):
        with SmallServer() as server, apps.Reader(server.server_address) as reader:
            reader.link.notes = [Note(at, 0, fitness.BIKE, b'') for at in (10.0, 11.0, 13.0)]
            self.assertEqual([reader.greatest_gap(*span) for span in ((10, 13), (5, 13), (10, 17))], [2, 5, 4])


class Judgement(unittest.TestCase):
    def test_a_delay_counts_from_the_same_value_before_the_next_one(self):
        first, *values = [delay.Values(watts, 180, 30.0) for watts in (149, 150, 151, 150, 150, 152)]
        sent = [(-1000, first), *zip((0, 1000, 2000, 3000, 4000), values, strict=True)]
        received = [(-5, values[0]), (3, values[0]), (1300, values[0]), (1900, values[1]), (4100, values[4])]
        result = delay.delays(sent, received)
        # The third value is missing, the fourth is a repetition, and the last one has no next one.
        self.assertEqual(([round(one * 1e9) for one in result.delays], result.arrived), ([3, 900], 2 / 3))

    def test_power_is_held_for_three_seconds_of_a_loss_and_no_longer(self):
        def bikes(held):
            return [(at / 4, fitness.Bike(watts=0 if held < at / 4 < 8 else 150, rpm=0)) for at in range(48)]

        losing.check_held(bikes(3), [(0, 8)])
        for held in (1, 4.5, 20):
            with self.assertRaises(BrokenError):
                losing.check_held(bikes(held), [(0, 8)])
        with self.assertRaises(BrokenError):
            losing.check_held([(at, fitness.Bike(watts=0)) for at in range(12)], [(-8, 0)])


class PublicClient(unittest.TestCase):
    @unittest.skipUnless(importlib.util.find_spec('wftnp'), 'wftnp is not installed')
    def test_the_client_of_other_people_rides(self):
        import public_client

        with SmallServer() as server:
            seen = public_client.rode(server.server_address, [(1, fitness.hold(150)), (1, fitness.slope(1))])
            self.assertEqual((seen.connections, server.bike.watts), (1, 230))
            self.assertLess(seen.greatest_gap(time.monotonic()), 0.5)


class Attacks(unittest.TestCase):
    def test_the_small_server_survives_every_attack(self):
        with SmallServer() as server:
            at = server.server_address
            for attack in (
                hostile_app.refusals,
                hostile_app.malformed,
                hostile_app.garbage,
                hostile_app.half_frames,
                hostile_app.flood,
            ):
                with self.subTest(attack.__name__):
                    attack(at)
            hostile_app.sleeping(at).close()
            for one in hostile_app.crowd(at, 20):
                one.close()
            with apps.Reader(at) as reader:
                reader.begin()
                self.assertEqual(reader.flaws(), [])


class WirelessTrainers(unittest.TestCase):
    def test_the_power_follows_a_target_of_the_app_in_control(self):
        with WirelessTrainer() as trainer, Link(('127.0.0.1', trainer.port)) as link:
            self.assertEqual(link.services(), [0x1826])
            self.assertEqual(set(link.characteristics(0x1826)), {0x2ACC, 0x2AD2, 0x2AD8, 0x2AD9, 0x2ADA})
            for of in (0x2AD2, 0x2AD9):
                link.subscribe(of)
            self.assertEqual(link.control(fitness.hold(200))[2], 5)
            self.assertEqual(link.control(fitness.TAKE_CONTROL)[2], 1)
            self.assertEqual(link.control(fitness.hold(200))[2], 1)
            link.next_value(0x2AD2, lambda value: fitness.bike(value).watts == 200, 10, '200 W')

    def test_it_ends_the_link_and_stays_away(self):
        with WirelessTrainer() as trainer:
            with Link(('127.0.0.1', trainer.port)) as link:
                link.services()
                trainer.leave(60)
                link.wait(lambda: link.ended, 5, 'the link has ended')
            with Link(('127.0.0.1', trainer.port)) as link, self.assertRaises((BrokenError, OSError)):
                link.services()
            trainer.away_until = 0
            with Link(('127.0.0.1', trainer.port)) as link:
                self.assertEqual(link.services(), [0x1826])


if __name__ == '__main__':
    unittest.main()
