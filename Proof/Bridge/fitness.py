"""The values of the fitness services that an app reads, decoded as docs/road-and-apps.md and the GATT XML describe."""

import dataclasses
import struct

from dircon import BrokenError, check

FEATURES, BIKE, RESISTANCES, POWERS, CONTROL, STATUS = 0x2ACC, 0x2AD2, 0x2AD6, 0x2AD8, 0x2AD9, 0x2ADA
POWER, SPEED_AND_CADENCE, HEART_RATE, BATTERY = 0x2A63, 0x2A5B, 0x2A37, 0x2A19
TAKE_CONTROL, RESET, RESIST, HOLD, START, STOP, SLOPE, SPIN_DOWN = b'\0', b'\1', 4, 5, b'\7', 8, 0x11, 0x13


@dataclasses.dataclass(frozen=True)
class Bike:
    """Indoor Bike Data; None for an absent value."""

    kmh: float | None = None
    rpm: float | None = None
    meters: int | None = None
    watts: int | None = None
    bpm: int | None = None
    seconds: int | None = None


class Fields:
    """The fields of a characteristic, one after another."""

    def __init__(self, value: bytes, what: str):
        self.value, self.what, self.at = value, what, 0

    def take(self, form: str):
        size = struct.calcsize('<' + form)
        check(self.at + size <= len(self.value), f'{self.what} is too short: {self.value.hex(" ")}')
        fields = struct.unpack_from('<' + form, self.value, self.at)
        self.at += size
        return fields[0] if len(fields) == 1 else fields

    def end(self) -> None:
        check(self.at == len(self.value), f'{self.what} has bytes without a flag: {self.value.hex(" ")}')


def bike(value: bytes) -> Bike:
    fields = Fields(value, '2AD2')
    flags, found = fields.take('H'), {}
    if not flags & 1:
        found['kmh'] = fields.take('H') / 100
    for bit, name, form in (
        (1, None, 'H'),
        (2, 'rpm', 'H'),
        (3, None, 'H'),
        (4, 'meters', 'HB'),
        (5, None, 'h'),
        (6, 'watts', 'h'),
        (7, None, 'h'),
        (8, None, 'HHB'),
        (9, 'bpm', 'B'),
        (10, None, 'B'),
        (11, 'seconds', 'H'),
        (12, None, 'H'),
    ):
        if flags >> bit & 1:
            taken = fields.take(form)
            if name:
                found[name] = taken
    fields.end()
    if 'rpm' in found:
        found['rpm'] /= 2
    if 'meters' in found:
        low, high = found['meters']
        found['meters'] = low | high << 16
    return Bike(**found)


@dataclasses.dataclass(frozen=True)
class Turns:
    """Revolutions, and the time of the last one in units of the service."""

    count: int
    at: int


def power(value: bytes) -> tuple[int, Turns | None, Turns | None]:
    """Decodes a Cycling Power Measurement: watts, wheel, crank."""
    fields = Fields(value, '2A63')
    flags, watts = fields.take('Hh')
    if flags & 1:
        fields.take('B')
    if flags >> 2 & 1:
        fields.take('H')
    wheel = Turns(*fields.take('IH')) if flags >> 4 & 1 else None
    crank = Turns(*fields.take('HH')) if flags >> 5 & 1 else None
    if flags >> 11 & 1:
        fields.take('H')
    fields.end()
    return watts, wheel, crank


def turns(value: bytes) -> tuple[Turns | None, Turns | None]:
    """Decodes a CSC Measurement: wheel, crank."""
    fields = Fields(value, '2A5B')
    flags = fields.take('B')
    wheel = Turns(*fields.take('IH')) if flags & 1 else None
    crank = Turns(*fields.take('HH')) if flags >> 1 & 1 else None
    fields.end()
    return wheel, crank


def rpm(before: Turns, after: Turns, per_second: int = 1024) -> float | None:
    """Returns the cadence between two measurements; None if there was no revolution."""
    seconds = (after.at - before.at) % 65536 / per_second
    return None if seconds == 0 else (after.count - before.count) % 65536 / seconds * 60


def heart_rate(value: bytes) -> int:
    check(len(value) >= 2, f'2A37 is too short: {value.hex(" ")}')
    return struct.unpack_from('<H', value, 1)[0] if value[0] & 1 and len(value) >= 3 else value[1]


def hold(watts: int) -> bytes:
    return struct.pack('<Bh', HOLD, watts)


def slope(percent: float, rolling: float = 0.004, drag: float = 0.51, wind: float = 0) -> bytes:
    """Returns the request for a slope, with Zwift's values for the rest."""
    return struct.pack(
        '<BhhBB', SLOPE, round(wind * 1000), round(percent * 100), round(rolling * 10_000), round(drag * 100)
    )


def resist(level: float) -> bytes:
    return struct.pack('<Bh', RESIST, round(level * 10))


def succeeded(indication: bytes) -> None:
    """Raises unless an indication of the control point reports success."""
    if len(indication) < 3 or indication[0] != 0x80 or indication[2] != 1:
        raise BrokenError(f'the control point answers {indication.hex(" ")}')
