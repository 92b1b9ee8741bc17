"""Scenes of the library in a browser: the list of rides, one ride, weeks and scores."""

import datetime

from browser import SIZES, accessibility, browsers, text, until
from files import activity, sent
from intruders import paired as key_of
from programs import wait_until
from stage import Pi, scene, settle


def imported(pi: Pi, minutes: int, day: str) -> int:
    """Imports another program's ride through the page. Returns its number."""
    status, answer = sent(pi, '/api/import/ride', activity(minutes, day), key_of(pi))
    assert status == 200, answer
    return answer['ride']['id']


def go(page, pi: Pi, place: str, selector: str) -> None:
    page.goto(f'{pi.address}/#{place}')
    page.wait_for_selector(selector)


def shown_rides(page) -> list[str]:
    return page.eval_on_selector_all('.months a.ride', 'all => all.map((one) => one.getAttribute("href"))')


@scene('the list of rides has months, can be searched and sorted, loads more, and shows a ride that arrives')
def history(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        first = datetime.date(2026, 7, 1)
        rides = [imported(pi, 2 + number % 3, str(first + datetime.timedelta(number))) for number in range(55)]
        pi.ask('Edit', ride=str(rides[7]), name='Up the hill')
        page = made.paired(pi)
        go(page, pi, 'rides', '.months a.ride')
        assert shown_rides(page)[:2] == [f'#ride={rides[54]}', f'#ride={rides[53]}']
        assert 'August 2026' in text(page, '.months section:first-child h2')
        assert '24 rides' in text(page, '.months section:first-child p'), text(page, '.months section:first-child p')
        page.mouse.wheel(0, 20000)
        until(page, '() => document.querySelectorAll(".months a.ride").length === 55')
        page.mouse.wheel(0, -20000)
        later = imported(pi, 3, '2026-09-20')
        until(page, f'() => document.querySelector(".months a.ride").getAttribute("href") === "#ride={later}"')
        page.fill('input[type=search]', 'hill')
        until(page, '() => document.querySelectorAll(".months a.ride").length === 1')
        assert 'Up the hill' in text(page, '.months')
        page.fill('input[type=search]', '')
        pi.ask('Edit', ride=str(rides[9]), sport='running')
        page.select_option('select[aria-label=Sport]', 'running')
        until(page, '() => document.querySelectorAll(".months a.ride").length === 1')
        assert 'Running' in text(page, '.months')
        page.select_option('select[aria-label=Sport]', '')
        page.select_option('select >> nth=0', 'longest')
        until(page, '() => document.querySelector(".months .length").textContent === "4:00"')
        lengths = page.eval_on_selector_all('.months .length', 'all => all.map((one) => one.textContent)')
        assert lengths[:3] == ['4:00', '4:00', '4:00'], lengths[:3]
        assert not (found := accessibility(page)), found


def scrolls(page, selector: str, ctrl: bool) -> bool:
    """Turns the wheel over a picture. Returns whether the page itself may scroll."""
    turn = 'new WheelEvent("wheel", { deltaY: -100, ctrlKey, bubbles: true, cancelable: true })'
    return page.eval_on_selector(selector, f'(picture, ctrlKey) => picture.dispatchEvent({turn})', ctrl)


@scene('a ride can be zoomed, named, deleted and restored; the previous and the next one are one touch away')
def ride(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        before, ride, after = (imported(pi, 5, f'2026-11-0{day}') for day in (1, 2, 3))
        page = made.paired(pi, size='desk', scheme='light')
        go(page, pi, f'ride={ride}', '.ride-chart .drawn.watts')
        told = pi.ask('Review', ride=str(ride))
        assert f'{told["ride"]["averageWatts"]:.0f} W' in text(page, '.sums')
        assert page.inner_text('.readout').startswith('Average')
        links = [f'#ride={one}' for one in (before, after)]
        until(page, '() => document.querySelectorAll("nav.actions a").length === 2')
        assert page.eval_on_selector_all('nav.actions a', 'all => all.map((one) => one.getAttribute("href"))') == links
        box = page.locator('.ride-chart').bounding_box()
        page.mouse.move(box['x'] + box['width'] * 0.2, box['y'] + 50)
        page.mouse.down()
        page.mouse.move(box['x'] + box['width'] * 0.4, box['y'] + 60, steps=4)
        page.mouse.up()
        assert text(page, '.span') == '1:00–2:00', text(page, '.span')
        page.focus('.ride-chart')
        page.keyboard.press('ArrowRight')
        assert text(page, '.span') == '1:15–2:15', text(page, '.span')
        page.keyboard.press('Home')
        assert text(page, '.span') == '0:00–5:00'
        left = scrolls(page, '.ride-chart', ctrl=False)
        assert left and text(page, '.span') == '0:00–5:00', 'the wheel alone scrolls the page'
        left = scrolls(page, '.ride-chart', ctrl=True)
        assert not left and text(page, '.span') == '0:00–4:00', text(page, '.span')
        page.click('summary:has-text("Name and note")')
        page.fill('form input[type=text]', 'Evening')
        page.click('form button[type=submit]')
        until(page, '() => document.querySelector("h1").textContent === "Evening"')
        assert pi.ask('Review', ride=str(ride))['ride']['name'] == 'Evening'
        assert not (found := accessibility(page)), found
        page.click('button:has-text("Delete the ride")')
        assert len(pi.ask('Rides')['rides']) == 3, 'one press deletes nothing'
        page.click('button.discard')
        wait_until(lambda: len(pi.ask('Rides')['rides']) == 2, 5, 'the ride is deleted')
        page.click('button:has-text("Undo")')
        wait_until(lambda: len(pi.ask('Rides')['rides']) == 3, 5, 'the ride is back')


@scene('weeks equal those of jz2d, the newest stays at the right at any zoom, and records link to rides')
def trends(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        today = datetime.date.today()
        for days in (1, 15, 100):
            imported(pi, 3, str(today - datetime.timedelta(days)))
        page = made.paired(pi)
        go(page, pi, 'trends', '.live-text:not(:empty)')
        assert page.get_attribute('.weeks', 'data-weeks') == '13'
        since = f'{today - datetime.timedelta(20)}T00:00:00Z'
        kilojoules = sum(one['kilojoules'] for one in pi.ask('History', since=since)['rides'])
        page.click('.choices span:has-text("Work")')
        bars = page.locator('.bar')
        newest = bars.nth(bars.count() - 1).bounding_box()
        page.click('button[aria-label="More weeks"]')
        until(page, '() => Number(document.querySelector(".weeks").dataset.weeks) >= 14')
        bars = page.locator('.bar')
        wide = page.locator('.weeks').bounding_box()
        last = bars.nth(bars.count() - 1).bounding_box()
        right = wide['x'] + wide['width']
        assert abs(last['x'] + last['width'] - right) < 5 and abs(newest['x'] + newest['width'] - right) < 5
        told = 0.0
        page.focus('.weeks')
        for _ in range(4):
            told += float(text(page, '.live-text').rsplit(': ', 1)[1].removesuffix(' kJ'))
            page.keyboard.press('ArrowLeft')
        assert abs(told - kilojoules) <= 2, (told, kilojoules)
        weeks = page.get_attribute('.weeks', 'data-weeks')
        assert scrolls(page, '.weeks', ctrl=False) and page.get_attribute('.weeks', 'data-weeks') == weeks
        assert not scrolls(page, '.weeks', ctrl=True) and page.get_attribute('.weeks', 'data-weeks') != weeks
        page.wait_for_selector('.records a')
        best = [f'#ride={one["best"]["ride"]}' for one in pi.ask('Records')['records']]
        links = 'all => all.map((one) => one.getAttribute("href"))'
        assert page.eval_on_selector_all('.records a', links) == best != []
        page.wait_for_selector('.curve path.all')
        assert not (found := accessibility(page)), found


@scene("a day's scores equal those of jz2d, each with its reasons, and the previous days are one touch away")
def scores(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        today = datetime.date.today()
        pi.ctl('settings', '--max-heart-rate', '185')
        for age in range(9, -1, -1):
            day = str(today - datetime.timedelta(age))
            pi.ctl('hrv', 'add', '--date', day, '--rmssd', str(50 + age % 4), '--resting-heart-rate', '52')
        page = made.paired(pi)
        go(page, pi, 'scores', '.rings')
        page.click('summary:has-text("Recovery explained")')
        assert 'Heart rate variability' in text(page, 'details[open] table')
        score = pi.ask_body('Scores')['days'][0]['recovery']['score']
        assert page.text_content('.ring-card text >> nth=0') == f'{score:.0f}'
        page.click('button[aria-label="Previous day"]')
        yesterday = (today - datetime.timedelta(1)).strftime('%A')
        until(page, f'() => document.querySelector(".day").textContent.includes("{yesterday}")')
        assert not (found := accessibility(page)), found
        settle(0.1)


@scene('the views of the library fit small and large windows, light and dark, in four languages')
def fits(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        ride = imported(pi, 6, '2026-11-02')
        pi.add_plans()
        for language, size, scheme in (('de', 'small', 'dark'), ('fr', 'phone', 'light'), ('es', 'tablet', 'dark')):
            page = made.paired(pi, language=language, size=size, scheme=scheme)
            for place, selector in (
                ('rides', '.months a.ride'),
                (f'ride={ride}', '.ride-chart .drawn'),
                (f'trim={ride}', '.trim input[type=range]'),
                ('plans', '.plan-list strong'),
                ('plan=Over-unders', '.rows li'),
                ('trends', '.live-text:not(:empty)'),
                ('scores', '.rings'),
            ):
                go(page, pi, place, selector)
                wide = page.evaluate('document.documentElement.scrollWidth')
                assert wide <= SIZES[size][0], f'{place} in {language} is {wide} px wide'
                assert accessibility(page) == [], (place, language, accessibility(page))
            page.context.close()
