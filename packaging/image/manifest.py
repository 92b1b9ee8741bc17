#!/usr/bin/env python3
"""manifest.py IMAGE PACKED VERSION KIND ADDRESS: prints the manifest with which Raspberry Pi Imager 2 offers the image.

Imager asks for host name, user and Wi-Fi only if a manifest says how the image takes them (`init_format`): `cloudinit`,
or `cloudinit-rpi` for Raspberry Pi OS. Without ADDRESS, the manifest names the file on this computer.
https://github.com/raspberrypi/rpi-imager/blob/main/doc/os_customisation_formats.md
"""

import datetime
import hashlib
import json
import pathlib
import sys

DEVICES = {
    'pi4-64bit': 'Raspberry Pi 4, 400',
    'pi3-64bit': 'Raspberry Pi 3, Zero 2 W',
}


def digest(path: pathlib.Path) -> str:
    with path.open('rb') as file:
        return hashlib.file_digest(file, 'sha256').hexdigest()


def main() -> None:
    image, packed = (pathlib.Path(name) for name in sys.argv[1:3])
    version, kind, address = sys.argv[3:6]
    folder = address.rstrip('/') or packed.resolve().parent.as_uri()
    # Raspberry Pi OS also runs on a Pi 5, Debian's kernel does not.
    devices = {**DEVICES, 'pi5-64bit': 'Raspberry Pi 5'} if kind == 'cloudinit-rpi' else DEVICES
    system = {
        'name': f'jz2 {version}',
        'description': 'Controls a bike trainer. After the first boot, open http://NAME.local:8420 on your phone.',
        'url': f'{folder}/{packed.name}',
        'icon': f'{folder}/jz2.png',
        'release_date': datetime.date.fromtimestamp(packed.stat().st_mtime).isoformat(),
        'extract_size': image.stat().st_size,
        'extract_sha256': digest(image),
        'image_download_size': packed.stat().st_size,
        'image_download_sha256': digest(packed),
        'devices': list(devices),
        'init_format': kind,
        'architecture': 'armv8',
    }
    described = [{'name': name, 'tags': [tag], 'description': ''} for tag, name in devices.items()]
    print(json.dumps({'imager': {'devices': described}, 'os_list': [system]}, indent=2))


main()
