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
        wait_until(lambda: pi.ask('Plans')['plans'], 5, 'the plan is there')
        assert intervals(pi, 'Two hills') == [(1, [(None, 600, 150, None)]), (3, [('Up', 270, 220, None)])]
        page.wait_for_selector('.rows li')
        assert not (found := accessibility(page)), found


@scene('a plan with changes stays open when a tab takes over and when another phone starts a ride')
def interrupted(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        page = with_plan(made, pi)
        page.fill('.planner input[type=text] >> nth=0', 'Over-unders II')
        other = page.context.new_page()
        other.goto(pi.address)
        until(page, '() => document.querySelector("#old").textContent.includes("another tab")')
        page.click('#old button')
        until(page, '() => document.querySelector("#old").hidden')
        pi.begin_ride()
        until(page, '() => document.querySelector("#note").textContent.includes("A ride has begun")')
        assert page.input_value('.planner input[type=text] >> nth=0') == 'Over-unders II'
        page.click('button:has-text("Save")')
        wait_until(lambda: 'Over-unders II' in [plan['name'] for plan in pi.ask('Plans')['plans']], 5, 'it is saved')
        page.click('nav a >> nth=0')
        page.wait_for_selector('[data-view=live] h1')


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
        wait_until(lambda: len(pi.ask('Plans')['plans']) == 1, 5, 'the plan is deleted')
        page.click('button:has-text("Undo")')
        wait_until(lambda: len(pi.ask('Plans')['plans']) == 2, 5, 'the plan is back')
        page.wait_for_selector('.card:has-text("Endurance") button:has-text("Copy")')


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
        assert pi.ask('Rides')['rides'][0]['importedFrom'] == 'tcx' and pi.ask('Plans')['plans'][0]['name'] == 'Hills'
        assert 'a.fit' in text(page, '.files li:nth-child(3)')
        # A file with a ride's name that contains a workout.
        page.set_input_files('.drop input', [{**plan, 'name': 'Dale.fit'}])
        until(page, '() => document.querySelector(".files li:nth-child(4) a")?.hash === "#plan=Dale"')
        drop = """([bytes]) => {
          const data = new DataTransfer();
          data.items.add(new File([new Uint8Array(bytes)], 'again.tcx'));
          document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
        }"""
        page.evaluate(drop, [list(activity(3))])
        until(page, '() => document.querySelectorAll(".files li").length === 5')
        until(page, '() => document.querySelector(".files li:nth-child(5)").textContent.includes("already")')
        assert len(pi.ask('Rides')['rides']) == 1


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
        assert [plan['name'] for plan in pi.ask('Plans')['plans']] == ['Lake', 'Lake 2', 'Lake 3']
        page.click('.plan-list strong:has-text("Lake 3")')
        page.wait_for_selector('.rows summary')
        assert page.evaluate('location.hash') == '#plan=Lake%203'
        page.goto(f'{pi.address}/#plan=Nowhere')
        page.wait_for_selector('.fault button:has-text("Try again")')
        assert 'There is no plan Nowhere.' in text(page, '.fault') and 'jz2ctl' not in text(page, '.fault')
        assert not page.locator('.planner .rows, .planner .actions').first.is_visible()
