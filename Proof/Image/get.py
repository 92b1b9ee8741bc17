"""get.py BASE REPOSITORY: installs jz2 by `curl … | sudo sh` on an emulated Pi with 512 MB, rides, and removes it.

BASE is an image without jz2. install.sh in REPOSITORY must name an address at http://127.0.0.1, which ssh forwards from
the guest. The guest gets the other packages from Debian.
"""

import functools
import http.server
import pathlib
import re
import sys
import threading
import time

from guest import Guest, check

# The least free memory each second, while jz2 is installed.
MEASURE = 'while sleep 1; do sed -n "s/^MemAvailable: *\\([0-9]*\\) kB/\\1/p" /proc/meminfo; done > /tmp/memory'


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_) -> None:
        pass


def address_of(repository: pathlib.Path) -> str:
    found = re.search(r"^url='(http://127\.0\.0\.1:\d+)'", (repository / 'install.sh').read_text(), re.MULTILINE)
    assert found, 'install.sh names another address: make repository REPOSITORY_URL=http://127.0.0.1:8642'
    return found[1]


def got(guest: Guest, address: str) -> None:
    guest.ssh(f"setsid -f sh -c '{MEASURE}' > /dev/null 2>&1")
    before = int(guest.ssh('tail -1 /tmp/memory'))
    began = time.monotonic()
    said = guest.ssh(f'curl -fsSL {address}/install.sh | sudo sh -s -- --page')
    check('one command installs jz2', True, f'{time.monotonic() - began:.0f} s of emulation')
    print(said, flush=True)
    least = int(guest.ssh('sort -n /tmp/memory | head -1'))
    check('the installation leaves memory free', least > 50_000, f'{least // 1024} of {before // 1024} MB')
    check('its doctor knows the radio is missing', 'adapter' in said.lower() or 'bluetooth' in said.lower())
    check('the page answers', guest.has_page())


def ridden(guest: Guest) -> None:
    guest.simulate('--rate 10')
    guest.ssh('jz2ctl start --watts 150 --minutes 1')
    guest.until('the ride is over', lambda: '"idle"' in guest.ssh('jz2ctl --json status'), 300)
    rides = guest.ssh('jz2ctl rides')
    check('the rider rides without root', '150 W' in rides or '1:00' in rides, rides)
    print(guest.ssh('jz2ctl doctor; free -m', check=False), flush=True)


def removed(guest: Guest, address: str) -> None:
    print(guest.ssh(f'curl -fsSL {address}/install.sh | sudo sh -s -- --uninstall'), flush=True)
    check('the programs and the source are gone', guest.ssh('ls /usr/bin/jz2* /etc/apt/*/jz2.*', check=False) == '')
    check('the rides stay', '.tcx' in guest.ssh('sudo ls /var/lib/jz2/rides'))


def main() -> None:
    base, repository = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    address = address_of(repository)
    handler = functools.partial(QuietHandler, directory=repository)
    port = int(address.rpartition(':')[2])
    server = http.server.ThreadingHTTPServer(('127.0.0.1', port), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with Guest(base, 'jz2') as guest:
        took = guest.until('ssh answers, and cloud-init has ended', guest.has_shell)
        print(f'       the base has booted after {took:.0f} s', flush=True)
        with guest.forwarding(port):
            got(guest, address)
            ridden(guest)
            removed(guest, address)


if __name__ == '__main__':
    main()
