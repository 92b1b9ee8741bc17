"""Scenes of calibrations: a spin-down in a ride of its own, and one within a ride."""

from browser import accessibility, browsers, text, until
from programs import wait_until
from stage import Pi, scene

TRAINER = 'C0:FF:EE:00:00:01'
START, GUIDE = '[data-view=start] h1', '.live .calibration:not([hidden])'


def begin(page, pi) -> None:
    """Touches the button with the devices."""
    page.goto(f'{pi.address}/#settings')
    page.click('.calibrations button:has-text("Calibrate the trainer")')
    page.wait_for_selector(GUIDE, timeout=30000)


def step(pi) -> str:
    return pi.ride.get('calibration', {}).get('step', '')


@scene('a spin-down is guided on the page, and its ride is deleted at the end')
def alone(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        pi.ctl('use', TRAINER)
        page = made.paired(pi)
        begin(page, pi)
        until(page, '() => document.querySelector(".calibration p").textContent.includes("above 35.0 km/h")')
        assert accessibility(page) == []
        until(page, '() => document.querySelector(".calibration .wheel").textContent.endsWith("km/h")')
        until(page, '() => document.querySelector(".calibration p").textContent.startsWith("Stop pedalling")')
        until(page, '() => document.querySelector("#note").textContent.includes("is calibrated")', 30000)
        page.wait_for_selector(START, timeout=30000)
        wait_until(lambda: pi.phase == 'idle', 20, 'the ride is over')
        assert pi.ask('Rides')['rides'] == []


@scene('a spin-down within a ride can be cancelled, and the ride goes on with its target')
def within(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        page = made.paired(pi)
        pi.begin_ride()
        begin(page, pi)
        wait_until(lambda: step(pi) == 'speedUp', 20, 'the trainer names its speed')
        page.click(f'{GUIDE} button')
        wait_until(lambda: step(pi) == 'failed', 20, 'the calibration is cancelled')
        until(page, '() => document.querySelector(".calibration p").textContent.includes("cancelled")')
        assert 'Cancel' not in text(page, GUIDE)
        wait_until(lambda: pi.ride.get('targetWatts') == 150, 30, 'the target is back')
        assert pi.phase == 'riding'
