"""A Wahoo Headwind's control point (A026E038): speed, mode, and their notifications. No source has the status of an
answer; here it is 01 if the fan obeys, as in Wahoo's trainers, otherwise 00.
"""

from rig.peripherals.control import Misdeeds

GET_SPEED, SET_SPEED, GET_MODE, SET_MODE = 1, 2, 3, 4
OFF, MANUAL, HYBRID = 1, 4, 9  # modes; the others between follow sensors that are absent here
EVENT, ANSWER, STATE = 0xFD, 0xFE, 0x01


class FanPoint(Misdeeds):
    def __init__(self):
        super().__init__()
        self.percent, self.mode = 0, OFF

    def state(self):
        """Returns the bytes of its periodic notification."""
        return bytes([EVENT, STATE, self.percent, self.mode])

    def carry_out(self, request):
        """Applies a request. Returns the answer, empty if there is none."""
        op, number = request[0] if request else None, request[1] if len(request) > 1 else None
        if op == GET_SPEED:
            return bytes([ANSWER, op, self.percent])
        if op == GET_MODE:
            return bytes([ANSWER, op, self.mode])
        if number is None or op not in (SET_SPEED, SET_MODE):
            return b''
        obeys = not self.takes('deny') and (self.mode == MANUAL if op == SET_SPEED else OFF <= number <= HYBRID)
        if obeys and not self.takes('deaf'):
            if op == SET_SPEED:
                self.percent = min(100, number)
            else:
                self.percent, self.mode = self.percent if number == MANUAL else 0, number
        return bytes([ANSWER, op, int(obeys), self.percent if op == SET_SPEED else self.mode])
