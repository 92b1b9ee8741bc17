"""The KICKR's Fitness Machine Control Point: its state after each request, and its answers."""

import struct

from rig.fitness_machine import Op, Result, Status
from rig.peripherals.control import Asked, Control, Reply
from rig.told import Reaction, What

LEAST_WATTS, MOST_WATTS = 25, 1500
MEANINGS = {
    Op.REQUEST_CONTROL: What.CONTROL,
    Op.RESET: What.FREE,
    Op.START_OR_RESUME: What.START,
    Op.STOP_OR_PAUSE: What.FREE,
    Op.SET_SIMULATION: What.ROAD,
}
REACTIONS = {Result.SUCCESS: Reaction.DONE, Result.OPERATION_FAILED: Reaction.DENIED}


class ControlPoint(Control):
    def __init__(self, log, one_byte=False):
        """`one_byte`: the answer to an unsupported op code is the result alone."""
        super().__init__(log)
        self.one_byte = one_byte
        self.requests = {
            Op.RESET: self.reset,
            Op.SET_TARGET_POWER: self.set_target_power,
            Op.START_OR_RESUME: self.start,
            Op.STOP_OR_PAUSE: self.stop,
            Op.SET_SIMULATION: self.set_simulation,
        }

    def read(self, request):
        op = request[0] if request else None
        if op == Op.SET_TARGET_POWER and len(request) == 3:
            return Asked(What.TARGET, struct.unpack_from('<h', request, 1)[0])
        return Asked(MEANINGS.get(op, What.OTHER))

    def carry_out(self, request):
        result, status = self.result(request)
        answer = bytes([Op.RESPONSE, *request[:1], result])
        if result == Result.NOT_SUPPORTED and self.one_byte:
            answer = bytes([result])
        return Reply(REACTIONS.get(result, Reaction.REFUSED), answer, status)

    def result(self, request):
        """Applies a request. Returns its result, and the value of the status characteristic, empty if there is none."""
        op, parameters = request[0] if request else None, request[1:]
        if self.takes('deny'):
            return Result.OPERATION_FAILED, b''
        if op == Op.REQUEST_CONTROL:
            self.has_control = True
            return Result.SUCCESS, b''
        if not self.has_control:
            return Result.CONTROL_NOT_PERMITTED, b''
        if op not in self.requests:
            return Result.NOT_SUPPORTED, b''
        return self.requests[op](parameters)

    def reset(self, _parameters):
        self.has_control = False
        self.let_go()
        return Result.SUCCESS, b''

    def set_target_power(self, parameters):
        watts = struct.unpack('<h', parameters)[0] if len(parameters) == 2 else -1
        if not LEAST_WATTS <= watts <= MOST_WATTS:
            return Result.INVALID_PARAMETER, b''
        if not self.hold(watts):
            return Result.SUCCESS, b''
        return Result.SUCCESS, struct.pack('<Bh', Status.TARGET_POWER_CHANGED, watts)

    def start(self, _parameters):
        self.is_running = True
        return Result.SUCCESS, b''

    def stop(self, _parameters):
        self.is_running = False
        self.let_go()
        return Result.SUCCESS, b''

    def set_simulation(self, parameters):
        if len(parameters) != 6:
            return Result.INVALID_PARAMETER, b''
        wind, grade, rolling, drag = struct.unpack('<hhBB', parameters)
        self.become_road(wind=wind / 1000, grade=grade / 100, rolling=rolling / 10000, drag=drag / 100)
        return Result.SUCCESS, bytes([Status.SIMULATION_CHANGED]) + parameters
