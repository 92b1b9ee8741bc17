"""transport.py FOLDER: servers that break the rules of transport, for the tests of the HTTP client.

Writes the file `servers.json` into the folder: the port of each server, and the certificate of the authority. Ends with
its parent process.
"""

import collections
import contextlib
import gzip
import http.server
import json
import os
import pathlib
import select
import socket
import socketserver
import ssl
import sys
import threading
import time

import authority

MEGABYTE = b'\0' * (1 << 20)


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers by the path: `/name` calls the method `on_name`."""

    protocol_version = 'HTTP/1.1'
    timeout = 60

    def handle_any(self):
        length = int(self.headers.get('Content-Length', 0))
        self.body = self.rfile.read(length)
        name = self.path.partition('?')[0].strip('/')
        with self.server.lock:
            self.server.counts[name] += 1
        getattr(self, f'on_{name}', self.missing)()

    do_GET = do_POST = do_PUT = do_DELETE = handle_any  # noqa: N815

    def missing(self):
        self.answer(404, b'nothing here')

    def on_ok(self):
        self.answer(200, b'hello')

    def on_echo(self):
        lines = [[name.lower(), value] for name, value in self.headers.items()]
        told = {'method': self.command, 'path': self.path, 'headers': lines, 'body': self.body.decode('latin-1')}
        self.answer(200, json.dumps(told).encode())

    def on_counts(self):
        with self.server.lock:
            told = json.dumps(self.server.counts).encode()
        self.answer(200, told)

    def on_empty(self):
        self.send_response(204)
        self.end_headers()

    def on_redirect(self):
        self.send_response(302)
        self.send_header('Location', '/ok')
        self.send_header('Content-Length', '0')
        self.end_headers()

    # Responds once twenty requests have arrived.
    def on_together(self):
        self.server.together.wait()
        self.answer(200, b'all here')

    def on_silent(self):
        self.wait_for_the_end()

    # The same for a test that waits for the request.
    on_unanswered = on_silent

    # The same for a test that cancels its request, and waits for this count.
    def on_cancelled(self):
        self.wait_for_the_end()
        with self.server.lock:
            self.server.counts['cancelledEnded'] += 1

    def on_slow(self):
        self.start_answer(1000)
        try:
            for _ in range(300):
                self.wfile.write(b'.')
                time.sleep(0.2)
        except OSError:
            self.close_connection = True

    def on_cut(self):
        self.start_answer(1000)
        self.wfile.write(b'only this')
        self.close_connection = True

    def on_vanish(self):
        """The request took effect, but there is no response."""
        self.close_connection = True

    def on_chunked(self):
        self.start_answer(None)
        for piece in (b'one ', b'two ', b'three'):
            self.chunk(piece)
        self.wfile.write(b'0\r\nX-Trailer: late\r\n\r\n')

    def on_cutchunked(self):
        self.start_answer(None)
        self.chunk(b'one ')
        self.close_connection = True

    def on_gzip(self):
        self.answer(200, gzip.compress(b'squeezed ' * 100), 'gzip')

    def on_bomb(self):
        self.answer(200, gzip.compress(MEGABYTE * 64), 'gzip')

    def on_large(self):
        self.start_answer(None)
        try:
            for _ in range(64):
                self.chunk(MEGABYTE)
        except OSError:
            self.close_connection = True

    def on_largeknown(self):
        self.start_answer(1 << 30)
        self.wait_for_the_end()

    def on_longhead(self):
        self.send_response(200)
        try:
            for number in range(10000):
                self.send_header(f'X-{number}', 'x' * 100)
            self.end_headers()
        except OSError:
            self.close_connection = True

    def on_garbage(self):
        self.wfile.write(b'\x00\x01\x02 this is no HTTP\r\n\r\n')
        self.close_connection = True

    def on_interim(self):
        """An interim response, whose header fields do not belong to the final one."""
        self.wfile.write(b'HTTP/1.1 103 Early Hints\r\nX-Early: yes\r\n\r\n')
        self.answer(200, b'final')

    def answer(self, status, body, encoding=None):
        self.send_response(status)
        if encoding:
            self.send_header('Content-Encoding', encoding)
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def start_answer(self, length):
        self.send_response(200)
        name, value = ('Transfer-Encoding', 'chunked') if length is None else ('Content-Length', str(length))
        self.send_header(name, value)
        self.end_headers()

    def chunk(self, piece):
        self.wfile.write(b'%x\r\n%s\r\n' % (len(piece), piece))

    def wait_for_the_end(self):
        """Waits until the client closes the connection."""
        with contextlib.suppress(OSError):
            self.rfile.read(1)
        self.close_connection = True

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    """Accepts connections with or without TLS. A failed handshake affects only its connection."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, context=None):
        self.context, self.lock, self.counts = context, threading.Lock(), collections.Counter()
        self.together = threading.Barrier(20)
        super().__init__(('127.0.0.1', 0), Handler)

    def finish_request(self, request, address):
        if self.context:
            try:
                request = self.context.wrap_socket(request, server_side=True)
            except OSError:
                return
        try:
            super().finish_request(request, address)
        except OSError:
            pass
        finally:
            # Delivers sent data and the TLS close alert, unless a handler has cut the connection.
            request.close()

    def handle_error(self, *_):
        pass


class Proxy(socketserver.ThreadingTCPServer):
    """Opens tunnels (CONNECT) to servers on this computer, whatever the host name is, and refuses port 1."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self):
        super().__init__(('127.0.0.1', 0), Tunnel)


class Tunnel(socketserver.StreamRequestHandler):
    def handle(self):
        words = self.rfile.readline().split()
        while self.rfile.readline().strip():
            pass
        port = int(words[1].rpartition(b':')[2])
        if words[0] != b'CONNECT' or port == 1:
            self.wfile.write(b'HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n')
            return
        with socket.create_connection(('127.0.0.1', port)) as server:
            self.wfile.write(b'HTTP/1.1 200 OK\r\nX-Proxy: yes\r\n\r\n')
            self.connect(self.connection, server)

    def connect(self, one, other):
        ends = {one: other, other: one}
        while True:
            for end in select.select(list(ends), [], [])[0]:
                data = end.recv(65536)
                if not data:
                    return
                ends[end].sendall(data)


def serve(server):
    threading.Thread(target=server.serve_forever, kwargs={'poll_interval': 60}, daemon=True).start()
    return server.server_address[1]


def old_tls(context):
    """Limits a TLS context to versions that are no longer secure."""
    context.minimum_version = ssl.TLSVersion.TLSv1
    context.maximum_version = ssl.TLSVersion.TLSv1_1
    context.set_ciphers('ALL:@SECLEVEL=0')
    return context


def main():
    folder, parent = pathlib.Path(sys.argv[1]), os.getppid()
    own, foreign = authority.Authority(folder), authority.Authority(folder, 'foreign')
    servers = {
        'https': serve(Server(own.context('good'))),
        'wrongName': serve(Server(own.context('wrong', 'DNS:elsewhere.example'))),
        'expired': serve(Server(own.context('expired', dates=authority.PAST))),
        'unknown': serve(Server(foreign.context('unknown'))),
        'oldTLS': serve(Server(old_tls(own.context('old')))),
        'http': serve(Server()),
        'proxy': serve(Proxy()),
    }
    told = folder / 'servers.json.new'
    told.write_text(json.dumps({'ports': servers, 'authority': own.certificate.read_text()}))
    told.rename(folder / 'servers.json')
    while os.getppid() == parent:
        time.sleep(0.5)


if __name__ == '__main__':
    main()
