"""Scenes of the frame around the views: looks, colours, tabs, loading, and the ride's line while a ride is on."""

import itertools
import pathlib
import re

from browser import accessibility, browsers, held, text, until
from library import go, imported
from programs import wait_until
from stage import Pi, scene

PAGE_FOLDER = pathlib.Path(__file__).parents[2] / 'Sources' / 'CPage' / 'page'
WINDOWS = ((320, 568), (375, 667), (390, 844), (430, 932), (844, 390), (768, 1024), (1280, 800))
LANGUAGES = ('en', 'de', 'fr', 'es')

# The looks of all elements of a view, without what depends on their content.
LOOKS = """() => [...document.querySelectorAll('#place *')].map((node) => {
  const of = getComputedStyle(node);
  const names = ['display', 'position', 'order', 'opacity', 'color', 'background-color', 'font-size', 'font-weight',
    'font-family', 'line-height', 'text-align', 'white-space', 'overflow-x', 'fill', 'stroke', 'stroke-width',
    'stroke-dasharray', 'min-height', 'min-width', 'max-width', 'row-gap', 'column-gap', 'justify-content',
    'align-items', 'flex-grow', 'flex-shrink', 'flex-basis', 'list-style-type', 'pointer-events',
    ...['top', 'right', 'bottom', 'left'].flatMap((side) => [`padding-${side}`, `margin-${side}`,
      `border-${side}-width`, `border-${side}-color`]), 'border-top-left-radius'];
  return `${node.tagName}.${node.getAttribute('class') ?? ''} ${names.map((name) => `${name}: ${
    of.getPropertyValue(name)}`).join('; ')}`;
})"""


def is_shown(page, place: str, selector: str) -> None:
    page.evaluate('(place) => { location.hash = place; }', place)
    page.wait_for_selector(selector)
    until(page, '() => !document.querySelector("[aria-busy=true], .skeleton")')
    # A view may add cards after its first ones.
    count, before = -1, -2
    while count != before:
        page.wait_for_timeout(400)
        count, before = page.evaluate('document.querySelectorAll("#place *").length'), count


@scene('a view looks the same after all other views as in a fresh window')
def same_looks(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        ride = imported(pi, 6, '2026-11-02')
        pi.add_plans()
        places = {
            'rides': '.months a.ride',
            f'ride={ride}': '.review .sums',
            f'trim={ride}': '.trim input[type=range]',
            'plans': '.plan-list strong',
            'plan=Over-unders': '.planner .bar',
            'trends': '.trends .live-text:not(:empty)',
            'scores': '.scores h1',
            'settings': '.settings .zone-list li',
            'services': '.settings .wrong',
            'secure': '.secure .card',
            'page': 'select',
            '': '.start form',
        }
        page = made.paired(pi)
        fresh = {}
        for place, selector in places.items():
            page.goto('about:blank')
            page.goto(f'{pi.address}/#{place}')
            is_shown(page, place, selector)
            fresh[place] = page.evaluate(LOOKS)
        for place, selector in itertools.chain(places.items(), places.items()):
            is_shown(page, place, selector)
            until(page, f'() => document.querySelectorAll("#place *").length === {len(fresh[place])}')
            looks = page.evaluate(LOOKS)
            differing = [pair for pair in zip(fresh[place], looks, strict=True) if pair[0] != pair[1]]
            assert not differing, (place, differing[:2])


def luminance(color: str) -> float:
    """Returns the relative luminance of a colour (WCAG 2.2)."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@scene('text has a contrast of 4.5 to 1, and shapes with a meaning one of 3 to 1, in both palettes')
def contrasts(programs) -> None:
    sheet = (PAGE_FOLDER / 'page.css').read_text()
    palettes = [dict(re.findall(r'--([\w-]+): (#\w{6});', rules)) for rules in re.findall(r':root \{([^}]*)\}', sheet)]
    assert len(palettes) == 2, 'light and dark'
    grounds = ('ground', 'card')
    pairs = [
        (name, on, 4.5)
        for name in ('ink', 'soft', 'accent', 'power', 'heart', 'good', 'warn', 'bad')
        for on in (*grounds, 'button')
    ]
    pairs += [('on-go', 'go', 4.5), ('on-stop', 'stop', 4.5), ('ground', 'accent', 4.5), ('ground', 'warn', 4.5)]
    shapes = ('plan', 'ridden', 'beats', 'beats-pale', 'focus', 'go', 'stop', *(f'zone-{zone}' for zone in range(1, 6)))
    pairs += [(name, on, 3) for name in shapes for on in grounds]
    for palette in palettes:
        for name, on, least in pairs:
            found = contrast(palette[name], palette[on])
            assert found >= least, f'{name} on {on}: {found:.2f}'


# Tabs whose text is wider than the tab, or that extend beyond the window.
CUT_TABS = """() => [...document.querySelectorAll('.places a')].filter((tab) => {
  const range = document.createRange();
  range.selectNodeContents(tab.querySelector('span'));
  const [words, box] = [range.getBoundingClientRect(), tab.getBoundingClientRect()];
  return words.left < box.left || words.right > box.right || words.height > 24 || box.right > innerWidth;
}).map((tab) => tab.textContent)"""


@scene("no tab's text is cut in seven windows and four languages")
def tabs_fit(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        page = made.paired(pi)
        for language in LANGUAGES:
            page.context.add_cookies([{'name': 'jz2-language', 'value': language, 'url': pi.address}])
            page.reload()
            page.wait_for_selector('.places a')
            assert page.get_attribute('html', 'lang') == language
            for width, height in WINDOWS:
                page.set_viewport_size({'width': width, 'height': height})
                assert (cut := page.evaluate(CUT_TABS)) == [], (language, width, cut)


@scene('while a ride is on, every other view shows its figures, and leads back to it')
def shows_the_ride(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        page = made.paired(pi)
        go(page, pi, 'trends', '.trends')
        assert page.is_hidden('.ride-on')
        page.goto(f'{pi.address}/#settings')
        page.wait_for_selector('.settings .zone-list li')
        pi.begin_ride()
        page.wait_for_selector('[data-view=live] h1')
        page.evaluate('() => { location.hash = "settings"; }')
        page.wait_for_selector('.ride-on')
        until(page, r'() => /\d+ W · \d+ bpm · \d+:\d\d/.test(document.querySelector(".ride-on").textContent)')
        assert page.locator('.places a.on').get_attribute('href') == '#'
        assert not (found := accessibility(page)), found
        pi.ask('Pause')
        until(page, '() => document.querySelector(".ride-on").textContent.includes("Paused · ")')
        page.click('.ride-on')
        page.wait_for_selector('[data-view=live] h1')
        pi.ask('Stop')
        until(page, '() => document.body.dataset.view !== "live"')
        assert page.is_hidden('.ride-on')


@scene('a tab is marked at the touch, a skeleton follows, and the heading of the view gets the focus')
def loads(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        page = made.paired(pi)
        scripts = held(page, '**/trends.js*')
        page.click('.places a[href="#trends"]')
        page.wait_for_selector('.skeleton')
        assert page.get_attribute('.places a[href="#trends"]', 'aria-current') == 'page'
        assert page.get_attribute('#place', 'aria-busy') == 'true'
        assert text(page, 'h1') == 'Trends'
        scripts[0].continue_()
        page.wait_for_selector('.trends')
        assert page.query_selector('#place > .skeleton') is None and page.get_attribute('#place', 'aria-busy') is None
        assert page.evaluate('document.activeElement.outerHTML') == '<h1 tabindex="-1">Trends</h1>'
        assert page.title() == 'Trends – jz2'
        page.click('.places a[href="#page"]')
        until(page, '() => document.title === "More – jz2"')
        page.go_back()
        until(page, '() => document.title === "Trends – jz2"')


@scene('a view that cannot be loaded says so once, and opens by itself with its looks when the Pi answers again')
def loads_again(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        page = made.paired(pi)
        asked = []
        page.on('request', lambda request: asked.append(request.url))
        page.route('**/trends.*', lambda route: route.abort())
        pi.jz2web.kill()
        page.click('.places a[href="#trends"]')
        until(page, '() => document.querySelector("#place").textContent.includes("The Pi does not answer.")')
        assert text(page, '#place button') == 'Try again'
        page.wait_for_timeout(5000)
        assert len([url for url in asked if 'trends' in url]) <= 2, asked
        page.unroute('**/trends.*')
        pi.jz2web.start()
        page.wait_for_selector('.trends .choices', timeout=20000)
        display = 'getComputedStyle(document.querySelector(".trends .choices")).display'
        assert page.evaluate(display) == 'flex' and page.title() == 'Trends – jz2'
        assert page.evaluate('[...document.styleSheets].some((sheet) => sheet.href?.includes("trends.css"))')


# Drops a file of some bytes on the page.
DROP = """([name, bytes]) => {
  const data = new DataTransfer();
  data.items.add(new File([Uint8Array.from(bytes)], name));
  const event = (kind) => new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true });
  document.body.dispatchEvent(event('dragover'));
  const isMarked = document.body.classList.contains('over');
  return isMarked && !document.body.dispatchEvent(event('drop'));
}"""


@scene('a file that is dropped on any view is imported, and never replaces the page')
def drops(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        page = made.paired(pi, language='en-GB')
        plan = '[COURSE HEADER]\nFTP = 200\nMINUTES WATTS\n[END COURSE HEADER]\n[COURSE DATA]\n0 100\n5 200\n'
        assert page.evaluate(DROP, ['hill.erg', list(f'{plan}[END COURSE DATA]\n'.encode())]), 'it is marked and taken'
        page.wait_for_selector('.files a[href^="#plan="]')
        assert page.evaluate('location.hash') == '#plans'
        wait_until(lambda: len(pi.own_plans(all=True)) == 1, 5, 'the plan is there')
        imported(pi, 3, '2026-11-03')
        go(page, pi, 'rides', '.months a.ride')
        page.select_option('select[aria-label=Order]', 'longest')
        until(page, '() => document.querySelector(".months time").textContent === "3 Nov 2026"')
        assert text(page, '.pick .button') == 'Choose files'
