"""Scenes of the charts in a browser: axes, fingers, loading, and the map of a ride."""

import datetime
import json
import pathlib

from browser import accessibility, browsers, text, until
from files import sent
from intruders import paired as key_of
from library import go, imported
from programs import wait_until
from stage import Pi, scene, settle

EXTENSION = 'http://www.garmin.com/xmlschemas/ActivityExtension/v2'


def ridden(pi: Pi, values: list[tuple[int, int]], day: str, places: bool = False) -> int:
    """Imports a ride of one second for each pair of watts and bpm; with places, on a straight road. Returns its id."""
    points = []
    for second, (watts, beats) in enumerate(values):
        time = f'{day}T{6 + second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}Z'
        place = (
            f'<Position><LatitudeDegrees>{47 + second / 20000:.5f}</LatitudeDegrees>'
            f'<LongitudeDegrees>{11 + second / 10000:.5f}</LongitudeDegrees></Position>'
        )
        points.append(
            f'<Trackpoint><Time>{time}</Time>{place if places else ""}'
            f'<HeartRateBpm><Value>{beats}</Value></HeartRateBpm>'
            f'<Cadence>88</Cadence><Extensions><TPX xmlns="{EXTENSION}"><Watts>{watts}</Watts></TPX></Extensions>'
            '</Trackpoint>'
        )
    file = (
        '<?xml version="1.0"?><TrainingCenterDatabase '
        'xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities><Activity Sport="Biking">'
        f'<Id>{day}T06:00:00Z</Id><Lap StartTime="{day}T06:00:00Z"><TotalTimeSeconds>{len(values)}</TotalTimeSeconds>'
        '<DistanceMeters>0</DistanceMeters><Calories>0</Calories><Intensity>Active</Intensity>'
        f'<TriggerMethod>Manual</TriggerMethod><Track>{"".join(points)}</Track></Lap></Activity></Activities>'
        '</TrainingCenterDatabase>'
    )
    status, answer = sent(pi, '/api/import/ride', file.encode(), key_of(pi))
    assert status == 200, answer
    return answer['ride']['id']


class Fingers:
    """Fingers on an element, at shares of its width."""

    def __init__(self, page, selector: str):
        self.page, self.box = page, page.locator(selector).bounding_box()
        self.session = page.context.new_cdp_session(page)

    def _send(self, kind: str, shares: list[float], down: float = 0) -> None:
        height = self.box['y'] + self.box['height'] / 2 + down
        points = [
            {'x': self.box['x'] + share * self.box['width'], 'y': height, 'id': number}
            for number, share in enumerate(shares)
        ]
        self.session.send('Input.dispatchTouchEvent', {'type': kind, 'touchPoints': points})

    def move(self, start: list[float], end: list[float], down: float = 0, steps: int = 12) -> None:
        """Puts fingers down, moves them to other places, and lifts them."""
        self._send('touchStart', start)
        for step in range(1, steps + 1):
            shares = [one + (other - one) * step / steps for one, other in zip(start, end, strict=True)]
            self._send('touchMove', shares, down * step / steps)
            self.page.wait_for_timeout(17)
        self._send('touchEnd', [])
        self.page.wait_for_timeout(50)

    def tap(self, share: float) -> None:
        self._send('touchStart', [share])
        self._send('touchEnd', [])
        self.page.wait_for_timeout(50)


def part(page) -> tuple[int, int]:
    """Returns the shown seconds of a ride."""
    one, other = text(page, '.span').split('–')
    first, last = ([int(number) for number in clock.split(':')] for clock in (one, other))
    return first[0] * 60 + first[1], last[0] * 60 + last[1]


def labels(page, side: str) -> list[str]:
    return page.eval_on_selector_all(f'.plot .{side} span:not(.turns)', 'all => all.map((one) => one.textContent)')


@scene("a ride's axes have round values, and neither a spike nor the first seconds flatten its lines")
def axes(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        values = [(1500 if 300 <= second < 302 else 150, 70 if second < 8 else 140) for second in range(600)]
        ride = ridden(pi, values, '2026-11-02')
        page = made.paired(pi)
        go(page, pi, f'ride={ride}', '.ride-chart .drawn.watts[d]')
        assert labels(page, 'left')[0] == '0' and labels(page, 'left')[-1] in ('160 W', '200 W'), labels(page, 'left')
        beats = [int(label.removesuffix(' bpm')) for label in labels(page, 'right')]
        assert beats[0] >= 100 and beats[-1] <= 170 and all(beat % 5 == 0 for beat in beats), beats
        assert labels(page, 'below') == ['0', '2', '4', '6', '8', '10 min'], labels(page, 'below')
        assert page.locator('.ride-chart .peaks').get_attribute('d').count('M') == 1, 'the spike is marked'
        assert page.locator('.ride-chart .zone2').get_attribute('d'), 'Zone 2 is shown'
        Fingers(page, '.ride-chart').tap(301 / 600)
        assert '1500 W' in text(page, '.readout'), text(page, '.readout')
        assert page.locator('.chart-card').bounding_box()['y'] < page.locator('.sums').bounding_box()['y']
        assert not (found := accessibility(page)), found


@scene('two fingers zoom a ride with the seconds under them, one moves the part, and a tap reads it')
def fingers(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        ride = imported(pi, 20, '2026-11-02')
        page = made.paired(pi)
        go(page, pi, f'ride={ride}', '.ride-chart .drawn.watts[d]')
        touch = Fingers(page, '.ride-chart')
        touch.move([0.3], [0.6])
        assert part(page) == (0, 1200), 'one finger reads while the whole ride is shown'
        touch.move([0.4, 0.5], [0.2, 0.7])
        first, last = part(page)
        for before, now in ((0.4, 0.2), (0.5, 0.7)):
            second = first + (last - first) * now
            assert abs(second - before * 1200) < 12, (before, second, first, last)
        touch.move([0.6], [0.35])
        moved, end = part(page)
        assert abs(moved - first - 0.25 * (last - first)) < 12 and abs(end - moved - last + first) <= 1, (moved, end)
        touch.tap(0.5)
        second = (moved + end) // 2
        shown = text(page, '.readout .when')
        assert shown in (f'{at // 60}:{at % 60:02}' for at in range(second - 3, second + 4)), shown
        assert part(page) == (moved, end), 'a tap moves nothing'
        page.evaluate('scrollTo(0, 0)')
        touch.move([0.5], [0.5], down=-200)
        assert page.evaluate('scrollY') > 50, 'a finger scrolls the page over the chart'
        assert part(page) == (moved, end)


@scene('weeks zoom as far as two fingers move, the newest stays at the right, and one finger goes back in time')
def weeks(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        today = datetime.date.today()
        for days in (1, 8, 200):
            imported(pi, 3, str(today - datetime.timedelta(days)))
        page = made.paired(pi)
        go(page, pi, 'trends', '.weeks .bar[d]')
        dates = labels(page, 'below')[:3]
        touch = Fingers(page, '.weeks')
        touch.move([0.4, 0.6], [0.37, 0.63])
        assert page.get_attribute('.weeks', 'data-weeks') == '10', page.get_attribute('.weeks', 'data-weeks')
        assert labels(page, 'below')[2] == dates[2], 'the newest week stays'
        touch.move([0.3], [0.7])
        until(page, f'() => document.querySelectorAll(".plot .below span")[2].textContent !== {json.dumps(dates[2])}')
        assert page.get_attribute('.weeks', 'data-weeks') == '10'
        assert labels(page, 'left')[0] == '0', labels(page, 'left')


@scene('a view shows that it loads, the reason of a failure stays, and the later of two answers counts')
def loads(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        today = datetime.date.today()
        monday = today - datetime.timedelta(today.weekday() + 7)
        imported(pi, 3, str(monday))
        page = made.paired(pi)
        waits = [1000]

        def history(route) -> None:
            answer = pi.ask('History', since='1970-01-01T00:00:00Z')
            if waits:
                page.wait_for_timeout(waits.pop())
            route.fulfill(json=answer)

        page.route('**/api/call/History', history)
        page.goto(f'{pi.address}/#trends')
        page.wait_for_selector('.trends [aria-busy] .skeleton')
        page.wait_for_selector('.weeks .bar[d]')
        assert page.locator('.skeleton').count() == 0
        page.focus('.weeks')
        page.keyboard.press('ArrowLeft')
        until(page, '() => document.querySelector(".live-text").textContent.endsWith("3:00")')
        waits.append(1500)
        imported(pi, 4, str(monday + datetime.timedelta(1)))
        settle(0.7)
        imported(pi, 5, str(monday + datetime.timedelta(2)))
        until(page, '() => document.querySelector(".live-text").textContent.endsWith("12:00")')
        settle(1.5)
        assert text(page, '.live-text').endswith('12:00'), text(page, '.live-text')
        page.unroute('**/api/call/History')
        page.route('**/api/call/Scores', lambda route: route.abort())
        page.goto(f'{pi.address}/#scores')
        page.wait_for_selector('.scores .card button')
        page.wait_for_selector('.scores .card:has-text("does not answer")')


@scene('the next ride is found after any break, however many rides follow')
def next_ride(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        page = made.paired(pi)
        found = page.evaluate("""async () => {
          const { laterRide } = await import("/neighbours.js");
          const day = 86400000;
          const begin = Date.UTC(2020, 0, 1);
          const results = [];
          for (const gap of [1, 20, 400, 2000]) {
            const rides = Array.from({ length: 300 }, (_, index) => ({ at: begin + gap * day + index * 7200000 }));
            const ask = async ({ since, before }) => {
              const some = rides.filter(({ at }) => at >= Date.parse(since) && at < Date.parse(before)).reverse();
              return { rides: some.slice(0, 10), more: some.length > 10 };
            };
            const later = await laterRide(begin, Date.UTC(2026, 10, 1), ask);
            results.push(later?.at === rides[0].at);
          }
          results.push(await laterRide(begin, Date.UTC(2026, 10, 1), async () => ({ rides: [] })) === undefined);
          return results;
        }""")
        assert found == [True] * 5, found


@scene('a touch on a day of four weeks shows the scores of that day, and a scroll over it shows no other')
def strip(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        today = datetime.date.today()
        for age in range(14, -1, -1):
            day = str(today - datetime.timedelta(age))
            pi.ctl('hrv', 'add', '--date', day, '--rmssd', str(50 + age % 4), '--resting-heart-rate', '52')
        page = made.paired(pi)
        go(page, pi, 'scores', '.strip .around[d]')
        assert ' ms' in text(page, '.own-range') and 'usual range' in text(page, '.scores .live-text')
        shown = text(page, '.day')
        page.locator('.strip').scroll_into_view_if_needed()
        touch = Fingers(page, '.strip')
        touch.move([0.8], [0.8], down=60)
        assert text(page, '.day') == shown
        page.locator('.strip').scroll_into_view_if_needed()
        touch = Fingers(page, '.strip')
        touch.tap(24.5 / 28)
        day = today - datetime.timedelta(3)
        until(page, f'() => document.querySelector(".day").textContent.includes("{day.strftime("%A")}")')
        assert not (found := accessibility(page)), found


@scene('a ride with positions has its line, and its place at the second that is read')
def line(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        ride = ridden(pi, [(150, 130)] * 600, '2026-11-02', places=True)
        page = made.paired(pi)
        go(page, pi, f'ride={ride}', '.review .route .ridden')
        Fingers(page, '.ride-chart').tap(0.5)
        page.wait_for_selector('.review .route .rider')
        rider = page.locator('.review .route .rider').bounding_box()
        whole = page.locator('.review .route .ridden').bounding_box()
        middle = whole['x'] + whole['width'] / 2
        assert abs(rider['x'] + rider['width'] / 2 - middle) < 4, (rider, whole)
        page.locator('.map-card').scroll_into_view_if_needed()
        settle(0.3)
        assert page.locator('.review .route .rider').count() == 1, 'what a finger read stays while the page scrolls'
        wait_until(lambda: accessibility(page) == [], 5, 'axe has no finding')
        with page.expect_download() as download:
            page.click('text=Download as GPX')
        assert pathlib.Path(download.value.path()).read_text().count('<trkpt ') == 600
