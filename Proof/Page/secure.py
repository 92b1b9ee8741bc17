"""Scenes of the encrypted page: Debian's stunnel4 in front of jz2web, set up as in the package."""

import base64
import contextlib
import hashlib
import pathlib
import signal
import socket
import subprocess
import time

from browser import browsers, pair, text, until
from intruders import request
from programs import wait_until
from stage import HOST, Pi, free_port, scene

LIVE, START = '[data-view=live] h1', '[data-view=start] h1'
ASKED = """() => {
  globalThis.asked = [];
  const own = navigator.wakeLock?.request.bind(navigator.wakeLock);
  // The rider touches the screen while the browser decides.
  const touched = () => new Promise((resume) => {
    setTimeout(() => { dispatchEvent(new Event("pointerdown")); resume(); }, 50);
  });
  if (own) navigator.wakeLock.request = (kind) => { asked.push(kind); return touched().then(() => own(kind)); };
}"""


def openssl(*words: str, data: bytes | None = None) -> bytes:
    return subprocess.run(['openssl', *words], input=data, capture_output=True, check=True).stdout


def settings_of(port: int, certificate: str, path: str) -> str:
    """Returns the settings of the package, with other paths."""
    settings = (pathlib.Path(__file__).parents[2] / 'packaging' / 'stunnel' / 'stunnel.conf').read_text()
    places = {
        ':::8421': f'127.0.0.1:{port}',
        '/run/jz2/page-tls.sock': path,
        '/run/credentials/jz2-web-tls.service/page.pem': certificate,
    }
    for usual, other in places.items():
        assert settings.count(usual) == 1, usual
        settings = settings.replace(usual, other)
    return settings


@contextlib.contextmanager
def encrypted(programs, options: tuple[str, ...] = ()):
    """Runs a Pi with stunnel4 in front of it. Yields its https address, and the browser option to trust its key."""
    with Pi(programs, options=('--decrypted', '{folder}/tls.sock', *options)) as pi:
        files = pi.folder / 'tls'
        files.mkdir()
        subject = ['-subj', f'/CN={HOST}', '-addext', f'subjectAltName=DNS:{HOST}', '-days', '2']
        key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
        openssl('req', '-x509', *key, *subject, '-keyout', str(files / 'key'), '-out', str(files / 'crt'))
        (files / 'page.pem').write_text((files / 'key').read_text() + (files / 'crt').read_text())
        public = openssl(
            'pkey', '-pubin', '-outform', 'der', data=openssl('x509', '-pubkey', '-in', str(files / 'crt'))
        )
        port = free_port()
        settings = settings_of(port, str(files / 'page.pem'), str(pi.folder / 'tls.sock'))
        (files / 'stunnel.conf').write_text(settings)
        with (files / 'log').open('w') as log:
            stunnel = subprocess.Popen(['stunnel4', files / 'stunnel.conf'], stdout=log, stderr=log)
        try:
            digest = base64.b64encode(hashlib.sha256(public).digest()).decode()
            yield pi, f'https://{HOST}:{port}', f'--ignore-certificate-errors-spki-list={digest}'
        except BaseException:
            print((files / 'log').read_text())
            raise
        finally:
            stunnel.send_signal(signal.SIGTERM)
            stunnel.wait(10)


def pedalled(pi: Pi, page) -> None:
    """Waits until the ride has seconds, and the page knows: only such a ride has a result."""
    wait_until(lambda: pi.ride.get('timerSeconds', 0) >= 2, 20, 'two seconds are ridden')
    until(page, '() => sessionStorage.getItem("jz2.ride")')


@scene('over HTTPS the page takes the wake lock during a ride; over HTTP it plays a video instead')
def awake(programs) -> None:
    with encrypted(programs) as (pi, address, known), browsers(known) as made:
        page = made.phone()
        page.add_init_script(f'({ASKED})()')
        pair(page, pi, address)
        assert page.evaluate('isSecureContext && "wakeLock" in navigator')
        assert page.evaluate('asked') == [], 'no ride, no lock'
        cookie = next(one for one in page.context.cookies() if one['name'] == '__Host-jz2')
        assert cookie['secure'] and cookie['httpOnly'] and cookie['sameSite'] == 'Strict'
        assert 'from=127.0.0.1' in (pi.folder / 'jz2web.log').read_text(), 'the address of the phone, not the proxy'
        pi.begin_ride()
        page.wait_for_selector(LIVE)
        until(page, '() => asked.length > 0')
        pedalled(pi, page)
        assert page.evaluate('asked') == ['screen']
        assert page.locator('video').count() == 0
        pi.ask('Stop')
        page.wait_for_selector('.summary h1')

        plain = made.paired(pi)
        assert plain.evaluate('!isSecureContext && !("wakeLock" in navigator) && !("serviceWorker" in navigator)')
        plain.click('.free button[type=submit]')
        plain.wait_for_selector(LIVE)
        until(plain, '() => { const video = document.querySelector("video"); return video && !video.paused; }')
        pedalled(pi, plain)
        pi.ask('Stop')
        plain.wait_for_selector('.summary h1')
        until(plain, '() => document.querySelector("video").paused')


@scene('a connection to the encrypted port without a handshake is closed after ten seconds')
def silent(programs) -> None:
    with encrypted(programs) as (_, address, _):
        place = ('127.0.0.1', int(address.rsplit(':', 1)[1]))
        with socket.socket() as connection:
            wait_until(lambda: connection.connect_ex(place) == 0, 5, 'stunnel4 listens')
            began = time.monotonic()
            connection.settimeout(20)
            with contextlib.suppress(ConnectionResetError):
                assert connection.recv(1) == b''
        assert 8 < time.monotonic() - began < 15


@scene('an installed page opens while jz2web is down, reports it, and recovers with jz2web')
def installed(programs) -> None:
    with encrypted(programs) as (pi, address, known), browsers(known) as made:
        page = made.phone()
        pair(page, pi, address)
        # The worker is ready as soon as it has all files of this first visit.
        page.evaluate('navigator.serviceWorker.ready.then(() => true)')
        pi.jz2web.kill()
        page.reload()
        until(page, '() => document.querySelector("main").textContent.includes("The Pi does not answer")')
        pi.jz2web.start()
        page.wait_for_selector(START, timeout=20000)


@scene('a connection without the proxy line is closed, and an address gets eight connections there too')
def proxied(programs) -> None:
    with Pi(programs, options=('--decrypted', '{folder}/tls.sock')) as pi:

        def asked(head: bytes) -> bytes:
            with socket.socket(socket.AF_UNIX) as connection:
                connection.settimeout(8)
                connection.connect(str(pi.folder / 'tls.sock'))
                with contextlib.suppress(OSError):
                    connection.sendall(head)
                answer = b''
                with contextlib.suppress(OSError):
                    while piece := connection.recv(1 << 16):
                        answer += piece
                return answer

        get = f'GET /api/page HTTP/1.1\r\nHost: {HOST}:8421\r\nConnection: close\r\n\r\n'.encode()
        line = b'PROXY TCP4 192.0.2.1 192.0.2.7 51000 8421\r\n'
        assert asked(line + get).startswith(b'HTTP/1.1 200') and b'"secure":true' in asked(line + get)
        for wrong in (
            get,
            b'PROXY nonsense\r\n' + get,
            b'P' * 300,
            b'PROXY TCP4 192.0.2.1 192.0.2.7 51000 8421\n' + get,
        ):
            assert asked(wrong) == b'', wrong[:40]
        began = time.monotonic()
        assert asked(b'PROXY TCP4') == b'' and time.monotonic() - began < 7, (
            'a line that does not end is not waited for'
        )
        wait_until(lambda: asked(line + get).startswith(b'HTTP/1.1 200'), 5, 'others are answered')


@scene('the certificate is explained and given to a phone before it trusts it')
def explained(programs) -> None:
    with Pi(programs, options=('--certificates', '{folder}/page')) as pi, browsers() as made:
        page = made.paired(pi)
        page.goto(f'{pi.address}/#secure')
        until(page, '() => document.querySelector("main").textContent.includes("sudo jz2ctl page certificate")')
        asked = '() => fetch("ca.crt").then((one) => [one.status, one.headers.get("content-type")])'
        assert page.evaluate(asked)[0] == 404
        (pi.folder / 'page').mkdir()
        (pi.folder / 'page' / 'ca.crt').write_text('-----BEGIN CERTIFICATE-----\n')
        told = '{"fingerprint":"AB:CD","notAfter":"2027-12-01T00:00:00Z"}'
        (pi.folder / 'page' / 'certificate.json').write_text(told)
        page.reload()
        page.wait_for_selector('a[href*="ca.crt"]')
        assert 'AB:CD' not in text(page, 'main'), 'who can change the page could change the fingerprint too'
        assert page.evaluate(asked) == [200, 'application/x-x509-ca-cert']
        get = f'GET / HTTP/1.1\nHost: ride.example.org:{pi.port}\nConnection: close'
        assert request(pi, get)[0] == 421
        (pi.folder / 'page' / 'names').write_text('pi.local\npi\nride.example.org')
        assert request(pi, get)[0] == 200, 'a name that the certificate has is a name of the Pi'
