"""Scenes before and after a ride: what is ready, the form, the preview of a plan, and the result of a ride."""

import contextlib
import json

from browser import accessibility, browsers, held, pressed, text
from programs import wait_until
from stage import Pi, scene, settle

LIVE, START = '[data-view=live] h1', '[data-view=start] h1'
FORM, RESULT = '.ride-start .free', '.summary .sums dd'
WATTS = '.ride-start .stepper >> nth=0'


@contextlib.contextmanager
def prepared(programs, rate: str = '1', **how):
    """Yields a Pi with plans, and a paired phone that shows the start."""
    with Pi(programs, rate) as pi, browsers() as made:
        pi.add_plans()
        yield pi, made.paired(pi, **how)


def ridden(pi: Pi, seconds: int = 60) -> str:
    """Rides for some seconds, ends the ride, and returns its number."""
    pi.begin_ride()
    wait_until(lambda: pi.ride['elapsedSeconds'] >= seconds, 60, 'the ride is long enough')
    ride = str(pi.ride['id'])
    pi.ask('Stop')
    pi.until_phase('idle')
    return ride


@scene('a page with --first-code pairs its first phone by one press, also if it was open for long, and asks the second')
def first_code(programs) -> None:
    with Pi(programs, options=('--first-code',)) as pi, browsers() as made:
        first, second = made.phone(), made.phone(language='de')
        for page in (first, second):
            page.goto(pi.address)
            page.wait_for_selector('.code')
        code = first.input_value('.code')
        assert code == second.input_value('.code') == pi.ask_page('GetPageStatus')['pairing']['code']
        assert 'first phone' in text(first, '.pairing') and accessibility(first) == []
        pi.ctl('page', 'pair')
        first.click('form button[type=submit]')
        first.wait_for_selector(START)
        second.click('form button[type=submit]')
        second.wait_for_selector('#note:has-text("jz2ctl page pair")')
        second.reload()
        second.wait_for_selector('.code')
        assert second.input_value('.code') == '' and pi.ask_page('GetPageStatus')['phones'] == 1


@scene('the result of a ride appears whatever place is open, and the ride is named there')
def results(programs) -> None:
    with prepared(programs, rate='20') as (pi, page):
        page.goto(f'{pi.address}/#trends')
        page.wait_for_selector('[data-view=trends] h1')
        forgotten = {'suggestion': {'forgotten': True, 'tailSeconds': 754}}
        page.route('**/api/call/SuggestTrim', lambda route: route.fulfill(json=forgotten))
        ride = ridden(pi)
        page.wait_for_selector(RESULT)
        page.wait_for_selector('.summary .ride-chart .drawn')
        assert page.evaluate('location.hash') == f'#done={ride}'
        shown = text(page, '.summary .sums')
        assert all(word in shown for word in ('Time', 'W', 'bpm', 'kJ', 'kcal')), shown
        assert 'Zone 1' in text(page, '.legend')
        page.wait_for_selector('.going a:has-text("12:34")')
        assert accessibility(page) == []
        edits = held(page, '**/api/call/Edit')
        page.fill('.naming input', 'Evening ride')
        page.keyboard.press('Enter')
        page.click('.summary >> text=Open the ride')
        page.wait_for_selector('.review:not(.summary) h1')
        edits[0].continue_()
        page.wait_for_selector('.review h1:has-text("Evening ride")')
        page.goto(f'{pi.address}/#done={ride}')
        page.click('.deleting button')
        page.click('.deleting .discard')
        wait_until(lambda: len(pi.ask('Rides')['rides']) == 0, 5, 'the ride is deleted')
        page.click('.deleting button:has-text("Undo")')
        wait_until(lambda: len(pi.ask('Rides')['rides']) == 1, 5, 'the ride is restored')
        page.click('.summary .done')
        page.wait_for_selector(FORM)


@scene('a page that was away at the end of its ride shows the result when it is back')
def returns(programs) -> None:
    with prepared(programs, rate='20') as (pi, page):
        pi.begin_ride()
        page.wait_for_selector(LIVE)
        wait_until(lambda: pi.ride['elapsedSeconds'] >= 20, 30, 'the ride has begun')
        page.goto('about:blank')
        pi.ask('Stop')
        page.goto(pi.address)
        page.wait_for_selector(RESULT)
        page.click('.summary .done')
        page.wait_for_selector(FORM)
        page.reload()
        page.wait_for_selector(FORM)
        assert page.evaluate('location.hash') in ('', '#'), 'the result is news only once'


@scene('the result of a ride waits until a plan that is being edited is left')
def waits(programs) -> None:
    with prepared(programs, rate='20') as (pi, page):
        pi.begin_ride()
        page.goto(f'{pi.address}/#plan=Over-unders')
        page.click('button:has-text("Add an interval")')
        pi.ask('Stop')
        page.wait_for_selector('#note:has-text("The ride is over.")')
        assert page.evaluate('location.hash') == '#plan=Over-unders'
        page.on('dialog', lambda dialog: dialog.accept())
        page.click('.places a >> nth=0')
        page.wait_for_selector(RESULT)


@scene('the states of the uploads follow the services while the result is open')
def uploads(programs) -> None:
    with prepared(programs, rate='20') as (pi, page):
        about = page.evaluate('fetch("/api/page").then((response) => response.json())')
        page.route('**/api/page', lambda route: route.fulfill(json={**about, 'hasSync': True}))
        traits = {'title': 'Strava', 'connection': 'consent', 'renewal': 'deletion', 'renames': True}
        service = {'service': 'strava', 'state': 'connected', 'queued': 1, 'traits': {**traits, 'wholeRides': False}}
        page.route('**/api/call/Services', lambda route: route.fulfill(json={'services': [service]}))
        page.reload()
        page.wait_for_selector(FORM)
        ride = ridden(pi)
        page.wait_for_selector('.uploads .waiting:has-text("Strava: queued")')
        pi.ask('NoteUpload', ride=ride, service='strava', state='sending')
        page.wait_for_selector('.uploads .waiting:has-text("Strava: being sent")')
        pi.ask('NoteUpload', ride=ride, service='strava', state='failed', message='The file is empty.')
        page.wait_for_selector('.uploads .failed:has-text("Strava: The file is empty.")')
        assert page.locator('.uploads .failed button').count() == 1
        url = 'https://www.strava.com/activities/1'
        pi.ask('NoteUpload', ride=ride, service='strava', state='done', remoteId='1', url=url)
        page.wait_for_selector(f'.uploads .done a[href="{url}"]:has-text("Sent to Strava")')
        found = accessibility(page)
        assert found == [], found


@scene('a plan opens a preview, which tells its figures and steps, and only its button starts it')
def previews(programs) -> None:
    with prepared(programs) as (pi, page):
        pi.add_route()
        pi.ctl('plan', 'new', 'Percent')
        pi.ctl('plan', 'add', 'Percent', '--timer', '10:00', '--ftp', '50-95', '--label', 'Build')
        page.wait_for_selector('.plans a:has-text("30.0 km")')
        page.click('.plans a:has-text("Over-unders")')
        page.wait_for_selector('.preview .step')
        settle(1)
        assert pi.phase == 'idle', 'a touch of the list starts nothing'
        shown = text(page, '.preview')
        assert all(word in shown for word in ('24:00', 'kJ', '4 ×', '210 W', '100 to 160 W', 'Cool-down')), shown
        assert accessibility(page) == []
        page.go_back()
        page.click('.plans a:has-text("Lake")')
        page.wait_for_selector('.preview .sums dd:has-text("30.0 km")')
        assert '0:00' not in text(page, '.preview')
        page.goto(f'{pi.address}/#start=Percent')
        page.wait_for_selector('.preview .sums dd:has-text("220 W")')
        assert '110 to 209 W (50–95 %)' in text(page, '.steps')
        page.click('.preview .go')
        page.wait_for_selector(LIVE)
        pi.until_phase('riding')
        page.go_back()
        page.wait_for_selector('.preview .go:disabled')
        assert 'A ride is on already.' in text(page, '.start-bar')


@scene('the start shows which devices are awake and charged, and what to do about the others')
def ready(programs) -> None:
    with Pi(programs, rate='20') as pi, browsers() as made:
        page = made.paired(pi)
        page.wait_for_selector('.advice:has-text("In range: ")')
        pi.begin_ride()
        page.wait_for_selector(LIVE)
        wait_until(lambda: 'batteryPercent' in pi.ask('Status').get('heartRate', {}), 20, 'the strap has a charge')
        settle(1)
        pi.ask('Stop')
        page.click('.summary .done')
        page.wait_for_selector('.device:has-text("KICKR SIM"):has-text("awake")')
        page.wait_for_selector('.device:has-text("HRM SIM"):has-text("battery")')
        page.route('**/api/call/Scan', lambda route: route.fulfill(json={'devices': []}))
        page.reload()
        page.wait_for_selector('.device.away:has-text("KICKR SIM")')
        assert 'Turn the pedals to wake KICKR SIM' in text(page, '.advice')
        assert accessibility(page) == []


@scene('a held button of a number repeats, a typed number stays, and an invalid one starts nothing')
def numbers(programs) -> None:
    with prepared(programs) as (pi, page):
        field = f'{WATTS} >> input'
        page.click(f'{WATTS} >> button >> nth=1')
        assert page.input_value(field) == '155'
        with pressed(page, f'{WATTS} >> button >> nth=1'):
            wait_until(lambda: int(page.input_value(field)) >= 180, 10, 'it has repeated five times')
        watts = int(page.input_value(field))
        assert 180 <= watts <= 260, watts
        page.focus(f'{WATTS} >> button >> nth=0')
        page.keyboard.press('Enter')
        assert page.input_value(field) == str(watts - 5)
        page.fill(field, '152')
        page.click(f'{WATTS} >> button >> nth=1')
        assert page.input_value(field) == '157'
        page.fill(field, '9000')
        page.click(f'{FORM} [type=submit]')
        page.wait_for_selector(f'{WATTS} >> .wrong:has-text("Enter a value from 1 to 3000.")')
        assert page.input_value(field) == '9000'
        assert page.evaluate('document.activeElement.type') == 'number'
        assert accessibility(page) == []
        page.fill(field, '163')
        page.click(f'{FORM} [type=submit]')
        pi.until_phase('riding')
        assert pi.ask('Asked')['request'] == {'watts': 163, 'minutes': 60}


@scene('a ride is started free, until it is stopped, with a warm-up and a highest heart rate')
def requests(programs) -> None:
    with prepared(programs) as (pi, page):
        sent = []

        def note(route) -> None:
            sent.append(json.loads(route.request.post_data))
            route.fulfill(status=409, json={'code': 'noTrainerInRange', 'message': 'No trainer.', 'remedy': '`jz2ctl`'})

        page.route('**/api/call/Start', note)
        start = f'{FORM} [type=submit]'

        def press() -> None:
            with page.expect_response('**/api/call/Start'):
                page.click(start)

        page.click('.more')
        page.click('[aria-label="Warm-up: 5 more"]')
        page.fill('[aria-label^="Highest heart rate, "]', '150')
        press()
        page.wait_for_selector('.start-error:has-text("No trainer.")')
        assert 'jz2ctl' not in text(page, '.start-error')
        page.check('.options [type=checkbox]')
        press()
        page.click('.choices label:has-text("Free")')
        press()
        page.uncheck('.options [type=checkbox]')
        press()
        page.click('.choices label:has-text("Zone 2")')
        assert page.is_disabled(start) == pi.ask('Settings')['settings'].get('zone2IsDefault', False)
        pi.ctl('settings', '--zone2', '125-140')
        page.wait_for_selector('.zone:has-text("125–140 bpm")')
        press()
        limit = {'warmupSeconds': 300, 'maximumHeartRate': 150}
        assert sent == [
            {'watts': 150, 'minutes': 60, **limit},
            {'watts': 150, 'endless': True, **limit},
            {'free': True, 'endless': True},
            {'free': True, 'minutes': 60},
            {'zone2': True, 'minutes': 60, 'warmupSeconds': 300},
        ], sent


@scene('changes of the library keep the focus and the plans of the start, and no call is refused')
def keeps(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        pi.add_plans()
        page = made.phone()
        refused = []
        # The page asks for everything at once, also before it is paired.
        page.on('response', lambda one: refused.append(one.url) if one.status >= 400 and one.status != 401 else None)
        page.goto(f'{pi.address}/#pair={pi.code()}')
        page.click('form button[type=submit]')
        page.wait_for_selector('.plans path')
        page.focus('.plans a:has-text("Endurance")')
        page.evaluate('document.activeElement.mark = 1')
        pi.ctl('plan', 'new', 'Another')
        pi.ctl('plan', 'add', 'Another', '--timer', '10:00', '--watts', '150')
        page.wait_for_selector('.plans a:has-text("Another"):has-text("10:00")')
        assert page.evaluate('document.activeElement.mark') == 1, 'the focused link is still there'
        pi.ctl('plan', 'add', 'Another', '--timer', '5:00', '--watts', '100')
        page.wait_for_selector('.plans a:has-text("15:00")')
        assert page.evaluate('document.activeElement.mark') == 1
        settle(1)
        assert refused == []


@scene('the start button is in reach without scrolling, upright and lying, and the overview opens the last ride')
def reach(programs) -> None:
    with Pi(programs, rate='20') as pi, browsers() as made:
        page = made.paired(pi)
        state = page.context.storage_state()
        ride = ridden(pi)
        page.wait_for_selector(RESULT)
        for size in ('small', 'phone', 'lying', 'tablet'):
            page = made.phone(size=size, state=state)
            page.goto(pi.address)
            page.wait_for_selector('.tile:has-text("Last ride")')
            button, bar = (page.locator(one).bounding_box() for one in (f'{FORM} .go', '.places'))
            assert button['y'] + button['height'] <= bar['y'], f'{size}: {button}, {bar}'
            if size != 'tablet':
                page.context.close()
        assert '1 ride' in text(page, '.tile:has-text("This week")')
        page.click('.tile:has-text("Last ride")')
        page.wait_for_selector('.review .sums')
        assert page.evaluate('location.hash') == f'#ride={ride}'
