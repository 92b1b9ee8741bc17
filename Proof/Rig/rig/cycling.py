"""The bytes of Cycling Power Measurement (2A63) and of CSC Measurement (2A5B), as sensors send them."""

import math
import struct

TORQUE, WHEEL, CRANK = 0x0004, 0x0010, 0x0020  # flags of 2A63: the fields after the power
CSC_WHEEL, CSC_CRANK = 0x01, 0x02  # flags of 2A5B
TORQUE_UNIT = 1 / 32  # newton metres
POWER_WHEEL_CLOCK, CSC_CLOCK = 2048, 1024  # ticks a second: of the wheel in 2A63; of all other times


def revolutions(turned, bits, clock):
    """Returns the count, with so many bits, and the time of the last revolution; both wrap around."""
    form = {16: '<HH', 32: '<IH'}[bits]
    return struct.pack(form, turned.count % 2**bits, round(turned.at * clock) % 2**16)


def cycling_power(watts, work=None, wheel=None, crank=None):
    """Returns a 2A63 value. `work` is the energy of the wheel so far, in joules, sent as accumulated torque."""
    flags, rest = 0, b''
    if work is not None:
        flags |= TORQUE
        rest += struct.pack('<H', round(work / (2 * math.pi) / TORQUE_UNIT) % 2**16)
    if wheel is not None:
        flags |= WHEEL
        rest += revolutions(wheel, 32, POWER_WHEEL_CLOCK)
    if crank is not None:
        flags |= CRANK
        rest += revolutions(crank, 16, CSC_CLOCK)
    return struct.pack('<Hh', flags, watts) + rest


def speed_and_cadence(wheel=None, crank=None):
    """Returns a 2A5B value."""
    flags, rest = 0, b''
    if wheel is not None:
        flags |= CSC_WHEEL
        rest += revolutions(wheel, 32, CSC_CLOCK)
    if crank is not None:
        flags |= CSC_CRANK
        rest += revolutions(crank, 16, CSC_CLOCK)
    return bytes([flags]) + rest
