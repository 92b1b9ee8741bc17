"""figures.py BIN [WORD...]: the figures of the page: bytes, first paint, memory and delays, with one phone and with a
hundred; with the words `slow` or `pinch` only those.
"""

import math
import pathlib
import statistics
import sys
import time

from browser import browsers
from crowd import PHONES, followers, listen
from files import activity, sent
from intruders import paired
from stage import Pi

PAINTS = (
    """() => performance.getEntriesByType('paint').find((one) => one.name === 'first-contentful-paint').startTime"""
)


def paint(pi: Pi) -> None:
    """Prints a browser's time until the first text, and until the first number of a ride."""
    with browsers() as made:
        page = made.paired(pi)
        state = page.context.storage_state()
        page.context.close()
        first, shown = [], []
        for _ in range(9):
            page = made.phone(state=state)
            page.goto(pi.address)
            page.wait_for_function('() => Number(document.querySelector(".power .value")?.textContent) > 0')
            shown.append(page.evaluate('performance.now()'))
            first.append(page.evaluate(PAINTS))
            page.context.close()
        print(
            f'page: first paint after {statistics.median(first):.0f} ms, the first number after '
            f'{statistics.median(shown):.0f} ms, medians of {len(first)} loads without a cache'
        )


def slow(programs: pathlib.Path) -> None:
    """Prints the time until the first number of a ride over 400 ms and 400 kbit/s: two openings of one browser."""
    link = {'offline': False, 'latency': 400, 'downloadThroughput': 50_000, 'uploadThroughput': 50_000}
    with Pi(programs) as pi, browsers() as made:
        page = made.paired(pi)
        state = page.context.storage_state()
        page.context.close()
        pi.begin_ride()
        times = []
        for _ in range(5):
            context = made.phone(state=state).context
            pair = []
            for _ in range(2):
                page = context.new_page()
                page.context.new_cdp_session(page).send('Network.emulateNetworkConditions', link)
                page.goto(pi.address)
                page.wait_for_function('() => Number(document.querySelector(".power .value")?.textContent) > 0')
                pair.append(page.evaluate('performance.now()') / 1000)
                page.close()
            times.append(pair)
            context.close()
        first, second = (statistics.median(each) for each in zip(*times, strict=True))
        print(f'page: 400 ms, 400 kbit/s: first number after {first:.1f} s, at the second opening {second:.1f} s')


def pinch(programs: pathlib.Path) -> None:
    """Prints the times of frames while two fingers zoom a ride of five hours."""
    with Pi(programs) as pi, browsers() as made:
        _, answer = sent(pi, '/api/import/ride', activity(300), paired(pi))
        page = made.paired(pi)
        page.goto(f'{pi.address}/#ride={answer["ride"]["id"]}')
        page.wait_for_selector('.ride-chart .drawn', timeout=120000)
        page.wait_for_timeout(2000)
        box = page.locator('.ride-chart').bounding_box()
        middle = box['y'] + box['height'] / 2
        page.evaluate("""() => {
          globalThis.frames_ = [];
          let last = performance.now();
          const tick = (now) => { frames_.push(now - last); last = now; requestAnimationFrame(tick); };
          requestAnimationFrame(tick);
        }""")
        session = page.context.new_cdp_session(page)

        def touch(kind: str, shares: list[float]) -> None:
            points = [{'x': box['x'] + x * box['width'], 'y': middle, 'id': n} for n, x in enumerate(shares)]
            session.send('Input.dispatchTouchEvent', {'type': kind, 'touchPoints': points})

        for rate in (1, 4):
            session.send('Emulation.setCPUThrottlingRate', {'rate': rate})
            page.wait_for_timeout(500)
            page.evaluate('() => { frames_.length = 0; }')
            touch('touchStart', [0.45, 0.55])
            end, moves = time.monotonic() + 6, 0
            while time.monotonic() < end:
                away = 0.05 + 0.4 * (0.5 - 0.5 * math.cos(moves / 20))
                touch('touchMove', [0.5 - away, 0.5 + away])
                moves += 1
                time.sleep(0.006)
            touch('touchEnd', [])
            frames = sorted(page.evaluate('frames_'))
            late = frames[int(len(frames) * 0.95)]
            print(
                f'page: a pinch of five hours, CPU divided by {rate}: {len(frames)} frames in 6 s, '
                f'{statistics.median(frames):.1f} ms at the median, {late:.1f} ms at the 95th percentile'
            )


def measure(programs: pathlib.Path) -> None:
    """Prints the figures: bytes of the page, memory, and delays, with one phone and with a hundred."""
    files = sorted(pathlib.Path('Sources/CPage/page').iterdir())
    print(f'page: {len(files)} files, {sum(file.stat().st_size for file in files)} bytes')
    with Pi(programs) as pi:
        cookie = paired(pi)
        pi.begin_ride()
        paint(pi)
        for count in (1, PHONES):
            phones = followers(pi, cookie, count)
            # Twice the interval between jz2web's two checks of its memory.
            heard, delays = listen(pi, phones, 120)
            memory = pi.memory()
            middle, late = statistics.median(delays), sorted(delays)[int(len(delays) * 0.99)]
            print(
                f'page: {count} phones: {memory["VmRSS"]} kB resident, {memory["RssAnon"]} kB of its own; '
                f'{statistics.median(heard):.0f} statuses in 120 s; {middle:.1f} ms after jz2d told it at the median, '
                f'{late:.1f} ms at the 99th percentile'
            )
            for one in phones:
                one.close()


if __name__ == '__main__':
    for each in (measure, slow, pinch):
        if len(sys.argv) == 2 or each.__name__ in sys.argv[2:]:
            each(pathlib.Path(sys.argv[1]).resolve())
