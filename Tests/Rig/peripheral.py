"""What every peripheral of the rig is: it advertises, is linked, notifies, wants to be bonded or not, and goes wrong on command."""

import asyncio
import contextlib
import struct
import time

from bumble import att
from bumble.controller import Controller
from bumble.core import UUID, AdvertisingData
from bumble.device import Device, DeviceConfiguration
from bumble.gatt import GATT_CLIENT_CHARACTERISTIC_CONFIGURATION_DESCRIPTOR, Characteristic, Service
from bumble.hci import Address
from bumble.host import Host
from bumble.pairing import PairingConfig

from radio import bare

TRAINER, STRAP = 'C0:FF:EE:00:00:01', 'C0:FF:EE:00:00:02'
UNBONDED_SECONDS = 2  # after which who asks to be bonded gives up a link that is not
AUTHENTICATION_FAILURE = 0x05
P = Characteristic.Properties
R, W = Characteristic.READABLE, Characteristic.WRITEABLE


def u16(x):
    return UUID.from_16_bits(x)


async def ticks(interval):
    """Yields at every multiple of an interval, by the clock: like a crystal, it does not drift by what the work takes."""
    count = int(time.monotonic() / interval) + 1
    while True:
        await asyncio.sleep(max(0, count * interval - time.monotonic()))
        yield count
        count += 1


class Peripheral:
    def __init__(self, rig, name, address, service):
        self.rig, self.name, self.address, self.service = rig, name, address, service
        host = Host()
        self.controller = Controller(name, link=rig.link, public_address=address)
        host.controller = self.controller
        self.device = Device(config=DeviceConfiguration(name=name, address=Address(address)), host=host)
        self.silent_until = 0.0
        self.stalled = (
            None  # what must be made anew before anything is notified again: 'subscription', 'link' or nothing
        )
        self.away = False
        self.called = asyncio.Event()  # back before the end of a time away
        self.connected = False
        self.subscribed = self.heard = False  # whether somebody wants the stream, and gets it
        self.bonding = None  # 'ask': asks to be bonded once it is linked; 'insist': nobody else may subscribe
        # Just Works: neither side shows or asks anything.
        self.device.pairing_config_factory = lambda connection: PairingConfig(sc=True, mitm=False, bonding=True)

    async def start(self):
        self.stream.on('subscription', self.on_subscription)
        for attribute in self.device.gatt_server.attributes:
            if attribute.type == GATT_CLIENT_CHARACTERISTIC_CONFIGURATION_DESCRIPTOR:
                self.guard(attribute.value)
        self.device.advertising_data = bytes(
            AdvertisingData(
                [
                    (AdvertisingData.FLAGS, b'\x06'),
                    (AdvertisingData.COMPLETE_LOCAL_NAME, self.name.encode()),
                    (AdvertisingData.INCOMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS, struct.pack('<H', self.service)),
                ]
            )
        )
        if 'core1818' in self.rig.variants and self.address == TRAINER:
            self.device.advertising_data = bytes(
                AdvertisingData(
                    [
                        (AdvertisingData.FLAGS, b'\x06'),
                        (AdvertisingData.INCOMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS, struct.pack('<H', 0x1818)),
                        (AdvertisingData.SERVICE_DATA_16_BIT_UUID, struct.pack('<HBH', 0x1826, 1, 0x20)),
                        (AdvertisingData.SHORTENED_LOCAL_NAME, self.name.encode()[:10]),
                    ]
                )
            )
        await self.device.power_on()
        self.device.on('connection', self.on_connection)
        await self.advertise()

    async def advertise(self):
        if not self.away and not self.connected:
            try:
                await self.device.start_advertising(
                    auto_restart=False, advertising_interval_min=100, advertising_interval_max=100
                )
            except Exception as error:  # already advertising
                self.rig.log('advertise-failed', who=self.name, error=str(error))

    def guard(self, value):
        """Who is not bonded may not write this value, if bonding is insisted on."""
        write = value.write

        def guarded(bearer, written):
            if self.bonding == 'insist' and not bearer.encryption:
                raise att.ATT_Error(att.ErrorCode.INSUFFICIENT_AUTHENTICATION)
            return write(bearer, written)

        value.write = guarded

    def on_connection(self, connection):
        self.connected = True
        self.rig.log('connected', who=self.name, by=bare(connection.peer_address))
        connection.on('disconnection', lambda reason: self.on_disconnection(reason))
        connection.on('pairing', lambda keys: self.rig.log('bonded', who=self.name))
        connection.on('pairing_failure', lambda reason: self.rig.log('not-bonded', who=self.name, reason=int(reason)))
        connection.on(
            'connection_encryption_change',
            lambda: self.rig.log('encrypted', who=self.name, on=bool(connection.encryption)),
        )
        if self.bonding == 'ask':
            asyncio.get_running_loop().create_task(self.ask_for_bond(connection))

    async def ask_for_bond(self, connection):
        """As SMP has it, by a Security Request; a link that is not encrypted soon after is of no use to such a device."""
        self.rig.log('security-request', who=self.name)
        self.device.request_pairing(connection)
        await asyncio.sleep(UNBONDED_SECONDS)
        if self.connected and not connection.encryption:
            with contextlib.suppress(Exception):  # the link may just have ended
                await connection.disconnect(AUTHENTICATION_FAILURE)

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
        return self.central.supervision.get(self.address, 0.42)

    @property
    def central(self):
        """The controller that it is linked to, or the first."""
        radios = [
            radio for radio in self.rig.radios if any(bare(peer) == self.address for peer in radio.le_connections)
        ]
        return radios[0] if radios else self.rig.radio

    async def reboot(self, seconds):
        timeout, central = self.supervision, self.central
        self.rig.log('reset', who=self.name, seconds=seconds, supervision=timeout)
        self.away = True
        for connection in list(self.controller.le_connections.values()):
            self.controller.on_le_disconnected(connection, 0x08)
        held = [link for link in central.le_connections.values() if bare(link.peer_address) == self.address]

        async def notice():
            await asyncio.sleep(timeout)
            for link in held:
                if central.le_connections.get(link.peer_address) is link:
                    central.on_le_disconnected(link, 0x08)

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
