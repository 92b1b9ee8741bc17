#!/usr/bin/env python3
"""Virtual KICKR and heart-rate strap on a Bumble radio, one HCI controller of it handed to the kernel they run on, by /dev/vhci. That
kernel's entropy is made of the seed before anything asks for some.

  peripherals.py CONTROL LOG [--seed N] [--variant NAMES]

CONTROL        a folder: a command a line comes through its FIFO `told`, the answer, a line of JSON, stands in the file `answer` when
               `answered`, another FIFO, has a line feed: a shell reads a pipe byte by byte, which is dear there.
  vanish trainer|strap SECONDS   the link is lost at once (0x08), as if it had just timed out; no advertising, back after SECONDS
  back trainer|strap             whoever vanished is back before its time
  fade trainer|strap SECONDS     nothing gets through: the link times out (0x08) if its supervision timeout is shorter,
                                 else what was sent arrives late
  drop trainer|strap             the peripheral closes the link (0x13), advertises again at once
  silent trainer|strap SECONDS   connected, but nothing is notified
  stall trainer|strap WHAT       the same until a client mends it: WHAT is made anew, `subscription` or `link`
  deny N                         the next N control-point requests answer Operation Failed (0x04)
  mute N                         the next N control-point requests get no indication
  reset                          trainer reboots: it forgets link, target and control and advertises again after 4 s; the host learns
                                 of it only when its supervision timeout has run out
  deaf N                         the next N targets are acknowledged and not applied
  weak W                         the rider's legs hold W watts and no more: under a higher target cadence sinks; weak 0: strong again
  garbage N                      N malformed notifications on 2AD2 and 2A37
  hr BPM | offset W              the rider's heart rate, the power meter's bias
  heart GAIN                     the heart rate answers the power: GAIN beats a minute for a watt above rest, ten seconds late and slowly
  cadence RPM                    0 = stops pedalling
  bond trainer|strap ask|insist|off   it asks to be bonded (SMP Security Request, Just Works) and gives up a link that is not, or nobody
                                 else may subscribe (Insufficient Authentication)
  stillborn trainer|strap N      its next N links are not established (0x3E)
  updates refused|failed N       the next N connection updates are disallowed at once, or fail
  crowd N                        N advertisements a second of devices that are nobody's business
  wedge commands|all             the first adapter answers no command until it is reset; `all`: nothing else passes either
  unplug [second]                the adapter is out of the computer: its links time out
  plug [second]                  it is back, as a new one; the second adapter is not there at first
  neighbour on|off               a second trainer and a second strap advertise, more weakly
  calm                           every oddity above ends; rider, power meter and strap are as at the start
  state                          what the trainer believes, who is linked, and whose data reaches a subscriber
Each answer carries t, the clock of LOG, so that the guest's clocks can be laid beside it.
--variant NAMES  comma-separated oddities seen on real devices:
  core1818   advertises 1818, and FTMS only in service data (KICKR CORE)
  onebyte    an unsupported op code is answered by the single byte 02 (KICKR CORE)
  quiet      status 2ADA never says that the target changed
or of the rider:
  atrest     sits and does not pedal until told to
The trainer sends speed, 29 km/h while somebody pedals, and no distance. Simulation (0x11) takes its target, and its brake then is a
flat road.
LOG gets a JSON line per event, with t = CLOCK_MONOTONIC seconds.
"""

import argparse, asyncio, fcntl, hashlib, json, pathlib, random, struct, sys, time

RNDADDENTROPY = 0x40085203


def seed_kernel(seed):
    """Fills this kernel's pool, which nothing else in a virtual guest does: the first program to ask would wait for minutes."""
    with open('/dev/random', 'wb') as pool:
        fcntl.ioctl(pool, RNDADDENTROPY, struct.pack('ii', 512, 64) + hashlib.sha512(seed.encode()).digest())


if __name__ == '__main__':  # before the imports below, which ask
    seed_kernel(sys.argv[sys.argv.index('--seed') + 1] if '--seed' in sys.argv else '1')

from bumble.transport import open_transport

from devices import Strap, Trainer
from peripheral import Neighbour, ticks
from radio import Link, Radio, VirtualLine

NEIGHBOURS = ('SUITO 7', 'C0:FF:EE:00:00:03', 0x1826), ('TICKR 77F0', 'C0:FF:EE:00:00:04', 0x180D)
WEAK = {address: -80 for _, address, _ in NEIGHBOURS}  # dBm; Bumble hears everybody else with -50
ADAPTERS = {'first': '00:1A:7D:DA:71:10', 'second': '00:1A:7D:DA:71:11'}


class Rig:
    def __init__(self, log_path, seed, variants=()):
        self.variants = set(variants)
        self.first_cadence = 0.0 if 'atrest' in self.variants else 88.0
        self.file = open(log_path, 'a', buffering=1)
        self.rng = random.Random(seed)
        self.link = Link()
        self.radios, self.transports = [], {}  # the adapters that there ever were; those that are plugged in
        self.crowding = None

    def log(self, event, **fields):
        self.file.write(json.dumps({'t': round(time.monotonic(), 4), 'event': event, **fields}) + '\n')

    async def command(self, words):
        spawn = asyncio.get_running_loop().create_task
        who = {'trainer': self.trainer, 'strap': self.strap}
        match words:
            case ['vanish', name, seconds]:
                spawn(who[name].vanish(float(seconds)))
            case ['fade', name, seconds]:
                spawn(who[name].fade(float(seconds)))
            case ['back', name]:
                who[name].called.set()
            case ['drop', name]:
                self.log('drop', who=name)
                who[name].cut(0x16, 0x13)
            case ['silent', name, seconds]:
                spawn(who[name].silence(float(seconds)))
            case ['stall', name, 'subscription' | 'link' as what]:
                who[name].stall(what)
            case ['deny', n]:
                self.trainer.deny = int(n)
            case ['mute', n]:
                self.trainer.mute = int(n)
            case ['reset']:
                spawn(self.trainer.reboot(4))
            case ['garbage', n]:
                for _ in range(int(n)):
                    junk = bytes(self.rng.randrange(256) for _ in range(self.rng.randrange(0, 20)))
                    await self.trainer.notify(self.trainer.stream, junk)
                    await self.strap.notify(self.strap.stream, junk)
            case ['deaf', n]:
                self.trainer.deaf = int(n)
            case ['weak', watts]:
                self.trainer.legs = int(watts)
                self.trainer.cadence = self.trainer.cadence if int(watts) else 88.0
            case ['hr', bpm]:
                self.strap.bpm, self.strap.gain = int(bpm), None
            case ['heart', gain]:
                self.strap.answer(float(gain))
            case ['offset', watts]:
                self.trainer.bias = int(watts)
            case ['cadence', rpm]:
                self.trainer.cadence = float(rpm)
            case ['bond', name, 'ask' | 'insist' | 'off' as how]:
                who[name].bonding = None if how == 'off' else how
            case ['stillborn', name, n]:
                for radio in self.radios:
                    radio.stillborn[who[name].address] = int(n)
            case ['updates', 'refused' | 'failed' as how, n]:
                for radio in self.radios:
                    radio.refusing, radio.refusals = how, int(n)
            case ['crowd', n]:
                self.crowd(int(n))
            case ['wedge', 'commands' | 'all' as what]:
                self.log('wedge', what=what)
                self.radio.wedged = what
            case ['unplug', *which]:
                self.log('unplug', which=which)
                await self.unplug(self.adapter(*which))
            case ['plug', *which]:
                self.log('plug', which=which)
                await self.plug(self.adapter(*which))
            case ['neighbour', 'on' | 'off' as how]:
                self.log('neighbour', how=how)
                for neighbour in self.neighbours:
                    await neighbour.show(how == 'on')
            case ['calm']:
                self.calm()
            case ['state']:
                pass
            case _:
                return {'error': 'unknown command'}
        return {
            'ok': True,
            't': round(time.monotonic(), 4),
            'target': self.trainer.target,
            'control': self.trainer.control,
            'running': self.trainer.running,
            'power': round(self.trainer.power),
            'trainer': self.trainer.connected,
            'strap': self.strap.connected,
            'onRoad': self.trainer.on_road,
            'bpm': self.strap.bpm,
            'trainerHeard': self.trainer.heard,
            'strapHeard': self.strap.heard,
            'supervision': self.trainer.supervision,
            'wedged': bool(self.radio.wedged),
            'rssiAsked': {radio.name: radio.rssi_asked for radio in self.radios},
        }

    def calm(self):
        trainer = self.trainer
        trainer.deny = trainer.mute = trainer.deaf = trainer.legs = trainer.bias = 0
        trainer.cadence, self.strap.bpm, self.strap.gain = self.first_cadence, 124, None
        trainer.silent_until = self.strap.silent_until = 0.0
        trainer.stalled = self.strap.stalled = None
        trainer.bonding = self.strap.bonding = None
        for radio in self.radios:
            radio.refusals, radio.stillborn, radio.wedged = 0, {}, None
        self.crowd(0)
        self.log('calm')

    def crowd(self, rate):
        if self.crowding:
            self.crowding.cancel()
        self.crowding = asyncio.get_running_loop().create_task(self.advertise_strangers(rate)) if rate else None

    async def advertise_strangers(self, rate):
        async for turn in ticks(1 / rate):
            for radio in self.radios:
                radio.hear_foreign(turn)

    async def answer(self, line):
        try:
            answer = await self.command(line.decode().split())
        except Exception as error:
            answer = {'error': repr(error)}
        return json.dumps(answer) + '\n'

    async def serve(self, folder):
        told, reader = open(folder / 'told', 'r+b', buffering=0), asyncio.StreamReader()
        await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), told)
        with open(folder / 'answered', 'r+b', buffering=0) as answered:
            while line := await reader.readline():
                (folder / 'answer').write_text(await self.answer(line))
                answered.write(b'\n')

    def adapter(self, which='first'):
        """That adapter's controller, which is made when it is first asked for."""
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

    async def run(self, control):
        self.radio = self.adapter()
        await self.plug(self.radio)
        self.trainer, self.strap = Trainer(self), Strap(self)
        await self.trainer.start()
        await self.strap.start()
        self.neighbours = [Neighbour(self, *each) for each in NEIGHBOURS]
        for neighbour in self.neighbours:
            await neighbour.start()
        self.log('ready')
        print('ready', flush=True)
        await asyncio.gather(self.serve(pathlib.Path(control)), self.trainer.ride(), self.strap.beat())


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('control')
    parser.add_argument('log')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--variant', default='')
    args = parser.parse_args()
    asyncio.run(Rig(args.log, args.seed, args.variant.split(',')).run(args.control))
