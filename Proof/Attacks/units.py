"""Checks of the confinement and the network listeners of the services."""

import pathlib
import re
import shutil
import tempfile

from computer import ROOT, Computer, run
from doors import table
from hubs import Hub
from network import NotPermittedError
from suite import attack


@attack('exposure', 'the exposure level of every service is at most 2.0')
def exposure(_) -> None:
    if not shutil.which('systemd-analyze'):
        raise NotPermittedError('this computer has no systemd-analyze')
    root = pathlib.Path(tempfile.mkdtemp())
    (root / 'etc/systemd/system').mkdir(parents=True)
    (root / 'bin').mkdir()
    shutil.copy('/bin/true', root / 'bin/true')
    services = [*ROOT.glob('systemd/*.service'), *ROOT.glob('packaging/hub/systemd/*.service')]
    assert len(services) >= 7
    for unit in services:
        text = re.sub(r'(?m)^(ExecStart=)\S+', r'\1/bin/true', unit.read_text())
        (root / 'etc/systemd/system' / unit.name).write_text(text)
    for unit in services:
        said = run(
            'systemd-analyze', 'security', '--offline=yes', '--no-pager', '--threshold=20', f'--root={root}', unit.name,
            check=False,
        )  # fmt: skip
        assert 'Overall exposure level' in said.stdout, said
        assert said.returncode == 0, f'{unit.name}: {said.stdout.splitlines()[-1]}'
    shutil.rmtree(root)


def heard_by(pid: int) -> set[tuple[str, str, int]]:
    """Returns the network listeners of a process: protocol, address in hexadecimal, and port."""
    own = set()
    for file in pathlib.Path(f'/proc/{pid}/fd').iterdir():
        target = str(file.readlink())
        own |= {target[8:-1]} if target.startswith('socket:[') else set()
    found = set()
    for kind in ('tcp', 'tcp6', 'udp', 'udp6', 'raw', 'raw6'):
        path = pathlib.Path(f'/proc/{pid}/net/{kind}')
        for line in path.read_text().splitlines()[1:] if path.exists() else []:
            fields = line.split()
            if fields[9] in own and (kind[:3] != 'tcp' or fields[3] == '0A'):
                address, port = fields[1].split(':')
                found.add((kind, address, int(port, 16)))
    return found


@attack('listeners', 'the programs listen only on the ports in the table of doors')
def listeners(built) -> None:
    known = {int(re.search(r'\d+$', row['port'])[0]) for row in table().rows['listeners']}
    with Computer(built) as computer:
        computer.start_all()
        computer.start('jz2-cue')
        computer.start('jz2-bridge')
        computer.ask('Connect', service='strava', clientId='5', clientSecret='x')
        hub = Hub(computer)
        assert hub.is_ready()
        heard = {name: heard_by(program.pid) for name, program in computer.running.items()}
        ports = {name: {port for _, _, port in found} for name, found in heard.items()}
        expected = {
            'jz2-sync': {8721}, 'jz2-web': {8420}, 'jz2-bridge': {36866}, 'jz2-hub': {8430}, 'jz2d': set(),
            'jz2-cue': set(),
        }  # fmt: skip
        assert ports == expected, heard
        assert set().union(*ports.values()) <= known, ports
        loopback = {'0100007F'}
        assert {address for name in ('jz2-sync', 'jz2-hub') for _, address, _ in heard[name]} == loopback, heard
