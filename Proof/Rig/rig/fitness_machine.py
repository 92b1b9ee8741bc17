"""Numbers of the Fitness Machine Control Point (FTMS 1.0.1, §4.16) and of the Fitness Machine Status (§4.17), and the
bytes of Indoor Bike Data (§4.9).
"""

import enum
import struct


class Op(enum.IntEnum):
    """The request op codes of the control point, and the op code of its response."""

    REQUEST_CONTROL = 0x00
    RESET = 0x01
    SET_TARGET_POWER = 0x05
    START_OR_RESUME = 0x07
    STOP_OR_PAUSE = 0x08
    SET_SIMULATION = 0x11
    SPIN_DOWN = 0x13
    RESPONSE = 0x80


class Result(enum.IntEnum):
    SUCCESS = 0x01
    NOT_SUPPORTED = 0x02
    INVALID_PARAMETER = 0x03
    OPERATION_FAILED = 0x04
    CONTROL_NOT_PERMITTED = 0x05


class Status(enum.IntEnum):
    """The messages that the trainer sends by itself after a change."""

    TARGET_POWER_CHANGED = 0x08
    SIMULATION_CHANGED = 0x12
    SPIN_DOWN = 0x14
    CONTROL_LOST = 0xFF


class SpinDown(enum.IntEnum):
    """The parameter of the status of a spin-down."""

    REQUESTED = 0x01
    SUCCESS = 0x02
    ERROR = 0x03
    STOP_PEDALLING = 0x04


# Flags of Indoor Bike Data. Speed is present because More Data is clear.
CADENCE, POWER, HEART_RATE = 0x0004, 0x0040, 0x0200


def indoor_bike_data(kmh, rpm, watts=None, beats=None):
    """Returns a 2AD2 value. Power and heart rate are None if absent."""
    flags, rest = CADENCE, b''
    if watts is not None:
        flags |= POWER
        rest += struct.pack('<h', watts)
    if beats is not None:
        flags |= HEART_RATE
        rest += bytes([beats])
    return struct.pack('<HHH', flags, round(kmh * 100), round(rpm * 2)) + rest
