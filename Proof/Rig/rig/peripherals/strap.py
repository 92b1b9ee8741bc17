"""The heart-rate strap, and the heart that it measures."""

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
REST_MS, REST_JITTER_MS = 968, 30  # a heart at rest: its mean interval, and the deviation of each interval
HEART_DELAY, HEART_LAG = 10, 30  # seconds until a heart reacts to the power, and the time constant of its reaction
CONTACT_AND_INTERVALS = 0x16  # flags of Heart Rate Measurement: contact is detected, RR intervals follow


class Strap(Peripheral):
    def __init__(self, rig):
        super().__init__(rig, STRAP, 'HRM-Dual:054321', STRAP_ADDRESS, GATT_HEART_RATE_SERVICE)
        self.bpm = FIRST_BPM
        self.gain = None  # bpm per watt, if the heart rate follows the power
        self.period = 1  # seconds from one value to the next
        self.rest = None  # at rest: the time until the next beat, in ms, and the share of premature beats
        self.stream = streamed(GATT_HEART_RATE_MEASUREMENT_CHARACTERISTIC)
        self.device.add_service(
            Service(GATT_HEART_RATE_SERVICE, [self.stream, readable(GATT_BODY_SENSOR_LOCATION_CHARACTERISTIC, b'\x01')])
        )
        self.device.add_service(
            Service(GATT_BATTERY_SERVICE, [readable(GATT_BATTERY_LEVEL_CHARACTERISTIC, b'\x5a', notifies=True)])
        )

    def calm(self):
        super().calm()
        self.bpm, self.gain, self.rest = FIRST_BPM, None, None
        self.period = 1

    def answer(self, gain):
        """Makes the heart rate follow the power from now on."""
        self.gain, self.heart = gain, float(self.bpm)
        self.worked = [self.rig.trainer.power] * HEART_DELAY

    def follow(self):
        """Advances by a second, for a heart rate that follows the power of ten seconds ago."""
        self.worked = [*self.worked[1:], self.rig.trainer.power]
        self.heart += (REST_BPM + self.gain * self.worked[0] - self.heart) / HEART_LAG
        self.bpm = round(self.heart)

    def settle(self, artefacts):
        """Puts the heart at rest from now on, with that share of premature beats."""
        self.bpm, self.gain, self.rest = round(60_000 / REST_MS), None, [REST_MS, artefacts]

    def beats_of_second(self):
        """Returns the intervals of the beats in this second, in 1/1024 s. Their differences have an RMSSD of 42 ms."""
        intervals = []
        self.rest[0] -= 1000
        while self.rest[0] <= 0:
            interval = REST_MS + self.rig.rng.gauss(0, REST_JITTER_MS)
            if self.rig.rng.random() < self.rest[1]:
                interval *= 0.6
            intervals.append(round(interval / 1000 * 1024))
            self.rest[0] += interval
        return intervals

    async def beat(self):
        """Sends a value a second, or one in each `period`."""
        async for second in ticks(1):
            if self.rest is not None:
                intervals = self.beats_of_second()
                flags = CONTACT_AND_INTERVALS if intervals else CONTACT_AND_INTERVALS & ~0x10
                value = struct.pack(f'<BB{len(intervals)}H', flags, self.bpm, *intervals)
                await self.notify(self.stream, value)
                continue
            if self.gain is not None:
                self.follow()
            if second % self.period:
                continue
            interval = round(60 / self.bpm * 1024 + self.rig.rng.gauss(0, 12))
            value = struct.pack('<BBHH', CONTACT_AND_INTERVALS, self.bpm, interval, interval + 7)
            await self.notify(self.stream, value)
