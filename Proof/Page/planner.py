"""Scenes of plans in a browser: the editor, its text, and dropped files."""

from playwright.sync_api import Page

from browser import Browsers, accessibility, browsers, text, until
from files import activity
from programs import wait_until
from stage import Pi, scene


def rows(page) -> list[str]:
    """Returns the steps in words, and each repeat as `4 ×` before its steps."""
    script = """(all) => all.map((one) => one.matches('.repeat') ? one.querySelector('.times input').value + ' ×'
        : (one.querySelector('summary') ?? one.querySelector('span')).textContent.trim())"""
    return page.eval_on_selector_all('.rows li', script)


def dragged(page, one: int, other: int) -> None:
    """Drags a row by its handle to the place below another."""
    handle = page.locator('.rows .handle').nth(one).bounding_box()
    target = page.locator('.rows li').nth(other).bounding_box()
    page.mouse.move(handle['x'] + 20, handle['y'] + 20)
    page.mouse.down()
    page.mouse.move(handle['x'] + 20, target['y'] + target['height'] * 0.8, steps=8)
    assert page.locator('.landing').is_visible()
    page.mouse.up()


def intervals(pi: Pi, name: str) -> list[tuple[int, list[tuple]]]:
    groups = pi.ask('ShowPlan', name=name)['groups']
    return [
        (
            group['repeats'],
            [(one.get('label'), one.get('seconds'), one.get('watts'), one.get('zone')) for one in group['intervals']],
        )
        for group in groups
    ]


def with_plan(made: Browsers, pi: Pi) -> Page:
    """Returns a paired phone with the plan Over-unders open."""
    pi.add_plans()
    page = made.paired(pi)
    page.goto(f'{pi.address}/#plan=Over-unders')
    page.wait_for_selector('.rows .repeat')
    return page


@scene('a plan is built from rows: added, edited, dragged, repeated, undone, and saved as shown')
def builds(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        page = made.paired(pi, size='tablet')
        page.goto(f'{pi.address}/#plans')
        page.click('a:has-text("New plan")')
        page.wait_for_selector('.rows li')
        page.fill('.planner input[type=text] >> nth=0', 'Two hills')
        page.click('button:has-text("Add an interval")')
        page.click('.rows li:last-child .field:has-text("Label") input')
        page.fill('.rows li:last-child .field:has-text("Label") input', 'Up')
        page.keyboard.press('Tab')
        page.fill('.rows li:last-child .field:has-text("Length") input', '4:30')
        page.keyboard.press('Tab')
        page.fill('.rows li:last-child .field:has-text("W") input[type=number] >> nth=0', '220')
        page.keyboard.press('Tab')
        assert rows(page) == ['10:00 · 150 W', 'Up · 4:30 · 220 W'], rows(page)
        page.click('.rows li:last-child button:has-text("Repeat")')
        assert rows(page)[1:] == ['2 ×', 'Up · 4:30 · 220 W'], rows(page)
        page.fill('.repeat input', '3')
        page.keyboard.press('Tab')
        page.click('button:has-text("Add an interval")')
        assert rows(page)[3] == '5:00 · 150 W'
        dragged(page, 3, 2)
        assert rows(page)[2:4] == ['Up · 4:30 · 220 W', '5:00 · 150 W'], rows(page)
        page.locator('.handle').nth(0).press('ArrowDown')
        assert rows(page)[:2] == ['3 ×', '10:00 · 150 W'], 'it went into the repetition'
        for _ in ('moved', 'dragged', 'added'):
            page.click('button:has-text("Undo")')
        assert len(rows(page)) == 3, rows(page)
        page.click('button:has-text("Save")')
        until(page, '() => location.hash === "#plan=Two%20hills"')
        wait_until(pi.own_plans, 5, 'the plan is there')
        assert intervals(pi, 'Two hills') == [(1, [(None, 600, 150, None)]), (3, [('Up', 270, 220, None)])]
        page.wait_for_selector('.rows li')
        assert not (found := accessibility(page)), found


@scene('a plan is edited as text, a mistake is reported with its line, and the saved plan appears as rows')
def texts(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        page = with_plan(made, pi)
        page.click('button:has-text("As text")')
        found = page.input_value('section textarea')
        assert 'repeat 4' in found and 'cue 0:05' in found, found
        page.fill('section textarea', found.replace('repeat 4', 'repeat four'))
        page.click('button:has-text("Save")')
        assert text(page, '.text .reason') == 'Line 2 is not understood: four'
        assert page.evaluate('getSelection().toString()') == 'repeat four'
        assert len(intervals(pi, 'Over-unders')) == 3 and intervals(pi, 'Over-unders')[1][0] == 4
        page.fill('section textarea', found.replace('repeat 4', 'repeat 5'))
        page.click('button:has-text("Save")')
        wait_until(lambda: intervals(pi, 'Over-unders')[1][0] == 5, 5, 'the plan repeats five times')
        page.click('button:has-text("As rows")')
        until(page, '() => document.querySelector(".repeat input").value === "5"')


@scene('the page deletes a plan after a confirmation, and Undo puts it back in its place')
def deletes(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        pi.add_plans()
        page = made.paired(pi)
        page.goto(f'{pi.address}/#plans')
        page.click('button[aria-label="More about Endurance"]')
        page.click('button:has-text("Delete")')
        page.click('button:has-text("Keep it")')
        page.click('button:has-text("Delete")')
        page.click('button.discard')
        wait_until(lambda: len(pi.own_plans()) == 1, 5, 'the plan is deleted')
        page.click('button:has-text("Undo")')
        wait_until(lambda: len(pi.own_plans()) == 2, 5, 'the plan is back')
        page.wait_for_selector('.card:has-text("Endurance") a.ride')


@scene('files dropped on the page are imported as rides and plans, a duplicate is named, others are refused')
def drops(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        page = made.paired(pi)
        page.goto(f'{pi.address}/#rides')
        page.wait_for_selector('.drop input')
        ride = {'name': 'ride.tcx', 'mimeType': 'application/xml', 'buffer': activity(3)}
        plan = {'name': 'Hills.erg', 'mimeType': 'text/plain', 'buffer': b'[COURSE HEADER]\nFTP = 200\nMINUTES WATTS\n'
                b'[END COURSE HEADER]\n[COURSE DATA]\n0 100\n5 200\n[END COURSE DATA]\n'}  # fmt: skip
        page.set_input_files('.drop input', [ride, plan, {'name': 'a.fit', 'mimeType': 'x/y', 'buffer': b'nonsense'}])
        until(page, '() => document.querySelectorAll(".files li a").length === 2')
        until(page, '() => document.querySelectorAll(".files progress").length === 0')
        assert pi.ask('Rides')['rides'][0]['importedFrom'] == 'tcx' and pi.own_plans()[0]['name'] == 'Hills'
        assert 'a.fit' in text(page, '.files li:nth-child(3)')
        # A file with a ride's name that contains a workout.
        page.set_input_files('.drop input', [{**plan, 'name': 'Dale.fit'}])
        until(page, '() => document.querySelector(".files li:only-child a")?.hash === "#plan=Dale"')
        drop = """([bytes]) => {
          const data = new DataTransfer();
          data.items.add(new File([new Uint8Array(bytes)], 'again.tcx'));
          document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
        }"""
        page.evaluate(drop, [list(activity(3))])
        until(page, '() => document.querySelector(".files li:only-child")?.textContent.includes("already")')
        assert len(pi.ask('Rides')['rides']) == 1


def touched(page: Page, steps: list[tuple[str, float, float]], pause: float = 0) -> None:
    """Sends touches of one finger; the pause in seconds comes before the last one."""
    session = page.context.new_cdp_session(page)
    for number, (kind, x, y) in enumerate(steps):
        if number == len(steps) - 1:
            page.wait_for_timeout(pause * 1000)
        points = [] if kind == 'touchEnd' else [{'x': x, 'y': y}]
        session.send('Input.dispatchTouchEvent', {'type': kind, 'touchPoints': points})


@scene('a step is dragged by touch from the first to the last of 17, while the list scrolls at its edge')
def drags(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        pi.ctl('plan', 'new', 'Ramp')
        for watts in range(100, 270, 10):
            pi.ctl('plan', 'add', 'Ramp', '--timer', '1:00', '--watts', str(watts))
        page = made.paired(pi)
        page.goto(f'{pi.address}/#plan=Ramp')
        page.wait_for_selector('.rows li:nth-child(17)')
        box = page.locator('.handle').nth(0).bounding_box()
        x, y, bottom = box['x'] + 24, box['y'] + 24, page.locator('.bar').bounding_box()['y'] - 8
        path = [('touchStart', x, y), ('touchMove', x, y + 60), ('touchMove', x, bottom), ('touchMove', x, bottom + 1)]
        touched(page, [*path, ('touchEnd', x, bottom)], pause=2)
        assert rows(page)[-1] == '1:00 · 100 W' and rows(page)[0] == '1:00 · 110 W', rows(page)
        assert page.evaluate('scrollY') > 200
        assert page.locator('.landing, .dragged').count() == 0
        # A drag that is given up changes nothing.
        before = rows(page)
        last = page.locator('.handle').nth(16)
        last.scroll_into_view_if_needed()
        box = last.bounding_box()
        page.mouse.move(box['x'] + 20, box['y'] + 20)
        page.mouse.down()
        page.mouse.move(box['x'] + 20, box['y'] - 150, steps=4)
        page.keyboard.press('Escape')
        page.mouse.up()
        assert rows(page) == before


@scene('steps move into a repeat and out of it by keys, and a repeat moves with its steps')
def moves(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        page = with_plan(made, pi)
        assert rows(page)[1:4] == ['4 ×', 'Over · 2:00 · 210 W · 85–95 rpm', 'Under · 2:00 · 165 W'], rows(page)
        page.locator('.handle').nth(2).press('ArrowUp')
        assert [row.split(' · ')[0] for row in rows(page)] == ['Warm-up', 'Over', '4 ×', 'Under', 'Cool-down']
        page.keyboard.press('ArrowDown')
        assert [row.split(' · ')[0] for row in rows(page)] == ['Warm-up', '4 ×', 'Over', 'Under', 'Cool-down']
        page.locator('.repeat > .head .handle').press('ArrowUp')
        assert [row.split(' · ')[0] for row in rows(page)] == ['4 ×', 'Over', 'Under', 'Warm-up', 'Cool-down']
        dragged(page, 0, 4)
        assert [row.split(' · ')[0] for row in rows(page)] == ['Warm-up', 'Cool-down', '4 ×', 'Over', 'Under']
        page.click('button:has-text("Ungroup")')
        assert [row.split(' · ')[0] for row in rows(page)] == ['Warm-up', 'Cool-down', 'Over', 'Under']


def length(page: Page, typed: str) -> None:
    page.fill('.rows .field:has-text("Length") input', typed)
    page.keyboard.press('Tab')


@scene('a length is typed as people write it, and a text that is no length is kept, marked and not saved')
def lengths(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        page = made.paired(pi)
        page.goto(f'{pi.address}/#plan')
        page.click('.rows summary')
        forms = ['10 min', '90s', '1:30', '1h', '2 km', '500 m', '12 min', '10']
        shown = ['10:00', '1:30', '1:30', '1:00:00', '2.00 km', '500 m', '12:00', '10:00']
        for typed, expected in zip(forms, shown, strict=True):
            length(page, typed)
            assert rows(page) == [f'{expected} · 150 W'], (typed, rows(page))
            assert page.input_value('.rows .field:has-text("Length") input') == expected
        page.fill('.planner > .field input', 'Ten')
        length(page, 'abc')
        assert 'minutes' in text(page, '.reason:visible')
        page.click('button:has-text("Save")')
        assert page.evaluate('document.activeElement.value') == 'abc'
        assert pi.own_plans() == []
        length(page, '11')
        page.fill('.rows .field:has-text("W") input[type=number]', '5000')
        page.keyboard.press('Tab')
        assert text(page, '.reason:visible') == 'From 1 to 3000.'
        assert rows(page) == ['11:00 · 150 W']
        page.fill('.rows .field:has-text("W") input[type=number]', '200')
        page.click('.rows summary:has-text("Cadence")')
        page.fill('.rows [name=cadenceFrom]', '90')
        page.keyboard.press('Tab')
        page.fill('.rows [name=cadenceTo]', '80')
        page.keyboard.press('Tab')
        assert rows(page) == ['11:00 · 200 W · 80 rpm'] and page.input_value('.rows [name=cadenceFrom]') == '80'
        page.click('button:has-text("Save")')
        until(page, '() => location.hash === "#plan=Ten"')
        assert intervals(pi, 'Ten') == [(1, [(None, 660, 200, None)])]


@scene('the skyline follows the text of a plan, which becomes rows without saving, and no question is asked')
def follows(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        page = with_plan(made, pi)
        questions = []
        page.on('dialog', lambda dialog: (questions.append(dialog.message), dialog.accept()))
        assert page.locator('button:has-text("Undo")').is_disabled()
        page.click('button:has-text("As text")')
        page.click('button:has-text("As rows")')
        assert page.locator('button:has-text("Undo")').is_disabled()
        page.click('button:has-text("As text")')
        found = page.input_value('section textarea')
        blocks = page.locator('.planner .sky path').count()
        page.fill('section textarea', found.replace('repeat 4', 'repeat 2'))
        assert page.locator('.planner .sky path').count() == blocks - 4
        page.fill('section textarea', found.replace('end\n', ''))
        assert text(page, '.text .reason') == 'Line 2 does not fit here: repeat 4'
        page.click('button:has-text("Undo")')
        assert page.input_value('section textarea') == found
        # Only the Pi knows the ranges; its refusal marks the line too.
        page.fill('section textarea', found.replace('165W', '16500W'))
        page.click('button:has-text("Save")')
        page.wait_for_selector('.fault:not([hidden])')
        assert '16500' in text(page, '.fault') and 'jz2ctl' not in text(page, '.fault'), text(page, '.fault')
        assert '16500W' in page.evaluate('getSelection().toString()')
        page.fill('section textarea', found.replace('repeat 4', 'repeat 3'))
        page.click('button:has-text("As rows")')
        assert rows(page)[1] == '3 ×' and intervals(pi, 'Over-unders')[1][0] == 4
        page.click('button:has-text("Save")')
        wait_until(lambda: intervals(pi, 'Over-unders')[1][0] == 3, 5, 'the plan repeats three times')
        assert questions == []


@scene('a step ends at a place of the route, chosen by its name or on the line, or when the rider presses Done')
def ends(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        pi.add_route()
        page = made.paired(pi)
        page.goto(f'{pi.address}/#plan=Lake')
        page.click('.rows summary')
        ends_by = '.rows .field:has-text("Ends by") select'
        page.select_option(ends_by, 'location')
        assert rows(page) == ['Café · 180 W'], rows(page)
        page.locator('.rows input[type=range]').fill('8000')
        assert rows(page) == ['at 8.00 km · 180 W'], rows(page)
        page.select_option('.rows .spot-fields select', label='Café')
        page.click('button:has-text("Add an interval")')
        page.select_option(ends_by, 'activity')
        assert rows(page)[1] == 'until you press Done · 150 W', rows(page)
        assert not (found := accessibility(page)), found
        page.fill('.planner > .field input', 'Round the lake')
        page.click('button:has-text("Save")')
        until(page, '() => location.hash === "#plan=Round%20the%20lake"')
        shown = pi.ask('ShowPlan', name='Round the lake')
        assert [one['intervals'][0]['end'] for one in shown['groups']] == ['location', 'activity']
        assert shown['groups'][0]['intervals'][0]['place'] == 'Café'
        assert shown['plan']['routeMeters'] > 1000, 'the renamed plan has its route'
        # Without a route there is no place to choose.
        page.goto(f'{pi.address}/#plan')
        page.click('.rows summary')
        assert page.locator('.rows option[value=location]').is_disabled()


@scene('the list of plans tells a plan by distance by its distance, and opens, previews and copies plans')
def listed(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        pi.add_route()
        page = made.paired(pi)
        page.goto(f'{pi.address}/#plans')
        until(page, '() => document.querySelector(".plan-list .soft")?.textContent === "30.0 km"')
        assert not (found := accessibility(page)), found
        assert page.get_attribute('.ride', 'href') == '#start=Lake'
        for copy in ('Lake 2', 'Lake 3'):
            page.click('.plan-list li:first-child [aria-expanded]')
            page.click('button:has-text("Copy")')
            page.wait_for_selector(f'.plan-list strong:has-text("{copy}")')
        assert [plan['name'] for plan in pi.own_plans()] == ['Lake', 'Lake 2', 'Lake 3']
        page.click('.plan-list strong:has-text("Lake 3")')
        page.wait_for_selector('.rows summary')
        assert page.evaluate('location.hash') == '#plan=Lake%203'
        page.goto(f'{pi.address}/#plan=Nowhere')
        page.wait_for_selector('.fault button:has-text("Try again")')
        assert 'There is no plan Nowhere.' in text(page, '.fault') and 'jz2ctl' not in text(page, '.fault')
        assert not page.locator('.planner .rows, .planner .actions').first.is_visible()
