#!/usr/bin/env python3
"""Tests that the rig's devices repeat the faults of live bug reports on command, and that a client on the virtual air
sees them. It needs Bumble, but no guest and no real time: the clock advances only while every task waits.
"""

import asyncio
import struct
import unittest

from bumble import att

from air_client import Client, in_virtual_time
from rig import tacx
from rig.devices import CADENCE_ADDRESS, STRAP_ADDRESS, TRAINER_ADDRESS
from rig.peripherals.neo import fec
from rig.peripherals.old_kickr import wahoo
from rig.peripherals.peripheral import INDOOR_BIKE_DATA, POWER_MEASUREMENT, short

HEART_RATE, CSC_MEASUREMENT, CONTROL_POINT = short(0x2A37), short(0x2A5B), short(0x2AD9)
FTMS, POWER, FC82 = b'\x26\x18', b'\x18\x18', b'\x82\xfc'


class Linked(unittest.TestCase):
    async def linked(self, variant='', address=TRAINER_ADDRESS, *heard):
        client = await Client(variant).open()
        await client.link(address)
        for uuid in heard:
            await client.hear(uuid)
        return client

    async def linked_again(self, client, address=TRAINER_ADDRESS):
        await client.command(f'drop {"trainer" if address == TRAINER_ADDRESS else "strap"}')
        await asyncio.sleep(0.5)
        return {service.uuid.to_hex_str().upper() for service in (await client.link(address)).services}


class AdvertisingTests(Linked):
    async def said(self, client):
        return (await client.scan())[TRAINER_ADDRESS]

    @in_virtual_time
    async def test_a_trainer_shows_no_service(self):
        client = await Client('').open()
        self.assertIn(FTMS, await self.said(client))
        await client.command('show trainer name')
        await asyncio.sleep(0.1)
        said = await self.said(client)
        self.assertNotIn(FTMS, said)
        self.assertIn(b'KICKR CORE 5A21', said)
        await client.command('show trainer fc82')
        await asyncio.sleep(0.1)
        self.assertIn(FC82, await self.said(client))
        await client.command('calm')
        await asyncio.sleep(0.1)
        self.assertIn(FTMS, await self.said(client))

    @in_virtual_time
    async def test_a_trainer_that_never_shows_one_has_it(self):
        for kind, uuid in ('kickr', '1826'), ('kickr-2016', '1818'), ('neo2t', fec(0xFEC1).to_hex_str().upper()):
            client = await Client(f'{kind},name').open()
            said = await self.said(client)
            for service in FTMS, POWER, wahoo(0xEE01).to_pdu_bytes(), fec(0xFEC1).to_pdu_bytes():
                self.assertNotIn(service, said)
            await client.command('calm')
            await asyncio.sleep(0.1)
            self.assertNotIn(FTMS, await self.said(client))
            await client.link(TRAINER_ADDRESS)
            self.assertIn(uuid, {service.uuid.to_hex_str().upper() for service in client.peer.services})


class AttributeTests(Linked):
    @in_virtual_time
    async def test_services_come_late(self):
        client = await self.linked('', TRAINER_ADDRESS, INDOOR_BIKE_DATA)
        await client.command('late trainer 8')
        self.assertEqual(await self.linked_again(client) & {'1826', '180A'}, {'180A'})
        await asyncio.sleep(8)
        self.assertLessEqual({'1826', '180A'}, await self.linked_again(client))
        await client.hear(INDOOR_BIKE_DATA)
        await asyncio.sleep(2)
        self.assertEqual(len(client.heard[INDOOR_BIKE_DATA]), 8)

    @in_virtual_time
    async def test_calm_brings_them_at_once(self):
        client = await self.linked()
        await client.command('late trainer 8')
        await client.command('late trainer 60')
        await client.command('calm')
        self.assertIn('1826', await self.linked_again(client))

    async def refused(self, client, uuid, error):
        with self.assertRaises(att.ATT_Error) as raised:
            await client.hear(uuid)
        self.assertEqual(raised.exception.error_code, error)

    @in_virtual_time
    async def test_subscriptions_are_refused_some_times(self):
        client = await self.linked()
        await client.command('refuse trainer stream 2')
        for _ in range(2):
            await self.refused(client, INDOOR_BIKE_DATA, att.ErrorCode.INSUFFICIENT_RESOURCES)
        await client.hear(CONTROL_POINT)
        self.assertEqual(client.logged('notifies'), [])
        await self.linked_again(client)
        await client.hear(INDOOR_BIKE_DATA)
        await asyncio.sleep(1)
        self.assertEqual(len(client.heard[INDOOR_BIKE_DATA]), 4)
        self.assertEqual([event['uuid'] for event in client.logged('subscription-refused')], ['2AD2', '2AD2'])

    @in_virtual_time
    async def test_subscriptions_are_refused_for_some_time(self):
        client = await self.linked()
        await client.command('refuse trainer answers 1000 5 permission')
        await self.refused(client, CONTROL_POINT, att.ErrorCode.WRITE_NOT_PERMITTED)
        await asyncio.sleep(5)
        await client.hear(CONTROL_POINT)
        self.assertEqual(await client.ask(CONTROL_POINT, '00'), '80 00 01')

    @in_virtual_time
    async def test_a_strap_refuses_too(self):
        client = await self.linked('', STRAP_ADDRESS)
        await client.command('refuse strap stream 1')
        await self.refused(client, HEART_RATE, att.ErrorCode.INSUFFICIENT_RESOURCES)
        await client.hear(HEART_RATE)


class ValueTests(Linked):
    @in_virtual_time
    async def test_the_log_has_the_last_value_of_a_stream(self):
        client = await self.linked('', TRAINER_ADDRESS, INDOOR_BIKE_DATA)
        await asyncio.sleep(2.1)
        await client.command('silent trainer 120')
        await asyncio.sleep(130)
        first, again = client.logged('notifies')
        (unheard,) = client.logged('unheard')
        self.assertAlmostEqual(unheard['last'] - first['t'], 2, delta=0.26)
        self.assertAlmostEqual(again['t'] - unheard['last'], 120, delta=0.5)
        self.assertEqual(unheard['last'] % 0.25, 0)

    @in_virtual_time
    async def test_a_dropped_link_ends_the_stream(self):
        client = await self.linked('', TRAINER_ADDRESS, INDOOR_BIKE_DATA)
        await asyncio.sleep(1)
        await client.command('drop trainer')
        await asyncio.sleep(0.1)
        self.assertEqual([event['event'] for event in client.lines()[-2:]], ['disconnected', 'unheard'])

    @in_virtual_time
    async def test_a_powerless_trainer_has_a_cadence(self):
        for kind, uuid in ('kickr', INDOOR_BIKE_DATA), ('kickr-2016', POWER_MEASUREMENT):
            client = await self.linked(kind, TRAINER_ADDRESS, uuid)
            await client.command('powerless on')
            await asyncio.sleep(5)
            values = client.heard[uuid][-3:]
            if kind == 'kickr':
                speeds, rates, watts = zip(*(struct.unpack('<HHHh', value)[1:] for value in values), strict=True)
                self.assertTrue(all(rate > 160 for rate in rates) and all(speeds))
            else:
                watts = [struct.unpack_from('<Hh', value)[1] for value in values]
            self.assertEqual(set(watts), {0})

    @in_virtual_time
    async def test_power_comes_apart(self):
        client = await self.linked('apart', TRAINER_ADDRESS, INDOOR_BIKE_DATA, POWER_MEASUREMENT)
        await asyncio.sleep(10)
        flags, speed, rate = struct.unpack('<HHH', client.heard[INDOOR_BIKE_DATA][-1])
        self.assertEqual((flags, speed), (0x0004, 2900))
        self.assertAlmostEqual(rate / 2, 88, delta=3)
        self.assertAlmostEqual(struct.unpack('<Hh', client.heard[POWER_MEASUREMENT][-1])[1], 90, delta=8)

    @in_virtual_time
    async def test_a_count_stands_and_goes_on_from_there(self):
        client = await self.linked('cadence', CADENCE_ADDRESS, CSC_MEASUREMENT)
        await asyncio.sleep(10)
        await client.command('stand cadence on')
        await asyncio.sleep(1.5)
        standing = client.heard[CSC_MEASUREMENT][-1]
        await asyncio.sleep(60)
        self.assertEqual(set(client.heard[CSC_MEASUREMENT][-60:]), {standing})
        await client.command('stand cadence off')
        await asyncio.sleep(10)
        counts = [struct.unpack('<BHH', value)[1] for value in (standing, client.heard[CSC_MEASUREMENT][-1])]
        self.assertAlmostEqual(counts[1] - counts[0], 88 / 6, delta=2)

    @in_virtual_time
    async def test_a_strap_sends_seldom(self):
        client = await self.linked('', STRAP_ADDRESS, HEART_RATE)
        await client.command('period 6')
        await asyncio.sleep(7)
        before = len(client.heard[HEART_RATE])
        await asyncio.sleep(60)
        self.assertEqual(len(client.heard[HEART_RATE]) - before, 10)

    @in_virtual_time
    async def test_a_kickr_sends_the_heart_rate_among_its_values(self):
        client = await self.linked('', TRAINER_ADDRESS, INDOOR_BIKE_DATA)
        await client.command('pulse on')
        await client.command('hr 70')
        await asyncio.sleep(1)
        value = client.heard[INDOOR_BIKE_DATA][-1]
        self.assertEqual((value[:2], len(value), value[8]), (b'\x44\x02', 9, 70))

    @in_virtual_time
    async def test_a_neo_sends_the_heart_rate_in_page_16(self):
        client = await self.linked('neo2t', TRAINER_ADDRESS, fec(0xFEC2))
        await client.command('pulse on')
        await client.command('hr 71')
        await asyncio.sleep(1)
        pages = [frame[4:12] for frame in client.heard[fec(0xFEC2)] if tacx.page_of(frame)]
        page = [page for page in pages if page[0] == tacx.GENERAL][-1]
        self.assertEqual((page[6], page[7] & 0x07), (71, 0x05))

    @in_virtual_time
    async def test_a_trainer_has_a_heart_rate_service(self):
        for kind in 'kickr', 'snap', 'neo2t':
            client = await self.linked(f'{kind},heart', TRAINER_ADDRESS, HEART_RATE)
            await client.command('hr 72')
            await asyncio.sleep(2.5)
            self.assertEqual(client.heard[HEART_RATE][-1], bytes([0, 72]))


if __name__ == '__main__':
    unittest.main()
