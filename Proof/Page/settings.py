"""Scenes of the settings, the devices, the services and the page that explains the certificate."""

from browser import accessibility, browsers, text, until
from programs import wait_until
from stage import Pi, scene, settle


def change(page, name: str, value: str) -> None:
    """Types into a field and leaves it."""
    page.fill(f'[name={name}]', value)
    page.press(f'[name={name}]', 'Tab')


def clean(page) -> None:
    assert accessibility(page) == []


def setting(pi, name: str):
    return pi.ask('Settings')['settings'].get(name)


def until_set(pi, name: str, value) -> None:
    wait_until(lambda: setting(pi, name) == value, 5, f'{name} is {value}')


def beats(zone: dict) -> str:
    """Returns a zone in the page's form."""
    if 'fromBpm' not in zone:
        return f'below {zone["belowBpm"]:g} bpm'
    if 'belowBpm' not in zone:
        return f'from {zone["fromBpm"]:g} bpm'
    return f'{zone["fromBpm"]:g}–{zone["belowBpm"] - 1:g} bpm'


def until_zones(page, pi) -> None:
    told = [beats(zone) for zone in pi.ask('Settings')['zones']]
    until(
        page,
        f'() => [...document.querySelectorAll(".zone-list li > span")].map((one) => one.textContent) == "'
        f'{",".join(told)}"',
    )


@scene('settings are changed and cleared on the page, a refused one shows its error, and zones are updated')
def settings(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        page = made.paired(pi)
        page.goto(f'{pi.address}/#settings')
        page.wait_for_selector('.zone-list li')
        until_zones(page, pi)
        change(page, 'thresholdWatts', '231')
        until_set(pi, 'thresholdWatts', 231)
        change(page, 'thresholdWatts', '5')
        page.wait_for_selector('[name=thresholdWatts][aria-invalid=true]')
        assert '30 to 1000' in text(page, '#thresholdWatts-wrong')
        assert 'thresholdWatts-wrong' in page.get_attribute('[name=thresholdWatts]', 'aria-describedby')
        assert setting(pi, 'thresholdWatts') == 231, 'what is refused changes nothing'
        clean(page)
        change(page, 'thresholdWatts', '')
        until_set(pi, 'thresholdWatts', None)
        until(page, '() => document.querySelector("#thresholdWatts-wrong").textContent === ""')

        page.select_option('[name=zoneMethod]', 'maximum')
        until(page, '() => document.querySelector("#zoneMethod-wrong").textContent.includes("maximum heart rate")')
        assert page.input_value('[name=zoneMethod]') == 'zone2Range'
        change(page, 'maximumHeartRate', '187')
        until_set(pi, 'maximumHeartRate', 187)
        page.select_option('[name=zoneMethod]', 'maximum')
        until_set(pi, 'zoneMethod', 'maximum')
        until(page, '() => document.querySelectorAll(".zone-list li").length === 5')
        until_zones(page, pi)
        until(page, f'() => document.querySelector("[name=zone2To]").value === "{setting(pi, "zone2To")}"')
        change(page, 'zone2From', '140')
        page.wait_for_selector('[name=zone2From][aria-invalid=true]')
        change(page, 'zone2To', '145')
        until_set(pi, 'zone2From', 140)
        until(page, '() => !document.querySelector("[aria-invalid=true][name^=zone2]")')
        until_zones(page, pi)

        page.select_option('[name=fan]', 'percent')
        until_set(pi, 'fan', 'percent')
        change(page, 'fanPercent', '35')
        until_set(pi, 'fanPercent', 35)
        change(page, 'fanPercent', '')
        page.wait_for_selector('[name=fanPercent][aria-invalid=true]')
        assert '0 to 100' in text(page, '#fanPercent-wrong')
        assert setting(pi, 'fanPercent') == 35, 'a speed is never without a number'
        change(page, 'fanPercent', '40')
        until(page, '() => !document.querySelector("[name=fanPercent][aria-invalid=true]")')

        page.select_option('[name=units]', 'imperial')
        until(page, '() => document.querySelector(".setting:has([name=weightKilograms])").innerText.includes("lb")')
        change(page, 'weightKilograms', '165')
        wait_until(lambda: abs((setting(pi, 'weightKilograms') or 0) - 74.84) < 0.01, 5, 'pounds are kilograms')
        pi.ctl('settings', '--watts', '175')
        until(page, '() => document.querySelector("[name=startWatts]").value === "175"')


@scene('the page finds, chooses and forgets a trainer, and checks the Pi')
def devices(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        page = made.paired(pi)
        page.goto(f'{pi.address}/#settings')
        page.click('button:has-text("Look for devices")')
        page.wait_for_selector('button[aria-label="Use: KICKR SIM"]', timeout=20000)
        clean(page)
        page.click('button[aria-label="Use: KICKR SIM"]')
        page.wait_for_selector('button[aria-label="Forget: KICKR SIM"]')
        assert [device['kinds'] for device in pi.ask('Devices')['devices']] == [['trainer']]
        page.click('button[aria-label="Forget: KICKR SIM"]')
        clean(page)
        page.click('button:has-text("Cancel")')
        page.click('button[aria-label="Forget: KICKR SIM"]')
        assert len(pi.ask('Devices')['devices']) == 1, 'it is asked first'
        page.click('button.discard')
        wait_until(lambda: pi.ask('Devices')['devices'] == [], 5, 'the trainer is forgotten')
        page.click('button:has-text("Check the Pi")')
        page.wait_for_selector('.checks .ok')
        checks = pi.ask('Doctor')['checks']
        assert page.locator('.checks li').count() == len(checks)
        clean(page)
        told = [text(page, f'.checks li:nth-child({number}) span') for number in range(1, len(checks) + 1)]
        page.context.add_cookies([{'name': 'jz2-language', 'value': 'de', 'url': pi.address}])
        page.reload()
        page.click('button:has-text("Den Pi prüfen")')
        page.wait_for_selector('.checks .ok')
        for number, english in enumerate(told, 1):
            assert (german := text(page, f'.checks li:nth-child({number}) span')) != english, german
        page.context.add_cookies([{'name': 'jz2-language', 'value': 'en', 'url': pi.address}])
        page.reload()
        pi.begin_ride()
        page.goto(f'{pi.address}/#settings')
        page.click('button:has-text("Look for devices")')
        page.wait_for_selector('.device-list .wrong strong')


@scene('the page explains how to install a missing jz2sync and how to make a missing certificate')
def missing(programs) -> None:
    with Pi(programs) as pi, browsers() as made:
        page = made.paired(pi)
        page.goto(f'{pi.address}/#services')
        page.wait_for_selector('.services .wrong')
        assert 'sudo apt install ./jz2-sync_*.deb' in page.text_content('.services .wrong')
        clean(page)
        page.click('button:has-text("Try again")')
        settle(0.5)
        assert 'jz2sync' in page.text_content('.services .wrong')
        page.goto(f'{pi.address}/#secure')
        page.wait_for_selector('.secure')
        assert 'sudo jz2ctl page certificate' in text(page, '.secure')
        assert page.locator('a[href="/ca.crt"]').count() == 0
        clean(page)
