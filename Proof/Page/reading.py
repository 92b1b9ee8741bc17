"""Scenes in a browser: what a rider reads from the saddle, also in trouble and in four languages."""

import contextlib

from browser import ALTERED, CUT_OFF, MORE_SIZES, SIZES, Browsers, accessibility, browsers, pair, text, until
from programs import wait_until
from stage import Pi, scene, settle

LIVE = '[data-view=live] h1'
LANGUAGES = ('en', 'de', 'fr', 'es')
ALL_SIZES = {**SIZES, **MORE_SIZES}

# Two problems with long messages; the second one's remedy is a command.
TROUBLE = """(status) => ({ ...status, problems: [
  { code: 'strapLost', message: 'The connection to TICKR 1234 is lost; the ride goes on without heart rate.',
    remedy: 'Wet the strap and check that it sits tight; it reconnects by itself.' },
  { code: 'storeFailing', message: 'A ride is not saved yet: the disk is full. It is kept in memory.',
    remedy: 'Make room on the disk (`df -h /var/lib/jz2`); the daemon then saves the ride by itself.' },
  { code: 'batteryLow', message: 'The battery of TICKR 1234 is nearly empty.', remedy: 'Charge it after this ride.' },
] })"""
PAUSED = """(status) => ({ ...status, phase: 'paused',
  ride: { ...status.ride, stoppedSeconds: 111, targetWatts: undefined } })"""
AUTO_PAUSED = PAUSED.replace("phase: 'paused',", "phase: 'paused', autoPaused: true,")
GONE = """(status) => ({ ...status, phase: 'reconnecting', trainer: { ...status.trainer, state: 'connecting' },
  ride: { ...status.ride, stoppedSeconds: 4, targetWatts: undefined } })"""
EASED = """(status) => ({ ...status,
  ride: { ...status.ride, wantedWatts: 210, targetWatts: 150, easedBy: 'heartRate' } })"""
# A ride by an FTP of 200 W, in the fifth zone, with a W prime of 18 kJ, and with the result of a ramp test.
TESTED = """(status) => ({ ...status, trainer: { ...status.trainer, powerWatts: 215 }, ride: { ...status.ride,
  powerZones: [110, 150, 180, 210, 240, 300, undefined].map((belowWatts, index, all) =>
    ({ number: index + 1, fromWatts: all[index - 1], belowWatts, seconds: 60 })),
  wPrime: { criticalWatts: 190, fullKilojoules: 18, kilojoules: 12.34, leastKilojoules: 9 },
  test: { test: 'ramp', meanWatts: 311.6, thresholdWatts: 234, over: true } } })"""
READY = "(status) => ({ ...status, phase: 'ready', ride: { ...status.ride, targetWatts: undefined } })"
AS_IT_IS = '(status) => status'

WATTS = "parseFloat(getComputedStyle(document.querySelector('.power .value')).fontSize)"


def shown(made: Browsers, pi: Pi, state, language: str = 'en', size: str = 'phone'):
    """Opens the ride on a phone whose statuses a test can change."""
    page = made.phone(language=language, state=state, size=size)
    page.add_init_script(ALTERED)
    page.goto(pi.address)
    page.wait_for_selector(LIVE)
    until(page, '() => Number(document.querySelector(".power .value").textContent) > 0')
    return page


def resized(page):
    """Yields each of the seven sizes, after the page has it."""
    for name, (width, height) in ALL_SIZES.items():
        page.set_viewport_size({'width': width, 'height': height})
        yield name


def paired_state(made: Browsers, pi: Pi):
    """Pairs a phone, and returns its state for others."""
    page = made.phone()
    pair(page, pi)
    state = page.context.storage_state()
    page.context.close()
    return state


@contextlib.contextmanager
def rides(programs, *plans: str):
    """Runs a ride of each plan, one after the other; yields the Pi, a browser, a phone's state and the plan."""
    with Pi(programs, rate='10') as pi, browsers() as made:
        pi.add_plans()
        state = paired_state(made, pi)

        def each():
            for plan in plans:
                pi.begin_ride(**({'plan': plan} if plan else {'watts': 150, 'minutes': 60}))
                settle(3)
                if plan == 'Over-unders':
                    pi.lengthen()
                yield plan
                pi.ask('Stop')
                pi.until_phase('idle')

        yield pi, made, state, each()


@scene('on a phone at 1.5 m, heart rate, time left and target have 16 minutes of arc, small figures 8')
def angles(programs) -> None:
    with rides(programs, 'Over-unders', '') as (pi, made, state, each):
        for plan in each:
            page = shown(made, pi, state)
            # A phone of 153 px an inch; a digit is 0.71 em high; a millimetre at 1.5 m has 2.292 minutes of arc.
            minutes = """(selector) => Math.min(...[...document.querySelectorAll(selector)].map((node) =>
              parseFloat(getComputedStyle(node).fontSize) * 0.71 * 25.4 / 153.3 * 2.292))"""
            least = {'.power .value': 16, '.heart .value': 16, '.power .goal': 16, '.tile .value': 8}
            if plan:
                least['.left .value'] = 16
            for selector, angle in least.items():
                assert (seen := page.evaluate(minutes, selector)) >= angle, f'{plan} {selector}: {seen:.1f}'
            page.context.close()


@scene('in trouble, watts keep three quarters of their size, in seven sizes and four languages')
def trouble(programs) -> None:
    with rides(programs, 'Over-unders', '') as (pi, made, state, each):
        for plan in each:
            for language in LANGUAGES:
                page = shown(made, pi, state, language)
                for size in resized(page):
                    page.evaluate(f'change({AS_IT_IS})')
                    before = page.evaluate(WATTS)
                    page.evaluate(f'change({TROUBLE})')
                    after = page.evaluate(WATTS)
                    assert after >= 0.75 * before, f'{plan} {language} {size}: {before} to {after} px'
                    covered = page.evaluate("""() => {
                      const strip = document.querySelector('.trouble').getBoundingClientRect();
                      return [...document.querySelectorAll('.figure, .pictures svg, .tile, .row button')]
                        .filter((node) => node.getBoundingClientRect().height > 0).some((node) => {
                          const box = node.getBoundingClientRect();
                          return box.top < strip.bottom - 1 && box.bottom > strip.top + 1
                            && box.left < strip.right - 1 && box.right > strip.left + 1;
                        });
                    }""")
                    assert not covered, f'{plan} {language} {size}: problems cover something'
                    lines = page.evaluate("document.querySelectorAll('.trouble .lines > span').length")
                    assert lines <= 2 and f'+{3 - lines}' in text(page, '.trouble .more'), f'{size}: {lines} lines'
                page.context.close()


@scene('no text of a ride is cut, in seven sizes and four languages, in each phase, with and without a plan')
def cut(programs) -> None:
    found = []
    with rides(programs, 'Over-unders', 'Endurance', '') as (pi, made, state, each):
        for plan in each:
            for language in LANGUAGES:
                page = shown(made, pi, state, language)
                for size in resized(page):
                    for phase in (AS_IT_IS, READY, PAUSED, AUTO_PAUSED, GONE, EASED, TESTED):
                        page.evaluate(f'change({phase})')
                        texts = page.evaluate(CUT_OFF)
                        if page.evaluate('document.documentElement.scrollHeight > innerHeight'):
                            texts.append('it scrolls')
                        if texts:
                            found.append(f'{plan} {language} {size} {phase[25:70]}: {texts}')
                page.context.close()
    assert found == [], '\n'.join(found)


@scene('a problem is a line; a touch shows its remedy for a rider, and the command for a terminal under Details')
def remedies(programs) -> None:
    with rides(programs, 'Over-unders') as (pi, made, state, each):
        for _ in each:
            page = shown(made, pi, state)
            page.evaluate(f'change({TROUBLE})')
            assert not page.is_visible('.trouble .panel')
            page.click('.trouble .strip')
            page.wait_for_selector('.trouble .panel')
            assert 'Wet the strap' in text(page, '.trouble .panel')
            assert 'leave the Pi switched on' in text(page, '.trouble .panel')
            assert 'df -h' not in text(page, '.trouble .panel'), 'the command is for a terminal'
            page.click('.trouble .technical summary')
            assert 'df -h' in text(page, '.trouble .panel')
            assert accessibility(page) == []
            page.keyboard.press('Escape')
            page.wait_for_selector('.trouble .panel', state='hidden')
            page.click('.trouble .strip')
            page.click('h1')
            page.wait_for_selector('.trouble .panel', state='hidden')


@scene('an error covers no button of the ride, and leaves with its view')
def notes(programs) -> None:
    with rides(programs, 'Over-unders') as (pi, made, state, each):
        for _ in each:
            page = shown(made, pi, state)
            page.route(
                '**/api/call/Lap',
                lambda route: route.fulfill(
                    status=409,
                    content_type='application/json',
                    body='{"code": "wrongPhase", "message": "The ride is paused.", "remedy": "Type `jz2ctl resume`."}',
                ),
            )
            page.click('.buttons button:has-text("Lap")')
            page.wait_for_selector('#note:not([hidden])')
            assert 'jz2ctl' not in text(page, '#note'), text(page, '#note')
            note = page.locator('#note p').bounding_box()
            buttons = page.locator('.buttons').bounding_box()
            assert note['y'] + note['height'] < buttons['y'], (note, buttons)
            page.evaluate("location.hash = 'page'")
            page.wait_for_selector('#note', state='hidden', timeout=2000)


@scene('a chip makes the whole plan harder or easier')
def bias(programs) -> None:
    with rides(programs, 'Over-unders', 'Endurance', '') as (pi, made, state, each):
        for plan in each:
            page = shown(made, pi, state)
            settle(1)
            if plan != 'Over-unders':
                assert not page.is_visible('.chip'), f'{plan} has no planned power'
                continue
            assert text(page, '.chip') == '100 %'
            page.click('.chip')
            page.click('.bias .panel button:has-text("+5")')
            assert text(page, '.chip') == '105 %', 'the new value is shown at once'
            wait_until(lambda: pi.ask('Status')['plan']['biasPercent'] == 5, 5, 'the plan is 5 % harder')
            settle(1)
            page.click('.bias .panel button:has-text("100")')
            wait_until(lambda: pi.ask('Status')['plan']['biasPercent'] == 0, 5, 'the plan is as it was')
            assert text(page, '.chip') == '100 %'
            assert accessibility(page) == []


@scene('a touch turns a small figure to the next one, and the phone keeps the choice')
def turned(programs) -> None:
    with rides(programs, '') as (pi, made, state, each):
        for _ in each:
            page = shown(made, pi, state)
            names = '[...document.querySelectorAll(".tile .name")].map((node) => node.textContent)'
            first = page.evaluate(names)
            assert len(first) == 4 and len(set(first)) == 4, first
            page.click('.tile >> nth=2')
            second = page.evaluate(names)
            assert second[2] not in first and second[:2] == first[:2] and second[3] == first[3], second
            page.reload()
            page.wait_for_selector('.tile .name')
            until(page, f'() => ({names})[2] === "{second[2]}"')
            seen = {second[2]}
            for _ in range(12):
                page.click('.tile >> nth=2')
                seen.add(page.evaluate(names)[2])
            assert len(seen) >= 6, seen


@scene('a cue moves no figure, and a running ride draws its skyline once')
def steady(programs) -> None:
    with rides(programs, 'Over-unders') as (pi, made, state, each):
        for _ in each:
            page = shown(made, pi, state)
            for size in resized(page):
                page.evaluate(f'change({AS_IT_IS})')
                before = page.evaluate(WATTS)
                page.evaluate("""change((status) => ({ ...status,
                  plan: { ...status.plan, interval: { ...status.plan.interval, cue: 'Stay seated, breathe' } } }))""")
                assert page.is_visible('.cue') and page.evaluate(WATTS) == before, size
                assert (found := page.evaluate(CUT_OFF)) == [], f'{size}: {found}'
            page.evaluate(f'change({AS_IT_IS})')
            page.evaluate("""() => {
              window.drawn = 0;
              new MutationObserver(() => { window.drawn += 1; })
                .observe(document.querySelector('.sky'), { childList: true });
              window.edge = document.querySelector('.sky > svg').getAttribute('width');
            }""")
            until(page, '() => document.querySelector(".sky > svg").getAttribute("width") !== window.edge')
            assert page.evaluate('window.drawn') <= 1, 'an interval may begin meanwhile'


@scene('a pause and a lost trainer are seen in the third figure, and connecting is one card')
def phases(programs) -> None:
    with rides(programs, 'Over-unders') as (pi, made, state, each):
        for _ in each:
            page = shown(made, pi, state)
            page.evaluate(f'change({PAUSED})')
            assert text(page, 'h1') == 'Paused' and text(page, '.left .name') == 'Paused'
            assert text(page, '.left .value') == '1:51'
            assert accessibility(page) == []
            page.evaluate(f'change({GONE})')
            assert text(page, '.left .name') == 'Trainer gone' and text(page, '.left .value') == '0:04'
            page.evaluate(
                "change((status) => ({ ...status, phase: 'connecting', heartRate: { ...status.heartRate, "
                "state: 'connected' }, trainer: { ...status.trainer, state: 'connecting' } }))"
            )
            assert not page.is_visible('.figures') and not page.is_visible('.smalls')
            lines = page.evaluate('[...document.querySelectorAll(".connecting li")].map((node) => node.textContent)')
            assert lines[0].startswith('Trainer') and lines[0].endswith('…') and lines[1].endswith('✓'), lines
            assert accessibility(page) == []


@scene('no text of a ride on a road is cut, and nothing covers another, in seven sizes and four languages')
def road(programs) -> None:
    # The boxes that overlap, by their names.
    covered = """() => {
      const boxes = [...document.querySelectorAll('.figure, .route, .profile, .road, .tile, .row button')]
        .map((node) => [node.getAttribute('class') ?? node.textContent, node.getBoundingClientRect()])
        .filter(([, box]) => box.height > 0 && box.width > 0);
      return boxes.flatMap(([name, one], index) => boxes.slice(index + 1)
        .filter(([, two]) => one.left < two.right - 1 && two.left < one.right - 1
          && one.top < two.bottom - 1 && two.top < one.bottom - 1).map(([other]) => `${name} and ${other}`));
    }"""
    found = []
    with Pi(programs, rate='10') as pi, browsers() as made:
        state = paired_state(made, pi)
        pi.begin_col()
        for language in LANGUAGES:
            page = shown(made, pi, state, language)
            page.wait_for_selector('.profile .ridden')
            for size in resized(page):
                texts = page.evaluate(CUT_OFF) + page.evaluate(covered)
                if page.evaluate('document.querySelector(".profile").getBoundingClientRect().height') < 24:
                    texts.append('the profile is too low')
                if texts:
                    found.append(f'{language} {size}: {texts}')
            page.context.close()
    assert found == [], '\n'.join(found)
