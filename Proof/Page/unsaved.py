"""Scenes of a plan with unsaved changes: they stay until they are saved or discarded."""

from playwright.sync_api import Page

from browser import Browsers, browsers, held, until
from planner import intervals, length, rows, with_plan
from programs import wait_until
from stage import Pi, scene, settle


def with_change(made: Browsers, pi: Pi) -> Page:
    """Returns a paired phone with the plan Over-unders open, which repeats six times instead of four, unsaved."""
    page = with_plan(made, pi)
    page.fill('.repeat input', '6')
    page.keyboard.press('Tab')
    return page


@scene('an edit that is made while a plan is being saved stays, for a new plan and for a known one')
def edits_while_saving(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        page = made.paired(pi)

        def add_while_saving() -> None:
            with page.expect_request('**/api/import/plan*'):
                page.click('button:has-text("Save")')
            page.click('button:has-text("Add an interval")')
            with page.expect_response('**/api/call/ShowPlan'):
                saves.pop().continue_()
            assert page.locator('.draft:has-text("elsewhere")').count() == 0

        page.goto(f'{pi.address}/#plan')
        page.fill('.planner input[type=text] >> nth=0', 'Long')
        saves = held(page, '**/api/import/plan*')
        add_while_saving()
        page.wait_for_selector('.draft:has-text("Your changes from")')
        assert len(rows(page)) == 2 and len(intervals(pi, 'Long')) == 1, rows(page)
        add_while_saving()
        page.wait_for_selector('button:has-text("Save"):not([disabled])')
        assert len(rows(page)) == 3 and len(intervals(pi, 'Long')) == 2, rows(page)
        page.unroute('**/api/import/plan*')
        page.click('button:has-text("Save")')
        page.wait_for_selector('a:has-text("Ride it")')
        assert len(intervals(pi, 'Long')) == 3 == len(rows(page))
        page.reload()
        page.wait_for_selector('.rows li')
        assert page.is_hidden('.draft'), 'the draft is gone'


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
        wait_until(lambda: 'Over-unders II' in [plan['name'] for plan in pi.own_plans()], 5, 'it is saved')
        page.click('nav a >> nth=0')
        page.wait_for_selector('[data-view=live] h1')


@scene('changes of a plan stay while the plan is read again, because it was changed elsewhere')
def read_again(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        page = with_change(made, pi)
        page.on('dialog', lambda dialog: dialog.accept())
        page.click('.places a[href="#plans"]')
        page.wait_for_selector('h1:has-text("Plans")')
        # Not all of them, because a browser has six connections to a computer.
        asked = held(page, '**/api/call/ShowPlan', most=2)
        with page.expect_request('**/api/call/ShowPlan'):
            page.evaluate('location.hash = "#plan=Over-unders"')
        with page.expect_request('**/api/call/ShowPlan'):
            pi.ctl('plan', 'add', 'Over-unders', '--timer', '1:00', '--watts', '99')
        asked[0].continue_()
        page.wait_for_selector('.draft:not([hidden])')
        with page.expect_response('**/api/call/ShowPlan'):
            asked[1].continue_()
        settle(0.3)
        assert rows(page)[1] == '6 ×', rows(page)
        page.wait_for_selector('.draft:has-text("changed elsewhere")')


@scene('changes of a plan that is changed elsewhere say so, and replace that only by a touch')
def changed_elsewhere(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        page = with_change(made, pi)
        before = len(rows(page))
        pi.ctl('plan', 'add', 'Over-unders', '--timer', '1:00', '--watts', '99')
        page.wait_for_selector('.draft:has-text("changed elsewhere")')
        assert rows(page)[1] == '6 ×' and len(rows(page)) == before, rows(page)
        page.reload()
        page.wait_for_selector('.draft:has-text("changed elsewhere")')
        assert rows(page)[1] == '6 ×', rows(page)
        page.click('.draft button')
        page.wait_for_selector('.draft', state='hidden')
        wait_until(lambda: len(rows(page)) == before + 1, 5, 'the other change is there')
        assert rows(page)[1] == '4 ×', rows(page)


@scene('a reload of the page brings an edited plan back, until its changes are saved or discarded')
def drafts(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        page = with_change(made, pi)
        page.fill('.planner > .field input', 'More of it')
        page.reload()
        page.wait_for_selector('.draft:not([hidden])')
        assert rows(page)[1] == '6 ×' and page.input_value('.planner > .field input') == 'More of it'
        page.click('button:has-text("Discard")')
        until(page, '() => document.querySelector(".times input").value === "4"')
        page.click('button:has-text("As text")')
        page.fill('section textarea', 'name: Short\nftp: 240W\ntimer 5:00 7')
        page.reload()
        page.wait_for_selector('.draft:not([hidden])')
        assert page.input_value('section textarea').endswith('timer 5:00 7')
        page.fill('section textarea', 'name: Short\nftp: 240W\ntimer 5:00 75%')
        page.click('button:has-text("Save")')
        until(page, '() => location.hash === "#plan=Short"')
        page.wait_for_selector('.rows summary')
        assert not page.locator('.draft').is_visible()
        # What the rows do not show stays.
        page.click('.rows summary')
        length(page, '6')
        page.click('button:has-text("Save")')
        wait_until(lambda: intervals(pi, 'Short')[0][1][0][1] == 360, 5, 'the plan is saved')
        exported = pi.ctl('plan', 'export', 'Short', '--output', str(pi.folder / 'short.txt'))
        assert 'ftp: 240W' in (pi.folder / 'short.txt').read_text(), exported
