"""card.py IMAGE.img.xz FOLDER: boots the image as Raspberry Pi Imager customises it, in QEMU, and pairs a phone.

FOLDER gets pictures of the first page and of a ride. A real Pi's firmware, radio and card are not part of this.
"""

import pathlib
import re
import sys
import time

from browser import browsers, text
from guest import PASSPHRASE_KEY, WIFI, Guest, check

MOST_BYTES = 700_000_000
LIVE, START = '[data-view=live] h1', '[data-view=start] h1'


def first_boot(guest: Guest) -> None:
    """Checks what Imager's settings and the first boot have made."""
    took = guest.until('ssh answers, and cloud-init has ended', guest.has_shell)
    print(f'       ssh and cloud-init after {took:.0f} s more', flush=True)
    check('the host has its name', guest.ssh('hostname') == guest.host)
    groups = guest.ssh('id -nG').split()
    check('the user of Imager may ride, and may become root', {'jz2', 'sudo'} <= set(groups), ' '.join(groups))
    check('it has the time zone of Imager', guest.ssh('cat /etc/timezone') == 'Europe/Berlin')
    wifi = guest.ssh('sudo cat /run/netplan/wpa-wlan0.conf')
    check('the Wi-Fi of Imager is configured', WIFI in wifi and PASSPHRASE_KEY in wifi)
    kept = guest.ssh('cat /etc/default/raspi-extra-cmdline')
    check('an update of the kernel keeps its country', 'cfg80211.ieee80211_regdom=DE' in kept, kept)
    size = int(guest.ssh('df --output=size -B1M / | tail -1'))
    check('the root has grown to the card', size > 7000, f'{size} MB')
    check('the keys of ssh are new', 'rider' not in guest.ssh('ls /etc/ssh/ssh_host_ed25519_key'))
    check('the machine has an identity', re.fullmatch('[0-9a-f]{32}', guest.ssh('cat /etc/machine-id')))
    failed = guest.ssh('systemctl --failed --no-legend --plain')
    check('no unit has failed', failed == '', failed)
    print(guest.ssh('cloud-init status --long; systemd-analyze; free -m'), flush=True)


def paired_by(guest: Guest, page, folder: pathlib.Path) -> None:
    """Pairs a phone by the code that the page shows."""
    page.set_default_timeout(240_000)
    page.goto(f'http://{guest.host}.local:{guest.page_port}/')
    page.wait_for_selector('.code')
    code = page.input_value('.code')
    check('the first page has a code', re.fullmatch(r'\d{6}', code) and 'first phone' in text(page, '.pairing'), code)
    page.screenshot(path=folder / 'first-page.png')
    page.click('form button[type=submit]')
    page.wait_for_selector(START)
    check('one press pairs the phone', True)


def ridden(guest: Guest, page, folder: pathlib.Path) -> None:
    """Rides on the simulated radio, in the view of the paired phone."""
    guest.simulate()
    guest.ssh('jz2ctl start 150 60')
    page.wait_for_selector(LIVE)
    page.wait_for_function('() => Number(document.querySelector(".power .value")?.textContent) > 100')
    page.screenshot(path=folder / 'ride.png')
    check('the page shows a ride of the user, who needed no root', True)
    print(guest.ssh('jz2ctl stop; jz2ctl rides; free -m'), flush=True)


def main() -> None:
    image, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    check('the image is small enough', image.stat().st_size < MOST_BYTES, f'{image.stat().st_size / 1e6:.0f} MB')
    with Guest(image, 'pedals') as guest:
        began = time.monotonic()
        guest.until('the page answers', guest.has_page)
        check('the page answers', True, f'after {time.monotonic() - began:.0f} s of emulation')
        with browsers(f'--host-resolver-rules=MAP {guest.host}.local 127.0.0.1') as made:
            page = made.phone(scale=2)
            paired_by(guest, page, folder)
            other = made.phone()
            other.set_default_timeout(240_000)
            other.goto(f'http://{guest.host}.local:{guest.page_port}/')
            other.wait_for_selector('.code')
            check('a second phone sees no code', other.input_value('.code') == '')
            first_boot(guest)
            ridden(guest, page, folder)


if __name__ == '__main__':
    main()
