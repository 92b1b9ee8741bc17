"""Checks for secrets in logs, replies, argument lists and environments, and the modes of the files with secrets."""

import contextlib
import pathlib
import stat

from programs import Pair


def find_secrets(pair: Pair, secrets: set[str]) -> list[str]:
    """Returns the places that contain a secret and should not."""
    places = {path.name: path.read_bytes() for path in pair.folder.glob('*.log')}
    for program, process in (('jz2sync', pair.sync), ('jz2d', pair.daemon)):
        for name in ('cmdline', 'environ'):
            # A place that is unreadable even for its own user is safe.
            with contextlib.suppress(PermissionError):
                places[f'{program} {name}'] = pathlib.Path(f'/proc/{process.pid}/{name}').read_bytes()
    places['services'] = repr(pair.ask('Services')).encode()
    places['sync status'] = repr(pair.ask('GetSyncStatus')).encode()
    # The library goes into backups.
    for path in (pair.folder / 'rides').rglob('*'):
        if path.is_file():
            places[f'rides/{path.name}'] = path.read_bytes()
    return [
        f'a secret stands in {place}'
        for place, content in places.items()
        if any(secret.encode() in content for secret in secrets)
    ]


def wrong_modes(folder: pathlib.Path) -> list[str]:
    """Returns the files and directories of jz2sync that others may read."""
    wrong = []
    for path in [folder, *folder.rglob('*')]:
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & 0o077:
            wrong.append(f'{path.relative_to(folder.parent)} has mode {mode:o}')
    return wrong
