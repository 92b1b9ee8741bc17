"""Scenes of trimming in a browser: a ride is trimmed in steps, uploaded again, and restored."""

import contextlib
import json

from browser import accessibility, browsers, stop, text, until
from programs import wait_until
from stage import Pi, scene

PICTURE = '.slider .drawn'


@contextlib.contextmanager
def ridden(programs, seconds: int = 200):
    """Yields a finished ride of the simulated trainer on a paired phone: its number and its length."""
    with Pi(programs, rate='20') as pi, browsers() as made:
        page = made.paired(pi)
        pi.begin_ride()
        wait_until(lambda: pi.ride['elapsedSeconds'] >= seconds, 60, 'the ride is long enough')
        stop(page, pi)
        ride = pi.ask('Rides', limit=1)['rides'][0]
        yield pi, page, str(ride['id']), ride['elapsedSeconds']


def inert(page) -> list[bool]:
    return page.eval_on_selector_all('.step', 'all => all.map((one) => one.inert)')


def press(page, handle: str, *keys: str) -> None:
    page.focus(f'.slider .{handle}')
    for key in keys:
        page.keyboard.press(key)


def shown(page, name: str) -> list[str]:
    """Returns the kept and the cut value of one figure."""
    return page.locator(f'.step tr:has(th:text-is("{name}")) td').all_inner_texts()


def kept(pi: Pi, ride: str) -> tuple | None:
    part = pi.ask('Review', ride=ride)['ride'].get('trim')
    return part and (part['fromSeconds'], part['toSeconds'])


@scene('a ride is trimmed by keys exactly as the handles and figures show, and Undo restores it')
def by_keys(programs) -> None:
    with ridden(programs) as (pi, page, ride, whole):
        seconds = len(pi.ask('Show', ride=ride)['samples'])
        page.goto(f'{pi.address}/#trim={ride}')
        page.wait_for_selector(PICTURE)
        assert inert(page) == [False, True, True, True], inert(page)
        assert page.get_attribute('.slider svg', 'aria-label').startswith('Power over ')
        press(page, 'from', 'PageUp', *['ArrowRight'] * 5)
        press(page, 'to', 'ArrowLeft')
        page.click('.nudge >> nth=1 >> button:has-text("−10 s")')
        part = (65, whole - 11)
        assert inert(page) == [False, False, False, True], inert(page)
        assert accessibility(page) == []
        press(page, 'from', *['Shift+ArrowRight'] * 5)
        assert page.input_value('.slider .from') == str(part[1] - 60), 'a minute stays'
        press(page, 'from', 'Home', 'PageUp', *['ArrowRight'] * 5)
        assert kept(pi, ride) is None, 'nothing is trimmed before it is saved'
        before = shown(page, 'Time'), shown(page, 'Work'), shown(page, 'Average power')
        page.click('button:has-text("Save the part")')
        wait_until(lambda: kept(pi, ride) == part, 5, f'the ride is trimmed to {part}')
        until(page, '() => !document.querySelectorAll(".step")[3].inert')
        assert inert(page) == [True, False, False, False], inert(page)
        told = pi.ask('Review', ride=ride)['ride']
        timer = f'{told["timerSeconds"] // 60}:{told["timerSeconds"] % 60:02}'
        assert before[0][0] == timer, (before, told)
        assert abs(int(before[1][0].split()[0]) - told['kilojoules']) <= 1, (before, told)
        assert abs(int(before[2][0].split()[0]) - told['averageWatts']) <= 1, (before, told)
        assert len(pi.ask('Show', ride=ride)['samples']) <= part[1] - part[0]
        assert len(pi.ask('Show', ride=ride, whole=True)['samples']) == seconds
        assert 'No service is connected' in text(page, '.step >> nth=3')
        assert accessibility(page) == []
        page.click('.step button:has-text("Undo")')
        wait_until(lambda: kept(pi, ride) is None, 5, 'the ride is whole')
        assert len(pi.ask('Show', ride=ride)['samples']) == seconds
        until(page, '() => !document.querySelectorAll(".step")[0].inert')
        assert inert(page) == [False, True, True, True], inert(page)


@scene('Undo restores the previous trim, and a ride that is outdated at a service can be sent again')
def trimmed_before(programs) -> None:
    with ridden(programs) as (pi, page, ride, whole):
        pi.ask('Trim', ride=ride, fromSeconds=20, toSeconds=whole - 20)
        pi.ask('NoteUpload', ride=ride, service='strava', state='done', remoteId='7', url='https://strava.test/7')
        # No jz2sync runs here: its replies are simulated, those of jz2d are real.
        about = page.evaluate('() => fetch("/api/page").then((answer) => answer.json())')
        traits = {
            'title': 'Strava',
            'connection': 'consent',
            'renewal': 'deletion',
            'renames': True,
            'wholeRides': False,
        }
        service = {'service': 'strava', 'state': 'connected', 'queued': 0, 'traits': traits}
        upload = {'service': 'strava', 'state': 'queued', 'at': '2026-11-26T10:00:00Z', 'outdated': False}
        asked = []

        def send(route) -> None:
            asked.append(json.loads(route.request.post_data))
            route.fulfill(json={'upload': upload})

        page.route('**/api/page', lambda route: route.fulfill(json={**about, 'hasSync': True}))
        page.route('**/api/call/Services', lambda route: route.fulfill(json={'services': [service]}))
        page.route('**/api/call/SyncAgain', send)
        page.goto(f'{pi.address}/#trim={ride}')
        page.reload()
        page.wait_for_selector(PICTURE)
        assert inert(page) == [False, True, True, False], inert(page)
        assert 'Strava has the ride.' in text(page, '.step >> nth=3')
        page.select_option('.step select', 'ebiking')
        wait_until(lambda: pi.ask('Review', ride=ride)['ride'].get('sport') == 'ebiking', 5, 'the sport is changed')
        press(page, 'to', *['ArrowLeft'] * 3)
        page.click('button:has-text("Save the part")')
        wait_until(lambda: kept(pi, ride) == (20, whole - 23), 5, 'the ride is trimmed further')
        until(page, '() => document.querySelectorAll(".step")[3].textContent.includes("Delete it there")')
        assert pi.ask('Review', ride=ride)['uploads'][0]['outdated'] is True
        assert page.get_attribute('.step .actions a', 'href') == 'https://strava.test/7'
        assert accessibility(page) == []
        page.click('button:has-text("Send again")')
        until(page, '() => document.querySelectorAll(".step")[3].textContent.includes("is on its way")')
        assert asked == [{'ride': ride, 'service': 'strava'}], asked
        held = []

        def hold(route) -> None:
            held.append(route)

        page.route('**/api/call/Trim', hold)
        with page.expect_request('**/api/call/Trim') as undone:
            page.click('.step button:has-text("Undo")')
        with page.expect_response('**/api/call/Review'):
            answer = pi.ask('Trim', **json.loads(undone.value.post_data))
        assert kept(pi, ride) == (20, whole - 20), 'the former trim is back'
        # The page receives another client's change before the reply to its own call.
        with page.expect_response('**/api/call/Review'):
            pi.ask('Untrim', ride=ride)
        held[0].fulfill(json=answer)
        until(page, f'() => document.querySelector(".slider .to").value === "{whole}"')
