"""Scenes of the services: connected and disconnected from the phone, on an encrypted page only."""

import contextlib

import authority
from browser import browsers, pair, stop, text, until
from hostile.intervals import Intervals
from hostile.misbehaviour import Misbehaviour
from hostile.server import Server
from programs import SYNC, GoneError, Program, call, wait_until
from secure import encrypted
from stage import scene

FORM = '.connect form'


class Account:
    """jz2sync, connected to a rider's account at a stand-in for intervals.icu."""

    def __init__(self, programs, folder):
        own = authority.Authority(folder)
        names = 'DNS:localhost,IP:127.0.0.1'
        foreign = authority.Authority(folder, 'foreign').context('unknown', names)
        self.service = Intervals(Misbehaviour('intervals 1', 0), 'the-first-key')
        self.server = Server(self.service, own.context('good', names), foreign, '127.0.0.1', 'localhost')
        self.trust = {'url': self.server.start().origin, 'certificates': own.certificate.read_text()}
        self.socket, self.log = folder / 'sync.sock', folder / 'jz2sync.log'
        words = ['--daemon', folder / 'jz2.sock', '--socket', self.socket, '--state', folder / 'sync']
        words += ['--config', folder / 'sync.conf', '--trust-clock']
        self.program = Program([programs / 'jz2sync', *words], self.log, {'HOME': str(folder), 'PATH': '/usr/bin'})

    def ask(self, method: str, **parameters) -> dict:
        return call(self.socket, f'{SYNC}.{method}', **parameters)

    @property
    def state(self) -> str:
        with contextlib.suppress(GoneError):
            return next(one['state'] for one in self.ask('Services')['services'] if one['service'] == 'intervals')
        return 'gone'

    def until(self, state: str) -> None:
        wait_until(lambda: self.state == state, 30, f'intervals is {state}')


@contextlib.contextmanager
def account(programs):
    """Runs the encrypted page with jz2sync. Yields the Pi, the page's https address, a browser, and the account."""
    options = ('--sync', '{folder}/sync.sock')
    with encrypted(programs, options) as (pi, address, known), browsers(known) as made:
        rider = Account(programs, pi.folder)
        rider.program.start()
        try:
            rider.until('disconnected')
            yield pi, address, made, rider
        finally:
            rider.program.stop()


def open_form(page, address: str) -> None:
    page.goto(f'{address}/#services')
    page.click('.connect summary:has-text("Intervals.icu")')


@scene('the encrypted page connects a service with a new key and disconnects it, and keeps no key')
def connected(programs) -> None:
    with account(programs) as (pi, address, made, rider):
        page = made.phone()
        pair(page, pi, address)
        rider.ask('Connect', service='intervals', key='the-first-key', **rider.trust)
        rider.service.key = 'the-second-key'
        pi.ask('Start', watts=150, minutes=1)
        pi.until_phase('riding')
        wait_until(lambda: pi.ride.get('timerSeconds', 0) >= 2, 20, 'two seconds are ridden')
        stop(page, pi)
        rider.until('authRequired')
        open_form(page, address)
        page.fill(f'{FORM} [name=key]', 'a-wrong-key')
        page.click(f'{FORM} [type=submit]')
        page.wait_for_selector('#note:not([hidden])')
        assert rider.state == 'authRequired'
        page.fill(f'{FORM} [name=key]', 'the-second-key')
        page.click(f'{FORM} [type=submit]')
        page.wait_for_selector('.services .connected')
        assert rider.state == 'connected'
        assert 'the-second-key' not in page.content() + (pi.folder / 'jz2web.log').read_text()
        page.click('.services .connected button:has-text("Disconnect")')
        page.click('.services .connected button.discard')
        rider.until('disconnected')
        until(page, '() => !document.querySelector(".services .connected")')


@scene('without encryption the page asks for no key, and the Pi refuses one')
def unencrypted(programs) -> None:
    with account(programs) as (pi, _, made, rider):
        page = made.paired(pi)
        open_form(page, pi.address)
        assert 'Encrypt the page first' in text(page, '.connect')
        assert page.locator('.connect input').count() == 0
        status = page.evaluate("""async () => {
          const headers = { "Content-Type": "application/json" };
          const body = JSON.stringify({ service: "intervals", key: "the-first-key" });
          const answer = await fetch("/api/call/Connect", { method: "POST", headers, body });
          return [answer.status, (await answer.json()).code];
        }""")
        assert status == [403, 'notEncrypted'], status
        assert rider.state == 'disconnected' and sum(rider.service.asked.values()) == 0
