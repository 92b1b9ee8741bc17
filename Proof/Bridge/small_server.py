"""A small server of Direct Connect, to try the client and the apps without jz2: a trainer that follows its target."""

import contextlib
import socket
import socketserver
import struct
import threading
import time

import dircon
from dircon import CAN_NOTIFY, CAN_READ, CAN_WRITE, Frame, short, uuid

TABLE = {
    0x1826: {0x2ACC: CAN_READ, 0x2AD2: CAN_NOTIFY, 0x2AD9: CAN_WRITE | CAN_NOTIFY, 0x2ADA: CAN_NOTIFY},
    0x1818: {0x2A63: CAN_NOTIFY, 0x2A65: CAN_READ, 0x2A5D: CAN_READ},
    0x180D: {0x2A37: CAN_NOTIFY, 0x2A38: CAN_READ},
}
VALUES = {
    0x2ACC: bytes.fromhex('8254 0000 0CA0 0000'),
    0x2A65: struct.pack('<I', 8),
    0x2A5D: bytes([13]),
    0x2A38: bytes([1]),
}
EVERY = 0.1
LONGEST = 512


class Client(socketserver.BaseRequestHandler):
    """A connection to the server."""

    def setup(self) -> None:
        self.subscribed: set[int] = set()
        self.sending = threading.Lock()
        self.request.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.server.clients.append(self)

    def finish(self) -> None:
        self.server.clients.remove(self)

    def handle(self) -> None:
        received = bytearray()
        with contextlib.suppress(OSError):
            while piece := self.request.recv(1 << 16):
                received += piece
                while len(received) >= dircon.HEADER.size:
                    version, *_, length = dircon.HEADER.unpack_from(received)
                    if version != 1 or length > LONGEST:
                        return
                    if not (frame := dircon.take_frame(received)):
                        break
                    self.answer(frame)

    def send(self, frame: Frame) -> None:
        with self.sending, contextlib.suppress(OSError):
            self.request.sendall(frame.encoded())

    def notify(self, of: int, value: bytes) -> None:
        if of in self.subscribed:
            self.send(Frame(dircon.NOTIFY, self.server.note_number, uuid(of) + value))

    def answer(self, frame: Frame) -> None:
        code, body = self.result(frame)
        self.send(Frame(frame.message, frame.sequence, body if code == dircon.OK else b'', code))
        of = short(frame.body[:16]) if len(frame.body) >= 16 else None
        if code == dircon.OK and frame.message == dircon.WRITE and of == 0x2AD9:
            self.notify(of, self.server.bike.control(frame.body[16:]))
        if code == dircon.OK and frame.message == dircon.SUBSCRIBE and of == 0x2AD2:
            self.notify(of, self.server.bike.value())

    def result(self, frame: Frame) -> tuple[int, bytes]:
        if frame.message == dircon.UNKNOWN:
            return dircon.OK, b''
        if frame.message == dircon.SERVICES:
            return dircon.OK, b''.join(uuid(service) for service in TABLE)
        if frame.message not in dircon.MESSAGES or frame.message == dircon.NOTIFY:
            return dircon.UNKNOWN_MESSAGE, b''
        of = short(frame.body[:16]) if len(frame.body) >= 16 else None
        if frame.message == dircon.CHARACTERISTICS:
            if of not in TABLE:
                return dircon.NO_SERVICE, b''
            return dircon.OK, uuid(of) + b''.join(uuid(one) + bytes([TABLE[of][one]]) for one in TABLE[of])
        allowed = next((service[of] for service in TABLE.values() if of in service), None)
        if allowed is None:
            return dircon.NO_CHARACTERISTIC, b''
        needed = {dircon.READ: CAN_READ, dircon.WRITE: CAN_WRITE, dircon.SUBSCRIBE: CAN_NOTIFY}[frame.message]
        if not allowed & needed:
            return dircon.NOT_SUPPORTED, b''
        if frame.message == dircon.SUBSCRIBE:
            (self.subscribed.add if frame.body[16:] == b'\1' else self.subscribed.discard)(of)
        return dircon.OK, uuid(of) + (VALUES[of] if frame.message == dircon.READ else b'')


class Bike:
    """A trainer that has the power of its target at once."""

    def __init__(self):
        self.watts, self.grade, self.requests = 90, 0.0, []

    def control(self, request: bytes) -> bytes:
        self.requests.append(request)
        if request[:1] == b'\5':
            self.watts = struct.unpack_from('<h', request, 1)[0]
        elif request[:1] == b'\x11':
            self.grade = struct.unpack_from('<h', request, 3)[0] / 100
            self.watts = round(200 + 30 * self.grade)
        return bytes([0x80, *request[:1], 1])

    def value(self) -> bytes:
        return struct.pack('<HHHh', 0x44, 3187, 180, self.watts)


class SmallServer(socketserver.ThreadingTCPServer):
    """The server. `note_number` is the sequence number of its notifications."""

    daemon_threads = allow_reuse_address = True

    def __init__(self, note_number: int = 0):
        super().__init__(('127.0.0.1', 0), Client)
        self.clients: list[Client] = []
        self.bike, self.note_number, self.is_quiet = Bike(), note_number, False

    def __enter__(self) -> 'SmallServer':
        threading.Thread(target=self.serve_forever, kwargs={'poll_interval': 0.02}, daemon=True).start()
        threading.Thread(target=self.notify, daemon=True).start()
        return self

    def __exit__(self, *_error) -> None:
        self.is_quiet = True
        self.shutdown()
        self.server_close()

    def notify(self) -> None:
        while not self.is_quiet:
            time.sleep(EVERY)
            for client in list(self.clients):
                client.notify(0x2AD2, self.bike.value())
                client.notify(0x2A37, b'\0\x84')
