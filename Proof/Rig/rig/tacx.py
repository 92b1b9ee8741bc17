"""FE-C over BLE, as a Tacx sends and reads it: frames of 13 bytes, each around a page of 8."""

import functools
import operator
import struct

SYNC, LENGTH, BROADCAST, ACKNOWLEDGED, CHANNEL = 0xA4, 0x09, 0x4E, 0x4F, 0x05
FRAME_LENGTH = 13

# Pages to the trainer
RESISTANCE, TARGET_POWER, WIND, TRACK, USER_CONFIGURATION, REQUEST = 0x30, 0x31, 0x32, 0x33, 0x37, 0x46
# Pages from it
GENERAL, TRAINER, CAPABILITIES, COMMAND_STATUS, MANUFACTURER, PRODUCT = 0x10, 0x19, 0x36, 0x47, 0x50, 0x51

# States of a command in page 71
PASS, FAIL, NOT_SUPPORTED, REJECTED = 0, 1, 2, 3
# How a target is kept, in page 25
AT_TARGET, TOO_SLOW, TOO_FAST, LIMIT = 0, 1, 2, 3
READY, IN_USE = 2, 3
BEATS_OF_ANT, DISTANCE = 0x01, 0x04  # of page 16's last byte
WANTS_CONFIGURATION = 0x4  # of the status in page 25
NOTHING_TOLD = bytes.fromhex('47ffffff01000020')


def xor(data):
    """The check that a trainer sends: all bytes before it."""
    return functools.reduce(operator.xor, data, 0)


def total(data):
    """The check of Tacx's paper, which some apps send: the sum without the first byte."""
    return sum(data[1:]) & 0xFF


def frame(page, kind=BROADCAST, channel=CHANNEL, check=xor):
    head = bytes([SYNC, LENGTH, kind, channel]) + page
    return head + bytes([check(head)])


def page_of(data):
    """The page in a frame that came; None if it is no frame. The check is not looked at, as by a real trainer."""
    if len(data) != FRAME_LENGTH or data[0] != SYNC or data[1] != LENGTH or data[2] not in (BROADCAST, ACKNOWLEDGED):
        return None
    return data[4:12]


def check_of(data):
    """Which check a frame has: `xor`, `sum`, or `wrong`."""
    head, last = data[:-1], data[-1]
    return 'xor' if last == xor(head) else 'sum' if last == total(head) else 'wrong'


def target_watts(page):
    """The watts that page 49 asks for; its unit is a quarter of a watt."""
    quarters = struct.unpack_from('<H', page, 6)[0]
    return quarters / 4 if quarters % 4 else quarters // 4


def general(seconds, meters, kmh, state, beats=None):
    """Page 16. Bits of the last byte: 0 and 1 say where a heart rate comes from, 2 that the distance is there."""
    speed = round(kmh / 3.6 * 1000)
    there = DISTANCE if beats is None else DISTANCE | BEATS_OF_ANT
    heart = 0xFF if beats is None else beats
    return struct.pack(
        '<BBBBHBB', GENERAL, 0x19, int(seconds * 4) % 256, int(meters) % 256, speed, heart, there | state << 4
    )


def trainer(count, rpm, accumulated, watts, status=0, keeps=AT_TARGET, state=READY):
    """Page 25. Without a cadence or a power these are None."""
    cadence = 0xFF if rpm is None else min(254, round(rpm))
    power = 0xFFF if watts is None else max(0, min(0xFFE, watts))
    return struct.pack(
        '<BBBHHB', TRAINER, count % 256, cadence, accumulated % 2**16, power | status << 12, keeps | state << 4
    )


def command_status(command, count, status):
    """Page 71 of a command page: its last four bytes come back."""
    return bytes([COMMAND_STATUS, command[0], count, status]) + command[4:8]


def capabilities(newtons):
    """Page 54: resistance, power and simulation are possible."""
    return struct.pack('<BBBBBHB', CAPABILITIES, 0xFF, 0xFF, 0xFF, 0xFF, newtons, 0x07)


def manufacturer(model, hardware=1):
    """Page 80; 0x0059 is Tacx."""
    return struct.pack('<BBBBHH', MANUFACTURER, 0xFF, 0xFF, hardware, 0x0059, model)


def product(version, serial):
    """Page 81."""
    return struct.pack('<BBBBI', PRODUCT, 0xFF, 0x00, version, serial)
