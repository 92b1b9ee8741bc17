"""Scenes of one ride in a browser: the details of its chart, and its events."""

from browser import accessibility, browsers, stop, text, until
from library import go, imported
from stage import Pi, scene, settle

# The lines of the chart: how often each begins, and whether it reaches both edges.
LINES = """() => [...document.querySelectorAll('.ride-chart .drawn')].map((line) => {
  const path = line.getAttribute('d');
  const xs = [...path.matchAll(/[ML](-?[0-9.]+)/g)].map(([, x]) => Number(x));
  const step = xs[1] - xs[0];
  return [path.split('M').length - 1, xs[0] < step && xs.at(-1) > line.ownerSVGElement.clientWidth - step];
})"""


@scene('a chart keeps its lines at any zoom, and its section and reading when the ride changes')
def closely(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        ride = imported(pi, 5, '2026-11-02')
        page = made.paired(pi)
        go(page, pi, f'ride={ride}', '.ride-chart .drawn.watts')
        for part in ('0:00–5:00', '1:15–3:45', '1:53–3:08', '2:11–2:49', '2:15–2:45'):
            assert text(page, '.span') == part, text(page, '.span')
            lines = page.evaluate(LINES)
            assert lines == [[1, True], [1, True]], (part, lines)
            page.focus('.ride-chart')
            page.keyboard.press('+')
        pi.ask('Edit', ride=str(ride), name='Evening')
        until(page, '() => document.querySelector("h1").textContent === "Evening"')
        assert text(page, '.span') == '2:15–2:45', text(page, '.span')
        page.hover('.ride-chart')
        until(page, '() => document.querySelector(".readout .when").textContent.startsWith("2:")')
        pi.ask('Edit', ride=str(ride), name='Night')
        until(page, '() => document.querySelector("h1").textContent === "Night"')
        until(page, '() => document.querySelector(".readout .when").textContent.startsWith("2:")')


@scene('a ride lists its events, and a touch on one shows that section')
def happened(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        page = made.paired(pi)
        pi.begin_ride()
        settle(4)
        pi.ask('Pause')
        settle(3)
        pi.ask('Resume')
        pi.until_phase('riding')
        settle(4)
        stop(page, pi)
        ride = pi.ask('Rides')['rides'][0]['id']
        kinds = [event['kind'] for event in pi.ask('Review', ride=str(ride))['events']]
        assert 'paused' in kinds and 'resumed' in kinds, kinds
        go(page, pi, f'ride={ride}', '.happened li')
        assert page.locator('.happened li').count() == 1, text(page, '.happened')
        assert 'Paused, for 0:0' in text(page, '.happened'), text(page, '.happened')
        page.click('.happened button')
        assert page.locator('.ride-chart .gap.stop').count() == 1
        assert not (found := accessibility(page)), found
