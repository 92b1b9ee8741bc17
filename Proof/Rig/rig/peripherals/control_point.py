"""The KICKR's Fitness Machine Control Point: its state after each request, and its answers."""

import struct

from rig.fitness_machine import Op, Result, Status
from rig.peripherals.control import Asked, Control, Reply
from rig.peripherals.run_down import HIGH_KMH, LOW_KMH, RunDown
from rig.told import Reaction, What

LEAST_WATTS, MOST_WATTS = 25, 1500
START_SPIN_DOWN, IGNORE_SPIN_DOWN = b'\1', b'\2'
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
        self.run_down = RunDown()
        super().__init__(log)
        self.one_byte = one_byte
        self.requests = {
            Op.RESET: self.reset,
            Op.SET_TARGET_POWER: self.set_target_power,
            Op.START_OR_RESUME: self.start,
            Op.STOP_OR_PAUSE: self.stop,
            Op.SET_SIMULATION: self.set_simulation,
            Op.SPIN_DOWN: self.spin_down,
        }

    def read(self, request):
        op = request[0] if request else None
        if op == Op.SET_TARGET_POWER and len(request) == 3:
            return Asked(What.TARGET, struct.unpack_from('<h', request, 1)[0])
        return Asked(MEANINGS.get(op, What.OTHER))

    def carry_out(self, request):
        result, status, *parameters = self.result(request)
        answer = bytes([Op.RESPONSE, *request[:1], result, *parameters])
        if result == Result.NOT_SUPPORTED and self.one_byte:
            answer = bytes([result])
        return Reply(REACTIONS.get(result, Reaction.REFUSED), answer, status)

    def result(self, request):
        """Applies a request. Returns its result; the value of the status characteristic, empty if there is none; and
        the bytes that follow the result in the answer.
        """
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

    def spin_down(self, parameters):
        """Returns both speeds of a spin-down, low first, in 0.01 km/h."""
        if parameters not in (START_SPIN_DOWN, IGNORE_SPIN_DOWN):
            return Result.INVALID_PARAMETER, b''
        self.run_down.abort()
        if parameters == IGNORE_SPIN_DOWN:
            return Result.SUCCESS, b''
        self.let_go()
        self.run_down.begin()
        self.log('spin-down', step='begun')
        return Result.SUCCESS, b'', *struct.pack('<HH', LOW_KMH * 100, HIGH_KMH * 100)

    def measure_speed(self, kmh, seconds):
        """Goes on with a spin-down. Returns the value of the status characteristic, empty if there is none."""
        told = self.run_down.measure(kmh, seconds)
        if told is None:
            return b''
        self.log('spin-down', step=told.name.lower())
        return bytes([Status.SPIN_DOWN, told])

    def calm(self):
        super().calm()
        self.run_down.fails = False

    # Another procedure, or the end of the link, aborts a spin-down.

    def forget(self):
        super().forget()
        self.run_down.abort()

    def hold(self, watts):
        self.run_down.abort()
        return super().hold(watts)

    def let_go(self):
        self.run_down.abort()
        super().let_go()

    def become_road(self, **slope):
        self.run_down.abort()
        super().become_road(**slope)
