"""phone.py ADAPTER SECONDS OUT: a phone on another adapter, with bleak, which uses jz2's services like an app.

It finds the only fitness machine on the air, subscribes to bike data, heart rate, control point and status, requests
180 W with control, and goes on to listen. Each event is a line of JSON in OUT, with the wall clock. Prints `subscribed`
and `controls`.
"""

import asyncio
import json
import sys
import time

from bleak import BleakClient, BleakScanner

MACHINE, FEATURES, BIKE, BEATS, CONTROL, STATUS = (
    f'0000{short}-0000-1000-8000-00805f9b34fb' for short in ('1826', '2acc', '2ad2', '2a37', '2ad9', '2ada')
)
REQUESTS = ('00', '07', '05b400')
SEARCH_SECONDS, ANSWER_SECONDS = 30, 10


class Phone:
    def __init__(self, adapter, out):
        self.bluez, self.out = {'adapter': adapter}, out
        self.answers = asyncio.Queue()

    def note(self, event, **fields):
        self.out.write(json.dumps({'epoch': round(time.time(), 4), 'event': event, **fields}) + '\n')

    async def find(self):
        """Returns the device by its service; the virtual radio does not send the scan response, which has the name."""

        def is_ours(_, said):
            return MACHINE in said.service_uuids

        found = await BleakScanner.find_device_by_filter(is_ours, timeout=SEARCH_SECONDS, bluez=self.bluez)
        assert found, 'no fitness machine is advertised'
        self.note('found', name=found.name, address=found.address)
        return found

    async def use(self, seconds):
        ending = time.monotonic() + seconds
        device = await self.find()
        lost = asyncio.Event()

        def disconnected(_):
            self.note('disconnected')
            lost.set()

        async with BleakClient(device, disconnected, bluez=self.bluez) as client:
            services = {each.uuid: [one.uuid for one in each.characteristics] for each in client.services}
            self.note('connected', services=services)
            self.note('read', uuid=FEATURES, value=bytes(await client.read_gatt_char(FEATURES)).hex())
            for uuid in (BIKE, BEATS, CONTROL, STATUS):
                await client.start_notify(uuid, self.heard)
            print('subscribed', flush=True)
            for request in REQUESTS:
                await client.write_gatt_char(CONTROL, bytes.fromhex(request), response=True)
                answer = await asyncio.wait_for(self.answers.get(), ANSWER_SECONDS)
                self.note('answered', request=request, value=answer.hex())
            print('controls', flush=True)
            while not lost.is_set() and time.monotonic() < ending:
                await asyncio.sleep(0.5)
            self.note('leaves', lost=lost.is_set())

    def heard(self, characteristic, value):
        self.note('heard', uuid=characteristic.uuid, value=bytes(value).hex())
        if characteristic.uuid == CONTROL:
            self.answers.put_nowait(bytes(value))


async def main(adapter, seconds, path):
    with open(path, 'w', buffering=1) as out:
        await Phone(adapter, out).use(float(seconds))


if __name__ == '__main__':
    asyncio.run(main(*sys.argv[1:]))
