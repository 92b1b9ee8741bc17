"""A Wahoo Headwind. The log has its requests as `fan-told`, and its new state as `fan`."""

import asyncio

from bumble import att
from bumble.core import AdvertisingData
from bumble.gatt import Characteristic, CharacteristicValue, Service

from rig.devices import FAN, FAN_ADDRESS
from rig.peripherals.fan_point import FanPoint
from rig.peripherals.old_kickr import wahoo
from rig.peripherals.peripheral import Peripheral, ticks
from rig.peripherals.trainer import ANSWER_SECONDS


class Headwind(Peripheral):
    def __init__(self, rig):
        super().__init__(rig, FAN, 'HEADWIND 5678', FAN_ADDRESS, wahoo(0xEE0C))
        self.point = FanPoint()
        self.stream = Characteristic(
            wahoo(0xE038),
            Characteristic.Properties.WRITE_WITHOUT_RESPONSE | Characteristic.Properties.NOTIFY,
            Characteristic.WRITEABLE,
            CharacteristicValue(write=self.on_request),
        )
        self.device.add_service(Service(wahoo(0xEE0C), [self.stream]))

    def advertisement(self):
        return [(AdvertisingData.INCOMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS, self.service.to_pdu_bytes())]

    def scan_response(self):
        return [(AdvertisingData.COMPLETE_LOCAL_NAME, self.name.encode())]

    def calm(self):
        super().calm()
        self.point.calm()

    def state(self):
        return {**super().state(), 'percent': self.point.percent, 'mode': self.point.mode}

    async def on_request(self, _link, request):
        self.rig.log('fan-told', bytes=request.hex())
        if self.point.takes('reject'):
            raise att.ATT_Error(att.ErrorCode.UNLIKELY_ERROR)
        before = self.point.state()
        answer = self.point.carry_out(request)
        after = self.point.state()
        if after != before:
            self.rig.log('fan', percent=self.point.percent, mode=self.point.mode)
        if answer and not self.point.takes('mute'):
            self.rig.begin(self.answer(answer, after if after != before else b''))

    async def answer(self, answer, state):
        await asyncio.sleep(ANSWER_SECONDS + self.point.slow)
        await self.notify(self.stream, answer)
        if state:
            await self.notify(self.stream, state)

    async def run(self):
        """Sends its state once a second."""
        async for _ in ticks(1):
            await self.notify(self.stream, self.point.state())
