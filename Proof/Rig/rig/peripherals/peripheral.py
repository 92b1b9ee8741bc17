"""The common behaviour of the rig's peripherals: advertising, links, bonds, notifications, and faults on command."""

import asyncio
import contextlib
import struct
import time

from bumble import att
from bumble.controller import Controller
from bumble.core import UUID, AdvertisingData
from bumble.device import Device, DeviceConfiguration
from bumble.gatt import (
    GATT_FITNESS_MACHINE_SERVICE,
    GATT_HEART_RATE_MEASUREMENT_CHARACTERISTIC,
    Characteristic,
    Service,
)
from bumble.hci import Address
from bumble.host import Host
from bumble.pairing import PairingConfig

from rig.peripherals import advertised
from rig.peripherals.air import Error, bare
from rig.peripherals.attributes import Attributes

UNBONDED_SECONDS = 2  # how long a device that asks for a bond keeps a link without one
USUAL_SUPERVISION = 0.42  # seconds, BlueZ's default


def short(number):
    """Returns the UUID of a number that Bluetooth SIG assigned."""
    return UUID.from_16_bits(number)


INDOOR_BIKE_DATA = short(0x2AD2)
POWER_MEASUREMENT, POWER_FEATURE, SENSOR_LOCATION = short(0x2A63), short(0x2A65), short(0x2A5D)
REAR_HUB = 13  # a sensor location


def streamed(uuid):
    """Returns a characteristic that only notifies."""
    return Characteristic(uuid, Characteristic.Properties.NOTIFY, Characteristic.READABLE, b'')


def readable(uuid, value, notifies=False):
    """Returns a characteristic for reading, optionally with notifications."""
    properties = Characteristic.Properties.READ
    if notifies:
        properties |= Characteristic.Properties.NOTIFY
    return Characteristic(uuid, properties, Characteristic.READABLE, value)


def power_characteristics(features, location):
    """Returns those of the Cycling Power service: the streamed measurement, the features, and the location."""
    return [
        streamed(POWER_MEASUREMENT),
        readable(POWER_FEATURE, struct.pack('<I', features)),
        readable(SENSOR_LOCATION, bytes([location])),
    ]


async def ticks(interval):
    """Yields at every multiple of an interval, by the clock. The time of the work in between does not accumulate."""
    count = int(time.monotonic() / interval) + 1
    while True:
        await asyncio.sleep(max(0, count * interval - time.monotonic()))
        yield count
        count += 1


class Peripheral:
    def __init__(self, rig, who, name, address, service):
        """`who` is its name in commands and in the log; `name` is the name that it advertises."""
        self.rig, self.who, self.name, self.address, self.service = rig, who, name, address, service
        host = Host()
        self.controller = Controller(who, link=rig.link, public_address=address)
        host.controller = self.controller
        self.device = Device(config=DeviceConfiguration(name=name, address=Address(address)), host=host)
        self.silent_until = 0.0
        self.stalled = None  # 'subscription' or 'link': what a client must renew before notifications go on
        self.away = False
        self.called = asyncio.Event()  # ends a time away
        self.connected = False
        self.subscribed = self.heard = False  # whether a client subscribes to the stream, and receives it
        self.sent = 0.0  # when the stream's last value was sent to a subscriber
        self.shows = self.usually_shows = advertised.SERVICES
        self.attributes = Attributes(
            self.device.gatt_server, lambda event, **fields: rig.log(event, who=self.who, **fields)
        )
        self.late = None  # the latest `be_late` that is not over
        self.bonding = None  # 'ask': it asks for a bond on each link; 'insist': only bonded clients may subscribe
        # Just Works: neither side shows or enters a code.
        self.device.pairing_config_factory = lambda _: PairingConfig(sc=True, mitm=False, bonding=True)

    async def start(self):
        self.stream.on('subscription', self.on_subscription)
        self.attributes.watch(self.demand_bond)
        await self.device.power_on()
        self.device.on('connection', self.on_connection)
        await self.advertise()

    def advertisement(self):
        """Returns the entries of its advertisement, except flags."""
        return [
            (AdvertisingData.COMPLETE_LOCAL_NAME, self.name.encode()),
            (AdvertisingData.INCOMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS, self.service.to_pdu_bytes()),
        ]

    def scan_response(self):
        """Returns the additional entries of its scan response."""
        return []

    async def advertise(self):
        if not self.away and not self.connected:
            entries = advertised.shown(self.advertisement(), self.shows)
            self.device.advertising_data = bytes(AdvertisingData([(AdvertisingData.FLAGS, b'\x06'), *entries]))
            self.device.scan_response_data = bytes(AdvertisingData(advertised.shown(self.scan_response(), self.shows)))
            try:
                await self.device.start_advertising(
                    auto_restart=False, advertising_interval_min=100, advertising_interval_max=100
                )
            except Exception as error:  # already advertising
                self.rig.log('advertise-failed', who=self.who, error=str(error))

    def calm(self):
        """Ends all faults, except a time away."""
        self.silent_until, self.stalled, self.bonding, self.late = 0.0, None, None, None
        self.attributes.calm()
        self.show(self.usually_shows)

    def show(self, how):
        """Advertises in that way from now on."""
        if how != self.shows:
            self.shows = how
            self.rig.begin(self.advertise())

    def subscribable(self, _what):
        """Returns the characteristic of the data (`stream`), or of the answers (`answers`) if they have their own."""
        return self.stream

    def state(self):
        """Returns its part of the answer to a command."""
        return {'connected': self.connected, 'heard': self.heard}

    # Links and bonds

    def demand_bond(self, bearer):
        """Lets only bonded clients subscribe, if it insists on a bond."""
        if self.bonding == 'insist' and not bearer.encryption:
            raise att.ATT_Error(att.ErrorCode.INSUFFICIENT_AUTHENTICATION)

    def on_connection(self, connection):
        self.connected = True
        self.rig.log('connected', who=self.who, by=bare(connection.peer_address))
        connection.on('disconnection', self.on_disconnection)
        connection.on('pairing', lambda _: self.rig.log('bonded', who=self.who))
        connection.on('pairing_failure', lambda reason: self.rig.log('not-bonded', who=self.who, reason=int(reason)))
        connection.on(
            'connection_encryption_change',
            lambda: self.rig.log('encrypted', who=self.who, on=bool(connection.encryption)),
        )
        if self.bonding == 'ask':
            self.rig.begin(self.ask_for_bond(connection))

    async def ask_for_bond(self, connection):
        """Sends an SMP Security Request. Such a device soon closes a link that is not encrypted."""
        self.rig.log('security-request', who=self.who)
        self.device.request_pairing(connection)
        await asyncio.sleep(UNBONDED_SECONDS)
        if self.connected and not connection.encryption:
            with contextlib.suppress(Exception):  # the link may just have ended
                await connection.disconnect(Error.AUTHENTICATION_FAILURE_ERROR)

    def on_disconnection(self, reason):
        self.connected = False
        self.rig.log('disconnected', who=self.who, reason=reason)
        self.on_link_lost()
        self.rig.begin(self.advertise())

    def on_subscription(self, _bearer, notify, _indicate):
        self.subscribed = notify
        if not notify:
            self.fall_silent()
        if notify and self.stalled == 'subscription':
            self.stalled = None

    def on_link_lost(self):
        self.fall_silent()
        self.subscribed = False
        self.stalled = None

    def fall_silent(self):
        """Logs the end of the stream, with the time of its last value."""
        if self.heard:
            self.heard = False
            self.rig.log('unheard', who=self.who, last=round(self.sent, 4))

    def drop(self):
        self.rig.log('drop', who=self.who)
        self.cut(Error.CONNECTION_TERMINATED_BY_LOCAL_HOST_ERROR, Error.REMOTE_USER_TERMINATED_CONNECTION_ERROR)

    def time_out(self):
        self.cut(Error.CONNECTION_TIMEOUT_ERROR, Error.CONNECTION_TIMEOUT_ERROR)

    def cut(self, reason_here, reason_there):
        """Ends the link on both sides at once, with a reason for each."""
        for connection in list(self.controller.le_connections.values()):
            central = self.rig.link.find_le_controller(connection.peer_address)
            if central:
                for theirs in list(central.le_connections.values()):
                    if theirs.peer_address == connection.self_address:
                        central.on_le_disconnected(theirs, reason_there)
            self.controller.on_le_disconnected(connection, reason_here)

    @property
    def supervision(self):
        """Returns the supervision timeout of its link, in seconds."""
        return self.central.supervision.get(self.address, USUAL_SUPERVISION)

    @property
    def central(self):
        """Returns the controller of its link, or the first controller."""
        radios = [
            radio for radio in self.rig.radios if any(bare(peer) == self.address for peer in radio.le_connections)
        ]
        return radios[0] if radios else self.rig.radio

    # Faults

    async def come_back(self):
        self.rig.log('back', who=self.who)
        await self.advertise()

    async def vanish(self, seconds):
        self.away = True
        self.rig.log('vanish', who=self.who, seconds=seconds)
        if not self.connected:
            await self.device.stop_advertising()
        self.time_out()
        self.called = asyncio.Event()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.called.wait(), seconds)
        self.away = False
        await self.come_back()

    async def silence(self, seconds):
        self.rig.log('silent', who=self.who, seconds=seconds)
        self.silent_until = time.monotonic() + seconds
        await asyncio.sleep(seconds)
        self.rig.log('back', who=self.who)

    def stall(self, until):
        self.rig.log('stall', who=self.who, until=until)
        self.stalled = until

    def be_late(self, seconds):
        self.rig.log('late', who=self.who, seconds=seconds)
        self.attributes.hide(self.stream)
        self.late = late = object()
        self.rig.begin(self.become_complete(late, seconds))

    async def become_complete(self, late, seconds):
        await asyncio.sleep(seconds)
        if self.late is late:
            self.attributes.show()
            self.rig.log('complete', who=self.who)

    async def reboot(self, seconds):
        timeout, central = self.supervision, self.central
        self.rig.log('reset', who=self.who, seconds=seconds, supervision=timeout)
        self.away = True
        for connection in list(self.controller.le_connections.values()):
            self.controller.on_le_disconnected(connection, Error.CONNECTION_TIMEOUT_ERROR)
        held = [link for link in central.le_connections.values() if bare(link.peer_address) == self.address]
        self.rig.begin(self.notice(central, held, timeout))
        await asyncio.sleep(seconds)
        self.away = False
        await self.come_back()

    @staticmethod
    async def notice(central, held, timeout):
        """Reports to the central, after the supervision timeout, that its links are gone."""
        await asyncio.sleep(timeout)
        for link in held:
            if central.le_connections.get(link.peer_address) is link:
                central.on_le_disconnected(link, Error.CONNECTION_TIMEOUT_ERROR)

    async def fade(self, seconds):
        timeout = self.supervision
        self.rig.log('fade', who=self.who, seconds=seconds, supervision=timeout)
        self.rig.link.faded[self.controller] = waiting = []
        if seconds > timeout and self.connected:
            await asyncio.sleep(timeout)
            self.away = True
            self.time_out()
            await asyncio.sleep(seconds - timeout)
            self.away = False
            del self.rig.link.faded[self.controller]
        else:
            await asyncio.sleep(seconds)
            del self.rig.link.faded[self.controller]
            for deliver in waiting:
                deliver()
        await self.come_back()

    def speaks(self):
        """Whether its notifications are sent."""
        return time.monotonic() >= self.silent_until and not self.stalled and not self.away

    async def notify(self, characteristic, value):
        if not self.speaks():
            self.fall_silent()
            return
        await self.device.notify_subscribers(characteristic, value)
        if characteristic is self.stream and self.subscribed:
            self.sent = time.monotonic()
            if not self.heard:
                self.heard = True
                self.rig.log('notifies', who=self.who)


class Neighbour(Peripheral):
    """A device that only advertises."""

    def __init__(self, rig, name, address, service):
        super().__init__(rig, name, name, address, service)
        is_trainer = service == GATT_FITNESS_MACHINE_SERVICE
        self.stream = streamed(INDOOR_BIKE_DATA if is_trainer else GATT_HEART_RATE_MEASUREMENT_CHARACTERISTIC)
        self.device.add_service(Service(service, [self.stream]))
        self.away = True

    async def show(self, here):
        self.away = not here
        if here:
            await self.advertise()
        else:
            await self.device.stop_advertising()
