#!/usr/bin/env python3
"""usb_adapter.py [--composite]: plugs in an emulated USB Bluetooth adapter, until standard input ends.

The kernel's vhci_hcd treats a socket that speaks USB/IP as a device on its bus, so the kernel's own btusb finds this
adapter. It answers HCI commands with success and zeros, which is enough for a controller; there is no radio. With
--composite only the interface has the Bluetooth class, as in adapters that are several devices in one.
"""

import argparse
import select
import socket
import struct
import sys

ATTACH = '/sys/devices/platform/vhci_hcd.0/attach'
FULL_SPEED = 2
DEVICE_ID = 0x10002

CMD_SUBMIT, CMD_UNLINK, RET_SUBMIT, RET_UNLINK = 1, 2, 3, 4
HEADER = struct.Struct('>5I28s')
SUBMIT = struct.Struct('>Iiiii8s')
IN = 1
STALL = -32
UNLINKED = -104

BLUETOOTH = bytes([0xE0, 0x01, 0x01])
COMPOSITE = bytes([0xEF, 0x02, 0x01])
EVENTS_ENDPOINT = 1
GET_DESCRIPTOR, GET_STATUS = 0x06, 0x00


def device_descriptor(composite):
    device_class = COMPOSITE if composite else BLUETOOTH
    return struct.pack('<BBH3sBHHHBBBB', 18, 1, 0x0200, device_class, 64, 0x1209, 0x0001, 0x0100, 0, 0, 0, 1)


def configuration_descriptor():
    """Returns one interface: events by interrupt, data by bulk. Remote wakeup allows the kernel to suspend it."""
    interface = struct.pack('<BBBBB3sB', 9, 4, 0, 0, 3, BLUETOOTH, 0)
    endpoints = b''.join(
        struct.pack('<BBBBHB', 7, 5, address, kind, size, interval)
        for address, kind, size, interval in [(0x81, 3, 16, 1), (0x82, 2, 64, 0), (0x02, 2, 64, 0)]
    )
    body = interface + endpoints
    return struct.pack('<BBHBBBBB', 9, 2, 9 + len(body), 1, 1, 0, 0xA0, 50) + body


class Adapter:
    def __init__(self, line, composite):
        self.line = line
        self.descriptors = {1: device_descriptor(composite), 2: configuration_descriptor()}
        self.waiting = {}  # pending requests for events: sequence number -> length
        self.events = []

    def serve(self):
        while True:
            readable, _, _ = select.select([self.line, sys.stdin], [], [])
            if sys.stdin in readable and not sys.stdin.readline():
                return
            if self.line in readable and not self.serve_one():
                return

    def serve_one(self):
        header = self.receive(HEADER.size)
        if header is None:
            return False
        command, sequence, _, direction, endpoint, rest = HEADER.unpack(header)
        if command == CMD_UNLINK:
            self.unlink(sequence, struct.unpack('>I', rest[:4])[0])
        else:
            self.submit(sequence, direction, endpoint, rest)
        return True

    def submit(self, sequence, direction, endpoint, rest):
        _, length, _, _, _, setup = SUBMIT.unpack(rest)
        data = self.receive(length) if direction != IN and length else b''
        if endpoint == 0:
            self.control(sequence, direction, setup, data)
        elif direction != IN:
            self.answer(sequence, len(data))
        elif endpoint == EVENTS_ENDPOINT:
            self.waiting[sequence] = length
            self.hand_out()
        else:
            self.waiting[sequence] = 0  # no data is ever received

    def control(self, sequence, direction, setup, data):
        kind, request, value, _, length = struct.unpack('<BBHHH', setup)
        if kind & 0x60 == 0x20 and direction != IN:
            self.answer(sequence, len(data))
            self.complete(struct.unpack('<H', data[:2])[0])
        elif direction != IN:
            self.answer(sequence, 0)
        elif request == GET_DESCRIPTOR and value >> 8 in self.descriptors:
            self.give(sequence, self.descriptors[value >> 8][:length])
        elif request == GET_STATUS:
            self.give(sequence, bytes(2)[:length])
        else:
            self.answer(sequence, 0, STALL)

    def complete(self, op_code):
        """Queues a Command Complete event. Its return parameters are 64 zeros; the first one is the status."""
        self.events.append(struct.pack('<BBBH', 0x0E, 67, 1, op_code) + bytes(64))
        self.hand_out()

    def hand_out(self):
        """Sends events in pieces of the requested lengths. A piece that is not full ends an event."""
        while self.events:
            sequence = next((number for number, length in self.waiting.items() if length), None)
            if sequence is None:
                return
            length = self.waiting.pop(sequence)
            piece, rest = self.events[0][:length], self.events[0][length:]
            if rest:
                self.events[0] = rest
            else:
                self.events.pop(0)
            self.give(sequence, piece)

    def unlink(self, sequence, victim):
        status = UNLINKED if self.waiting.pop(victim, None) is not None else 0
        self.line.sendall(HEADER.pack(RET_UNLINK, sequence, 0, 0, 0, struct.pack('>i', status)))

    def give(self, sequence, data):
        self.answer(sequence, len(data))
        self.line.sendall(data)

    def answer(self, sequence, length, status=0):
        self.line.sendall(HEADER.pack(RET_SUBMIT, sequence, 0, 0, 0, struct.pack('>5i', status, length, 0, 0, 0)))

    def receive(self, count):
        data = b''
        while len(data) < count:
            piece = self.line.recv(count - len(data))
            if not piece:
                return None
            data += piece
        return data


def main():
    options = argparse.ArgumentParser()
    options.add_argument('--composite', action='store_true')
    composite = options.parse_args().composite
    ours, kernels = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
    with open(ATTACH, 'w', encoding='ascii') as attach:
        attach.write(f'0 {kernels.fileno()} {DEVICE_ID} {FULL_SPEED}')
    kernels.close()
    Adapter(ours, composite).serve()


main()
