"""trainer.py [PORT] [--announce NAME]: a trainer with Wi-Fi, written from docs/road-and-apps.md, that can misbehave.

It has Fitness Machine with ERG mode, accepts one app at a time, and measures the power of legs that follow its target.
With --announce, `avahi-publish-service` announces it.
"""

import contextlib
import socket
import struct
import subprocess
import sys
import threading
import time

import dircon
from dircon import CAN_NOTIFY, CAN_READ, CAN_WRITE, Frame, short, uuid

PORT = 36866
SERVICE = '_wahoo-fitness-tnp._tcp'
FEATURES, BIKE, POWERS, CONTROL, STATUS = 0x2ACC, 0x2AD2, 0x2AD8, 0x2AD9, 0x2ADA
FITNESS = 0x1826
TABLE = {
    FEATURES: CAN_READ, BIKE: CAN_NOTIFY, POWERS: CAN_READ, CONTROL: CAN_WRITE | CAN_NOTIFY, STATUS: CAN_NOTIFY,
}  # fmt: skip
VALUES = {
    # Cadence and power; targets: power and simulation.
    FEATURES: struct.pack('<II', 1 << 1 | 1 << 14, 1 << 3 | 1 << 13),
    POWERS: struct.pack('<hhH', 0, 2000, 1),
}
TAKE_CONTROL, RESET, HOLD, START, STOP, SLOPE = 0, 1, 5, 7, 8, 0x11
DONE, UNKNOWN_REQUEST, NOT_CONTROLLED = 1, 2, 5
EVERY = 0.25
CADENCE = 88


class WirelessTrainer:
    """A trainer on a port of this computer; each change of `watts` reaches the legs within a second."""

    def __init__(self, port: int = 0):
        self.listener = socket.create_server(('127.0.0.1' if port == 0 else '', port))
        self.port = self.listener.getsockname()[1]
        self.app: socket.socket | None = None
        self.subscribed: set[int] = set()
        self.requests: list[bytes] = []
        self.links = 0
        self.target, self.watts, self.is_controlled = 0, 0.0, False
        self.away_until = 0.0
        self.is_silent = self.is_split = self.is_over = False
        self.sending = threading.Lock()

    def __enter__(self) -> 'WirelessTrainer':
        for work in (self.serve, self.ride):
            threading.Thread(target=work, daemon=True).start()
        return self

    def __exit__(self, *_error) -> None:
        self.is_over = True
        self.listener.close()
        self.disconnect()

    # Misdeeds

    def disconnect(self) -> None:
        """Ends the link, as a trainer without power does once its Wi-Fi is back."""
        if app := self.app:
            with contextlib.suppress(OSError):
                app.shutdown(socket.SHUT_RDWR)

    def leave(self, seconds: float) -> None:
        """Ends the link, and closes each new connection for a time."""
        self.away_until = time.monotonic() + seconds
        self.disconnect()

    def send_garbage(self) -> None:
        with self.sending, contextlib.suppress(OSError):
            if self.app:
                self.app.sendall(b'HTTP/1.1 400 Bad Request\r\n\r\n' * 20)

    # The link

    def serve(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                app, _ = self.listener.accept()
                if time.monotonic() < self.away_until:
                    app.close()
                    continue
                app.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self.links += 1
                self.app, self.subscribed, self.is_controlled = app, set(), False
                self.listen(app)
                self.app = None
                app.close()

    def listen(self, app: socket.socket) -> None:
        received = bytearray()
        with contextlib.suppress(OSError):
            while piece := app.recv(1 << 16):
                received += piece
                while frame := dircon.take_frame(received):
                    if not self.is_silent:
                        self.answer(frame)

    def send(self, frame: Frame) -> None:
        with self.sending, contextlib.suppress(OSError):
            if not (app := self.app):
                return
            pieces = [bytes([byte]) for byte in frame.encoded()] if self.is_split else [frame.encoded()]
            for piece in pieces:
                app.sendall(piece)

    def notify(self, of: int, value: bytes) -> None:
        if of in self.subscribed:
            self.send(Frame(dircon.NOTIFY, 0, uuid(of) + value))

    def answer(self, frame: Frame) -> None:
        code, body = self.result(frame)
        self.send(Frame(frame.message, frame.sequence, body if code == dircon.OK else b'', code))
        if code == dircon.OK and frame.message == dircon.WRITE:
            self.control(frame.body[16:])

    def result(self, frame: Frame) -> tuple[int, bytes]:
        of = short(frame.body[:16]) if len(frame.body) >= 16 else None
        if frame.message == dircon.SERVICES:
            return dircon.OK, uuid(FITNESS)
        if frame.message == dircon.CHARACTERISTICS:
            if of != FITNESS:
                return dircon.NO_SERVICE, b''
            return dircon.OK, uuid(of) + b''.join(uuid(one) + bytes([use]) for one, use in TABLE.items())
        needed = {dircon.READ: CAN_READ, dircon.WRITE: CAN_WRITE, dircon.SUBSCRIBE: CAN_NOTIFY}.get(frame.message)
        if needed is None:
            return dircon.UNKNOWN_MESSAGE, b''
        if of not in TABLE:
            return dircon.NO_CHARACTERISTIC, b''
        if not TABLE[of] & needed:
            return dircon.NOT_SUPPORTED, b''
        if frame.message == dircon.SUBSCRIBE:
            (self.subscribed.add if frame.body[16:] == b'\1' else self.subscribed.discard)(of)
        return dircon.OK, uuid(of) + (VALUES[of] if frame.message == dircon.READ else b'')

    def control(self, request: bytes) -> None:
        """Carries out a request to the control point, and indicates the result."""
        self.requests.append(request)
        kind = request[0] if request else 0xFF
        if kind == TAKE_CONTROL:
            self.is_controlled, result = True, DONE
        elif kind not in (RESET, HOLD, START, STOP, SLOPE):
            result = UNKNOWN_REQUEST
        elif not self.is_controlled:
            result = NOT_CONTROLLED
        else:
            result = DONE
        self.notify(CONTROL, bytes([0x80, kind, result]))
        if result != DONE:
            return
        if kind == HOLD:
            self.target = struct.unpack_from('<h', request, 1)[0]
            self.notify(STATUS, b'\x08' + request[1:3])
        elif kind == SLOPE:
            self.target = round(150 + 25 * struct.unpack_from('<h', request, 3)[0] / 100)
            self.notify(STATUS, b'\x12' + request[1:7])
        elif kind in (RESET, STOP):
            self.is_controlled = kind == STOP

    # The legs

    def ride(self) -> None:
        """Measures four times a second."""
        while not self.is_over:
            time.sleep(EVERY)
            self.watts += (self.target - self.watts) / 2
            if not self.is_silent:
                self.notify(BIKE, struct.pack('<HHHh', 0x44, 3000, 2 * CADENCE, round(self.watts)))


def main() -> int:
    words = sys.argv[1:]
    name = words[words.index('--announce') + 1] if '--announce' in words else None
    port = int(words[0]) if words and words[0].isdigit() else PORT
    with WirelessTrainer(port) as trainer:
        print(f'a trainer at port {trainer.port}', flush=True)
        text = ['ble-service-uuids=0x1826', 'mac-address=02-00-00-00-00-01', 'serial-number=1']
        announcing = name and subprocess.Popen(['avahi-publish-service', name, SERVICE, str(trainer.port), *text])
        try:
            while True:
                time.sleep(5)
                print(f'{trainer.links} links, {trainer.watts:.0f} W, {len(trainer.requests)} requests', flush=True)
        except KeyboardInterrupt:
            return 0
        finally:
            if announcing:
                announcing.terminate()


if __name__ == '__main__':
    sys.exit(main())
