"""pictures.py BIN FOLDER: the pictures of the page in the documentation, from rides on a simulated trainer."""

import base64
import contextlib
import pathlib
import subprocess
import sys

from browser import SIZES, Browsers, browsers, pair
from programs import GoneError
from stage import Pi, settle

LIVE = '[data-view=live] h1'


def sheet(made: Browsers, shots: list[tuple[bytes, tuple[int, int]]], path: pathlib.Path, height: int) -> None:
    """Puts pictures next to each other, with round corners, on a background that suits light and dark pages."""
    images = ''.join(
        f'<img src="data:image/png;base64,{base64.b64encode(shot).decode()}" style="height:{height}px">'
        for shot, _ in shots
    )
    width = sum(round(size[0] * height / size[1]) + 16 for _, size in shots) + 16
    page = made.chromium.new_page(viewport={'width': width, 'height': height + 32}, device_scale_factor=1)
    page.set_content(
        '<style>body{margin:16px;display:flex;gap:16px;background:#7d8590}img{border-radius:14px;display:block}</style>'
        + images
    )
    page.screenshot(path=path)
    page.close()
    subprocess.run(['pngquant', '--force', '--skip-if-larger', '--output', path, '128', path], check=False)


def shoot(
    made: Browsers, pi: Pi, state, size: str, scheme: str, wait: str, path: str = '', language: str = 'en'
) -> tuple:
    page = made.phone(size=size, scheme=scheme, state=state, scale=1.5, language=language)
    page.goto(f'{pi.address}/{path}')
    page.wait_for_selector(wait)
    page.wait_for_timeout(1500)
    shot = page.screenshot()
    page.context.close()
    return shot, SIZES[size]


def library(programs: pathlib.Path, folder: pathlib.Path) -> None:
    """Takes the pictures of a library of 200 rides."""
    with Pi(programs) as pi, browsers() as made:
        script = pathlib.Path(__file__).parents[2] / 'Scripts' / 'demo-library.py'
        subprocess.run([sys.executable, '-B', script, programs, '--socket', pi.daemon], check=True)
        # The first view of the weeks analyses each ride, which takes a debug build some time.
        for _ in range(60):
            with contextlib.suppress(AssertionError, OSError, GoneError):
                if pi.ask('Records', quick=True)['records']:
                    break
            with contextlib.suppress(subprocess.CalledProcessError):
                pi.ctl('stats', 'weeks')
        shoot_library(made, pi, folder)


def shoot_library(made: Browsers, pi: Pi, folder: pathlib.Path) -> None:
    """Takes the pictures of an existing library."""
    dark, light, large = [], [], []
    page = made.phone()
    pair(page, pi)
    state = page.context.storage_state()
    page.context.close()
    newest = pi.ask('Rides', limit=1)['rides'][0]['id']
    forgotten = min(ride['id'] for ride in pi.ask('Rides')['rides'] if 'trim' in ride)
    scored, weeks = '.rings', '.live-text:not(:empty)'
    dark.append(shoot(made, pi, state, 'phone', 'dark', '.months a.ride', '#rides'))
    dark.append(shoot(made, pi, state, 'phone', 'dark', '.sums', f'#ride={newest}'))
    dark.append(shoot(made, pi, state, 'phone', 'dark', '.trim input[type=range]', f'#trim={forgotten}'))
    dark.append(shoot(made, pi, state, 'phone', 'dark', weeks, '#trends'))
    light.append(shoot(made, pi, state, 'phone', 'light', scored, '#scores', 'de'))
    light.append(shoot(made, pi, state, 'phone', 'light', '.rows li', '#plan=Over-unders'))
    light.append(shoot(made, pi, state, 'phone', 'light', '.plan-list path', '#plans', 'fr'))
    light.append(shoot(made, pi, state, 'phone', 'light', '[name=thresholdWatts]', '#settings', 'es'))
    large.append(shoot(made, pi, state, 'desk', 'light', '.ride-chart .drawn', f'#ride={newest}'))
    large.append(shoot(made, pi, state, 'tablet', 'dark', '.rows li', '#plan=Over-unders'))
    sheet(made, dark, folder / 'page-library-dark.png', 620)
    sheet(made, light, folder / 'page-library-light.png', 620)
    sheet(made, large, folder / 'page-library-large.png', 520)


def main() -> None:
    programs, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    library(programs, folder)
    dark, light, lying, large = [], [], [], []
    with Pi(programs, rate='10') as pi, browsers() as made:
        pi.add_plans()
        dark.append(shoot(made, pi, None, 'phone', 'dark', '.code'))
        page = made.phone()
        pair(page, pi)
        state = page.context.storage_state()
        page.context.close()
        pi.begin_ride(watts=150, minutes=5)
        pi.until_phase('idle', 60)
        dark.append(shoot(made, pi, state, 'phone', 'dark', '.again button'))
        light.append(shoot(made, pi, state, 'phone', 'light', 'select', '#page', 'de'))
        pi.begin_ride(plan='Over-unders')
        settle(50)
        dark.append(shoot(made, pi, state, 'phone', 'dark', LIVE))
        light.append(shoot(made, pi, state, 'phone', 'light', LIVE, language='de'))
        lying.append(shoot(made, pi, state, 'lying', 'dark', LIVE))
        large.append(shoot(made, pi, state, 'desk', 'light', LIVE))
        large.append(shoot(made, pi, state, 'tablet', 'dark', LIVE))
        pi.ask('Stop')
        pi.begin_ride(plan='Endurance')
        settle(60)
        dark.append(shoot(made, pi, state, 'phone', 'dark', LIVE))
        light.append(shoot(made, pi, state, 'small', 'light', LIVE, language='fr'))
        pi.ask('Stop')
        pi.add_route()
        pi.begin_ride(plan='Lake')
        settle(60)
        light.append(shoot(made, pi, state, 'phone', 'light', LIVE))
        pi.ask('Pause')
        lying.append(shoot(made, pi, state, 'lying', 'light', LIVE, language='es'))
        page = made.phone(scheme='light', state=state, scale=1.5)
        page.goto(pi.address)
        page.wait_for_selector(LIVE)
        pi.ask('Stop')
        page.wait_for_selector('.summary .drawn')
        page.wait_for_timeout(800)
        light.append((page.screenshot(), SIZES['phone']))
        sheet(made, dark, folder / 'page-dark.png', 620)
        sheet(made, light, folder / 'page-light.png', 620)
        sheet(made, lying, folder / 'page-lying.png', 330)
        sheet(made, large, folder / 'page-large.png', 520)


if __name__ == '__main__':
    main()
