"""A client on the rig's virtual air, next to its peripherals. The clock advances only while every task waits."""

import asyncio
import io
import json
import selectors
import time
from unittest import mock

from bumble.device import Device, DeviceConfiguration, Peer
from bumble.hci import Address
from bumble.host import Host

from rig.peripherals.virtual_rig import Rig


class Clock(selectors.DefaultSelector):
    """A loop's selector whose waiting takes no time. It is the clock of all tasks."""

    def __init__(self):
        super().__init__()
        self.now = 1000.0

    def select(self, timeout=None):
        ready = super().select(0)
        if not ready and timeout is None:
            raise RuntimeError('everybody waits for ever')
        if not ready:
            self.now += timeout
        return ready


def in_virtual_time(test):
    """Runs an asynchronous test on a virtual clock."""

    def run(self):
        clock = Clock()
        with mock.patch.object(time, 'monotonic', lambda: clock.now):
            loop = asyncio.SelectorEventLoop(clock)
            try:
                loop.run_until_complete(test(self))
            finally:
                for task in asyncio.all_tasks(loop):
                    task.cancel()
                loop.run_until_complete(asyncio.sleep(0))
                loop.close()

    return run


class Client:
    """A central next to a rig. `heard` has the notifications and indications that arrived, by characteristic."""

    def __init__(self, variant):
        self.file = io.StringIO()
        self.rig = Rig(self.file, 1, variant.split(','))
        self.heard = {}

    async def open(self):
        self.rig.radio = self.rig.adapter()
        host = Host()
        host.controller = self.rig.radio
        self.device = Device(config=DeviceConfiguration(address=Address('C0:FF:EE:00:00:99')), host=host)
        await self.device.power_on()
        await self.rig.appear()
        self.rig.begin(self.rig.live())
        return self

    async def scan(self):
        """Returns what was advertised in a second, by address, scan responses included."""
        found = {}

        def hear(advertisement):
            found.setdefault(str(advertisement.address).split('/')[0], b'')
            found[str(advertisement.address).split('/')[0]] += bytes(advertisement.data)

        self.device.on('advertisement', hear)
        await self.device.start_scanning(active=True)
        await asyncio.sleep(1)
        await self.device.stop_scanning()
        return found

    async def link(self, address):
        connection = await self.device.connect(Address(address), timeout=5)
        self.peer = Peer(connection)
        await self.peer.discover_all()
        return self.peer

    def found(self, uuid):
        return self.peer.get_characteristics_by_uuid(uuid)[0]

    async def hear(self, uuid):
        values = self.heard[uuid] = []
        await self.found(uuid).subscribe(lambda value: values.append(bytes(value)), prefer_notify=False)

    async def write(self, uuid, request, answered=True):
        await self.found(uuid).write_value(bytes.fromhex(request), with_response=answered)

    async def ask(self, uuid, request):
        """Returns the answer to a request within a second; None if there is none."""
        before = len(self.heard[uuid])
        await self.write(uuid, request)
        await asyncio.sleep(1)
        return self.heard[uuid][before].hex(' ').upper() if len(self.heard[uuid]) > before else None

    async def command(self, words):
        return await self.rig.commands.carry_out(words.split())

    def lines(self):
        return [json.loads(line) for line in self.file.getvalue().splitlines()]

    def logged(self, event):
        return [line for line in self.lines() if line['event'] == event]
