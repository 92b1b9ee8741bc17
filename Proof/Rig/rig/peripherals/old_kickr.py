"""KICKR and SNAP from before FTMS: Cycling Power, with Wahoo's own control point in it."""

from bumble.core import UUID, AdvertisingData
from bumble.gatt import GATT_CYCLING_POWER_SERVICE, Characteristic, Service

from rig.cycling import cycling_power
from rig.peripherals.peripheral import REAR_HUB, power_characteristics
from rig.peripherals.trainer import Trainer
from rig.peripherals.wahoo_point import Op, WahooPoint

# Feature bits of 2A65: accumulated torque, wheel and crank revolutions
TORQUE, WHEEL, CRANK = 0x02, 0x04, 0x08


def wahoo(number):
    """Returns the UUID of a Wahoo service or characteristic."""
    return UUID(f'A026{number:04X}-0A7D-4AB3-97FA-F1500F9FEB8B')


class OldKickr(Trainer):
    """It measures once a second, and sends no answer before it is unlocked."""

    NAME, FIRMWARE = 'KICKR 1A2B', b'3.4.44'  # the firmware version is invented
    COUNTS_CRANKS = True
    UNANSWERED = ()

    def __init__(self, rig):
        super().__init__(rig, self.NAME, GATT_CYCLING_POWER_SERVICE, WahooPoint(rig.log, self.UNANSWERED))
        self.requests = self.writable(wahoo(0xE005), Characteristic.Properties.INDICATE)
        features = TORQUE | WHEEL | (CRANK if self.COUNTS_CRANKS else 0)
        self.stream, *others = power_characteristics(features, REAR_HUB)
        self.device.add_service(Service(GATT_CYCLING_POWER_SERVICE, [self.stream, *others, self.requests]))
        for number in (0xEE01, 0xEE03, 0xEE06, 0xEE0B):
            self.device.add_service(Service(wahoo(number), []))
        self.add_information(b'Wahoo Fitness', self.FIRMWARE)

    def scan_response(self):
        return [(AdvertisingData.INCOMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS, wahoo(0xEE01).to_pdu_bytes())]

    async def send(self, link, reply):
        await self.device.indicate_subscriber(link, self.requests, reply.answer)

    async def measure(self, felt, quarter):
        if quarter % 4:
            return
        rider = self.rider
        crank = rider.crank if self.COUNTS_CRANKS else None
        await self.notify(self.stream, cycling_power(felt.watts, rider.work, rider.wheel, crank))


class Snap(OldKickr):
    """It counts no cranks, and accepts a simulation without an answer."""

    NAME, FIRMWARE = 'KICKR SNAP 3C4D', b'1.6.19'
    COUNTS_CRANKS = False
    UNANSWERED = (Op.SIMULATION,)
