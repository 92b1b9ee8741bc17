"""Scenes of power zones, the FTP and its tests, and the shelf of the package's workouts."""

from browser import ALTERED, CUT_OFF, accessibility, browsers, text, until
from charts import ridden
from library import go
from reading import TESTED
from settings import change, clean, setting, until_set
from stage import Pi, scene

LIVE = '[data-view=live] h1'


def shown_zones(page, place: str = '') -> list[str]:
    return page.eval_on_selector_all(f'{place} .power-list li', 'all => all.map((one) => one.innerText)')


def clock(seconds: int) -> str:
    return f'{seconds // 60}:{seconds % 60:02}'


@scene('a ride shows its zone by number and colour, its W prime, and a test offers its FTP, which one touch sets')
def live(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        page = made.phone()
        page.add_init_script(ALTERED)
        page.goto(f'{pi.address}/#pair={pi.code()}')
        page.click('form button[type=submit]')
        page.wait_for_selector('[data-view=start] h1')
        pi.begin_ride()
        page.wait_for_selector(LIVE)
        assert page.locator('.power-zone:visible, .tested:visible').count() == 0, 'without an FTP there is no zone'
        assert '/ 18' not in text(page, '.smalls')
        page.evaluate(f'change({TESTED})')
        until(page, '() => document.querySelector(".power-zone").textContent === "Zone 5"')
        colour = page.eval_on_selector('.power-zone', 'node => getComputedStyle(node, "::before").backgroundColor')
        assert colour == 'rgb(220, 136, 108)', colour
        assert '12.3' in text(page, '.smalls')
        assert 'FTP by this test: 234 W' in text(page, '.tested')
        assert page.evaluate(CUT_OFF) == [] and accessibility(page) == []
        page.click('.tested button')
        until_set(pi, 'thresholdWatts', 234)
        page.wait_for_selector('.tested [role=status]:has-text("234 W")')


@scene("a ride's power zones are those of jz2d, in the chart, a list and the laps, and none are invented")
def review(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        values = [(100 + second // 4 if second < 600 else 150, 130) for second in range(900)]
        ride = ridden(pi, values, '2026-11-02')
        page = made.paired(pi, scheme='light')
        go(page, pi, f'ride={ride}', '.ride-chart .drawn.watts[d]')
        assert page.locator('.power-list, .zone-legend').count() == 0
        assert 'Power zones need your FTP.' in text(page, '.review')
        clean(page)
        go(page, pi, 'settings', '.power-zones p')
        assert 'Power zones need your FTP.' in text(page, '.power-zones')
        change(page, 'thresholdWatts', '200')
        page.wait_for_selector('.power-zones .power-list')
        assert [row.split('\n')[1] for row in shown_zones(page)][:2] == ['below 110 W', '110–149 W']
        clean(page)
        go(page, pi, f'ride={ride}', '.ride-chart .drawn.watts[d]')
        zones = pi.ask('Review', ride=str(ride))['review']['powerZones']
        assert [row.split('\n')[-1] for row in shown_zones(page)] == [clock(zone['seconds']) for zone in zones]
        stroke = page.eval_on_selector('.drawn.watts', 'node => getComputedStyle(node).stroke')
        assert 'power-zones' in stroke, stroke
        assert page.locator('.zone-legend li').count() == 7 and '5 VO2max' in text(page, '.zone-legend')
        page.focus('.ride-chart')
        clean(page)


@scene('the weeks stack the time in power zones, and the best power suggests an FTP that is set only by a touch')
def estimates(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        pi.ctl('settings', '--ftp', '200')
        steps = [(320, 200), (280, 200), (260, 300), (240, 800)]
        ridden(pi, [(watts, 150) for watts, seconds in steps for _ in range(seconds)], '2026-11-02')
        page = made.paired(pi)
        go(page, pi, 'trends', '.live-text:not(:empty)')
        page.click('.choices span:has-text("Power zones")')
        page.wait_for_selector('.week-zones .power-list')
        assert any(page.locator(f'.weeks .part.pz-{zone}').get_attribute('d') for zone in (6, 7)), 'hard riding is seen'
        page.wait_for_selector('.offer')
        estimate = pi.ask('BestPower')['estimate']
        assert f'{estimate["thresholdWatts"]} W' in text(page, '.cards') and setting(pi, 'thresholdWatts') == 200
        assert accessibility(page) == []
        page.click('.offer:has-text("critical power")')
        until_set(pi, 'criticalWatts', round(estimate['criticalPower']['watts']))
        page.click('.offer:has-text("FTP")')
        until_set(pi, 'thresholdWatts', estimate['thresholdWatts'])


@scene('the shelf has the workouts of the package by kind; they are ridden or copied, and never edited')
def shelf(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        pi.ctl('plan', 'new', 'Hills')
        page = made.paired(pi, scheme='light')
        page.wait_for_selector('.plans a:has-text("Hills")')
        assert page.locator('.plans li').count() == 1, 'a new ride offers only own plans'
        page.click('.opens.all')
        page.wait_for_selector('.shelf li .sky path')
        workouts = [plan for plan in pi.ask('Plans')['plans'] if 'kind' in plan]
        assert page.locator('.plan-list li').count() == 1 and page.locator('.shelf li').count() == len(workouts) > 0
        assert page.locator('.shelf h3').count() == len({plan['kind'] for plan in workouts})
        assert accessibility(page) == []
        page.click('.shelf .choices span:has-text("Threshold")')
        of_kind = [plan for plan in workouts if plan['kind'] == 'threshold']
        assert page.locator('.shelf li').count() == len(of_kind) and page.locator('.shelf h3').count() == 1
        page.click('.shelf .choices span:has-text("All")')
        name = next(plan['name'] for plan in workouts if 'intensityFactor' in plan)
        assert 'IF 0.' in text(page, f'.shelf a:has-text("{name}")')
        page.click(f'.shelf a:has-text("{name}")')
        page.wait_for_selector('.preview .step')
        assert 'This plan needs your FTP.' in text(page, '.preview')
        assert accessibility(page) == []
        page.click('button:has-text("Copy it to edit it")')
        page.wait_for_selector('.planner .rows li')
        assert f'{name} 2' in [plan['name'] for plan in pi.ask('Plans')['plans']]
        go(page, pi, f'plan={name}', '.planner .soft:has-text("part of jz2")')
        assert page.locator('.planner input:visible').count() == 0 and accessibility(page) == []
        # A test is for riders without an FTP.
        go(page, pi, 'start=ramp-test', '.preview .step')
        assert 'needs your FTP' not in text(page, '.preview')
        page.click('.preview .go')
        page.wait_for_selector(LIVE)
        pi.until_phase('riding')
