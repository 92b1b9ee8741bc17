"""The heart-rate strap, and the heart under it."""

import struct

from bumble.gatt import (
    GATT_BATTERY_LEVEL_CHARACTERISTIC,
    GATT_BATTERY_SERVICE,
    GATT_BODY_SENSOR_LOCATION_CHARACTERISTIC,
    GATT_HEART_RATE_MEASUREMENT_CHARACTERISTIC,
    GATT_HEART_RATE_SERVICE,
    Service,
)

from rig.devices import STRAP, STRAP_ADDRESS
from rig.peripherals.peripheral import Peripheral, readable, streamed, ticks

FIRST_BPM, REST_BPM = 124, 62
HEART_DELAY, HEART_LAG = 10, 30  # seconds until a heart answers the power, and the time constant of its answer
CONTACT_AND_INTERVALS = 0x16  # flags of Heart Rate Measurement: contact is detected, RR intervals follow


class Strap(Peripheral):
    def __init__(self, rig):
        super().__init__(rig, STRAP, STRAP_ADDRESS, GATT_HEART_RATE_SERVICE)
        self.bpm = FIRST_BPM
        self.gain = None  # bpm per watt, of a heart that answers the power
        self.stream = streamed(GATT_HEART_RATE_MEASUREMENT_CHARACTERISTIC)
        self.device.add_service(
            Service(GATT_HEART_RATE_SERVICE, [self.stream, readable(GATT_BODY_SENSOR_LOCATION_CHARACTERISTIC, b'\x01')])
        )
        self.device.add_service(
            Service(GATT_BATTERY_SERVICE, [readable(GATT_BATTERY_LEVEL_CHARACTERISTIC, b'\x5a', notifies=True)])
        )

    def calm(self):
        super().calm()
        self.bpm, self.gain = FIRST_BPM, None

    def answer(self, gain):
        """From now on the heart answers the power."""
        self.gain, self.heart = gain, float(self.bpm)
        self.worked = [self.rig.trainer.power] * HEART_DELAY

    def follow(self):
        """One more second of a heart that answers the power of ten seconds ago."""
        self.worked = [*self.worked[1:], self.rig.trainer.power]
        self.heart += (REST_BPM + self.gain * self.worked[0] - self.heart) / HEART_LAG
        self.bpm = round(self.heart)

    async def beat(self):
        """Sends a value a second."""
        async for _ in ticks(1):
            if self.gain is not None:
                self.follow()
            interval = round(60 / self.bpm * 1024 + self.rig.rng.gauss(0, 12))
            value = struct.pack('<BBHH', CONTACT_AND_INTERVALS, self.bpm, interval, interval + 7)
            await self.notify(self.stream, value)
