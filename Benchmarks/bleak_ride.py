#!/usr/bin/env python3
"""bleak_ride.py SECONDS WATTS TRACE: the same ride with bleak and pycycling: subscribes to both devices, decodes their
notifications, and holds a target power.

Writes a line `<realtime_ns> <uuid> <hex>` for each decoded notification to TRACE at the end. The timestamp is taken
after decoding, as in jz2d with JZ2_TRACE_NOTIFICATIONS. Prints `riding` when the target is acknowledged.
"""

import asyncio
import contextlib
import struct
import sys
import time

from bleak import BleakClient, BleakScanner
from bleak.exc import BleakError
from pycycling.ftms_parsers import parse_indoor_bike_data

FITNESS_MACHINE, HEART_RATE = '00001826-0000-1000-8000-00805f9b34fb', '0000180d-0000-1000-8000-00805f9b34fb'
BIKE_DATA, CONTROL_POINT, BEATS = (f'0000{short}-0000-1000-8000-00805f9b34fb' for short in ('2ad2', '2ad9', '2a37'))
LINK_ATTEMPTS = 3
REQUEST_CONTROL, SET_TARGET_POWER, START, STOP = 0x00, 0x05, 0x07, 0x08
SUCCESS = 1


class Trace:
    def __init__(self):
        self.lines, self.latest = [], None

    def bike_data(self, _, value):
        self.latest = parse_indoor_bike_data(value)
        self.lines.append((time.time_ns(), '2AD2', bytes(value)))

    def beats(self, _, value):
        self.latest = value[1] if not value[0] & 1 else struct.unpack_from('<H', value, 1)[0]
        self.lines.append((time.time_ns(), '2A37', bytes(value)))

    def write(self, path):
        with open(path, 'w') as file:
            file.writelines(f'{stamp} {uuid} {value.hex()}\n' for stamp, uuid, value in self.lines)


async def command(client, answers, value):
    await client.write_gatt_char(CONTROL_POINT, value, response=True)
    answer = await asyncio.wait_for(answers.get(), 5)
    assert answer[:3] == bytes([0x80, value[0], SUCCESS]), answer.hex()


async def link(links, device):
    """Connects. Retries if the link is lost during service discovery, as a program with bleak has to."""
    attempt = 1
    while True:
        try:
            return await links.enter_async_context(BleakClient(device))
        except BleakError as error:
            print(f'attempt {attempt}: {error}', flush=True)
            attempt += 1
            if attempt > LINK_ATTEMPTS:
                raise


async def ride(seconds, watts, trace):
    found = await BleakScanner.discover(3, return_adv=True)

    def offers(uuid):
        return next(device for device, advertised in found.values() if uuid in advertised.service_uuids)

    answers = asyncio.Queue()
    async with contextlib.AsyncExitStack() as links:
        trainer, strap = await link(links, offers(FITNESS_MACHINE)), await link(links, offers(HEART_RATE))
        await trainer.start_notify(CONTROL_POINT, lambda _, value: answers.put_nowait(bytes(value)))
        await trainer.start_notify(BIKE_DATA, trace.bike_data)
        await strap.start_notify(BEATS, trace.beats)
        for value in (bytes([REQUEST_CONTROL]), bytes([START]), struct.pack('<Bh', SET_TARGET_POWER, watts)):
            await command(trainer, answers, value)
        print('riding', flush=True)
        await asyncio.sleep(seconds)
        await command(trainer, answers, bytes([STOP, 1]))


if __name__ == '__main__':
    recorded = Trace()
    asyncio.run(ride(float(sys.argv[1]), int(sys.argv[2]), recorded))
    recorded.write(sys.argv[3])
