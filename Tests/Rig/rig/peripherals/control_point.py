"""The trainer's Fitness Machine Control Point: what it believes after each request, and how it fails on command."""

import struct

from rig.fitness_machine import Op, Result, Status

LEAST_WATTS, MOST_WATTS = 25, 1500


class ControlPoint:
    def __init__(self, log):
        self.log = log
        self.target = None  # watts; None without one
        self.has_control = self.is_running = False
        self.is_on_road = False  # the brake is a road instead of a target
        # How many of the next requests fail, get no answer, or are acknowledged and not applied.
        self.deny = self.mute = self.deaf = 0
        self.requests = {
            Op.RESET: self.reset,
            Op.SET_TARGET_POWER: self.set_target_power,
            Op.START_OR_RESUME: self.start,
            Op.STOP_OR_PAUSE: self.stop,
            Op.SET_SIMULATION: self.set_simulation,
        }

    def forget(self):
        """The link is lost, and all that belongs to it."""
        self.has_control = self.is_running = self.is_on_road = False
        self.target = None

    def calm(self):
        self.deny = self.mute = self.deaf = 0

    def is_muted(self):
        """Whether the answer to this request is left out."""
        if not self.mute:
            return False
        self.mute -= 1
        return True

    def carry_out(self, request):
        """Carries out a request: its result, and what the status characteristic says of it, or None."""
        op, parameters = request[0], request[1:]
        if self.deny:
            self.deny -= 1
            return Result.OPERATION_FAILED, None
        if op == Op.REQUEST_CONTROL:
            self.has_control = True
            return Result.SUCCESS, None
        if not self.has_control:
            return Result.CONTROL_NOT_PERMITTED, None
        if op not in self.requests:
            return Result.NOT_SUPPORTED, None
        return self.requests[op](parameters)

    def reset(self, _parameters):
        self.has_control = self.is_on_road = False
        self.target = None
        return Result.SUCCESS, None

    def set_target_power(self, parameters):
        watts = struct.unpack('<h', parameters)[0] if len(parameters) == 2 else -1
        if not LEAST_WATTS <= watts <= MOST_WATTS:
            return Result.INVALID_PARAMETER, None
        if self.deaf:
            self.deaf -= 1
            return Result.SUCCESS, None
        self.target, self.is_on_road = watts, False
        return Result.SUCCESS, struct.pack('<Bh', Status.TARGET_POWER_CHANGED, watts)

    def start(self, _parameters):
        self.is_running = True
        return Result.SUCCESS, None

    def stop(self, _parameters):
        self.is_running = self.is_on_road = False
        self.target = None
        return Result.SUCCESS, None

    def set_simulation(self, parameters):
        if len(parameters) != 6:
            return Result.INVALID_PARAMETER, None
        self.target, self.is_on_road = None, True
        wind, grade, rolling, drag = struct.unpack('<hhBB', parameters)
        self.log('simulation', wind=wind / 1000, grade=grade / 100, rolling=rolling / 10000, drag=drag / 100)
        return Result.SUCCESS, bytes([Status.SIMULATION_CHANGED]) + parameters
