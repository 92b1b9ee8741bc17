#!/usr/bin/env python3
"""Tests the rig's trainers, sensors and fan on the virtual air: a client finds them, connects, sends requests and
receives data, and they fail on command. It needs Bumble, but no guest and no real time: the clock advances only while
every task waits.
"""

import asyncio
import json
import struct
import unittest

from bumble import att
from bumble.device import Device, DeviceConfiguration, Peer
from bumble.gatt import GATT_FITNESS_MACHINE_SERVICE, Service
from bumble.hci import Address, OwnAddressType
from bumble.host import Host

from air_client import Client, in_virtual_time
from rig import tacx
from rig.devices import CADENCE_ADDRESS, FAN_ADDRESS, METER_ADDRESS, TRAINER_ADDRESS
from rig.peripherals.neo import fec
from rig.peripherals.old_kickr import wahoo
from rig.peripherals.peripheral import POWER_MEASUREMENT, short, streamed

CSC_MEASUREMENT = short(0x2A5B)
BIKE_DATA, POINT_2AD9, STATUS_2ADA = short(0x2AD2), short(0x2AD9), short(0x2ADA)


POINT, FEC2, FEC3 = wahoo(0xE005), fec(0xFEC2), fec(0xFEC3)


def services(peer):
    return {service.uuid.to_hex_str().upper() for service in peer.services}


class WahooTests(unittest.TestCase):
    async def linked(self, variant='kickr-2016'):
        client = await Client(variant).open()
        await client.link(TRAINER_ADDRESS)
        await client.hear(POINT)
        await client.hear(POWER_MEASUREMENT)
        return client

    async def unlocked(self, variant='kickr-2016'):
        client = await self.linked(variant)
        self.assertEqual(await client.ask(POINT, '20 EE FC'), '01 20 02')
        return client

    @in_virtual_time
    async def test_it_is_found_without_ftms(self):
        client = await Client('kickr-2016').open()
        said = (await client.scan())[TRAINER_ADDRESS]
        self.assertIn(b'KICKR 1A2B', said)
        self.assertIn(b'\x18\x18', said)
        self.assertIn(wahoo(0xEE01).to_pdu_bytes(), said)
        found = services(await client.link(TRAINER_ADDRESS))
        self.assertNotIn('1826', found)
        self.assertIn('1818', found)
        self.assertIn(wahoo(0xEE0B).to_hex_str().upper(), found)

    @in_virtual_time
    async def test_the_power_follows_the_target(self):
        client = await self.linked()
        self.assertIsNone(await client.ask(POINT, '42 C8 00'))
        await client.ask(POINT, '20 EE FC')
        self.assertEqual(await client.ask(POINT, '42 C8 00'), '01 42 01 00 C8 00')
        await asyncio.sleep(10)
        flags, watts = struct.unpack_from('<Hh', client.heard[POWER_MEASUREMENT][-1])
        self.assertEqual((flags, len(client.heard[POWER_MEASUREMENT][-1])), (0x0034, 16))
        self.assertAlmostEqual(watts, 200, delta=8)
        response = client.logged('response')[-1]
        self.assertEqual((response['what'], response['watts'], response['target']), ('target', 200, 200))

    @in_virtual_time
    async def test_revolutions_have_the_clocks_of_the_specification(self):
        client = await self.unlocked()
        await asyncio.sleep(20)
        values = [struct.unpack('<HhHIHHH', value) for value in client.heard[POWER_MEASUREMENT]]
        first, last = values[-11], values[-1]
        wheel, crank = ((last[4] - first[4]) % 65536 / 2048, (last[6] - first[6]) % 65536 / 1024)
        self.assertAlmostEqual((last[3] - first[3]) / wheel * 2.096 * 3.6, 29, delta=0.1)
        self.assertAlmostEqual((last[5] - first[5]) / crank * 60, 88, delta=0.2)
        torque = (last[2] - first[2]) % 65536 / 32
        self.assertAlmostEqual(torque * 2 * 3.14159 / 10, 90, delta=2)

    @in_virtual_time
    async def test_a_target_that_comes_too_soon_is_late_or_dropped(self):
        client = await self.unlocked()
        await client.write(POINT, '42 C8 00')
        await client.write(POINT, '42 96 00')
        await asyncio.sleep(1)
        self.assertEqual((await client.command('state'))['target'], 200)
        await asyncio.sleep(1.1)
        self.assertEqual((await client.command('state'))['target'], 150)
        await client.command('hasty on')
        self.assertIsNone(await client.ask(POINT, '42 C8 00'))
        self.assertEqual((await client.command('state'))['target'], 150)

    @in_virtual_time
    async def test_the_target_is_gone_with_the_link(self):
        client = await self.unlocked()
        await client.ask(POINT, '42 C8 00')
        await client.command('drop trainer')
        await asyncio.sleep(0.5)
        state = await client.command('state')
        self.assertEqual((state['target'], state['control'], state['trainer']), (None, False, False))
        await client.link(TRAINER_ADDRESS)
        await client.hear(POINT)
        self.assertIsNone(await client.ask(POINT, '42 C8 00'))

    @in_virtual_time
    async def test_a_snap_sends_no_cadence_and_answers_no_simulation(self):
        client = await self.unlocked('snap')
        self.assertIsNone(await client.ask(POINT, '43 20 1C 04 00 90 01'))
        self.assertEqual(await client.ask(POINT, '42 96 00'), '01 42 01 00 96 00')
        value = client.heard[POWER_MEASUREMENT][-1]
        self.assertEqual((value[:2], len(value)), (b'\x14\x00', 12))

    @in_virtual_time
    async def test_it_goes_wrong_on_command(self):
        client = await self.unlocked()
        await client.command('mute 1')
        self.assertIsNone(await client.ask(POINT, '42 96 00'))
        self.assertEqual((await client.command('state'))['target'], 150)
        await asyncio.sleep(2)
        await client.command('deaf 1')
        self.assertEqual(await client.ask(POINT, '42 C8 00'), '01 42 01 00 C8 00')
        self.assertEqual((await client.command('state'))['target'], 150)
        await asyncio.sleep(2)
        await client.command('deny 1')
        self.assertEqual(await client.ask(POINT, '42 C8 00'), '00 42 01 00 C8 00')
        await client.command('reject 1')
        with self.assertRaises(att.ATT_Error):
            await client.write(POINT, '42 C8 00')
        await client.command('slow 1.5')
        await asyncio.sleep(2)
        self.assertIsNone(await client.ask(POINT, '42 C8 00'))
        await asyncio.sleep(0.6)
        self.assertEqual(client.heard[POINT][-1], bytes.fromhex('01420100C800'))
        self.assertEqual(
            [response['reaction'] for response in client.logged('response')],
            ['done', 'done', 'denied', 'denied', 'done'],
        )

    @in_virtual_time
    async def test_another_program_takes_it(self):
        client = await self.unlocked()
        await client.ask(POINT, '42 96 00')
        await client.command('seize')
        self.assertEqual((await client.command('state'))['target'], None)
        self.assertIsNone(await client.ask(POINT, '42 96 00'))
        self.assertEqual(await client.ask(POINT, '20 EE FC'), '01 20 02')

    @in_virtual_time
    async def test_silent_it_notifies_nothing_and_still_answers(self):
        client = await self.unlocked()
        await client.command('silent trainer 10')
        before = len(client.heard[POWER_MEASUREMENT])
        self.assertEqual(await client.ask(POINT, '42 96 00'), '01 42 01 00 96 00')
        await asyncio.sleep(8)
        self.assertEqual(len(client.heard[POWER_MEASUREMENT]), before)
        await asyncio.sleep(3)
        self.assertGreater(len(client.heard[POWER_MEASUREMENT]), before)


class TacxTests(unittest.TestCase):
    async def linked(self):
        client = await Client('neo2t').open()
        await client.link(TRAINER_ADDRESS)
        await client.hear(FEC2)
        return client

    @staticmethod
    def frame(page):
        return tacx.frame(bytes.fromhex(page), tacx.ACKNOWLEDGED).hex()

    @staticmethod
    def pages(client, number):
        return [frame[4:12] for frame in client.heard[FEC2] if tacx.page_of(frame) and frame[4] == number]

    @in_virtual_time
    async def test_it_is_found_without_ftms(self):
        client = await Client('neo2t').open()
        said = (await client.scan())[TRAINER_ADDRESS]
        self.assertIn(b'Tacx Neo 2T 12345', said)
        self.assertIn(fec(0xFEC1).to_pdu_bytes(), said)
        found = services(await client.link(TRAINER_ADDRESS))
        self.assertNotIn('1826', found)
        self.assertLessEqual({'1818', fec(0xFEC1).to_hex_str().upper()}, found)

    @in_virtual_time
    async def test_pages_come_four_times_a_second(self):
        client = await self.linked()
        await asyncio.sleep(20)
        self.assertAlmostEqual(len(self.pages(client, tacx.GENERAL)), 80, delta=1)
        self.assertAlmostEqual(len(self.pages(client, tacx.TRAINER)), 80, delta=1)
        self.assertTrue(self.pages(client, tacx.MANUFACTURER) and self.pages(client, tacx.PRODUCT))
        self.assertEqual({tacx.check_of(frame) for frame in client.heard[FEC2]}, {'xor'})
        page = self.pages(client, tacx.GENERAL)[-1]
        self.assertAlmostEqual(struct.unpack_from('<H', page, 4)[0] / 1000 * 3.6, 29, delta=0.01)

    @in_virtual_time
    async def test_a_target_is_confirmed_soon(self):
        client = await self.linked()
        await client.write(FEC3, self.frame('31FFFFFFFFFF5802'))
        await asyncio.sleep(0.05)
        self.assertEqual(self.pages(client, tacx.COMMAND_STATUS), [bytes.fromhex('47310000FFFF5802')])
        await asyncio.sleep(10)
        power = struct.unpack_from('<H', self.pages(client, tacx.TRAINER)[-1], 5)[0] & 0xFFF
        self.assertAlmostEqual(power, 150, delta=8)
        await client.write(FEC3, self.frame('31FFFFFFFFFF2003'), answered=False)
        await asyncio.sleep(0.1)
        self.assertEqual((await client.command('state'))['target'], 200)

    @in_virtual_time
    async def test_weak_legs_are_too_slow_for_the_target(self):
        client = await self.linked()
        await client.write(FEC3, self.frame('31FFFFFFFFFF2003'))
        await asyncio.sleep(5)
        self.assertEqual(self.pages(client, tacx.TRAINER)[-1][7], 0x30)
        await client.command('weak 100')
        await asyncio.sleep(15)
        self.assertEqual(self.pages(client, tacx.TRAINER)[-1][7], 0x31)

    @in_virtual_time
    async def test_the_configuration_is_wanted_until_it_is_sent(self):
        client = await self.linked()
        await asyncio.sleep(1)
        self.assertEqual(self.pages(client, tacx.TRAINER)[-1][6] & 0xF0, 0x40)
        await client.write(FEC3, self.frame('374C1DFF4F0B4600'))
        await asyncio.sleep(1)
        self.assertEqual(self.pages(client, tacx.TRAINER)[-1][6] & 0xF0, 0)
        await client.command('reset')
        await asyncio.sleep(6)
        await client.link(TRAINER_ADDRESS)
        await client.hear(FEC2)
        await asyncio.sleep(1)
        self.assertEqual(self.pages(client, tacx.TRAINER)[-1][6] & 0xF0, 0x40)

    @in_virtual_time
    async def test_mute_it_tells_only_when_asked_again(self):
        client = await self.linked()
        await client.command('mute 1')
        await client.write(FEC3, self.frame('31FFFFFFFFFF5802'))
        await asyncio.sleep(5)
        self.assertEqual(self.pages(client, tacx.COMMAND_STATUS), [])
        self.assertEqual((await client.command('state'))['target'], 150)
        await client.write(FEC3, 'A4094F0546FFFFFFFF80470167')
        await asyncio.sleep(0.1)
        self.assertEqual(self.pages(client, tacx.COMMAND_STATUS), [bytes.fromhex('47310000FFFF5802')])
        response = client.logged('response')[-1]
        self.assertEqual((response['what'], response['watts'], response['target']), ('target', 150, 150))

    @in_virtual_time
    async def test_silent_it_tells_nothing_at_all(self):
        client = await self.linked()
        await client.command('silent trainer 10')
        before = len(client.heard[FEC2])
        await client.write(FEC3, self.frame('31FFFFFFFFFF5802'))
        await asyncio.sleep(9)
        self.assertEqual(len(client.heard[FEC2]), before)
        self.assertEqual(client.logged('response'), [])
        self.assertEqual((await client.command('state'))['target'], 150)

    @in_virtual_time
    async def test_garbage_has_pages_under_a_wrong_check(self):
        client = await self.linked()
        await client.command('garbage 5')
        await asyncio.sleep(0.1)
        frames = [frame for frame in client.heard[FEC2] if tacx.page_of(frame)]
        self.assertEqual(sum(tacx.check_of(frame) == 'wrong' for frame in frames), 5)


class KickrTests(unittest.TestCase):
    @in_virtual_time
    async def test_a_spin_down_shows_the_wheel_speed_and_asks_to_stop(self):
        client = await Client('').open()
        await client.link(TRAINER_ADDRESS)
        for uuid in POINT_2AD9, STATUS_2ADA, BIKE_DATA:
            await client.hear(uuid)
        await client.command('spindown ask')
        await client.ask(POINT_2AD9, '00')
        self.assertEqual(await client.ask(POINT_2AD9, '13 01'), '80 13 01 B8 0B AC 0D')
        await client.command('cadence 118')
        await asyncio.sleep(2)
        speeds = [struct.unpack_from('<H', value, 2)[0] for value in client.heard[BIKE_DATA]]
        self.assertGreater(max(speeds), 3500)
        await client.command('cadence 0')
        await asyncio.sleep(3)
        said = [value.hex(' ').upper() for value in client.heard[STATUS_2ADA]]
        self.assertEqual(said, ['14 01', '14 04', '14 02'])


class RadioTests(unittest.TestCase):
    @in_virtual_time
    async def test_an_adapter_serves_a_phone_while_it_has_a_trainer(self):
        client = await Client('').open()
        value = streamed(BIKE_DATA)
        client.device.add_service(Service(GATT_FITNESS_MACHINE_SERVICE, [value]))
        await client.link(TRAINER_ADDRESS)
        await client.hear(BIKE_DATA)
        await client.device.start_advertising(own_address_type=OwnAddressType.PUBLIC)
        host = Host()
        host.controller = client.rig.adapter('second')
        phone = Device(config=DeviceConfiguration(address=Address('C0:FF:EE:00:00:98')), host=host)
        await phone.power_on()
        connection = await phone.connect(client.device.public_address, timeout=5)
        peer = Peer(connection)
        await peer.discover_all()
        heard = []
        await peer.get_characteristics_by_uuid(BIKE_DATA)[0].subscribe(heard.append)
        for _ in range(3):
            await client.device.notify_subscribers(value, b'\4\0')
            await asyncio.sleep(1)
        self.assertEqual(len(heard), 3)
        self.assertGreater(len(client.heard[BIKE_DATA]), 12)
        self.assertEqual(client.logged('disconnected'), [])


class SensorTests(unittest.TestCase):
    @in_virtual_time
    async def test_a_cadence_sensor_counts_the_cranks(self):
        client = await Client('cadence').open()
        self.assertIn(b'CADENCE 1234', (await client.scan())[CADENCE_ADDRESS])
        await client.link(CADENCE_ADDRESS)
        await client.hear(CSC_MEASUREMENT)
        await asyncio.sleep(20)
        values = [struct.unpack('<BHH', value) for value in client.heard[CSC_MEASUREMENT]]
        turns, ticks = values[-1][1] - values[-11][1], (values[-1][2] - values[-11][2]) % 65536
        self.assertEqual(values[0][0], 0x02)
        self.assertAlmostEqual(turns / (ticks / 1024) * 60, 88, delta=0.2)
        self.assertTrue((await client.command('state'))['cadence']['heard'])

    async def mean(self, client, seconds):
        before = len(client.heard[POWER_MEASUREMENT])
        await asyncio.sleep(seconds)
        values = [struct.unpack_from('<Hh', value)[1] for value in client.heard[POWER_MEASUREMENT][before:]]
        return sum(values) / len(values)

    @in_virtual_time
    async def test_a_meter_is_off(self):
        client = await Client('meter').open()
        self.assertIn(b'ASSIOMA 77D', (await client.scan())[METER_ADDRESS])
        await client.link(METER_ADDRESS)
        await client.hear(POWER_MEASUREMENT)
        await asyncio.sleep(10)
        # Without a target the brake holds 90 W.
        self.assertAlmostEqual(await self.mean(client, 60), 90 * 0.96, delta=0.7)
        await client.command('meter 10')
        self.assertAlmostEqual(await self.mean(client, 60), 90 * 1.1, delta=0.7)
        await client.command('meter 0 5')
        await asyncio.sleep(120)
        self.assertAlmostEqual(await self.mean(client, 10), 90 * 1.1, delta=1)
        await client.command('calm')
        self.assertAlmostEqual(await self.mean(client, 60), 90 * 0.96, delta=0.7)

    @in_virtual_time
    async def test_a_fan_obeys_and_tells(self):
        client = await Client('headwind').open()
        self.assertIn(b'HEADWIND 5678', (await client.scan())[FAN_ADDRESS])
        await client.link(FAN_ADDRESS)
        await client.hear(wahoo(0xE038))
        for request in '0404', '0237':
            await client.write(wahoo(0xE038), request, answered=False)
        await asyncio.sleep(0.2)
        said = [value.hex(' ').upper() for value in client.heard[wahoo(0xE038)]]
        self.assertEqual([each for each in said if each.startswith('FE')], ['FE 04 01 04', 'FE 02 01 37'])
        self.assertIn('FD 01 37 04', said)
        state = (await client.command('state'))['fan']
        self.assertEqual((state['percent'], state['mode']), (55, 4))
        await client.command('mute 1 fan')
        await client.write(wahoo(0xE038), '0200', answered=False)
        await asyncio.sleep(2)
        self.assertEqual(client.heard[wahoo(0xE038)][-1], bytes.fromhex('FD010004'))

    @in_virtual_time
    async def test_nothing_is_there_unnamed(self):
        client = await Client('').open()
        self.assertEqual(set(await client.scan()), {TRAINER_ADDRESS, 'C0:FF:EE:00:00:02'})
        self.assertIn('error', json.loads(await client.rig.answer(b'drop meter')))


if __name__ == '__main__':
    unittest.main()
