#!/usr/bin/env python3
"""wall.py HUB [FOLDER]: the hub's page in a browser, as a rider and a coach see it; pictures of it go into FOLDER.

It needs the scripts' virtual environment (.work/venv) and Debian's Chromium.
"""

import base64
import contextlib
import datetime
import gzip
import hashlib
import http.client
import json
import pathlib
import subprocess
import sys
import tempfile
import time
import uuid

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

PORT = 18433
SITE = f'http://127.0.0.1:{PORT}'
SIZES = {'small': (320, 568), 'phone': (390, 844), 'desk': (1280, 800)}
OVERFLOW = 'document.documentElement.scrollWidth - innerWidth'


class Hub:
    """A hub on SQLite, with the requests of an administrator and of a Pi."""

    def __init__(self, program, place):
        self.program, self.address = program, f'sqlite:{place}/hub.sqlite'
        self.codes = {name: self.rider('add', name) for name in ('Anna', 'Ben')}
        command = [program, 'serve', '--database', self.address, '--listen', f'127.0.0.1:{PORT}']
        self.running = subprocess.Popen(command)
        for _ in range(100):
            with contextlib.suppress(OSError):
                if self.ask('GET', '/readyz')[0] == 200:
                    return
            time.sleep(0.1)
        raise SystemExit('the hub is not ready')

    def rider(self, verb, name, *options):
        command = [self.program, 'rider', verb, name, *options, '--database', self.address]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split('\n')[0]

    def ask(self, method, path, token=None, body=None, **headers):
        connection = http.client.HTTPConnection('127.0.0.1', PORT, timeout=20)
        fields = {'Content-Type': 'application/json', **headers}
        fields |= {'Authorization': f'Bearer {token}'} if token else {}
        connection.request(method, path, body if isinstance(body, bytes | None) else json.dumps(body), fields)
        answer = connection.getresponse()
        return [answer.status, json.loads(answer.read() or b'{}')]

    def pi(self, name):
        pairing = {'code': self.codes[name], 'name': f'pi-{name.lower()}'}
        return self.ask('POST', '/api/v1/devices/pair', body=pairing)[1]['access_token']

    def ride(self, token, days_ago, name):
        start = datetime.datetime.now(datetime.UTC) - datetime.timedelta(days=days_ago)
        start = f'{start:%Y-%m-%dT%H:%M:%S.000Z}'
        row = {'timerRunning': True, 'powerWatts': 151, 'beatsPerMinute': 128}
        rows = [row | {'elapsedSeconds': second, 'distanceMeters': 8 * second} for second in range(3600)]
        ride = {'uuid': str(uuid.uuid4()), 'whole': True, 'start': start, 'activityId': start, 'name': name}
        ride |= {'samples': rows}
        body = gzip.compress(json.dumps(ride).encode())
        digest = base64.b64encode(hashlib.sha256(body).digest()).decode()
        headers = {'Content-Encoding': 'gzip', 'Content-Digest': f'sha-256=:{digest}:'}
        status, _ = self.ask('PUT', f'/api/v1/rides/{ride["uuid"]}', token, body, **headers)
        assert status == 201, status

    def tell(self, token, watts):
        said = {'phase': 'riding', 'power_watts': watts, 'target_watts': 150, 'heart_rate_bpm': 131}
        said |= {'elapsed_seconds': 1234, 'remaining_seconds': 2366, 'plan': 'Zone 2'}
        return self.ask('POST', '/api/v1/live', token, said)[1]['interval_seconds']


class Readers:
    """Browsers, and the errors in them."""

    def __init__(self, chromium, pictures):
        self.chromium, self.pictures, self.complaints = chromium, pictures, []

    def open(self, size, scheme):
        width, height = SIZES[size]
        context = self.chromium.new_context(viewport={'width': width, 'height': height}, color_scheme=scheme)
        context.set_default_timeout(10_000)
        page = context.new_page()
        page.on('pageerror', lambda error: self.complaints.append(f'{error}'))
        # A refusal is a normal response; the browser logs each one as an error.
        page.on('console', lambda line: self.note(line.text) if line.type == 'error' else None)
        page.goto(SITE)
        page.wait_for_selector('input.code')
        return page

    def note(self, text):
        if 'Failed to load' not in text:
            self.complaints.append(text)

    def look(self, page, name):
        """Runs axe, checks for overflowing elements, and takes a picture."""
        for violation in Axe().run(page).response['violations']:
            self.complaints.append(f'{name}: {violation["id"]}: {violation["nodes"][0]["html"][:200]}')
        if (wide := page.evaluate(OVERFLOW)) > 0:
            self.complaints.append(f'{name}: {wide} px stick out')
        if self.pictures:
            page.screenshot(path=f'{self.pictures}/{name}.png', full_page=True)

    def sign_in(self, page, code):
        page.fill('input.code', code)
        page.click('button.go')


def erases(hub, readers, page):
    """Ben erases himself: a code from a browser does not permit it, a code from the administrator does."""
    page.click('text=Code for another browser')
    said = page.wait_for_selector('[role=status]:has-text("type it in the other browser")').inner_text()
    page.click('text=Erase it')
    page.fill('dialog input', said.split()[0])
    page.click('dialog .discard')
    page.wait_for_selector('dialog [role=alert]:has-text("jz2hub rider code NAME --erase")')
    readers.look(page, 'erase')
    page.click('dialog >> text=Cancel')
    page.click('text=Erase it')
    page.fill('dialog input', hub.rider('code', 'Ben', '--erase'))
    page.click('dialog .discard')
    page.wait_for_selector('.pairing input.code')
    listed = subprocess.run(
        [hub.program, 'rider', 'list', '--database', hub.address], check=True, capture_output=True, text=True
    )
    assert 'Anna' in listed.stdout and 'Ben' not in listed.stdout, listed.stdout


def play(hub, readers):
    anna, ben = hub.pi('Anna'), hub.pi('Ben')
    for days in (1, 3, 9):
        hub.ride(anna, days, 'Zone 2')
        hub.ride(ben, days, 'Sweet spot')
    # There is no viewer.
    assert hub.tell(anna, 151) == 15
    reader = readers.open('phone', 'light')
    readers.look(reader, 'sign-in')
    readers.sign_in(reader, 'AAAA-AAAA')
    reader.wait_for_selector('text=This code is unknown')
    readers.sign_in(reader, hub.rider('code', 'Anna', '--browser'))
    reader.wait_for_selector('.riding .watts:has-text("151")')
    assert hub.tell(anna, 177) == 1, 'the Pi is told that somebody looks'
    hub.tell(ben, 99)
    reader.wait_for_selector('.riding .watts:has-text("177")')
    assert reader.locator('.riding li').count() == 1, 'only the own ride is there'
    assert reader.locator('.weeks .ride').count() == 3
    readers.look(reader, 'rider')
    # Ben lets Anna coach him.
    coached = readers.open('small', 'dark')
    readers.sign_in(coached, hub.rider('code', 'Ben', '--browser'))
    coached.click('summary')
    coached.click('text=Code for a coach')
    said = coached.wait_for_selector('[role=status]:has-text("give it to your coach")').inner_text()
    readers.look(coached, 'codes')
    reader.click('summary')
    reader.fill('.account input', said.split()[0])
    reader.click('text=See their rides')
    reader.wait_for_selector('.riders button:has-text("Ben")')
    reader.click('.riders button:has-text("Ben")')
    reader.wait_for_selector('.weeks .ride:has-text("Sweet spot")')
    hub.tell(ben, 123)
    reader.wait_for_selector('.riding .watts:has-text("123")')
    reader.set_viewport_size(dict(zip(('width', 'height'), SIZES['desk'], strict=True)))
    readers.look(reader, 'coach')
    # A Pi is revoked, and the browser signed out.
    reader.click('summary')
    reader.click('.account li:has-text("pi-anna") button')
    reader.wait_for_selector('.account li:has-text("pi-anna")', state='detached')
    assert hub.ask('GET', '/api/v1/me', anna)[0] == 401
    reader.click('text=Sign out')
    reader.wait_for_selector('input.code')
    erases(hub, readers, coached)
    reader.reload()
    reader.wait_for_selector('input.code')


def main(program, pictures):
    with tempfile.TemporaryDirectory(prefix='jz2-wall.') as place, sync_playwright() as playwright:
        hub = Hub(program, place)
        chromium = playwright.chromium.launch(executable_path='/usr/bin/chromium', args=['--no-sandbox'])
        readers = Readers(chromium, pictures)
        try:
            play(hub, readers)
        finally:
            chromium.close()
            hub.running.terminate()
            assert hub.running.wait(30) == 0
    for complaint in readers.complaints:
        print(complaint)
    scenes = 'rides that are on, a coach, codes, sign-out, erasure; axe'
    print('FAILED the wall' if readers.complaints else f'ok     the wall: {scenes}')
    return not readers.complaints


if __name__ == '__main__':
    sys.exit(0 if main(sys.argv[1], pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None) else 1)
