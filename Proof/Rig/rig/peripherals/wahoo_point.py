"""Wahoo's own control point (A026E005), from the time before FTMS: its state after each write, and its answers. An
answer is status, op code, 01, and for most op codes 00 and the request's parameters.
"""

import enum
import struct

from rig.peripherals.control import Asked, Control, Reply
from rig.told import Reaction, What

PATIENCE = 2  # seconds that the trainer needs for a target before it takes the next
KEY = bytes([0xEE, 0xFC])
DONE, NOT_DONE, UNKNOWN = 0x01, 0x00, 0x02


class Op(enum.IntEnum):
    UNLOCK = 0x20
    RESISTANCE = 0x40
    LEVEL = 0x41
    ERG = 0x42
    SIMULATION = 0x43
    ROLLING = 0x44
    DRAG = 0x45
    GRADE = 0x46
    WIND = 0x47
    WHEEL = 0x48


MEANINGS = {
    Op.UNLOCK: What.CONTROL,
    Op.RESISTANCE: What.FREE,
    Op.LEVEL: What.FREE,
    Op.SIMULATION: What.ROAD,
    Op.GRADE: What.ROAD,
}
FORMS = {Op.LEVEL: '<B', Op.SIMULATION: '<HHH'}  # of the parameters; all others have one number
NOT_ECHOED = Op.LEVEL, Op.SIMULATION


class WahooPoint(Control):
    def __init__(self, log, unanswered=()):
        """`unanswered` are the op codes that it applies without an answer."""
        self.unanswered = unanswered
        self.free_at = float('-inf')  # when it takes the next target
        super().__init__(log)

    def calm(self):
        super().calm()
        self.hasty = False  # whether it drops an early target instead of delaying it

    def forget(self):
        super().forget()
        self.free_at = float('-inf')

    def read(self, request):
        op = request[0] if request else None
        if op == Op.ERG and len(request) == 3:
            return Asked(What.TARGET, struct.unpack_from('<H', request, 1)[0])
        return Asked(MEANINGS.get(op, What.OTHER))

    def patience(self, asked, now):
        if asked.what != What.TARGET or not self.has_control:
            return 0
        wait = max(0, round(self.free_at - now, 3))
        if wait and self.hasty:
            return None
        self.free_at = now + wait + PATIENCE
        return wait

    def carry_out(self, request):
        if not request:
            return None
        op, parameters = request[0], request[1:]
        if op == Op.UNLOCK and parameters == KEY:
            return self.unlock()
        if not self.has_control:
            return None
        if self.takes('deny'):
            return Reply(Reaction.DENIED, bytes([NOT_DONE, op, 0x01, 0x00]) + parameters)
        if op not in list(Op) or len(parameters) != struct.calcsize(FORMS.get(op, '<H')):
            return Reply(Reaction.REFUSED, bytes([UNKNOWN, op]))
        self.apply(op, struct.unpack(FORMS.get(op, '<H'), parameters))
        if op in self.unanswered:
            return None
        return Reply(Reaction.DONE, bytes([DONE, op, 0x01, 0x00]) + (b'' if op in NOT_ECHOED else parameters))

    def unlock(self):
        if self.takes('deny'):
            return Reply(Reaction.DENIED, bytes([NOT_DONE, Op.UNLOCK, 0x02]))
        self.has_control = self.is_running = True
        return Reply(Reaction.DONE, bytes([DONE, Op.UNLOCK, 0x02]))

    def apply(self, op, numbers):
        match op:
            case Op.ERG:
                self.hold(numbers[0])
            case Op.RESISTANCE:
                self.let_go()
                self.log('resistance', percent=round((1 - numbers[0] / 16383) * 100, 1))
            case Op.LEVEL:
                self.let_go()
            case Op.SIMULATION:
                weight, rolling, drag = numbers
                self.become_road(grade=0, weight=weight / 100, rolling=rolling / 1000, drag=drag / 1000)
            case Op.GRADE:
                self.become_road(grade=round((numbers[0] / 32768 - 1) * 100, 1))
            case Op.WIND:
                self.log('wind', wind=round(numbers[0] / 1000 - 32.768, 3))
            case Op.WHEEL:
                self.log('wheel', millimeters=numbers[0] / 10)
