"""Sensors on the trainer's cranks: a cadence sensor, and a power meter with an error."""

from bumble.gatt import GATT_CYCLING_POWER_SERVICE, Service

from rig.cycling import cycling_power, speed_and_cadence
from rig.devices import CADENCE, CADENCE_ADDRESS, METER, METER_ADDRESS
from rig.peripherals.gauge import Gauge
from rig.peripherals.peripheral import Peripheral, power_characteristics, readable, short, streamed, ticks
from rig.peripherals.rider import CrankCounter

SPEED_AND_CADENCE_SERVICE = short(0x1816)
CSC_MEASUREMENT, CSC_FEATURE, SENSOR_LOCATION = short(0x2A5B), short(0x2A5C), short(0x2A5D)
CSC_CRANK, POWER_CRANK = b'\x02\x00', 0x08  # feature bits
LEFT_CRANK, LEFT_PEDAL = 5, 7  # sensor locations


class CrankSensor(Peripheral):
    """A sensor that counts the rider's cranks."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.counter = CrankCounter(lambda: self.rig.trainer.rider.crank)

    def calm(self):
        super().calm()
        self.counter.stand(False)


class CadenceSensor(CrankSensor):
    def __init__(self, rig):
        super().__init__(rig, CADENCE, 'CADENCE 1234', CADENCE_ADDRESS, SPEED_AND_CADENCE_SERVICE)
        self.stream = streamed(CSC_MEASUREMENT)
        self.device.add_service(
            Service(
                SPEED_AND_CADENCE_SERVICE,
                [
                    self.stream,
                    readable(CSC_FEATURE, CSC_CRANK),
                    readable(SENSOR_LOCATION, bytes([LEFT_CRANK])),
                ],
            )
        )

    async def run(self):
        """Sends a value a second, the same one again while the rider does not pedal."""
        async for _ in ticks(1):
            await self.notify(self.stream, speed_and_cadence(crank=self.counter.revolutions))


class Meter(CrankSensor):
    def __init__(self, rig, percent):
        super().__init__(rig, METER, 'ASSIOMA 77D', METER_ADDRESS, GATT_CYCLING_POWER_SERVICE)
        self.gauge = Gauge(percent)
        self.stream, *others = power_characteristics(POWER_CRANK, LEFT_PEDAL)
        self.device.add_service(Service(GATT_CYCLING_POWER_SERVICE, [self.stream, *others]))

    def calm(self):
        super().calm()
        self.gauge.calm()

    async def run(self):
        """Sends a value a second."""
        rider = self.rig.trainer.rider
        async for _ in ticks(1):
            watts = round(self.gauge.shown(rider.power) + self.rig.rng.gauss(0, 1)) if rider.cadence else 0
            await self.notify(self.stream, cycling_power(max(0, watts), crank=self.counter.revolutions))
