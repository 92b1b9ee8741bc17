"""Scenes in a browser: a phone on the handlebar."""

import contextlib
import signal
import time

from browser import CUT_OFF, SIZES, accessibility, browsers, hold, pair, pressed, text, until, until_acted
from programs import wait_until
from stage import Pi, scene, settle

LIVE, START = '[data-view=live] h1', '[data-view=start] h1'


@contextlib.contextmanager
def riding(programs, plan: str = '', **how):
    """Runs a ride, of a plan if one is named, and a paired phone that shows it."""
    with Pi(programs) as pi, browsers() as made:
        page = made.paired(pi, **how)
        if plan:
            pi.add_plans()
        pi.begin_ride(**({'plan': plan} if plan else {}))
        page.wait_for_selector(LIVE)
        yield pi, page


def number(page, selector: str) -> int:
    return int(text(page, selector).replace('–', '0'))


def are_shown(page, status: dict) -> bool:
    watts, bpm = status['trainer'].get('powerWatts', 0), status['heartRate'].get('beatsPerMinute', 0)
    is_near = abs(number(page, '.power .value') - watts) < 40 and abs(number(page, '.heart .value') - bpm) < 5
    return watts > 0 and bpm > 0 and is_near


@scene('a phone is paired by a code, and controls a ride from start to summary by touch')
def rides(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        page = made.phone()
        page.goto(pi.address)
        page.wait_for_selector('form')
        assert page.evaluate('navigator.wakeLock === undefined'), 'plain http is no secure context'
        code = pi.code()
        page.fill('.code', '000000' if code != '000000' else '111111')
        page.click('form button[type=submit]')
        page.wait_for_selector('#note:not([hidden])')
        assert 'Tries left: 4' in text(page, '#note')
        page.fill('.code', f'{code[:3]} {code[3:]}')
        page.click('form button[type=submit]')
        page.wait_for_selector(START)
        assert [phone['lastSeen'] is not None for phone in pi.ctl('page', 'phones')['phones']] == [True]

        page.click('.free button[type=submit]')
        page.wait_for_selector(LIVE)
        pi.until_phase('riding')
        for _ in range(3):
            page.click('.buttons button:has-text("+5")')
        until(page, '() => document.querySelector(".power .below").textContent.includes("165")')
        wait_until(lambda: pi.ride['wantedWatts'] == 165, 5, 'three quick presses change 15 W')
        page.click('.buttons button:has-text("−5")')
        until(page, '() => document.querySelector(".power .below").textContent.includes("160")')
        page.click('button:has-text("Pause")')
        pi.until_phase('paused')
        until(page, '() => document.querySelector("h1").textContent.startsWith("Paused")')
        page.click('button:has-text("Resume")')
        pi.until_phase('riding')
        wait_until(lambda: are_shown(page, pi.ask('Status')), 5, 'the page shows the power and the heart rate')
        wait_until(lambda: pi.ride['timerSeconds'] > 0, 5, 'a lap needs a second of riding')
        page.click('button:has-text("Lap")')
        wait_until(lambda: pi.ride['lap']['number'] == 2, 5, 'the second lap has begun')
        with pressed(page, 'button.hold.stop'):
            page.wait_for_timeout(500)
        settle(0.5)
        assert pi.phase == 'riding', 'a touch that is not held stops nothing'
        hold(page, 'button.hold.stop')
        page.wait_for_selector('.summary dd')
        assert 'kJ' in text(page, '.summary .sums')
        assert pi.ask('Rides', limit=1)['rides'][0]['state'] == 'finished'
        page.click('.summary .done')
        page.wait_for_selector(START)
        page.click('.again button')
        page.wait_for_selector(LIVE)
        pi.until_phase('riding')
        assert pi.ride['wantedWatts'] == 150, 'again is what was asked for at the beginning'


@scene('a separate button stops a ride without saving it, and the ride is among the deleted ones')
def discards(programs) -> None:
    with riding(programs) as (pi, page):
        page.click('.rest > button')
        hold(page, '.rest .discard')
        page.wait_for_selector(START)
        assert pi.ask('Rides')['rides'] == []
        assert len(pi.ask('Rides', deleted=True)['rides']) == 1


@scene('the page starts a plan, skips its intervals, extends them and goes back to them')
def plans(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        pi.add_plans()
        page = made.paired(pi)
        page.click('.plans a:has-text("Over-unders")')
        page.click('.preview .go')
        page.wait_for_selector(LIVE)
        pi.until_phase('riding')
        until(page, '() => document.querySelectorAll(".sky .plan").length >= 10')
        assert text(page, '.interval') == 'Warm-up' and text(page, '.place') == '1 of 10'
        page.click('button:has-text("Skip")')
        until(page, '() => document.querySelector(".place").textContent === "2 of 10"')
        assert text(page, '.interval') == 'Over 1 of 4'
        before = pi.ask('Status')['plan']['interval']['remainingSeconds']
        page.click('button:has-text("+1 min")')
        wait_until(
            lambda: pi.ask('Status')['plan']['interval']['remainingSeconds'] > before + 50, 5, 'the interval is longer'
        )
        page.click('button:has-text("Back")')
        until(page, '() => document.querySelector(".interval").textContent.includes("Warm-up")')


@scene('the page draws a route with its named places and the moving rider')
def route(programs) -> None:
    with Pi(programs, rate='10') as pi, browsers() as made:
        pi.add_route()
        page = made.paired(pi)
        page.click('.plans a:has-text("Lake")')
        page.click('.preview .go')
        page.wait_for_selector('.route .rider')
        assert page.text_content('.route text') == 'Café'
        place = "['cx', 'cy'].map((name) => document.querySelector('.rider').getAttribute(name)).join()"
        before = page.evaluate(place)
        pi.until_phase('riding')
        until(page, f'() => ({place}) !== "{before}"')
        assert 'km' in text(page, '.left .value') or ' m' in text(page, '.left .value')
        assert accessibility(page) == []


@scene('the workout planned for today is at the top, and starts from its preview')
def today(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        day = time.strftime('%Y-%m-%d')
        step = {'end': 'timer', 'seconds': 600, 'watts': 170}
        workout = {'key': '1', 'day': day, 'name': 'Tempo', 'groups': [{'repeats': 1, 'intervals': [step]}]}
        pi.ask('SetPlannedWorkouts', source='test', **{'from': day}, to=day, workouts=[workout])
        page = made.paired(pi)
        page.click('.today a')
        page.click('.preview .go')
        page.wait_for_selector(LIVE)
        pi.until_phase('riding')
        assert pi.ride['wantedWatts'] == 170


@scene('numbers turn grey within two seconds of a killed daemon, and recover automatically')
def survives(programs) -> None:
    with riding(programs) as (pi, page):
        settle(2)
        began = time.monotonic()
        pi.jz2d.kill()
        until(page, '() => document.body.classList.contains("stale")', 5000)
        assert time.monotonic() - began < 2.5
        assert 'your ride is kept' in text(page, '#old'), text(page, '#old')
        page.click('#old summary')
        assert 'jz2d' in text(page, '#old'), text(page, '#old')
        pi.jz2d.start()
        until(page, '() => !document.body.classList.contains("stale")', 20000)
        until(page, '() => document.querySelector("[data-view=live] h1")', 20000)


@scene('numbers turn grey within two seconds of a dead network, show the time of the last one, and recover')
def reconnects(programs) -> None:
    with riding(programs) as (pi, page):
        settle(2)
        # Simulates a network that drops everything: the connections stay open, but no data arrives.
        pi.jz2web.process.send_signal(signal.SIGSTOP)
        began = time.monotonic()
        until(page, '() => document.body.classList.contains("stale")', 6000)
        assert time.monotonic() - began < 3.2, 'two seconds after the last event, which came up to one second before'
        assert 'No connection to the Pi since' in text(page, '#old')
        pi.jz2web.process.send_signal(signal.SIGCONT)
        until(page, '() => !document.body.classList.contains("stale")', 10000)
        pi.jz2web.kill()
        until(page, '() => document.body.classList.contains("stale")', 6000)
        pi.jz2web.start()
        until(page, '() => !document.body.classList.contains("stale")', 15000)
        assert pi.phase == 'riding', 'the ride knows nothing of it'


@scene('a wet thumb that slides up to 24 px still taps and holds, and one that leaves the button does nothing')
def slides(programs) -> None:
    with riding(programs) as (pi, page):
        touch = page.context.new_cdp_session(page)

        def slide(selector: str, right: int, down: int, until_slid=lambda: page.wait_for_timeout(50)) -> None:
            box = page.locator(selector).bounding_box()
            x, y = box['x'] + box['width'] / 2, box['y'] + box['height'] / 2
            touch.send('Input.dispatchTouchEvent', {'type': 'touchStart', 'touchPoints': [{'x': x, 'y': y}]})
            for step in (0.3, 0.6, 1):
                point = {'x': x + right * step, 'y': y + down * step}
                touch.send('Input.dispatchTouchEvent', {'type': 'touchMove', 'touchPoints': [point]})
            until_slid()
            touch.send('Input.dispatchTouchEvent', {'type': 'touchEnd', 'touchPoints': []})

        more = '.buttons button:has-text("+5")'
        for number, (right, down) in enumerate(((0, 0), (10, 6), (20, 5), (3, 20), (-24, 0)), 1):
            slide(more, right, down)
            wait_until(lambda wanted=150 + 5 * number: pi.ride['wantedWatts'] == wanted, 5, f'{right}, {down} px count')
        slide(more, 0, -200)
        page.wait_for_timeout(1000)
        assert pi.ride['wantedWatts'] == 175, 'the thumb has left the button'
        slide('button.hold.stop', 14, 20, lambda: until_acted(page, 'button.hold.stop'))
        page.wait_for_selector('.summary h1')


# All at once, because the buttons are inert two seconds after the last event.
PRESS = """(names) => names.forEach((name) => {
  [...document.querySelectorAll(".buttons button")].find((one) => one.textContent.includes(name)).click();
})"""


@scene('five presses while the network is gone for 20 s are never carried out, and the buttons wait')
def late(programs) -> None:
    with riding(programs, 'Over-unders') as (pi, page):
        settle(2)
        pi.jz2web.process.send_signal(signal.SIGSTOP)
        page.evaluate(PRESS, ['Pause', 'Skip', 'Skip', '+5', 'Lap'])
        until(page, '() => document.querySelector(".buttons").inert', 6000)
        assert 'the buttons wait' in text(page, '#old'), text(page, '#old')
        until(page, '() => !document.querySelector("#note").hidden', 6000)
        assert 'does not answer' in text(page, '#note'), text(page, '#note')
        page.wait_for_timeout(20000)
        pi.jz2web.process.send_signal(signal.SIGCONT)
        until(page, '() => !document.querySelector(".buttons").inert', 15000)
        page.wait_for_timeout(2000)
        status = pi.ask('Status')
        assert status['phase'] == 'riding' and status['plan']['interval']['number'] == 1, status
        commands = [line for line in (pi.folder / 'jz2d.log').read_text().split('\n') if ' command=' in line]
        assert len(commands) == 1, commands
        page.click('.buttons button:has-text("Pause")')
        pi.until_phase('paused')


@scene('a press of Skip that arrives in the next interval is refused, and skips nothing')
def passed(programs) -> None:
    with riding(programs, 'Over-unders') as (pi, page):
        settle(2)

        def delay(route) -> None:
            pi.ask('Skip', interval=1)
            route.continue_()

        page.route('**/api/call/Skip', delay)
        page.click('.buttons button:has-text("Skip")')
        until(page, '() => !document.querySelector("#note").hidden')
        assert 'Interval 1 is not ridden any more' in text(page, '#note'), text(page, '#note')
        assert pi.ask('Status')['plan']['interval']['number'] == 2


@scene('of ten open tabs the newest shows the ride, and any of them takes it over')
def tabs(programs) -> None:
    with riding(programs) as (pi, page):
        newest = page
        for _ in range(9):
            newest = page.context.new_page()
            newest.goto(pi.address)
            newest.wait_for_selector(LIVE)
        newest.click('.buttons button:has-text("Pause")')
        pi.until_phase('paused')
        until(page, '() => document.querySelector("#old").textContent.includes("another tab")')
        assert page.evaluate('document.querySelector(".buttons").inert')
        page.click('#old button')
        until(page, '() => !document.querySelector(".buttons")?.inert')
        page.click('.buttons button:has-text("Resume")')
        pi.until_phase('riding')
        until(newest, '() => document.querySelector("#old").textContent.includes("another tab")')


@scene('a revoked phone receives no more data, and asks for a code')
def revoked(programs) -> None:
    with riding(programs) as (pi, page):
        pi.ctl('page', 'revoke', '--all')
        page.wait_for_selector('[data-view=pair] .code')
        assert page.query_selector('.value') is None
        pair(page, pi)
        page.wait_for_selector(LIVE)


@scene('if the numbers are public, an unpaired phone shows them without buttons')
def public(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        pi.begin_ride()
        page = made.phone()
        page.goto(pi.address)
        page.wait_for_selector('.code')
        pi.ctl('page', 'public', 'on')
        page.reload()
        page.wait_for_selector(LIVE)
        until(page, '() => Number(document.querySelector(".power .value").textContent) > 0')
        assert page.query_selector_all('.buttons button') == []
        assert 'SIM' not in page.content()
        assert accessibility(page) == []
        pi.ctl('page', 'public', 'off')
        page.wait_for_selector('.code')


@scene('a keyboard can reach and hold every button')
def keyboard(programs) -> None:
    with riding(programs, size='desk') as (pi, page):
        settle(1)
        seen = []
        for _ in range(20):
            page.keyboard.press('Tab')
            seen.append(page.evaluate('document.activeElement.textContent || document.activeElement.ariaLabel || ""'))
        for name in ('−5', '+5', 'Pause', 'Lap', 'Stop'):
            assert any(name in one for one in seen), f'{name} in {seen}'
        page.focus('button.hold.stop')
        page.keyboard.press('Enter')
        settle(0.5)
        assert pi.phase == 'riding', 'a short press stops nothing'
        page.keyboard.down('Enter')
        until_acted(page, 'button.hold.stop')
        page.keyboard.up('Enter')
        page.wait_for_selector('.summary h1')


@scene('a screen reader reads events but no numbers')
def spoken(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        page = made.paired(pi)
        page.evaluate("""() => {
          window.heard = [];
          const place = document.querySelector('#spoken');
          const note = () => { if (place.textContent) heard.push(place.textContent); };
          new MutationObserver(note).observe(place, { childList: true, characterData: true, subtree: true });
        }""")
        pi.begin_ride()
        until(page, '() => heard.includes("Riding")')
        settle(3)
        pi.ask('Pause')
        until(page, '() => heard.some((one) => one.startsWith("Paused"))')
        heard = page.evaluate('heard')
        assert len(heard) <= 8, heard
        assert page.evaluate("document.querySelectorAll('[aria-live]').length") == 1


@scene('no screen has an axe finding or truncated text, in four languages, light and dark, 320 to 1280 px')
def screens(programs) -> None:
    with Pi(programs, rate='10') as pi, browsers() as made:
        page = made.phone()
        page.goto(pi.address)
        page.wait_for_selector('.code')
        assert accessibility(page) == []
        pi.add_plans()
        pair(page, pi)
        settle(1)
        assert accessibility(page) == []
        state = page.context.storage_state()
        page.goto(f'{pi.address}/#page')
        page.wait_for_selector('select')
        assert accessibility(page) == []
        pi.ask('Start', plan='Over-unders')
        pi.until_phase('riding')
        settle(25)
        pi.lengthen()
        page.context.close()
        languages = ('en', 'de', 'fr', 'es')
        for index, size in enumerate(SIZES):
            for scheme in ('dark', 'light'):
                language = languages[(index + (scheme == 'light')) % 4]
                one = made.phone(size=size, scheme=scheme, language=language, state=state)
                one.goto(pi.address)
                one.wait_for_selector(LIVE)
                settle(1)
                assert one.get_attribute('html', 'lang') == language
                assert (cut := one.evaluate(CUT_OFF)) == [], f'{size} {scheme} {language}: {cut}'
                assert one.evaluate('document.documentElement.scrollHeight <= innerHeight'), f'{size} scrolls'
                assert accessibility(one) == [], f'{size} {scheme} {language}'
                figure = one.evaluate("parseFloat(getComputedStyle(document.querySelector('.power .value')).fontSize)")
                assert figure >= 64 or size == 'small', f'{size}: {figure} px'
                one.context.close()


@scene('the page uses the language of the browser, or the chosen one')
def languages(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        for language, word in (
            ('de', 'Dieses Telefon koppeln'),
            ('fr', 'Associer ce téléphone'),
            ('es', 'Emparejar este teléfono'),
            ('it', 'Pair this phone'),
        ):
            page = made.phone(language=language)
            page.goto(pi.address)
            page.wait_for_selector('.code')
            assert word in text(page, 'h1'), language
        page.select_option('select', 'de')
        until(page, '() => document.documentElement.lang === "de"')
        page.wait_for_selector('.code')
        page.fill('.code', '123456')
        page.click('form button[type=submit]')
        page.wait_for_selector('#note:not([hidden])')
        assert 'Es gibt keinen gültigen Code' in text(page, '#note')
