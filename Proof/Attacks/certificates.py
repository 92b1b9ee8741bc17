"""Attacks with the key of the page's certificate authority: certificates for other names."""

import pathlib
import shutil
import socket

from computer import ROOT, Computer, run
from network import NotPermittedError
from suite import attack

PLACE = pathlib.Path('/var/lib/jz2-page')


def install_page() -> None:
    """Creates the files that `jz2ctl page certificate` looks for, and a systemctl that pretends to work."""
    if not pathlib.Path('/usr/bin/stunnel4').exists():
        raise NotPermittedError('this computer has no stunnel4')
    run('mount', '-t', 'tmpfs', 'tmpfs', '/usr/local/lib')
    units = pathlib.Path('/usr/local/lib/systemd/system')
    units.mkdir(parents=True)
    shutil.copy(ROOT / 'systemd/jz2-web.socket', units)
    pathlib.Path('/run/systemd/system').mkdir(parents=True)
    obedient = pathlib.Path('/usr/local/bin/systemctl')
    obedient.write_text('#!/bin/sh\nexit 0\n')
    obedient.chmod(0o755)


def is_believed(name: str, purpose: str = 'sslserver') -> bool:
    """Returns whether openssl accepts a certificate for a name, signed by the authority."""
    key, request, leaf, extensions = (PLACE / f'leaf.{kind}' for kind in ('key', 'csr', 'crt', 'ext'))
    run(
        'openssl', 'req', '-new', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/O=x',
        '-keyout', key, '-out', request,
    )  # fmt: skip
    extensions.write_text(f'subjectAltName=critical,{name}\n')
    signer = ('-CA', PLACE / 'ca.crt', '-CAkey', PLACE / 'ca.key', '-set_serial', '1', '-days', '2')
    run('openssl', 'x509', '-req', '-in', request, *signer, '-extfile', extensions, '-out', leaf)
    return run('openssl', 'verify', '-purpose', purpose, '-CAfile', PLACE / 'ca.crt', leaf, check=False).returncode == 0


@attack('authority', 'the authority of a Pi called bike is trusted for no other name')
def authority(built) -> None:
    with Computer(built) as computer:
        install_page()
        socket.sethostname('bike')
        for wrong in ('com', 'bike', 'local', '*.local', '.bike', 'bike.', '', 'bike.local;DNS:bank.example', 'a b.c'):
            said = computer.ctl('page', 'certificate', '--name', wrong, check=False)
            assert said.returncode not in (0, 70) and not PLACE.exists(), f'{wrong!r}: {said}'
        computer.ctl('page', 'certificate')
        assert is_believed('DNS:bike.local'), 'its own name'
        for name in (
            'DNS:bike', 'DNS:bank.bike', 'DNS:x.bank.bike', 'DNS:bank.example', 'DNS:local', 'DNS:other.local',
            'DNS:ebike.local', 'DNS:bike.local.example', 'DNS:*.bike', 'DNS:*.local', 'IP:192.0.2.1', 'IP:::1',
            'email:rider@bank.example', 'email:rider@bike', 'DNS:bike.local,DNS:bank.example',
        ):  # fmt: skip
            assert not is_believed(name), f'{name} is believed'
        for purpose in ('smimesign', 'sslclient', 'timestampsign'):
            assert not is_believed('DNS:bike.local', purpose), f'it is believed for {purpose}'
        modes = {file.name: file.stat().st_mode & 0o077 for file in PLACE.glob('*') if file.suffix in ('.key', '.pem')}
        assert not any(mode for name, mode in modes.items() if 'leaf' not in name), modes
        assert computer.ctl('page', 'certificate', '--name', 'ride.example.org').returncode == 0
        assert is_believed('DNS:ride.example.org') and not is_believed('DNS:example.org')
