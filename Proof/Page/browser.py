"""Debian's Chromium, driven by playwright, as a phone and as a tablet."""

import contextlib

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, Route, sync_playwright

from programs import wait_until
from stage import HOST, Pi

SIZES = {'small': (320, 568), 'phone': (390, 844), 'lying': (844, 390), 'tablet': (768, 1024), 'desk': (1280, 800)}
# Phones between them, which need no axe of their own.
MORE_SIZES = {'short': (375, 667), 'long': (430, 932)}

# Texts that are cut off, or that extend beyond the window.
CUT_OFF = """() => [...document.querySelectorAll(
    '.value, .goal, .label, .phase, .interval, .plan-name, .place, .next, .road, .tile, .tile .name, .aside, '
    + '.figure .name, .power-zone, .notice p, .notice button, .row button > span:not(.unseen), .row button, '
    + 'h1, h2')]
  .filter((node) => node.offsetParent !== null)
  .filter((node) => {
    const box = node.getBoundingClientRect();
    const isCut = getComputedStyle(node).display !== 'inline' && !node.querySelector('.unseen')
      && node.scrollWidth > node.clientWidth + 1;
    const isOut = box.right > innerWidth + 1 || box.left < -1
      || (document.body.dataset.view === 'live' && box.bottom > innerHeight + 1);
    return isCut || isOut;
  }).map((node) => `${node.className || node.tagName}: ${node.textContent}`)"""


# Lets a test change each status before the page receives it: `change(script)`.
ALTERED = """
  const Original = window.EventSource;
  let last = null;
  let alter = (status) => status;
  window.EventSource = class extends Original {
    addEventListener(name, run, ...more) {
      if (name !== 'status') return super.addEventListener(name, run, ...more);
      const give = (data) => run({ data: JSON.stringify(alter(JSON.parse(data))) });
      return super.addEventListener(name, (event) => {
        last = () => give(event.data);
        last();
      }, ...more);
    }
  };
  window.change = (made) => {
    alter = made;
    last?.();
  };
"""


class Browsers:
    """A browser. Each phone is a separate context, with its own cookies."""

    def __init__(self, chromium):
        self.chromium = chromium
        self.complaints: list[str] = []

    def phone(
        self, size: str = 'phone', scheme: str = 'dark', language: str = 'en', state=None, scale: float = 1
    ) -> Page:
        width, height = SIZES[size]
        context: BrowserContext = self.chromium.new_context(
            viewport={'width': width, 'height': height},
            color_scheme=scheme,
            locale=language,
            storage_state=state,
            device_scale_factor=scale,
            has_touch=size != 'desk',
        )
        context.set_default_timeout(15000)
        page = context.new_page()
        page.on('pageerror', lambda error: self.complaints.append(f'{error}'))
        # A refusal is a normal response; the browser logs each one as an error.
        page.on(
            'console',
            lambda line: (
                None if 'Failed to load' in line.text or line.type != 'error' else self.complaints.append(line.text)
            ),
        )
        return page

    def paired(self, pi: Pi, **how) -> Page:
        page = self.phone(**how)
        pair(page, pi)
        return page


def pair(page: Page, pi: Pi, address: str = '') -> None:
    page.goto(f'{address or pi.address}/#pair={pi.code()}')
    page.click('form button[type=submit]')
    page.wait_for_selector('[data-view=start] h1, [data-view=live] h1')


@contextlib.contextmanager
def browsers(*more: str):
    """Runs a browser for some scenes, with further options. An error that its pages log is a failure."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path='/usr/bin/chromium',
            args=['--no-sandbox', f'--host-resolver-rules=MAP {HOST} 127.0.0.1', *more],
        )
        made = Browsers(chromium)
        yield made
        chromium.close()
    assert made.complaints == [], made.complaints


def accessibility(page: Page) -> list[str]:
    """Returns axe's findings. Floating bars move to their normal place first, because they cover a part of the page."""
    position = '(where) => document.querySelectorAll(".bottom, .bar").forEach((one) => { one.style.position = where; })'
    page.evaluate(position, 'static')
    rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
    results = Axe().run(page, options={'runOnly': rules})
    page.evaluate(position, '')
    return [f'{found["id"]}: {node["target"]}' for found in results.response['violations'] for node in found['nodes']]


def text(page: Page, selector: str) -> str:
    return page.inner_text(selector).strip()


def held(page: Page, path: str, most: int = 1) -> list[Route]:
    """Holds back the next requests of a path, up to `most` at a time; `continue_` of a request sends it."""
    routes = []

    def keep(route: Route) -> None:
        if len(routes) == most:
            return route.continue_()
        return routes.append(route)

    page.route(path, keep)
    return routes


def until(page: Page, script: str, milliseconds: int = 15000) -> None:
    page.wait_for_function(script, timeout=milliseconds)


def stop(page: Page, pi: Pi) -> None:
    """Stops a ride that a page shows, and waits for its result, which the page opens by itself."""
    until(page, '() => sessionStorage.getItem("jz2.ride")')
    pi.ask('Stop')
    page.wait_for_selector('.summary h1')


@contextlib.contextmanager
def pressed(page: Page, selector: str):
    """Presses a button during the block."""
    box = page.locator(selector).bounding_box()
    page.mouse.move(box['x'] + box['width'] / 2, box['y'] + box['height'] / 2)
    page.mouse.down()
    yield
    page.mouse.up()


def hold(page: Page, selector: str) -> None:
    """Holds a button down until it acts."""
    with pressed(page, selector):
        until_acted(page, selector)


def until_acted(page: Page, selector: str) -> None:
    """Waits until a button that is held acts, as its ring is full."""
    wait_until(lambda: page.locator(f'{selector}.held').count() == 0, 10, f'{selector} has acted')
