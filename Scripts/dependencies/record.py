"""The Swift packages that a checkout names, that SwiftPM has fetched, and that are recorded."""

import dataclasses
import hashlib
import json
import re
import subprocess

RECORD = 'Scripts/dependencies.json'
HOW_TO_STORE = '`python3 Scripts/dependencies --store`'
# The sources that a package's programs are compiled from. GRDB has a folder of its own.
COMPILED = ('Package.swift', 'Sources', 'GRDB')
# Debian's names for licenses, and the SPDX identifiers.
DEBIAN_LICENSES = {
    'Apache-2.0': 'Apache-2.0',
    'Apache-2.0 with LLVM exception': 'Apache-2.0 WITH LLVM-exception',
    'Apache-2.0 with Runtime Library exception': 'Apache-2.0 WITH Swift-exception',
    'Expat': 'MIT',
    'Unicode-3.0': 'Unicode-3.0',
}


@dataclasses.dataclass(frozen=True)
class Dependency:
    url: str
    version: str
    # An SPDX identifier.
    license: str
    # SHA-256 of the names and contents of the compiled files. A commit's name differs in a mirror; this hash is the
    # same there, and differs if a tag was moved.
    sources: str


def identity(url):
    """Returns SwiftPM's name of a package: the last part of its address."""
    return url.rsplit('/', 1)[-1].removesuffix('.git').lower()


def named(manifest):
    """Returns the packages of a Package.swift: identity -> (address, exact version; None if it is not exact)."""
    found = re.findall(r'\.package\(\s*(?:name: "[^"]*",\s*)?url: "([^"]+)",\s*(?:exact: "([^"]+)")?', manifest)
    return {identity(url): (url.removesuffix('.git'), version or None) for url, version in found}


def license_of(text):
    """Returns the SPDX identifier of a license's text; None for an unknown license."""
    if 'Apache License' in text:
        return 'Apache-2.0 WITH Swift-exception' if 'Runtime Library Exception' in text else 'Apache-2.0'
    return 'MIT' if 'Permission is hereby granted, free of charge' in text else None


def hash_of_sources(folder):
    listed = subprocess.run(
        ['git', '-C', folder, 'ls-tree', '-r', '-z', 'HEAD', '--', *COMPILED], check=True, capture_output=True
    )
    # Without modes: an archive of a package may lose them.
    files = sorted(line.split(b' ', 1)[1] for line in listed.stdout.split(b'\0') if line.startswith(b'100'))
    return hashlib.sha256(b'\0'.join(files)).hexdigest()


def fetched(scratch):
    """Returns the packages in SwiftPM's folder (`.build`): identity -> Dependency. Reads commits, not edited files."""
    state = json.loads((scratch / 'workspace-state.json').read_text('utf-8'))
    found = {}
    for each in state['object']['dependencies']:
        url = each['packageRef']['location'].removesuffix('.git')
        folder = scratch / 'checkouts' / each['subpath']
        text = ''.join(path.read_text('utf-8') for path in folder.glob('LICENSE*'))
        version = each['state'].get('checkoutState', {}).get('version', 'no release')
        found[identity(url)] = Dependency(url, version, license_of(text), hash_of_sources(folder))
    return found


def recorded(checkout):
    data = json.loads((checkout / RECORD).read_text('utf-8'))
    return {name: Dependency(**fields) for name, fields in data.items()}


def store(checkout, dependencies):
    data = {name: dataclasses.asdict(dependencies[name]) for name in sorted(dependencies)}
    (checkout / RECORD).write_text(json.dumps(data, indent=2) + '\n', 'utf-8')


def debian_licenses(text):
    """Returns the licenses of linked code in debian/copyright: name after `linked-in/` -> SPDX identifier."""
    found = {}
    for paragraph in text.split('\n\n'):
        fields = dict(re.findall(r'^(Files|License): *(.*(?:\n .*)*)', paragraph, re.MULTILINE))
        for file in fields.get('Files', '').split():
            name = file.removeprefix('linked-in/')
            found[name] = DEBIAN_LICENSES.get(fields['License'].split('\n')[0])
    return found


def complaints(names, record, found, licenses):
    """Yields a sentence for each difference of Package.swift, the record, SwiftPM's folder and debian/copyright."""
    for name in sorted(names.keys() | record.keys()):
        if name not in names:
            yield f'{name} is in {RECORD}, but Package.swift does not name it.'
        elif names[name][1] is None:
            yield f'Package.swift has to give an exact version of {name}.'
        elif name not in record:
            yield f'{name} is not in {RECORD}.'
        elif names[name] != (record[name].url, record[name].version):
            was = record[name].url, record[name].version
            yield f'{name} is {" ".join(names[name])} in Package.swift, but {" ".join(was)} is recorded.'
        elif licenses.get(name.removesuffix('.swift')) != record[name].license:
            yield f'{name} has the license {record[name].license}, and debian/copyright another or none.'
    for name, dependency in sorted(found.items()):
        if name not in names:
            yield f'SwiftPM fetched {name} {dependency.version}, and Package.swift does not name it.'
        for field in dataclasses.fields(Dependency):
            is_now = getattr(dependency, field.name)
            was = getattr(record.get(name, dependency), field.name)
            if is_now != was:
                yield f'{name}: {field.name} is {is_now}, but {was} is recorded.'


def check(checkout, scratch):
    """Returns the complaints about a checkout."""
    manifest = (checkout / 'Package.swift').read_text('utf-8')
    copyrights = (checkout / 'debian/copyright').read_text('utf-8')
    return list(complaints(named(manifest), recorded(checkout), fetched(scratch), debian_licenses(copyrights)))
