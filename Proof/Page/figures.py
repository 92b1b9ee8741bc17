"""figures.py BIN: the figures of the page: bytes, first paint, memory and delays, with one phone and with a hundred."""

import pathlib
import statistics
import sys

from browser import browsers
from crowd import PHONES, followers, listen
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
    measure(pathlib.Path(sys.argv[1]).resolve())
