#!/usr/bin/env python3
"""doors.py [ROOT]: compares the table of doors with the sources; a part of `make lint`.

The sources are read as text; no program is needed. Other tests compare these files with the programs: the interfaces
and the description of the hub with the answered calls and addresses, the units with the code.
"""

import json
import pathlib
import re
import sys
import tomllib

FOLDER = pathlib.Path(__file__).resolve().parent
ROOT = FOLDER.parents[1]
METHOD = {'true': 'POST', 'false': 'GET'}


class Sources:
    """The doors in the sources of a checkout, in words: `call org.justzone2.Page.Phones`."""

    def __init__(self, root: pathlib.Path):
        self.root = root

    def text(self, path: str) -> str:
        return (self.root / path).read_text()

    def code(self, folder: str) -> str:
        """Returns the Swift files of a folder without comments."""
        texts = (path.read_text() for path in sorted((self.root / folder).rglob('*.swift')))
        return re.sub(r'(?m)^\s*//.*$', '', '\n'.join(texts))

    def doors(self) -> set[str]:
        return self.listeners() | self.sockets() | self.calls() | self.page() | self.hub()

    def listeners(self) -> set[str]:
        found = set()
        folders = ('systemd', 'packaging/hub/systemd', 'packaging/stunnel')
        units = [unit for folder in folders for unit in self.root.glob(f'{folder}/*')]
        for unit in units:
            opened = re.findall(r'(?m)^(?:ListenStream=|SocketBindAllow=|accept *= *)([^/\s]\S*)$', unit.read_text())
            opened += re.findall(r'(?m)^Listen(?:Datagram|SequentialPacket|Netlink|FIFO)=(\S+)', unit.read_text())
            found |= {f'listener {unit.relative_to(self.root)} {place}' for place in opened}
        hub = 'Hub/Sources/jz2hub/JZ2Hub.swift'
        for host, port in re.findall(r'ListeningAddress\(host: "([^"]+)", port: (\d+)\)', self.text(hub)):
            found.add(f'listener {hub} {host}:{port}')
        return found

    def sockets(self) -> set[str]:
        found = set()
        for unit in self.root.glob('systemd/*.socket'):
            fields = dict(re.findall(r'(?m)^(\w+)=(.+)$', unit.read_text()))
            owner = fields.get('SocketGroup') or fields.get('SocketUser')
            usual = '0660' if 'SocketGroup' in fields else '0600'
            if fields.get('SocketMode') != usual:
                owner = f'{owner} with mode {fields.get("SocketMode")}'
            found |= {f'socket {path} of {owner}' for path in re.findall(r'(?m)^ListenStream=(/\S+)', unit.read_text())}
        return found

    def calls(self) -> set[str]:
        return {
            f'call {file.stem}.{method}'
            for file in self.root.glob('Sources/ControlWire/*.varlink')
            for method in re.findall(r'(?m)^method (\w+)\(', file.read_text())
        }

    def page(self) -> set[str]:
        site = self.code('Sources/PageKit/HTTP')
        found = {f'page {METHOD[post]} {path}' for post, path in re.findall(r'case \((\w+), "(/[^"]+)"\)', site)}
        files = re.findall(r'case \("(\w+)", "(\w+)"\)', site)
        found |= {f'page GET /api/{kind}/{{subject}}/{part}' for kind, part in files}
        found |= {f'page POST {path}' for path in re.findall(r'case "(/[^"]+)":', site)}
        # Any other path in the sources counts too, however it is handled.
        named = {path.rstrip('/') for path in re.findall(r'"(/[\w./-]+)"', site)} - {'/api', '/api/call'}
        found |= {f'page ? {path}' for path in named if not any(door.endswith(f' {path}') for door in found)}
        found |= {f'page file {name}' for name in re.findall(r'#embed "page/(.+)"', self.text('Sources/CPage/CPage.c'))}
        offered = self.code('Sources/PageKit/Calls').partition('enum OfferedCalls')[2].partition('offered =')[0]
        methods = self.methods()
        return found | {f'page call {methods.get(name, name)}' for name in re.findall(r'(\w+)\.self', offered)}

    def methods(self) -> dict[str, str]:
        """Returns the methods of the types of calls."""
        found, name = {}, ''
        code = self.code('Sources/ControlWire/Calls')
        for type_, method in re.findall(r'(?m)^(?:package struct|extension) (\w+)|static let method = "(\w+)"', code):
            name = type_ or name
            if method:
                found[name] = method
        return found

    def hub(self) -> set[str]:
        described = json.loads(self.text('Hub/Sources/HubServer/openapi.json'))['paths']
        found = {f'hub {method.upper()} {path}' for path, methods in described.items() for method in methods}
        known = {door.split()[2] for door in found}
        code = self.code('Hub/Sources/HubServer')
        routes = {re.sub(r':(\w+)', r'{\1}', path) for path in re.findall(r'\.at\(\s*"(/[^"]*)"', code)}
        # The description leaves out the broker and the files for browsers.
        found |= {f'hub POST {path}' for path in routes - known}
        return found | {f'hub GET {path}' for path in re.findall(r'\("(/[^"]*)", "[^"]+", \w', code)}


class Table:
    """The table of doors."""

    def __init__(self, text: str):
        self.rows = tomllib.loads(text)

    def doors(self) -> list[tuple[str, list[str]]]:
        """Returns each door with its attacks."""
        rows = self.rows
        found = [(f'listener {row["file"]} {row["port"]}', row['attacks']) for row in rows['listeners']]
        owner = {row['path']: row.get('group') or row['user'] for row in rows['sockets']}
        found += [(f'socket {row["path"]} of {owner[row["path"]]}', row['attacks']) for row in rows['sockets']]
        for row in rows['calls']:
            found += [(f'call {row["interface"]}.{method}', row['attacks']) for method in row['methods']]
        for row in rows['page']:
            for kind, names in (('', 'routes'), ('file ', 'files'), ('call ', 'calls')):
                found += [(f'page {kind}{name}', row['attacks']) for name in row.get(names, [])]
        for row in rows['hub']:
            found += [(f'hub {route}', row['attacks']) for route in row['routes']]
        return found

    def levels(self, interface: str) -> dict[str, tuple[str, bool]]:
        """Returns the level of each method, and whether it is also offered for synchronising."""
        rows = [row for row in self.rows['calls'] if row['interface'] == interface]
        return {method: (row['level'], row.get('sync', False)) for row in rows for method in row['methods']}


def table() -> Table:
    return Table((FOLDER / 'doors.toml').read_text())


def played() -> set[str]:
    """Returns the names of the attacks of this folder."""
    code = '\n'.join(file.read_text() for file in FOLDER.glob('*.py'))
    return set(re.findall(r"(?m)^@attack\(\s*'([\w-]+)'", code))


def complaints(root: pathlib.Path, rows: Table, attacks: set[str]) -> list[str]:
    """Returns the differences between the table and the sources, a line each."""
    doors = rows.doors()
    names = [door for door, _ in doors]
    real, known = Sources(root).doors(), set(names)
    said = [f'{door}: no line of the table has it' for door in sorted(real - known)]
    said += [f'{door}: the table has it, the sources do not' for door in sorted(known - real)]
    said += [f'{door}: two lines of the table' for door in sorted({name for name in names if names.count(name) > 1})]
    elsewhere = rows.rows['elsewhere']
    used = {name for _, attacks_ in doors for name in attacks_}
    for door, knocks in doors:
        wanting = [name for name in knocks if name not in attacks and name not in elsewhere]
        said += [f'{door}: there is no attack {name}' for name in wanting]
        said += [f'{door}: no attack knocks on it'] if not knocks else []
    for name, (file, fact) in elsewhere.items():
        if fact not in (root / file).read_text():
            said.append(f'{name}: {file} does not say: {fact}')
    return said + [f'{name}: no door has this attack' for name in sorted(elsewhere.keys() - used)]


def main() -> int:
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT
    said = complaints(root, table(), played())
    for one in said:
        print(one, file=sys.stderr)
    return 1 if said else 0


if __name__ == '__main__':
    sys.exit(main())
