#!/usr/bin/env python3
"""make_capture.py FILE [--minutes 61]: writes a btsnoop capture (Linux monitor) of a ride with a trainer and a strap,
always the same bytes.

It has two links: advertising, connection, discovery, subscriptions, and the control sequence with its indications; then
4 Hz Indoor Bike Data and 1 Hz Heart Rate Measurement; at the end the trainer is stopped. Times and values come from a
seeded generator, so that a benchmark is repeatable.
"""

import argparse
import random
import struct
from dataclasses import dataclass

MONITOR = 2001  # btsnoop's datalink type
EPOCH = 0x00DCDDB30F2F8000 + 1_795_000_000 * 1_000_000  # microseconds since the year 0, on a day in 2026
NEW_INDEX, COMMAND, EVENT, ACL_SENT, ACL_RECEIVED, OPEN_INDEX, INDEX_INFO = 0, 2, 3, 4, 5, 8, 10
ADAPTER = bytes.fromhex('001A7DDA7110')[::-1]
READ, WRITE, NOTIFY, INDICATE = 0x02, 0x08, 0x10, 0x20
WATTS = 150


@dataclass
class Characteristic:
    uuid: int
    properties: int
    value: bytes = b''
    handle: int = 0  # the value's handle; the client configuration follows it


class Device:
    """A peripheral: its address, its advertising data, and its attribute table, whose handles begin at `handle`.

    The two tables do not overlap, because tshark keeps one table for all links of a monitor capture.
    """

    def __init__(self, link, handle, address, name, services):
        self.link, self.address, self.name = link, bytes.fromhex(address)[::-1], name
        self.services = []
        for uuid, characteristics in services:
            first, handle = handle, handle + 1
            for characteristic in characteristics:
                characteristic.handle = handle + 1
                handle += 3 if characteristic.properties & (NOTIFY | INDICATE) else 2
            self.services.append((first, handle - 1, uuid, characteristics))

    def characteristic(self, uuid):
        return next(c for *_, characteristics in self.services for c in characteristics if c.uuid == uuid)

    @property
    def advertisement(self):
        name = self.name.encode()
        return b'\x02\x01\x06' + bytes([len(name) + 1, 9]) + name + struct.pack('<BBH', 3, 2, self.services[0][2])


def trainer():
    return Device(
        0x40,
        0x01,
        'C0FFEE000001',
        'KICKR CORE 5A21',
        [
            (
                0x1826,
                [
                    Characteristic(0x2ACC, READ, struct.pack('<II', 0x4086, 0x200C)),
                    Characteristic(0x2AD2, NOTIFY),
                    Characteristic(0x2AD8, READ, struct.pack('<hhH', 25, 1500, 1)),
                    Characteristic(0x2AD9, WRITE | INDICATE),
                    Characteristic(0x2ADA, NOTIFY),
                ],
            ),
            (0x180A, [Characteristic(0x2A29, READ, b'Wahoo Fitness'), Characteristic(0x2A26, READ, b'1.3.12')]),
        ],
    )


def strap():
    return Device(
        0x41,
        0x40,
        'C0FFEE000002',
        'HRM-Dual:054321',
        [
            (0x180D, [Characteristic(0x2A37, NOTIFY), Characteristic(0x2A38, READ, b'\x01')]),
            (0x180F, [Characteristic(0x2A19, READ | NOTIFY, b'\x5a')]),
        ],
    )


class Capture:
    """Writes records; `now` is seconds since the capture began."""

    def __init__(self, file):
        self.file, self.now = file, 0.0
        file.write(b'btsnoop\0' + struct.pack('>II', 1, MONITOR))

    def record(self, kind, data):
        stamp = EPOCH + round(self.now * 1_000_000)
        self.file.write(struct.pack('>IIIIq', len(data), len(data), kind, 0, stamp) + data)

    def event(self, code, parameters):
        self.record(EVENT, bytes([code, len(parameters)]) + parameters)

    def att(self, kind, device, pdu):
        flags = 0x0000 if kind == ACL_SENT else 0x2000
        self.record(kind, struct.pack('<HHHH', device.link | flags, len(pdu) + 4, len(pdu), 4) + pdu)

    def ask(self, device, request, *responses):
        """Writes a request of the central, and each response 15 ms later."""
        self.att(ACL_SENT, device, request)
        for response in responses:
            self.now += 0.015
            self.att(ACL_RECEIVED, device, response)
        self.now += 0.005

    def notify(self, device, uuid, value):
        self.att(ACL_RECEIVED, device, struct.pack('<BH', 0x1B, device.characteristic(uuid).handle) + value)

    # The adapter, advertising and links.

    def adapter(self):
        self.record(NEW_INDEX, bytes([0, 3]) + ADAPTER + b'hci0\0\0\0\0')
        self.record(OPEN_INDEX, b'')
        self.record(INDEX_INFO, ADAPTER + struct.pack('<H', 1521))
        self.now += 0.1

    def advertise(self, device):
        data = device.advertisement
        self.event(0x3E, bytes([0x02, 1, 0x00, 0x00]) + device.address + bytes([len(data)]) + data + b'\xc4')
        self.now += 0.1

    def connect(self, device):
        self.record(
            COMMAND,
            struct.pack('<HBHHBB', 0x200D, 25, 96, 48, 0, 0)
            + device.address
            + struct.pack('<BHHHHHH', 0, 24, 40, 0, 42, 0, 0),
        )
        self.event(0x0F, struct.pack('<BBH', 0, 1, 0x200D))
        self.now += 0.1
        self.event(
            0x3E,
            struct.pack('<BBHBB', 0x01, 0, device.link, 0, 0) + device.address + struct.pack('<HHHB', 40, 0, 42, 0),
        )
        self.now += 0.05

    def disconnect(self, device):
        self.event(0x05, struct.pack('<BHB', 0, device.link, 0x16))
        self.now += 0.01

    # Discovery, which gives the handles their meaning.

    def discover(self, device):
        self.ask(device, struct.pack('<BH', 0x02, 517), struct.pack('<BH', 0x03, 247))
        self.discover_services(device)
        for first, last, _, characteristics in device.services:
            self.discover_characteristics(device, first, last, characteristics)

    def discover_services(self, device):
        groups = b''.join(struct.pack('<HHH', first, last, uuid) for first, last, uuid, _ in device.services)
        self.ask(device, struct.pack('<BHHH', 0x10, 1, 0xFFFF, 0x2800), bytes([0x11, 6]) + groups)
        beyond = device.services[-1][1] + 1
        self.ask(
            device, struct.pack('<BHHH', 0x10, beyond, 0xFFFF, 0x2800), struct.pack('<BBHB', 0x01, 0x10, beyond, 0x0A)
        )

    def discover_characteristics(self, device, first, last, characteristics):
        declared = b''.join(struct.pack('<HBHH', c.handle - 1, c.properties, c.handle, c.uuid) for c in characteristics)
        self.ask(device, struct.pack('<BHHH', 0x08, first, last, 0x2803), bytes([0x09, 7]) + declared)
        beyond = characteristics[-1].handle
        self.ask(
            device, struct.pack('<BHHH', 0x08, beyond, last, 0x2803), struct.pack('<BBHB', 0x01, 0x08, beyond, 0x0A)
        )
        for c in characteristics:
            if c.properties & (NOTIFY | INDICATE):
                configuration = c.handle + 1
                self.ask(
                    device,
                    struct.pack('<BHH', 0x04, configuration, configuration),
                    struct.pack('<BBHH', 0x05, 1, configuration, 0x2902),
                )

    def read(self, device, uuid):
        characteristic = device.characteristic(uuid)
        self.ask(device, struct.pack('<BH', 0x0A, characteristic.handle), b'\x0b' + characteristic.value)

    def subscribe(self, device, uuid, indications=False):
        handle = device.characteristic(uuid).handle + 1
        self.ask(device, struct.pack('<BHH', 0x12, handle, 2 if indications else 1), b'\x13')

    def control(self, device, request):
        """Writes a control-point procedure: a write, its response, the indication of success, and the confirmation."""
        handle = device.characteristic(0x2AD9).handle
        answer = struct.pack('<BHBBB', 0x1D, handle, 0x80, request[0], 1)
        self.ask(device, struct.pack('<BH', 0x12, handle) + request, b'\x13', answer)
        self.att(ACL_SENT, device, b'\x1e')
        self.now += 0.01


def ride(capture, kickr, belt, seconds, rng):
    began, power = capture.now, 90.0
    for quarter in range(seconds * 4):
        capture.now = began + quarter / 4 + rng.uniform(0, 0.02)
        power += (WATTS - power) * 0.35
        watts, cadence = round(power + rng.gauss(0, 2)), round(2 * (88 + rng.gauss(0, 0.6)))
        capture.notify(kickr, 0x2AD2, struct.pack('<HHHh', 0x0044, 2900, cadence, watts))
        if quarter % 4 == 2:
            beats = round(124 + 20 * quarter / (seconds * 4))
            capture.now += 0.05
            interval = round(60 / beats * 1024 + rng.gauss(0, 12))
            capture.notify(belt, 0x2A37, struct.pack('<BBHH', 0x16, beats, interval, interval + 7))
    capture.now = began + seconds


def write(path, minutes):
    with open(path, 'wb') as file:
        capture, kickr, belt = Capture(file), trainer(), strap()
        capture.adapter()
        for device in (kickr, belt, kickr, belt):
            capture.advertise(device)
        for device in (kickr, belt):
            capture.connect(device)
            capture.discover(device)
        capture.read(kickr, 0x2ACC)
        capture.read(kickr, 0x2AD8)
        for uuid in (0x2AD9, 0x2ADA, 0x2AD2):
            capture.subscribe(kickr, uuid, indications=uuid == 0x2AD9)
        capture.subscribe(belt, 0x2A37)
        for request in (b'\x00', b'\x07', struct.pack('<Bh', 0x05, WATTS)):
            capture.control(kickr, request)
        capture.notify(kickr, 0x2ADA, struct.pack('<Bh', 0x08, WATTS))
        ride(capture, kickr, belt, round(minutes * 60), random.Random(1))
        capture.control(kickr, b'\x08\x01')
        for device in (kickr, belt):
            capture.disconnect(device)


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('file')
    parser.add_argument('--minutes', type=float, default=61)
    options = parser.parse_args()
    write(options.file, options.minutes)
