"""A client of Direct Connect that sends garbage, half frames and floods, and reads slowly or not at all.

Each attack ends with a fact about the server, or raises a BrokenError.
"""

import contextlib
import random
import socket
import time

import dircon
from dircon import BrokenError, Frame, Link, check, uuid
from fitness import BIKE, CONTROL, FEATURES

SEED = 45


def answered(link: Link, count: int, seconds: float) -> list[Frame]:
    """Reads so many responses of a connection without a reader, and ignores notifications."""
    received, frames = bytearray(), []
    deadline = time.monotonic() + seconds
    while len(frames) < count:
        link.socket.settimeout(max(0.01, deadline - time.monotonic()))
        try:
            piece = link.socket.recv(1 << 16)
        except OSError as error:
            raise BrokenError(f'{len(frames)} of {count} responses after {seconds} s: {error}') from error
        if not piece:
            raise BrokenError(f'the server ended the connection after {len(frames)} of {count} responses')
        received += piece
        while frame := dircon.take_frame(received):
            if frame.message != dircon.NOTIFY:
                frames.append(frame)
    return frames


def is_ended(link: Link, seconds: float) -> bool:
    """Whether the server ends a connection without a reader within that time."""
    link.socket.settimeout(seconds)
    with contextlib.suppress(TimeoutError):
        try:
            while link.socket.recv(1 << 16):
                pass
        except ConnectionError:
            pass
        return True
    return False


def refusals(address: tuple[str, int]) -> None:
    """Requests that a server must refuse by a code, after which the connection goes on."""
    with Link(address, 'refused') as link:
        unknown = uuid(0x1234)
        for message, body, codes in (
            (dircon.CHARACTERISTICS, unknown, (dircon.NO_SERVICE,)),
            (dircon.READ, unknown, (dircon.NO_CHARACTERISTIC,)),
            (dircon.WRITE, unknown + b'\0', (dircon.NO_CHARACTERISTIC,)),
            (dircon.SUBSCRIBE, unknown + b'\1', (dircon.NO_CHARACTERISTIC,)),
            (dircon.READ, uuid(BIKE), (dircon.NOT_SUPPORTED,)),
            (dircon.WRITE, uuid(FEATURES) + b'\0', (dircon.NOT_SUPPORTED, dircon.WRITE_FAILED)),
            (dircon.SUBSCRIBE, uuid(FEATURES) + b'\1', (dircon.NOT_SUPPORTED,)),
        ):
            frame = link.ask(message, body)
            check(frame.code in codes, f'message {message} {body.hex()} is answered by {frame}')
        frame = link.ask(dircon.UNKNOWN)
        check(frame.code == dircon.OK and not frame.body, f'message 7 is answered by {frame}')
        check(dircon.CAN_READ and link.services(), 'the services are gone')
        check(not link.flaws and link.ended is None, f'flaws: {link.flaws}')


def malformed(address: tuple[str, int]) -> None:
    """Bodies of a wrong length, an unknown message and a false version: refused by a code, or the connection ends."""
    for message, body in (
        (dircon.CHARACTERISTICS, b''),
        (dircon.CHARACTERISTICS, uuid(0x1826)[:15]),
        (dircon.READ, b'\0'),
        (dircon.WRITE, uuid(CONTROL)[:9]),
        (dircon.WRITE, uuid(CONTROL)),
        (dircon.WRITE, uuid(CONTROL) + bytes(600)),
        (dircon.SUBSCRIBE, uuid(BIKE)),
        (dircon.SUBSCRIBE, uuid(BIKE) + b'\7\7'),
        (0x42, b''),
    ):
        with Link(address, 'malformed', reads=False) as link:
            link.send(Frame(message, 1, body))
            with contextlib.suppress(BrokenError):
                frame = answered(link, 1, 3)[0]
                # A write without a value reaches the control point, which may answer by an indication.
                is_refused = frame.code != dircon.OK or message == dircon.WRITE
                check(is_refused or message == dircon.SUBSCRIBE, f'message {message} {body.hex()} is done: {frame}')
                continue
            check(is_ended(link, 0.5), f'message {message} {body.hex()} has no answer, and the connection goes on')
    with Link(address, 'version', reads=False) as link:
        link.send(Frame(dircon.SERVICES, 1, version=2))
        with contextlib.suppress(BrokenError):
            frame = answered(link, 1, 3)[0]
            check(frame.code != dircon.OK, f'version 2 is answered by {frame}')


def garbage(address: tuple[str, int], rounds: int = 40) -> None:
    """Random bytes, from pure noise to frames with a wrong byte."""
    chance = random.Random(SEED)
    for turn in range(rounds):
        with Link(address, 'garbage', reads=False) as link, contextlib.suppress(BrokenError):
            if turn % 2:
                frame = bytearray(Frame(chance.choice(dircon.MESSAGES), 1, uuid(CONTROL) + b'\0').encoded())
                frame[chance.randrange(len(frame))] ^= 1 << chance.randrange(8)
                link.send_bytes(bytes(frame) * 3)
            else:
                link.send_bytes(chance.randbytes(chance.choice((1, 5, 6, 7, 100, 4000, 70_000))))
            link.socket.settimeout(0.05)
            with contextlib.suppress(OSError):
                link.socket.recv(1 << 16)


def half_frames(address: tuple[str, int]) -> None:
    """A frame in single bytes is answered, and one that never ends keeps no other client waiting."""
    with Link(address, 'single bytes') as link:
        request = link.begin(dircon.CHARACTERISTICS, uuid(0x1826))
        for byte in request.encoded():
            link.send_bytes(bytes([byte]))
            time.sleep(0.005)
        check(link.finish(request).code == dircon.OK, 'a request in single bytes is refused')
    with contextlib.ExitStack() as stack:
        for _ in range(3):
            half = stack.enter_context(Link(address, 'half', reads=False))
            half.send_bytes(dircon.HEADER.pack(1, dircon.WRITE, 1, 0, 65_535) + b'\0' * 40)
        other = stack.enter_context(Link(address, 'meanwhile'))
        check(other.services(), 'no services while others send half frames')


def flood(address: tuple[str, int], count: int = 300) -> None:
    """Many requests in one write are all answered, in order, although their numbers repeat."""
    with Link(address, 'flood', reads=False) as link:
        requests = [Frame(dircon.READ, number % 256, uuid(FEATURES)) for number in range(1, count + 1)]
        link.send(*requests)
        frames = answered(link, count, 10)
        check([frame.sequence for frame in frames] == [frame.sequence for frame in requests], 'the order differs')
        check(all(frame.code == dircon.OK for frame in frames), 'a request of the flood is refused')


def sleeping(address: tuple[str, int]) -> Link:
    """Returns a client that subscribes and never reads, and sends requests until the server reads no more."""
    link = Link(address, 'sleeping', reads=False)
    link.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    link.send(Frame(dircon.SUBSCRIBE, 1, uuid(BIKE) + b'\1'))
    link.socket.settimeout(0.5)
    request = Frame(dircon.CHARACTERISTICS, 2, uuid(0x1826)).encoded() * 1000
    # The server may stop reading, or end the connection.
    with contextlib.suppress(OSError):
        for _ in range(400):
            link.socket.sendall(request)
    return link


def crowd(address: tuple[str, int], count: int = 200) -> list[socket.socket]:
    """Opens many connections, and returns those that the server accepts."""
    open_ones = []
    for _ in range(count):
        with contextlib.suppress(OSError):
            open_ones.append(socket.create_connection(address, timeout=1))
    return open_ones


# Those that end by themselves.
ATTACKS = (refusals, malformed, garbage, half_frames, flood)
