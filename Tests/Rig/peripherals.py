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
  unplug                         the adapter is out of the computer: its links time out
  plug                           it is back, as a new one
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
import argparse, asyncio, contextlib, fcntl, hashlib, json, os, pathlib, random, struct, sys, time

RNDADDENTROPY = 0x40085203


def seed_kernel(seed):
    """Fills this kernel's pool, which nothing else in a virtual guest does: the first program to ask would wait for minutes."""
    with open('/dev/random', 'wb') as pool:
        fcntl.ioctl(pool, RNDADDENTROPY, struct.pack('ii', 512, 64) + hashlib.sha512(seed.encode()).digest())


if __name__ == '__main__':  # before the imports below, which ask
    seed_kernel(sys.argv[sys.argv.index('--seed') + 1] if '--seed' in sys.argv else '1')

from bumble import hci
from bumble.controller import Controller
from bumble.core import UUID, AdvertisingData
from bumble.device import Device, DeviceConfiguration
from bumble.gatt import Characteristic, CharacteristicValue, Service
from bumble.host import Host
from bumble.link import LocalLink
from bumble.transport import open_transport

TRAINER, STRAP = 'C0:FF:EE:00:00:01', 'C0:FF:EE:00:00:02'
NEIGHBOURS = ('SUITO 7', 'C0:FF:EE:00:00:03', 0x1826), ('TICKR 77F0', 'C0:FF:EE:00:00:04', 0x180D)
WEAK = -80  # dBm, of neighbours; Bumble hears everybody with -50
FREE_WATTS, ROAD_WATTS = 90, 130  # what the brake holds with no target; on a flat road at 29 km/h, which 88 rpm make
REST_BPM, HEART_LAG, HEART_DELAY = 62, 30, 10  # a heart that answers the power: seconds
P = Characteristic.Properties
R, W = Characteristic.READABLE, Characteristic.WRITEABLE


def u16(x):
    return UUID.from_16_bits(x)


class VirtualLine:
    """The way to a kernel that hears nothing of a controller which is switched off, and says so; an asyncio pipe would close then."""

    def __init__(self, sink):
        self.device = sink.transport.get_extra_info('pipe').fileno()

    def on_packet(self, packet):
        with contextlib.suppress(OSError):
            os.write(self.device, packet)


async def ticks(interval):
    """Yields at every multiple of an interval, by the clock: like a crystal, it does not drift by what the work takes."""
    count = int(time.monotonic() / interval) + 1
    while True:
        await asyncio.sleep(max(0, count * interval - time.monotonic()))
        yield count
        count += 1


class Link(LocalLink):
    """Bumble names the sender by its random address; a central using its public one needs the connection's own."""

    def __init__(self):
        super().__init__()
        self.faded = {}  # peripheral's controller -> what waits for it or from it

    def send_acl_data(self, sender, destination, transport, data):
        connection = sender.le_connections.get(destination)
        receiver = self.find_le_controller(destination)
        if connection is None or receiver is None:
            return
        source = connection.self_address
        deliver = lambda: receiver.on_link_acl_data(source, transport, data)
        waiting = self.faded.get(sender, self.faded.get(receiver))
        if waiting is not None:
            waiting.append(deliver)
        else:
            asyncio.get_running_loop().call_soon(deliver)


class Radio(Controller):
    """The guest's controller; remembers the supervision timeout that each link was given, in seconds."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.supervision = {}
        self.powered = True
        # Bumble reports connections by the plain event only; a newer kernel that sees privacy waits 20 s for the enhanced one.
        self.le_features &= ~(hci.LeFeatureMask.LL_PRIVACY | hci.LeFeatureMask.LE_EXTENDED_ADVERTISING)
        self.supported_commands = self.supported_commands - {hci.HCI_LE_SET_PRIVACY_MODE_COMMAND}

    def on_hci_command_packet(self, command):
        if isinstance(command, hci.HCI_LE_Create_Connection_Command):
            self.supervision[str(command.peer_address)] = command.supervision_timeout / 100
        elif isinstance(command, hci.HCI_LE_Extended_Create_Connection_Command):
            self.supervision[str(command.peer_address)] = command.supervision_timeouts[0] / 100
        elif isinstance(command, hci.HCI_LE_Connection_Update_Command):
            link = self.find_le_connection_by_handle(command.connection_handle)
            if link:
                self.supervision[str(link.peer_address)] = command.supervision_timeout / 100
        elif isinstance(command, hci.HCI_Reset_Command):
            self.forget_links()
            self.powered = True
        super().on_hci_command_packet(command)

    def send_hci_packet(self, packet):
        if isinstance(packet, hci.HCI_LE_Advertising_Report_Event):
            for report in packet.reports:
                if str(report.address).split('/')[0] in (address for _, address, _ in NEIGHBOURS):
                    report.rssi = WEAK
        if self.powered:
            super().send_hci_packet(packet)

    def on_hci_le_create_connection_cancel_command(self, _command):
        """Bumble's own says yes and connects all the same, at the next advertisement, to a host that knows nothing of that link."""
        pending, self.pending_le_connection = self.pending_le_connection, None
        if pending is None:
            return hci.HCI_StatusReturnParameters(hci.HCI_ErrorCode.COMMAND_DISALLOWED_ERROR)
        cancelled = hci.HCI_LE_Connection_Complete_Event(
            status=hci.HCI_ErrorCode.UNKNOWN_CONNECTION_IDENTIFIER_ERROR, connection_handle=0, role=hci.Role.CENTRAL,
            peer_address_type=pending.peer_address_type, peer_address=pending.peer_address, connection_interval=0,
            peripheral_latency=0, supervision_timeout=0, central_clock_accuracy=0)
        asyncio.get_running_loop().call_soon(self.send_hci_packet, cancelled)
        return hci.HCI_StatusReturnParameters(hci.HCI_ErrorCode.SUCCESS)

    def unplug(self):
        self.powered = False
        self.forget_links()

    def forget_links(self):
        """No power or a reset ends every link without a word to the host; Bumble's own leaves them. The peripherals time out."""
        self.pending_le_connection, self.le_scan_enable = None, False
        for link in list(self.le_connections.values()):
            del self.le_connections[link.peer_address]
            peer = self.link.find_le_controller(link.peer_address)
            for theirs in list(peer.le_connections.values()) if peer else []:
                peer.on_le_disconnected(theirs, 0x08)


class Peripheral:
    def __init__(self, rig, name, address, service):
        self.rig, self.name, self.address, self.service = rig, name, address, service
        host = Host()
        self.controller = Controller(name, link=rig.link, public_address=address)
        host.controller = self.controller
        self.device = Device(config=DeviceConfiguration(name=name, address=hci.Address(address)), host=host)
        self.silent_until = 0.0
        self.stalled = None  # what must be made anew before anything is notified again: 'subscription', 'link' or nothing
        self.away = False
        self.called = asyncio.Event()  # back before the end of a time away
        self.connected = False
        self.subscribed = self.heard = False  # whether somebody wants the stream, and gets it

    async def start(self):
        self.stream.on('subscription', self.on_subscription)
        self.device.advertising_data = bytes(AdvertisingData([
            (AdvertisingData.FLAGS, b'\x06'),
            (AdvertisingData.COMPLETE_LOCAL_NAME, self.name.encode()),
            (AdvertisingData.INCOMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS, struct.pack('<H', self.service)),
        ]))
        if 'core1818' in self.rig.variants and self.address == TRAINER:
            self.device.advertising_data = bytes(AdvertisingData([
                (AdvertisingData.FLAGS, b'\x06'),
                (AdvertisingData.INCOMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS, struct.pack('<H', 0x1818)),
                (AdvertisingData.SERVICE_DATA_16_BIT_UUID, struct.pack('<HBH', 0x1826, 1, 0x20)),
                (AdvertisingData.SHORTENED_LOCAL_NAME, self.name.encode()[:10])]))
        await self.device.power_on()
        self.device.on('connection', self.on_connection)
        await self.advertise()

    async def advertise(self):
        if not self.away and not self.connected:
            try:
                await self.device.start_advertising(auto_restart=False, advertising_interval_min=100, advertising_interval_max=100)
            except Exception as error:  # already advertising
                self.rig.log('advertise-failed', who=self.name, error=str(error))

    def on_connection(self, connection):
        self.connected = True
        self.rig.log('connected', who=self.name)
        connection.on('disconnection', lambda reason: self.on_disconnection(reason))

    def on_disconnection(self, reason):
        self.connected = False
        self.rig.log('disconnected', who=self.name, reason=reason)
        self.on_link_lost()
        asyncio.get_running_loop().create_task(self.advertise())

    def on_subscription(self, bearer, notify, indicate):
        self.subscribed = notify
        if notify and self.stalled == 'subscription':
            self.stalled = None

    def on_link_lost(self):
        self.subscribed = self.heard = False
        self.stalled = None

    def cut(self, reason_here, reason_there):
        """Ends the link on both sides at once, each told its own reason."""
        for connection in list(self.controller.le_connections.values()):
            central = self.rig.link.find_le_controller(connection.peer_address)
            if central:
                for theirs in list(central.le_connections.values()):
                    if theirs.peer_address == connection.self_address:
                        central.on_le_disconnected(theirs, reason_there)
            self.controller.on_le_disconnected(connection, reason_here)

    async def vanish(self, seconds):
        self.away = True
        self.rig.log('vanish', who=self.name, seconds=seconds)
        if not self.connected:
            await self.device.stop_advertising()
        self.cut(0x08, 0x08)
        self.called = asyncio.Event()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.called.wait(), seconds)
        self.away = False
        self.rig.log('back', who=self.name)
        await self.advertise()

    async def silence(self, seconds):
        self.rig.log('silent', who=self.name, seconds=seconds)
        self.silent_until = time.monotonic() + seconds
        await asyncio.sleep(seconds)
        self.rig.log('back', who=self.name)

    def stall(self, what):
        self.rig.log('stall', who=self.name, until=what)
        self.stalled = what

    @property
    def supervision(self):
        given = self.rig.radio.supervision
        return given.get(self.address, given.get(self.address + '/P', 0.42))

    async def reboot(self, seconds):
        timeout = self.supervision
        self.rig.log('reset', who=self.name, seconds=seconds, supervision=timeout)
        self.away = True
        for connection in list(self.controller.le_connections.values()):
            self.controller.on_le_disconnected(connection, 0x08)
        held = [link for link in self.rig.radio.le_connections.values() if str(link.peer_address).split('/')[0] == self.address]

        async def notice():
            await asyncio.sleep(timeout)
            for link in held:
                if self.rig.radio.le_connections.get(link.peer_address) is link:
                    self.rig.radio.on_le_disconnected(link, 0x08)

        asyncio.get_running_loop().create_task(notice())
        await asyncio.sleep(seconds)
        self.away = False
        self.rig.log('back', who=self.name)
        await self.advertise()

    async def fade(self, seconds):
        timeout = self.supervision
        self.rig.log('fade', who=self.name, seconds=seconds, supervision=timeout)
        self.rig.link.faded[self.controller] = waiting = []
        if seconds > timeout and self.connected:
            await asyncio.sleep(timeout)
            self.away = True
            self.cut(0x08, 0x08)
            await asyncio.sleep(seconds - timeout)
            self.away = False
            del self.rig.link.faded[self.controller]
        else:
            await asyncio.sleep(seconds)
            del self.rig.link.faded[self.controller]
            for deliver in waiting:
                deliver()
        self.rig.log('back', who=self.name)
        await self.advertise()

    async def notify(self, characteristic, value):
        if time.monotonic() < self.silent_until or self.stalled or self.away:
            self.heard = False
            return
        await self.device.notify_subscribers(characteristic, value)
        if characteristic is self.stream and self.subscribed and not self.heard:
            self.heard = True
            self.rig.log('notifies', who=self.name)


class Neighbour(Peripheral):
    """Advertises, and does nothing else."""

    def __init__(self, rig, name, address, service):
        super().__init__(rig, name, address, service)
        self.stream = Characteristic(u16(0x2AD2 if service == 0x1826 else 0x2A37), P.NOTIFY, R, b'')
        self.device.add_service(Service(u16(service), [self.stream]))
        self.away = True

    async def show(self, here):
        self.away = not here
        if here:
            await self.advertise()
        else:
            await self.device.stop_advertising()


class Trainer(Peripheral):
    def __init__(self, rig):
        super().__init__(rig, 'KICKR CORE 5A21', TRAINER, 0x1826)
        self.target = self.cadence_base = None
        self.power, self.cadence, self.control, self.running = 0.0, rig.first_cadence, False, False
        self.on_road = False
        self.deny = self.mute = self.deaf = self.legs = 0
        self.bias = 0
        self.stream = Characteristic(u16(0x2AD2), P.NOTIFY, R, b'')
        self.status = Characteristic(u16(0x2ADA), P.NOTIFY, R, b'')
        self.point = Characteristic(u16(0x2AD9), P.WRITE | P.INDICATE, W, CharacteristicValue(write=self.on_request))
        features = Characteristic(u16(0x2ACC), P.READ, R, struct.pack('<II', 0x00004086, 0x0000200C))
        power_range = Characteristic(u16(0x2AD8), P.READ, R, struct.pack('<hhH', 25, 1500, 1))
        training = Characteristic(u16(0x2AD3), P.READ | P.NOTIFY, R, bytes([0, 1]))
        self.device.add_service(Service(u16(0x1826), [features, self.stream, training, power_range, self.point, self.status]))
        self.device.add_service(Service(u16(0x180A), [
            Characteristic(u16(0x2A29), P.READ, R, b'Wahoo Fitness'),
            Characteristic(u16(0x2A26), P.READ, R, b'1.3.12')]))

    def on_link_lost(self):
        super().on_link_lost()
        self.control = self.running = self.on_road = False
        self.target = None

    async def on_request(self, connection, value):
        op, result, told = value[0], 0x01, None
        self.rig.log('request', bytes=value.hex())
        if self.deny:
            self.deny -= 1
            result = 0x04
        elif op == 0x00:
            self.control = True
        elif not self.control:
            result = 0x05
        elif op == 0x05:
            watts = struct.unpack('<h', value[1:3])[0] if len(value) == 3 else -1
            if 25 <= watts <= 1500:
                if self.deaf:
                    self.deaf -= 1
                else:
                    self.target, self.on_road = watts, False
                    told = struct.pack('<Bh', 0x08, watts)
            else:
                result = 0x03
        elif op == 0x01:
            self.control = self.on_road = False
            self.target = None
        elif op == 0x07:
            self.running = True
        elif op == 0x08:
            self.running = self.on_road = False
            self.target = None
        elif op == 0x11:
            if len(value) == 7:
                self.target, self.on_road = None, True
                told = b'\x12' + value[1:]
                wind, grade, rolling, drag = struct.unpack('<hhBB', value[1:])
                self.rig.log('simulation', wind=wind / 1000, grade=grade / 100, rolling=rolling / 10000, drag=drag / 100)
            else:
                result = 0x03
        else:
            result = 0x02
        if self.mute:
            self.mute -= 1
            return
        await asyncio.sleep(0.03)
        self.rig.log('response', op=op, result=result, target=self.target)
        one_byte = result == 0x02 and 'onebyte' in self.rig.variants
        await self.device.indicate_subscriber(connection, self.point, b'\x02' if one_byte else bytes([0x80, op, result]))
        if told and 'quiet' not in self.rig.variants:
            await self.notify(self.status, told)

    def braked(self):
        """The watts that the brake asks of the legs at their cadence."""
        if self.target is not None:
            return self.target
        return ROAD_WATTS * (self.cadence / 88) ** 2 if self.on_road else FREE_WATTS

    async def ride(self):
        rng = self.rig.rng
        async for _ in ticks(0.25):
            goal = 0 if self.cadence == 0 else self.braked()
            if self.legs and self.cadence:
                self.cadence = max(15, self.cadence - 1.2) if goal > self.legs else min(88, self.cadence + 1)
                goal = min(goal, self.legs)
            self.power += (goal - self.power) * 0.35
            watts = max(0, round(self.power + rng.gauss(0, 2))) + self.bias if self.cadence else 0
            rpm = max(0, self.cadence + rng.gauss(0, 0.6)) if self.cadence else 0
            # flags 0x0044: speed (More Data clear), cadence, power
            await self.notify(self.stream, struct.pack('<HHHh', 0x0044, 2900 if rpm else 0, round(rpm * 2), watts))


class Strap(Peripheral):
    def __init__(self, rig):
        super().__init__(rig, 'HRM-Dual:054321', STRAP, 0x180D)
        self.bpm = 124
        self.gain = None  # beats a minute for a watt, where the heart answers the power
        self.stream = Characteristic(u16(0x2A37), P.NOTIFY, R, b'')
        self.device.add_service(Service(u16(0x180D), [self.stream,
            Characteristic(u16(0x2A38), P.READ, R, b'\x01')]))
        self.device.add_service(Service(u16(0x180F), [Characteristic(u16(0x2A19), P.READ | P.NOTIFY, R, b'\x5a')]))

    def answer(self, gain):
        self.gain, self.heart = gain, float(self.bpm)
        self.worked = [self.rig.trainer.power] * HEART_DELAY

    def follow(self):
        """One more second of a heart that answers what the trainer's brake took ten seconds ago."""
        self.worked = self.worked[1:] + [self.rig.trainer.power]
        self.heart += (REST_BPM + self.gain * self.worked[0] - self.heart) / HEART_LAG
        self.bpm = round(self.heart)

    async def beat(self):
        async for _ in ticks(1):
            if self.gain is not None:
                self.follow()
            rr = round(60 / self.bpm * 1024 + self.rig.rng.gauss(0, 12))
            await self.notify(self.stream, struct.pack('<BBHH', 0x16, self.bpm, rr, rr + 7))


class Rig:
    def __init__(self, log_path, seed, variants=()):
        self.variants = set(variants)
        self.first_cadence = 0.0 if 'atrest' in self.variants else 88.0
        self.file = open(log_path, 'a', buffering=1)
        self.rng = random.Random(seed)
        self.link = Link()

    def log(self, event, **fields):
        self.file.write(json.dumps({'t': round(time.monotonic(), 4), 'event': event, **fields}) + '\n')

    async def command(self, words):
        spawn = asyncio.get_running_loop().create_task
        who = {'trainer': self.trainer, 'strap': self.strap}
        match words:
            case ['vanish', name, seconds]: spawn(who[name].vanish(float(seconds)))
            case ['fade', name, seconds]: spawn(who[name].fade(float(seconds)))
            case ['back', name]: who[name].called.set()
            case ['drop', name]:
                self.log('drop', who=name)
                who[name].cut(0x16, 0x13)
            case ['silent', name, seconds]: spawn(who[name].silence(float(seconds)))
            case ['stall', name, 'subscription' | 'link' as what]: who[name].stall(what)
            case ['deny', n]: self.trainer.deny = int(n)
            case ['mute', n]: self.trainer.mute = int(n)
            case ['reset']: spawn(self.trainer.reboot(4))
            case ['garbage', n]:
                for _ in range(int(n)):
                    junk = bytes(self.rng.randrange(256) for _ in range(self.rng.randrange(0, 20)))
                    await self.trainer.notify(self.trainer.stream, junk)
                    await self.strap.notify(self.strap.stream, junk)
            case ['deaf', n]: self.trainer.deaf = int(n)
            case ['weak', watts]:
                self.trainer.legs = int(watts)
                self.trainer.cadence = self.trainer.cadence if int(watts) else 88.0
            case ['hr', bpm]: self.strap.bpm, self.strap.gain = int(bpm), None
            case ['heart', gain]: self.strap.answer(float(gain))
            case ['offset', watts]: self.trainer.bias = int(watts)
            case ['cadence', rpm]: self.trainer.cadence = float(rpm)
            case ['unplug']:
                self.log('unplug')
                self.radio.unplug()
                await self.transport.close()
            case ['plug']:
                self.log('plug')
                await self.plug()
            case ['neighbour', 'on' | 'off' as how]:
                self.log('neighbour', how=how)
                for neighbour in self.neighbours:
                    await neighbour.show(how == 'on')
            case ['calm']: self.calm()
            case ['state']: pass
            case _: return {'error': 'unknown command'}
        return {'ok': True, 't': round(time.monotonic(), 4), 'target': self.trainer.target, 'control': self.trainer.control,
                'running': self.trainer.running, 'power': round(self.trainer.power),
                'trainer': self.trainer.connected, 'strap': self.strap.connected, 'onRoad': self.trainer.on_road, 'bpm': self.strap.bpm,
                'trainerHeard': self.trainer.heard, 'strapHeard': self.strap.heard}

    def calm(self):
        trainer = self.trainer
        trainer.deny = trainer.mute = trainer.deaf = trainer.legs = trainer.bias = 0
        trainer.cadence, self.strap.bpm, self.strap.gain = self.first_cadence, 124, None
        trainer.silent_until = self.strap.silent_until = 0.0
        trainer.stalled = self.strap.stalled = None
        self.log('calm')

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

    async def plug(self):
        self.transport = await open_transport('vhci')
        self.transport.source.set_packet_sink(self.radio)
        self.radio.host = VirtualLine(self.transport.sink)
        self.radio.powered = True

    async def run(self, control):
        self.radio = Radio('guest', link=self.link, public_address='00:1A:7D:DA:71:10/P')
        await self.plug()
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
