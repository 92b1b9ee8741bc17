"""A client of Direct Connect (DIRCON), written from docs/road-and-apps.md, and its frames.

A `Link` is one TCP connection. It sends requests, keeps every notification with its time, and checks every received
frame; a frame that violates the protocol is a line in `flaws`.
"""

import contextlib
import dataclasses
import socket
import struct
import threading
import time
from collections.abc import Callable

BASE = bytes.fromhex('0000 1000 8000 0080 5F9B 34FB')
HEADER = struct.Struct('>BBBBH')
SERVICES, CHARACTERISTICS, READ, WRITE, SUBSCRIBE, NOTIFY, UNKNOWN = range(1, 8)
MESSAGES = (SERVICES, CHARACTERISTICS, READ, WRITE, SUBSCRIBE, NOTIFY, UNKNOWN)
OK, UNKNOWN_MESSAGE, UNEXPECTED, NO_SERVICE, NO_CHARACTERISTIC, NOT_SUPPORTED, WRITE_FAILED, UNKNOWN_VERSION = range(8)
CAN_READ, CAN_WRITE, CAN_NOTIFY = 1, 2, 4
PATIENCE = 5.0


class BrokenError(Exception):
    """The other side violates the protocol, refuses a request, or does not answer."""


def uuid(short: int) -> bytes:
    """Returns the 16 bytes of a 16-bit UUID, in reading order."""
    return struct.pack('>I', short) + BASE


def short(long: bytes) -> int | None:
    """Returns the 16-bit UUID; None for another UUID."""
    return struct.unpack('>I', long[:4])[0] if long[4:] == BASE and long[:2] == b'\0\0' else None


@dataclasses.dataclass(frozen=True)
class Frame:
    message: int
    sequence: int
    body: bytes = b''
    code: int = OK
    version: int = 1

    def encoded(self) -> bytes:
        return HEADER.pack(self.version, self.message, self.sequence, self.code, len(self.body)) + self.body


def take_frame(received: bytearray) -> Frame | None:
    """Removes the first frame from the bytes of a stream; None if it is not complete."""
    if len(received) < HEADER.size:
        return None
    version, message, sequence, code, length = HEADER.unpack_from(received)
    if len(received) < HEADER.size + length:
        return None
    body = bytes(received[HEADER.size : HEADER.size + length])
    del received[: HEADER.size + length]
    return Frame(message, sequence, body, code, version)


@dataclasses.dataclass(frozen=True)
class Note:
    """A notification; `at` is monotonic seconds, `wall` nanoseconds since 1970."""

    at: float
    wall: int
    of: int
    value: bytes


class Link:
    """A TCP connection to a server of Direct Connect."""

    def __init__(self, address: tuple[str, int], name: str = 'app', reads: bool = True):
        self.name, self.began = name, time.monotonic()
        self.socket = socket.create_connection(address, timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.settimeout(None)
        self.changed = threading.Condition()
        self.sequence = 0
        self.awaited: dict[int, int] = {}  # the messages of open requests, by number
        self.answers: dict[int, Frame] = {}
        self.notes: list[Note] = []
        self.subscribed: set[int] = set()
        self.flaws: list[str] = []
        self.ended: float | None = None  # when the server ended the connection
        self.is_closing = False
        self.sending = threading.Lock()
        if reads:
            threading.Thread(target=self.read_frames, name=name, daemon=True).start()

    def __enter__(self) -> 'Link':
        return self

    def __exit__(self, *_error) -> None:
        self.close()

    def close(self) -> None:
        self.is_closing = True
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()

    # Frames

    def read_frames(self) -> None:
        received = bytearray()
        while True:
            try:
                piece = self.socket.recv(1 << 16)
            except OSError:
                piece = b''
            at, wall = time.monotonic(), time.time_ns()
            with self.changed:
                if not piece:
                    if not self.is_closing:
                        self.ended = at
                    if received:
                        self.flaws.append(f'the connection ended within a frame: {received.hex(" ")}')
                    self.changed.notify_all()
                    return
                received += piece
                while frame := take_frame(received):
                    self.receive(frame, at, wall)
                self.changed.notify_all()

    def receive(self, frame: Frame, at: float, wall: int) -> None:
        if frame.version != 1 or frame.message not in MESSAGES:
            self.flaws.append(f'no frame of version 1: {frame}')
        elif frame.message == NOTIFY:
            self.receive_notification(frame, at, wall)
        elif frame.sequence not in self.awaited:
            self.flaws.append(f'a response without a request: {frame}')
        else:
            asked = self.awaited.pop(frame.sequence)
            if asked != frame.message:
                self.flaws.append(f'message {asked} is answered by {frame}')
            elif frame.code != OK and frame.body:
                self.flaws.append(f'a refusal has a body: {frame}')
            self.answers[frame.sequence] = frame

    def receive_notification(self, frame: Frame, at: float, wall: int) -> None:
        of = short(frame.body[:16]) if len(frame.body) >= 16 else None
        if frame.code != OK or of is None:
            self.flaws.append(f'no notification: {frame}')
        elif of not in self.subscribed:
            self.flaws.append(f'a notification of {of:04X}, which is not subscribed')
        else:
            self.notes.append(Note(at, wall, of, frame.body[16:]))

    def send(self, *frames: Frame) -> None:
        self.send_bytes(b''.join(frame.encoded() for frame in frames))

    def send_bytes(self, data: bytes) -> None:
        try:
            self.socket.sendall(data)
        except OSError as error:
            raise BrokenError(f'{self.name}: {error}') from error

    # Requests

    def begin(self, message: int, body: bytes = b'') -> Frame:
        """Returns the next request, which a caller sends. The numbers are 1, 2, … 255, 0."""
        with self.changed:
            self.sequence = (self.sequence + 1) % 256
            self.awaited[self.sequence] = message
            self.answers.pop(self.sequence, None)
            return Frame(message, self.sequence, body)

    def finish(self, request: Frame, seconds: float = PATIENCE) -> Frame:
        """Returns the response to a request that was sent."""
        self.wait(lambda: request.sequence in self.answers, seconds, f'a response to {request}')
        return self.answers.pop(request.sequence)

    def ask(self, message: int, body: bytes = b'', seconds: float = PATIENCE) -> Frame:
        """Sends a request, and returns the response, whatever its code is."""
        with self.sending:
            request = self.begin(message, body)
            self.send(request)
        return self.finish(request, seconds)

    def asked(self, message: int, body: bytes = b'') -> bytes:
        """Sends a request, and returns the body of the successful response."""
        frame = self.ask(message, body)
        if frame.code != OK:
            raise BrokenError(f'{self.name}: message {message} {body.hex()} is refused with code {frame.code}')
        return frame.body

    def services(self) -> list[int | None]:
        body = self.asked(SERVICES)
        check(len(body) % 16 == 0 and body, f'the services have {len(body)} bytes')
        return [short(body[at : at + 16]) for at in range(0, len(body), 16)]

    def characteristics(self, service: int) -> dict[int | None, int]:
        """Returns the characteristics of a service, and their properties."""
        body = self.asked(CHARACTERISTICS, uuid(service))
        check(body[:16] == uuid(service), f'the characteristics of {service:04X} begin with {body[:16].hex()}')
        check((len(body) - 16) % 17 == 0, f'the characteristics of {service:04X} have {len(body)} bytes')
        return {short(body[at : at + 16]): body[at + 16] for at in range(16, len(body), 17)}

    def read(self, of: int) -> bytes:
        body = self.asked(READ, uuid(of))
        check(body[:16] == uuid(of), f'the value of {of:04X} begins with {body[:16].hex()}')
        return body[16:]

    def write(self, of: int, value: bytes) -> None:
        body = self.asked(WRITE, uuid(of) + value)
        check(body[:16] == uuid(of), f'the response to a write of {of:04X} begins with {body[:16].hex()}')

    def subscribe(self, of: int, on: bool = True) -> None:
        # The first notification may arrive with the response.
        if on:
            self.subscribed.add(of)
        body = self.asked(SUBSCRIBE, uuid(of) + bytes([on]))
        if not on:
            self.subscribed.discard(of)
        # Some servers append the byte of the request.
        check(body in (uuid(of), uuid(of) + bytes([on])), f'a subscription of {of:04X} is answered by {body.hex()}')

    # Notifications

    def wait(self, fact: Callable[[], object], seconds: float, what: str) -> None:
        """Waits until a fact about this connection is true."""
        with self.changed:
            if not self.changed.wait_for(lambda: fact() or self.ended is not None, seconds) or not fact():
                end = '' if self.ended is None else ', the server ended the connection'
                raise BrokenError(f'{self.name}: after {seconds:g} s still missing: {what}{end}')

    def values(self, of: int, since: float = 0) -> list[Note]:
        with self.changed:
            return [note for note in self.notes if note.of == of and note.at >= since]

    def next_value(self, of: int, is_right: Callable[[bytes], object], seconds: float, what: str) -> bytes:
        """Waits for a new notification whose value is right, and returns it."""
        with self.changed:
            at = len(self.notes)
        return self.value_from(at, of, is_right, seconds, what)

    def value_from(self, at: int, of: int, is_right: Callable[[bytes], object], seconds: float, what: str) -> bytes:
        def found():
            return next((note.value for note in self.notes[at:] if note.of == of and is_right(note.value)), None)

        self.wait(lambda: found() is not None, seconds, what)
        return found()

    def control(self, value: bytes, of: int = 0x2AD9) -> bytes:
        """Writes to the control point, and returns its indication. It may come before the response to the write."""
        with self.changed:
            at = len(self.notes)
        self.write(of, value)
        what = f'an indication of {of:04X} after {value.hex(" ")}'
        return self.value_from(at, of, lambda note: note[:2] == bytes([0x80, value[0]]), PATIENCE, what)


def check(fact, otherwise: str) -> None:
    if not fact:
        raise BrokenError(otherwise)
