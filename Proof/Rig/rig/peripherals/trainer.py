"""The common behaviour of the rig's trainers: the brake follows requests, and the rider is measured."""

import asyncio
import time

from bumble import att
from bumble.gatt import (
    GATT_DEVICE_INFORMATION_SERVICE,
    GATT_FIRMWARE_REVISION_STRING_CHARACTERISTIC,
    GATT_HEART_RATE_MEASUREMENT_CHARACTERISTIC,
    GATT_HEART_RATE_SERVICE,
    GATT_MANUFACTURER_NAME_STRING_CHARACTERISTIC,
    Characteristic,
    CharacteristicValue,
    Service,
)

from rig.devices import TRAINER, TRAINER_ADDRESS
from rig.peripherals import advertised
from rig.peripherals.control import Reply
from rig.peripherals.peripheral import Peripheral, readable, streamed, ticks
from rig.peripherals.rider import STEP, USUAL_RPM, Rider
from rig.told import Reaction

FREE_WATTS = 90  # the brake's power without a target
ROAD_WATTS = 130  # the power of a flat road at 29 km/h, the speed of 88 rpm
ANSWER_SECONDS = 0.03


class Trainer(Peripheral):
    """A trainer sends its measurements of each quarter of a second (`measure`), and its answers (`send`)."""

    def __init__(self, rig, name, service, point):
        super().__init__(rig, TRAINER, name, TRAINER_ADDRESS, service)
        self.point = point
        self.rider = Rider(rig.rng, rig.first_cadence)
        self.link = None
        self.powerless = False  # whether it reports 0 W, whatever the rider does
        self.pulse = False  # whether it sends the rider's heart rate among its own values
        self.shows = self.usually_shows = advertised.usual_way(rig.variants)
        self.heart = None

    async def start(self):
        if 'heart' in self.rig.variants:
            self.heart = streamed(GATT_HEART_RATE_MEASUREMENT_CHARACTERISTIC)
            self.device.add_service(Service(GATT_HEART_RATE_SERVICE, [self.heart]))
        await super().start()

    def subscribable(self, what):
        return getattr(self, 'requests', self.stream) if what == 'answers' else self.stream

    @property
    def beats(self):
        """Returns the heart rate among its values; None if there is none."""
        return self.rig.strap.bpm if self.pulse else None

    @property
    def power(self):
        """Returns the true watts of the rider."""
        return self.rider.power

    def writable(self, uuid, *properties):
        """Returns a characteristic for requests to the trainer."""
        allowed = Characteristic.Properties.WRITE
        for other in properties:
            allowed |= other
        value = CharacteristicValue(write=self.on_request)
        return Characteristic(uuid, allowed, Characteristic.WRITEABLE, value)

    def add_information(self, manufacturer, firmware):
        self.device.add_service(
            Service(
                GATT_DEVICE_INFORMATION_SERVICE,
                [
                    readable(GATT_MANUFACTURER_NAME_STRING_CHARACTERISTIC, manufacturer),
                    readable(GATT_FIRMWARE_REVISION_STRING_CHARACTERISTIC, firmware),
                ],
            )
        )

    def on_connection(self, connection):
        self.link = connection
        super().on_connection(connection)

    def on_link_lost(self):
        super().on_link_lost()
        self.link = None
        self.point.forget()

    def calm(self):
        super().calm()
        self.point.calm()
        self.rider.calm()
        self.powerless = self.pulse = False

    # Requests

    async def on_request(self, link, request):
        asked = self.point.read(request)
        self.rig.log('request', bytes=request.hex(), what=asked.what, watts=asked.watts)
        if self.point.takes('reject'):
            self.log_response(asked, Reply(Reaction.DENIED))
            raise att.ATT_Error(att.ErrorCode.UNLIKELY_ERROR)
        wait = self.point.patience(asked, time.monotonic())
        if wait == 0:
            self.carry_out(link, asked, request)
        elif wait is not None:
            self.rig.begin(self.carry_out_later(wait, link, asked, request))

    async def carry_out_later(self, seconds, link, asked, request):
        await asyncio.sleep(seconds)
        if link is self.link:
            self.carry_out(link, asked, request)

    def carry_out(self, link, asked, request):
        reply = self.point.carry_out(request)
        if reply is not None and not self.point.takes('mute'):
            self.rig.begin(self.answer(link, reply.of or asked, reply))

    async def answer(self, link, asked, reply):
        await asyncio.sleep(ANSWER_SECONDS + self.point.slow)
        if link is not self.link or not self.answers():
            return
        self.log_response(asked, reply)
        await self.send(link, reply)

    def log_response(self, asked, reply):
        self.rig.log(
            'response',
            what=asked.what,
            watts=asked.watts,
            reaction=reply.reaction,
            bytes=reply.answer.hex(),
            target=self.point.target,
        )

    def answers(self):
        """Whether an answer is sent now. Silence does not stop answers, unless they are notifications."""
        return True

    async def be_seized(self):
        self.rig.log('seized')
        self.point.be_seized()

    # The ride

    def braked(self):
        """Returns the brake's power at the current cadence, in watts."""
        if self.point.target is not None:
            return self.point.target
        return ROAD_WATTS * (self.rider.cadence / USUAL_RPM) ** 2 if self.point.is_on_road else FREE_WATTS

    async def ride(self):
        """Measures four times a second."""
        async for quarter in ticks(STEP):
            felt = self.rider.ride(self.braked())
            await self.measure(felt._replace(watts=0) if self.powerless else felt, quarter)
            if self.heart and quarter % 4 == 0:
                await self.notify(self.heart, bytes([0, self.rig.strap.bpm]))

    async def reboot(self, seconds):
        self.point.lose_power()
        await super().reboot(seconds)

    async def notify_junk(self, junk):
        """Sends bytes that are not a measurement."""
        await self.notify(self.stream, junk)
