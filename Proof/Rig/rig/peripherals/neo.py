"""A Tacx NEO 2T: FE-C over BLE, and Cycling Power for measurements only."""

from bumble.core import UUID, AdvertisingData
from bumble.gatt import GATT_CYCLING_POWER_SERVICE, Characteristic, Service

from rig import tacx
from rig.cycling import cycling_power
from rig.peripherals.peripheral import REAR_HUB, power_characteristics, streamed
from rig.peripherals.tacx_point import FIRMWARE, MODEL, MOST_WATTS, SERIAL, TacxPoint
from rig.peripherals.trainer import Trainer

CRANK = 0x08  # the feature bit in 2A65
ABOUT_QUARTERS = 64  # quarters of a second between two pages of the manufacturer, and of the product
WATTS_A_KMH, FASTEST_KMH = 15, 60  # a slower wheel brakes with at most so many watts for each km/h


def fec(number):
    """Returns the UUID of Tacx's service or one of its characteristics."""
    return UUID(f'6E40{number:04X}-B5A3-F393-E0A9-E50E24DCCA9E')


def keeps(target, kmh):
    """Returns whether a brake holds its target at that speed, as a value of page 25."""
    if target is None:
        return tacx.AT_TARGET
    if kmh * WATTS_A_KMH < target:
        return tacx.TOO_SLOW
    if kmh > FASTEST_KMH:
        return tacx.TOO_FAST
    return tacx.LIMIT if target >= MOST_WATTS else tacx.AT_TARGET


class Neo(Trainer):
    """It sends its measurements four times a second, and the status of each command, on one characteristic."""

    def __init__(self, rig):
        super().__init__(rig, 'Tacx Neo 2T 12345', GATT_CYCLING_POWER_SERVICE, TacxPoint(rig.log))
        self.accumulated = 0  # watts, added up at each page 25
        self.stream = streamed(fec(0xFEC2))
        requests = self.writable(fec(0xFEC3), Characteristic.Properties.WRITE_WITHOUT_RESPONSE)
        self.device.add_service(Service(fec(0xFEC1), [self.stream, requests]))
        self.power_stream, *others = power_characteristics(CRANK, REAR_HUB)
        self.device.add_service(Service(GATT_CYCLING_POWER_SERVICE, [self.power_stream, *others]))
        self.add_information(b'Tacx', b'0.7.4')

    def advertisement(self):
        return [
            (AdvertisingData.INCOMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS, self.service.to_pdu_bytes()),
            (AdvertisingData.INCOMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS, fec(0xFEC1).to_pdu_bytes()),
        ]

    def scan_response(self):
        return [(AdvertisingData.COMPLETE_LOCAL_NAME, self.name.encode())]

    def answers(self):
        return self.speaks()

    async def send(self, _link, reply):
        await self.notify(self.stream, reply.answer)

    async def measure(self, felt, quarter):
        rider = self.rider
        await self.tell(self.general())
        await self.tell(self.measured(felt, quarter))
        if quarter % ABOUT_QUARTERS == 0:
            await self.tell(tacx.manufacturer(MODEL))
        elif quarter % ABOUT_QUARTERS == ABOUT_QUARTERS // 2:
            await self.tell(tacx.product(FIRMWARE, SERIAL))
        if quarter % 4 == 0:
            await self.notify(self.power_stream, cycling_power(felt.watts, crank=rider.crank))

    @property
    def phase(self):
        return tacx.IN_USE if self.rider.cadence else tacx.READY

    def general(self):
        rider = self.rider
        return tacx.general(rider.clock, rider.wheel.meters, rider.speed, self.phase, self.beats)

    def measured(self, felt, quarter):
        self.accumulated += max(0, felt.watts)
        return tacx.trainer(
            quarter,
            felt.rpm,
            self.accumulated,
            felt.watts,
            0 if self.point.is_configured else tacx.WANTS_CONFIGURATION,
            keeps(self.point.target, self.rider.speed),
            self.phase,
        )

    async def tell(self, page):
        await self.notify(self.stream, tacx.frame(page))

    async def notify_junk(self, junk):
        """Sends noise, and a valid page with a wrong checksum."""
        await super().notify_junk(junk)
        good = tacx.frame(self.general())
        await self.notify(self.stream, good[:-1] + bytes([good[-1] ^ 0x55]))
