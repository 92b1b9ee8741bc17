"""A current KICKR, a Fitness Machine."""

import struct

from bumble.core import AdvertisingData
from bumble.gatt import GATT_CYCLING_POWER_SERVICE, GATT_FITNESS_MACHINE_SERVICE, Characteristic, Service

from rig.cycling import cycling_power
from rig.fitness_machine import SpinDown, Status, indoor_bike_data
from rig.peripherals.control_point import LEAST_WATTS, MOST_WATTS, ControlPoint
from rig.peripherals.peripheral import INDOOR_BIKE_DATA, REAR_HUB, power_characteristics, readable, short, streamed
from rig.peripherals.rider import STEP, USUAL_KMH
from rig.peripherals.trainer import Trainer

FITNESS_MACHINE_FEATURE, TRAINING_STATUS = short(0x2ACC), short(0x2AD3)
SUPPORTED_POWER_RANGE, CONTROL_POINT, STATUS = short(0x2AD8), short(0x2AD9), short(0x2ADA)
# It measures cadence and power; it supports target power, simulation and spin-down.
FEATURES = struct.pack('<II', 0x00004086, 0x0000A00C)


class Kickr(Trainer):
    def __init__(self, rig):
        point = ControlPoint(rig.log, one_byte='onebyte' in rig.variants)
        super().__init__(rig, 'KICKR CORE 5A21', GATT_FITNESS_MACHINE_SERVICE, point)
        self.stream = streamed(INDOOR_BIKE_DATA)
        self.status = streamed(STATUS)
        self.requests = self.writable(CONTROL_POINT, Characteristic.Properties.INDICATE)
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
        self.add_information(b'Wahoo Fitness', b'1.3.12')
        self.power_stream = None
        if 'apart' in rig.variants:
            self.power_stream, *others = power_characteristics(0, REAR_HUB)
            self.device.add_service(Service(GATT_CYCLING_POWER_SERVICE, [self.power_stream, *others]))

    def advertisement(self):
        if 'core1818' not in self.rig.variants:
            return super().advertisement()
        return [
            (AdvertisingData.INCOMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS, GATT_CYCLING_POWER_SERVICE.to_pdu_bytes()),
            (AdvertisingData.SERVICE_DATA_16_BIT_UUID, self.service.to_pdu_bytes() + struct.pack('<BH', 1, 0x20)),
            (AdvertisingData.SHORTENED_LOCAL_NAME, self.name.encode()[:10]),
        ]

    async def send(self, link, reply):
        await self.device.indicate_subscriber(link, self.requests, reply.answer)
        if reply.status and 'quiet' not in self.rig.variants:
            await self.notify(self.status, reply.status)

    async def be_seized(self):
        await super().be_seized()
        if 'quiet' not in self.rig.variants:
            await self.notify(self.status, bytes([Status.CONTROL_LOST]))

    async def ask_for_spin_down(self):
        self.rig.log('spin-down', step='requested')
        await self.notify(self.status, bytes([Status.SPIN_DOWN, SpinDown.REQUESTED]))

    async def measure(self, felt, _quarter):
        watts = None if self.power_stream else felt.watts
        kmh = USUAL_KMH if felt.rpm else 0
        if self.point.run_down.step:
            kmh = self.rider.speed
        await self.notify(self.stream, indoor_bike_data(kmh, felt.rpm, watts, self.beats))
        if status := self.point.measure_speed(self.rider.speed, STEP):
            await self.notify(self.status, status)
        if self.power_stream:
            await self.notify(self.power_stream, cycling_power(felt.watts))
