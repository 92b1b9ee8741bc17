"""The KICKR: its control point, its brake, and the rider on it."""

import asyncio
import struct

from bumble.gatt import (
    GATT_DEVICE_INFORMATION_SERVICE,
    GATT_FIRMWARE_REVISION_STRING_CHARACTERISTIC,
    GATT_FITNESS_MACHINE_SERVICE,
    GATT_MANUFACTURER_NAME_STRING_CHARACTERISTIC,
    Characteristic,
    CharacteristicValue,
    Service,
)

from rig.devices import TRAINER, TRAINER_ADDRESS
from rig.peripherals.control_point import LEAST_WATTS, MOST_WATTS, ControlPoint
from rig.peripherals.peripheral import INDOOR_BIKE_DATA, Peripheral, readable, short, streamed, ticks

FITNESS_MACHINE_FEATURE, TRAINING_STATUS = short(0x2ACC), short(0x2AD3)
SUPPORTED_POWER_RANGE, CONTROL_POINT, STATUS = short(0x2AD8), short(0x2AD9), short(0x2ADA)
# Cadence and power are measured; power is a target, simulation is possible.
FEATURES = struct.pack('<II', 0x00004086, 0x0000200C)
SPEED_CADENCE_POWER = 0x0044  # flags of Indoor Bike Data; speed is there because More Data is clear
FREE_WATTS = 90  # what the brake holds without a target
ROAD_WATTS = 130  # what a flat road takes at 29 km/h, which 88 rpm make
ANSWER_SECONDS = 0.03


class Trainer(Peripheral):
    def __init__(self, rig):
        super().__init__(rig, TRAINER, 'KICKR CORE 5A21', TRAINER_ADDRESS, GATT_FITNESS_MACHINE_SERVICE)
        self.point = ControlPoint(rig.log, one_byte='onebyte' in rig.variants)
        self.power, self.cadence = 0.0, rig.first_cadence
        self.legs = 0  # the watts that the rider holds at most; 0 for no limit
        self.bias = 0  # of the power meter
        self.stream = streamed(INDOOR_BIKE_DATA)
        self.status = streamed(STATUS)
        self.requests = Characteristic(
            CONTROL_POINT,
            Characteristic.Properties.WRITE | Characteristic.Properties.INDICATE,
            Characteristic.WRITEABLE,
            CharacteristicValue(write=self.on_request),
        )
        self.device.add_service(
            Service(
                GATT_FITNESS_MACHINE_SERVICE,
                [
                    readable(FITNESS_MACHINE_FEATURE, FEATURES),
                    self.stream,
                    readable(TRAINING_STATUS, bytes([0, 1]), notifies=True),
                    readable(SUPPORTED_POWER_RANGE, struct.pack('<hhH', LEAST_WATTS, MOST_WATTS, 1)),
                    self.requests,
                    self.status,
                ],
            )
        )
        self.device.add_service(
            Service(
                GATT_DEVICE_INFORMATION_SERVICE,
                [
                    readable(GATT_MANUFACTURER_NAME_STRING_CHARACTERISTIC, b'Wahoo Fitness'),
                    readable(GATT_FIRMWARE_REVISION_STRING_CHARACTERISTIC, b'1.3.12'),
                ],
            )
        )

    def on_link_lost(self):
        super().on_link_lost()
        self.point.forget()

    def calm(self):
        super().calm()
        self.point.calm()
        self.legs = self.bias = 0
        self.cadence = self.rig.first_cadence

    async def on_request(self, connection, request):
        asked = self.point.read(request)
        self.rig.log('request', bytes=request.hex(), what=asked.what, watts=asked.watts)
        reply = self.point.carry_out(request)
        if self.point.takes('mute'):
            return
        await asyncio.sleep(ANSWER_SECONDS)
        self.rig.log(
            'response',
            what=asked.what,
            watts=asked.watts,
            reaction=reply.reaction,
            bytes=reply.answer.hex(),
            target=self.point.target,
        )
        await self.device.indicate_subscriber(connection, self.requests, reply.answer)
        if reply.status and 'quiet' not in self.rig.variants:
            await self.notify(self.status, reply.status)

    def braked(self):
        """The watts that the brake asks of the legs at their cadence."""
        if self.point.target is not None:
            return self.point.target
        return ROAD_WATTS * (self.cadence / 88) ** 2 if self.point.is_on_road else FREE_WATTS

    async def ride(self):
        """Sends four values a second."""
        rng = self.rig.rng
        async for _ in ticks(0.25):
            goal = 0 if self.cadence == 0 else self.braked()
            if self.legs and self.cadence:
                self.cadence = max(15, self.cadence - 1.2) if goal > self.legs else min(88, self.cadence + 1)
                goal = min(goal, self.legs)
            self.power += (goal - self.power) * 0.35
            watts = max(0, round(self.power + rng.gauss(0, 2))) + self.bias if self.cadence else 0
            rpm = max(0, self.cadence + rng.gauss(0, 0.6)) if self.cadence else 0
            value = struct.pack('<HHHh', SPEED_CADENCE_POWER, 2900 if rpm else 0, round(rpm * 2), watts)
            await self.notify(self.stream, value)
