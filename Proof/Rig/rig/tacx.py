"""FE-C over BLE, as a Tacx sends and reads it: frames of 13 bytes, each around a page of 8."""

import functools
import operator
import struct

SYNC, LENGTH, BROADCAST, ACKNOWLEDGED, CHANNEL = 0xA4, 0x09, 0x4E, 0x4F, 0x05
FRAME_LENGTH = 13

# Pages to the trainer
RESISTANCE, TARGET_POWER, WIND, TRACK, USER_CONFIGURATION, REQUEST = 0x30, 0x31, 0x32, 0x33, 0x37, 0x46
# Pages from the trainer
GENERAL, TRAINER, CAPABILITIES, COMMAND_STATUS, MANUFACTURER, PRODUCT = 0x10, 0x19, 0x36, 0x47, 0x50, 0x51

# States of a command in page 71
PASS, FAIL, NOT_SUPPORTED, REJECTED = 0, 1, 2, 3
# Whether the brake holds its target, in page 25
AT_TARGET, TOO_SLOW, TOO_FAST, LIMIT = 0, 1, 2, 3
READY, IN_USE = 2, 3
BEATS_OF_ANT, DISTANCE = 0x01, 0x04  # bits of page 16's last byte
WANTS_CONFIGURATION = 0x4  # bit of the status in page 25
NOTHING_TOLD = bytes.fromhex('47ffffff01000020')


def xor(data):
    """Returns the checksum that a trainer sends: over all bytes before it."""
    return functools.reduce(operator.xor, data, 0)


def total(data):
    """Returns the checksum of Tacx's paper, which some apps send: the sum without the first byte."""
    return sum(data[1:]) & 0xFF


def frame(page, kind=BROADCAST, channel=CHANNEL, check=xor):
    head = bytes([SYNC, LENGTH, kind, channel]) + page
    return head + bytes([check(head)])


def page_of(data):
    """Returns the page in a received frame; None if it is not a frame. Like a real trainer, it ignores the checksum."""
    if len(data) != FRAME_LENGTH or data[0] != SYNC or data[1] != LENGTH or data[2] not in (BROADCAST, ACKNOWLEDGED):
        return None
    return data[4:12]


def check_of(data):
    """Returns the kind of a frame's checksum: `xor`, `sum`, or `wrong`."""
    head, last = data[:-1], data[-1]
    return 'xor' if last == xor(head) else 'sum' if last == total(head) else 'wrong'


def target_watts(page):
    """Returns the watts of page 49, whose unit is a quarter of a watt."""
    quarters = struct.unpack_from('<H', page, 6)[0]
    return quarters / 4 if quarters % 4 else quarters // 4


def general(seconds, meters, kmh, state, beats=None):
    """Returns page 16. Bits of the last byte: 0 and 1 are the heart rate source, 2 the presence of the distance."""
    speed = round(kmh / 3.6 * 1000)
    there = DISTANCE if beats is None else DISTANCE | BEATS_OF_ANT
    heart = 0xFF if beats is None else beats
    return struct.pack(
        '<BBBBHBB', GENERAL, 0x19, int(seconds * 4) % 256, int(meters) % 256, speed, heart, there | state << 4
    )


def trainer(count, rpm, accumulated, watts, status=0, keeps=AT_TARGET, state=READY):
    """Returns page 25. Cadence and power are None if absent."""
    cadence = 0xFF if rpm is None else min(254, round(rpm))
    power = 0xFFF if watts is None else max(0, min(0xFFE, watts))
    return struct.pack(
        '<BBBHHB', TRAINER, count % 256, cadence, accumulated % 2**16, power | status << 12, keeps | state << 4
    )


def command_status(command, count, status):
    """Returns page 71 for a command page, with the last four bytes of that page."""
    return bytes([COMMAND_STATUS, command[0], count, status]) + command[4:8]


def capabilities(newtons):
    """Returns page 54, which declares resistance, power and simulation."""
    return struct.pack('<BBBBBHB', CAPABILITIES, 0xFF, 0xFF, 0xFF, 0xFF, newtons, 0x07)


def manufacturer(model, hardware=1):
    """Returns page 80; 0x0059 is Tacx."""
    return struct.pack('<BBBBHH', MANUFACTURER, 0xFF, 0xFF, hardware, 0x0059, model)


def product(version, serial):
    """Returns page 81."""
    return struct.pack('<BBBBI', PRODUCT, 0xFF, 0x00, version, serial)
