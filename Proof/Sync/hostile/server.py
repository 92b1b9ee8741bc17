"""A misbehaving TLS server: the common part of all services."""

import collections
import contextlib
import email.message
import email.parser
import email.policy
import http.server
import json
import ssl
import threading
import time
import urllib.parse

from hostile.misbehaviour import EFFECT, Misbehaviour

# Seconds by which the servers' clock is off. It may only affect the difference of two of their own dates.
YEARS_OFF = -11 * 365 * 86400
LOGIN = b'<!DOCTYPE html><html><head><title>Free Wi-Fi</title></head><body>Please agree first.</body></html>'


class Answer:
    """A service's response: a status, JSON, and header fields."""

    def __init__(self, status: int, body=None, **headers: str):
        self.status, self.headers = status, {name.replace('_', '-'): value for name, value in headers.items()}
        self.body = b'' if body is None else json.dumps(body).encode()


class Request:
    """A client's request."""

    def __init__(self, method: str, target: str, headers, body: bytes):
        self.method, self.headers, self.body = method, headers, body
        self.path, _, query = target.partition('?')
        self.query = dict(urllib.parse.parse_qsl(query, keep_blank_values=True))

    @property
    def bearer(self) -> str | None:
        kind, _, token = self.headers.get('Authorization', '').partition(' ')
        return token if kind == 'Bearer' else None

    def form(self) -> dict[str, str]:
        return dict(urllib.parse.parse_qsl(self.body.decode(), keep_blank_values=True))

    def json(self):
        return json.loads(self.body)

    def parts(self) -> dict[str, bytes]:
        """Returns the parts of a multipart form by their names."""
        head = f'Content-Type: {self.headers["Content-Type"]}\r\n\r\n'.encode()
        message = email.parser.BytesParser(policy=email.policy.HTTP).parsebytes(head + self.body)
        if not message.is_multipart():
            raise ValueError('no multipart form')
        return {part.get_param('name', header='content-disposition'): content(part) for part in message.iter_parts()}


def content(part: email.message.Message) -> bytes:
    return part.get_payload(decode=True) or b''


class Service:
    """A service behind a server. Handles requests one at a time; subclasses implement the responses."""

    def __init__(self, misbehaviour: Misbehaviour):
        self.misbehaviour, self.lock = misbehaviour, threading.RLock()
        self.asked = collections.Counter()
        # Requests that no server may ever get, for example a ride of more than one request in the wrong form.
        self.complaints: list[str] = []
        # All requests, for the scenes.
        self.seen: list[Request] = []

    def answer(self, request: Request) -> Answer:
        raise NotImplementedError

    def may_fail(self, request: Request, trouble: str) -> bool:
        """Returns whether that fault may happen to this request: only the rider can repair some losses."""
        return True

    def complain(self, text: str) -> None:
        with self.lock:
            self.complaints.append(text)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'
    timeout = 60

    def handle_any(self):
        try:
            body = self.rfile.read(int(self.headers.get('Content-Length', 0)))
        except (OSError, ValueError):
            self.close_connection = True
            return
        service = self.server.service
        request = Request(self.command, self.path, self.headers, body)
        if len(body) < int(self.headers.get('Content-Length', 0)):
            # The client was killed in the middle of its request.
            self.close_connection = True
            return
        trouble = service.misbehaviour.draw()
        if trouble and not service.may_fail(request, trouble):
            trouble = None
        if trouble is None or trouble in EFFECT:
            with service.lock:
                service.asked[f'{request.method} {request.path}'] += 1
                service.seen.append(request)
                try:
                    answer = service.answer(request)
                except (ValueError, KeyError, TypeError, UnicodeDecodeError) as error:
                    service.complain(f'{request.method} {request.path}: {error!r}')
                    answer = Answer(400, {'message': 'Bad Request', 'errors': []})
        with contextlib.suppress(OSError):
            if trouble is None:
                self.give(answer)
            else:
                getattr(self, f'on_{trouble}')(answer if trouble in EFFECT else None)

    do_GET = do_POST = do_PUT = do_DELETE = handle_any  # noqa: N815

    def give(self, answer: Answer, pause: float = 0, cut: int | None = None):
        self.send_response(answer.status)
        for name, value in {'Content-Type': 'application/json', **answer.headers}.items():
            self.send_header(name, value)
        self.send_header('Content-Length', str(len(answer.body)))
        self.end_headers()
        body = answer.body if cut is None else answer.body[:cut]
        if pause and body:
            for piece in [body[:3], body[3 : len(body) // 2], body[len(body) // 2 :]]:
                time.sleep(pause)
                self.wfile.write(piece)
                self.wfile.flush()
        else:
            self.wfile.write(body)
        if cut is not None:
            self.close_connection = True

    def date_time_string(self, timestamp=None):
        return super().date_time_string(self.server.clock() if timestamp is None else timestamp)

    def on_lost(self, _):
        self.close_connection = True

    def on_cut(self, answer):
        self.give(answer, cut=max(0, len(answer.body) - 5)) if answer.body else self.on_lost(answer)

    def on_slow(self, answer):
        self.give(answer, pause=0.4)

    def on_late(self, _):
        self.give(Answer(502, {'message': 'Bad Gateway'}))

    def on_reset(self, _):
        self.close_connection = True

    def on_broken(self, _):
        self.give(Answer(500, {'message': 'Internal Server Error', 'errors': []}))

    def on_busy(self, _):
        self.give(Answer(429, {'message': 'Rate Limit Exceeded', 'errors': []}, Retry_After='1'))

    def on_busyDate(self, _):  # noqa: N802
        date = self.date_time_string(self.server.clock() + 2)
        self.give(Answer(429, {'message': 'Rate Limit Exceeded', 'errors': []}, Retry_After=date))

    def on_limit(self, _):
        limits = {'X_RateLimit_Limit': '200,2000', 'X_RateLimit_Usage': '201,410'}
        if not self.server.has_quarters:
            return self.on_busy(None)
        # One second before the end of a quarter of an hour on its own clock.
        self.server.shift += 899 - self.server.clock() % 900
        return self.give(Answer(429, {'message': 'Rate Limit Exceeded', 'errors': []}, **limits))

    def on_garbage(self, _):
        self.wfile.write(b'\x16\x03\x01 \x00\xff no HTTP \r\n\r\n')
        self.close_connection = True

    def on_page(self, _):
        answer = Answer(200, Content_Type='text/html')
        answer.body = LOGIN
        self.give(answer)

    def on_redirect(self, _):
        self.give(Answer(302, Location=f'{self.server.elsewhere}{self.path}'))

    def on_denied(self, _):
        self.give(Answer(401, {'message': 'Authorization Error', 'errors': []}))

    def on_certificate(self, _):
        self.server.is_foreign_next = True
        self.close_connection = True

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    """A service's server. `elsewhere` is the origin of another host, the target of redirects."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, service, own: ssl.SSLContext, foreign: ssl.SSLContext, address='127.0.0.1', host='localhost'):
        self.service, self.own, self.foreign = service, own, foreign
        self.is_foreign_next, self.has_quarters, self.shift = False, False, YEARS_OFF
        self.elsewhere = 'https://127.0.0.1:1'
        super().__init__((address, 0), Handler)
        self.origin = f'https://{host}:{self.server_address[1]}'

    def clock(self) -> float:
        return time.time() + self.shift

    def finish_request(self, request, address):
        context, self.is_foreign_next = (self.foreign if self.is_foreign_next else self.own), False
        request.settimeout(60)
        try:
            request = context.wrap_socket(request, server_side=True)
        except OSError:
            return
        try:
            super().finish_request(request, address)
        except OSError:
            pass
        finally:
            request.close()

    def handle_error(self, *_):
        pass

    def start(self):
        threading.Thread(target=self.serve_forever, kwargs={'poll_interval': 60}, daemon=True).start()
        return self


class Elsewhere(Service):
    """Another host. No request to it may contain a secret."""

    def answer(self, request: Request) -> Answer:
        told = [name for name in request.headers if name.lower() in ('authorization', 'cookie')]
        if told or request.body:
            self.complain(f'{request.method} {request.path} came here with {told} and {len(request.body)} bytes')
        return Answer(404, {'message': 'nothing here'})
