"""The radio with its adapters, the peripherals on it, and the line for commands."""

import asyncio
import json
import pathlib
import random
import time

from bumble.gatt import GATT_FITNESS_MACHINE_SERVICE, GATT_HEART_RATE_SERVICE
from bumble.transport import open_transport

from rig.peripherals.air import Link, Radio, VirtualLine
from rig.peripherals.commands import Commands
from rig.peripherals.models import TRAINERS, sensors, trainer_named
from rig.peripherals.peripheral import Neighbour, ticks
from rig.peripherals.strap import Strap

NEIGHBOURS = (
    ('SUITO 7', 'C0:FF:EE:00:00:03', GATT_FITNESS_MACHINE_SERVICE),
    ('TICKR 77F0', 'C0:FF:EE:00:00:04', GATT_HEART_RATE_SERVICE),
)
WEAK = {address: -80 for _, address, _ in NEIGHBOURS}  # dBm; Bumble gives all others -50
ADAPTERS = {'first': '00:1A:7D:DA:71:10', 'second': '00:1A:7D:DA:71:11'}


class Rig:
    def __init__(self, log, seed, variants=()):
        self.variants = set(variants)
        self.first_cadence = 0.0 if 'atrest' in self.variants else 88.0
        self.file = log
        self.rng = random.Random(seed)
        self.link = Link()
        self.radios = []  # all adapters so far
        self.transports = {}  # of the adapters that are plugged in
        self.crowding = None
        self.tasks = set()

    def log(self, event, **fields):
        self.file.write(json.dumps({'t': round(time.monotonic(), 4), 'event': event, **fields}) + '\n')

    def begin(self, coroutine):
        """Runs it as a task of its own."""
        task = asyncio.get_running_loop().create_task(coroutine)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    def crowd(self, rate):
        """Lets unrelated devices advertise so often a second; 0 ends it."""
        if self.crowding:
            self.crowding.cancel()
        self.crowding = self.begin(self.advertise_strangers(rate)) if rate else None

    async def advertise_strangers(self, rate):
        async for turn in ticks(1 / rate):
            for radio in self.radios:
                radio.hear_foreign(turn)

    def adapter(self, which='first'):
        """Returns the controller of an adapter; creates it on the first call."""
        found = next((radio for radio in self.radios if radio.name == which), None)
        if found is None:
            found = Radio(which, ADAPTERS[which] + '/P', self.link, self.log, WEAK)
            self.radios.append(found)
        return found

    async def plug(self, radio):
        transport = self.transports[radio.name] = await open_transport('vhci')
        transport.source.set_packet_sink(radio)
        radio.host = VirtualLine(transport.sink)
        radio.powered = True

    async def unplug(self, radio):
        radio.unplug()
        await self.transports.pop(radio.name).close()

    async def answer(self, line):
        try:
            answer = await self.commands.carry_out(line.decode().split())
        except Exception as error:
            answer = {'error': repr(error)}
        return json.dumps(answer) + '\n'

    async def serve(self, folder):
        """Runs incoming commands one after the other."""
        reader = asyncio.StreamReader()
        with open(folder / 'told', 'r+b', buffering=0) as told, open(folder / 'answered', 'r+b', buffering=0) as bell:
            await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), told)
            while line := await reader.readline():
                (folder / 'answer').write_text(await self.answer(line))
                bell.write(b'\n')

    async def appear(self):
        """Puts all devices on the air."""
        kind = trainer_named(self.variants)
        self.trainer, self.strap, self.sensors = TRAINERS[kind](self), Strap(self), sensors(self)
        self.commands = Commands(self)
        for peripheral in (self.trainer, self.strap, *self.sensors):
            await peripheral.start()
        self.neighbours = [Neighbour(self, *each) for each in NEIGHBOURS]
        for neighbour in self.neighbours:
            await neighbour.start()
        self.log('ready', trainer=kind)

    async def live(self):
        """Runs the devices for ever."""
        await asyncio.gather(self.trainer.ride(), self.strap.beat(), *(sensor.run() for sensor in self.sensors))

    async def run(self, folder):
        self.radio = self.adapter()
        await self.plug(self.radio)
        await self.appear()
        print('ready', flush=True)
        await asyncio.gather(self.serve(folder), self.live())


def run(control, log, seed, variants):
    with open(log, 'a', buffering=1) as file:
        asyncio.run(Rig(file, seed, variants).run(pathlib.Path(control)))
