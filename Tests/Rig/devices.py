"""The two that a ride is ridden with, a KICKR and a heart-rate strap."""

import asyncio
import struct

from bumble.gatt import Characteristic, CharacteristicValue, Service

from peripheral import STRAP, TRAINER, P, Peripheral, R, W, ticks, u16

FREE_WATTS, ROAD_WATTS = 90, 130  # what the brake holds with no target; on a flat road at 29 km/h, which 88 rpm make
REST_BPM, HEART_LAG, HEART_DELAY = 62, 30, 10  # a heart that answers the power: seconds


class Trainer(Peripheral):
    def __init__(self, rig):
        super().__init__(rig, 'KICKR CORE 5A21', TRAINER, 0x1826)
        self.target = self.cadence_base = None
        self.power, self.cadence, self.control, self.running = 0.0, rig.first_cadence, False, False
        self.on_road = False
        self.deny = self.mute = self.deaf = self.legs = 0
        self.bias = 0
        self.stream = Characteristic(u16(0x2AD2), P.NOTIFY, R, b'')
        self.status = Characteristic(u16(0x2ADA), P.NOTIFY, R, b'')
        self.point = Characteristic(u16(0x2AD9), P.WRITE | P.INDICATE, W, CharacteristicValue(write=self.on_request))
        features = Characteristic(u16(0x2ACC), P.READ, R, struct.pack('<II', 0x00004086, 0x0000200C))
        power_range = Characteristic(u16(0x2AD8), P.READ, R, struct.pack('<hhH', 25, 1500, 1))
        training = Characteristic(u16(0x2AD3), P.READ | P.NOTIFY, R, bytes([0, 1]))
        self.device.add_service(
            Service(u16(0x1826), [features, self.stream, training, power_range, self.point, self.status])
        )
        self.device.add_service(
            Service(
                u16(0x180A),
                [
                    Characteristic(u16(0x2A29), P.READ, R, b'Wahoo Fitness'),
                    Characteristic(u16(0x2A26), P.READ, R, b'1.3.12'),
                ],
            )
        )

    def on_link_lost(self):
        super().on_link_lost()
        self.control = self.running = self.on_road = False
        self.target = None

    async def on_request(self, connection, value):
        op, result, told = value[0], 0x01, None
        self.rig.log('request', bytes=value.hex())
        if self.deny:
            self.deny -= 1
            result = 0x04
        elif op == 0x00:
            self.control = True
        elif not self.control:
            result = 0x05
        elif op == 0x05:
            watts = struct.unpack('<h', value[1:3])[0] if len(value) == 3 else -1
            if 25 <= watts <= 1500:
                if self.deaf:
                    self.deaf -= 1
                else:
                    self.target, self.on_road = watts, False
                    told = struct.pack('<Bh', 0x08, watts)
            else:
                result = 0x03
        elif op == 0x01:
            self.control = self.on_road = False
            self.target = None
        elif op == 0x07:
            self.running = True
        elif op == 0x08:
            self.running = self.on_road = False
            self.target = None
        elif op == 0x11:
            if len(value) == 7:
                self.target, self.on_road = None, True
                told = b'\x12' + value[1:]
                wind, grade, rolling, drag = struct.unpack('<hhBB', value[1:])
                self.rig.log(
                    'simulation', wind=wind / 1000, grade=grade / 100, rolling=rolling / 10000, drag=drag / 100
                )
            else:
                result = 0x03
        else:
            result = 0x02
        if self.mute:
            self.mute -= 1
            return
        await asyncio.sleep(0.03)
        self.rig.log('response', op=op, result=result, target=self.target)
        one_byte = result == 0x02 and 'onebyte' in self.rig.variants
        await self.device.indicate_subscriber(
            connection, self.point, b'\x02' if one_byte else bytes([0x80, op, result])
        )
        if told and 'quiet' not in self.rig.variants:
            await self.notify(self.status, told)

    def braked(self):
        """The watts that the brake asks of the legs at their cadence."""
        if self.target is not None:
            return self.target
        return ROAD_WATTS * (self.cadence / 88) ** 2 if self.on_road else FREE_WATTS

    async def ride(self):
        rng = self.rig.rng
        async for _ in ticks(0.25):
            goal = 0 if self.cadence == 0 else self.braked()
            if self.legs and self.cadence:
                self.cadence = max(15, self.cadence - 1.2) if goal > self.legs else min(88, self.cadence + 1)
                goal = min(goal, self.legs)
            self.power += (goal - self.power) * 0.35
            watts = max(0, round(self.power + rng.gauss(0, 2))) + self.bias if self.cadence else 0
            rpm = max(0, self.cadence + rng.gauss(0, 0.6)) if self.cadence else 0
            # flags 0x0044: speed (More Data clear), cadence, power
            await self.notify(self.stream, struct.pack('<HHHh', 0x0044, 2900 if rpm else 0, round(rpm * 2), watts))


class Strap(Peripheral):
    def __init__(self, rig):
        super().__init__(rig, 'HRM-Dual:054321', STRAP, 0x180D)
        self.bpm = 124
        self.gain = None  # beats a minute for a watt, where the heart answers the power
        self.stream = Characteristic(u16(0x2A37), P.NOTIFY, R, b'')
        self.device.add_service(Service(u16(0x180D), [self.stream, Characteristic(u16(0x2A38), P.READ, R, b'\x01')]))
        self.device.add_service(Service(u16(0x180F), [Characteristic(u16(0x2A19), P.READ | P.NOTIFY, R, b'\x5a')]))

    def answer(self, gain):
        self.gain, self.heart = gain, float(self.bpm)
        self.worked = [self.rig.trainer.power] * HEART_DELAY

    def follow(self):
        """One more second of a heart that answers what the trainer's brake took ten seconds ago."""
        self.worked = self.worked[1:] + [self.rig.trainer.power]
        self.heart += (REST_BPM + self.gain * self.worked[0] - self.heart) / HEART_LAG
        self.bpm = round(self.heart)

    async def beat(self):
        async for _ in ticks(1):
            if self.gain is not None:
                self.follow()
            rr = round(60 / self.bpm * 1024 + self.rig.rng.gauss(0, 12))
            await self.notify(self.stream, struct.pack('<BBHH', 0x16, self.bpm, rr, rr + 7))
