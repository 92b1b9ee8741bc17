"""The parts of a Debian package, as an SPDX 2.3 document (https://spdx.github.io/spdx-spec/v2.3/)."""

import dataclasses
import datetime
import os
import re
import subprocess
import sys

import record

SWIFT = 'https://github.com/swiftlang'
# C modules that the programs link from packages, and the third-party code in each; None is the package's own code. An
# unlisted module fails the build, so that no third-party code (BoringSSL, zlib) is included unnoticed.
SYSTEMS = ('Darwin', 'FreeBSD', 'Linux', 'OpenBSD', 'Posix', 'WASI', 'Windows')
MODULES_IN_C = dict.fromkeys(['CSystem', '_AtomicsShims', *(f'CNIO{system}' for system in SYSTEMS)]) | {
    'CNIOAtomics': ('cpp_magic', 'https://github.com/18sg/uSHET', None),
    'CNIOLLHTTP': ('llhttp', 'https://github.com/nodejs/llhttp', r'LLHTTP_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)'),
}


@dataclasses.dataclass(frozen=True)
class Part:
    name: str
    # Its relationship to another part, as in SPDX.
    relation: str
    version: str | None = None
    license: str = 'NOASSERTION'
    url: str = 'NOASSERTION'
    purl: str | None = None
    comment: str | None = None
    parts: tuple = ()


def linked_modules(objects, program):
    """Returns the modules whose objects a program links: name -> one of its source files."""
    listed = (objects / f'{program}.product' / 'Objects.LinkFileList').read_text('utf-8')
    found = {}
    for name in sorted(set(re.findall(r'/([^/\n]+)\.build/', listed))):
        folder = objects / f'{name}.build'
        # SwiftPM lists the sources of a module in Swift; clang writes a rule for each object.
        lists = [folder / 'sources'] if (folder / 'sources').exists() else sorted(folder.rglob('*.d'))
        found[name] = re.search(r'/\S+\.\w+$|/\S+(?= \\$)', lists[0].read_text('utf-8'), re.MULTILINE)[0]
    return found


def swift_packages(scratch, modules, dependencies):
    """Yields the packages of these modules, and the third-party code inside them."""
    inside = {}
    for module, source in modules.items():
        found = re.search(r'/checkouts/([^/]+)/', source)
        if not found:
            continue
        parts = inside.setdefault(found[1], [])
        if source.endswith('.swift'):
            continue
        if module not in MODULES_IN_C:
            sys.exit(f'sbom: {source} is in C. Say in {__file__} whose code it is, and in debian/copyright.')
        if foreign := MODULES_IN_C[module]:
            name, url, pattern = foreign
            folder = scratch / 'checkouts' / found[1] / 'Sources' / module
            headers = ''.join(path.read_text('utf-8') for path in sorted(folder.rglob('*.h')))
            version = '.'.join(re.findall(pattern, headers)) if pattern else None
            parts.append(Part(name, 'CONTAINS', version, 'MIT', url))
    for folder, parts in sorted(inside.items()):
        one = dependencies[record.identity(folder)]
        purl = f'pkg:swift/{one.url.removeprefix("https://")}@{one.version}'
        place = f'git+{one.url}@{one.version}'
        yield Part(folder, 'STATIC_LINK', one.version, one.license, place, purl, parts=tuple(parts))


def swift_runtime(libraries, programs):
    """Returns Swift's libraries, with the version that their interfaces name."""
    interfaces = sorted(libraries.glob('linux/Swift.swiftmodule/*.swiftinterface'))
    found = re.search(r'Swift version ([\d.]+)', interfaces[0].read_text('utf-8')) if interfaces else None
    version = found and found[1]
    purl = f'pkg:github/swiftlang/swift@swift-{version}-RELEASE' if version else None
    parts = [Part('llvm', 'CONTAINS', None, 'Apache-2.0 WITH LLVM-exception', f'{SWIFT}/llvm-project')]
    # A program that links all of Foundation contains ICU, with the version in the names of its data.
    if icu := next(filter(None, (re.search(rb'icudt(\d+)l', path.read_bytes()) for path in programs)), None):
        parts.append(Part('icu', 'CONTAINS', icu[1].decode(), 'Unicode-3.0', f'{SWIFT}/swift-foundation-icu'))
    comment, spdx = 'Standard library, Concurrency, Dispatch and Foundation', 'Apache-2.0 WITH Swift-exception'
    return Part('swift', 'STATIC_LINK', version, spdx, f'{SWIFT}/swift', purl, comment, tuple(parts))


def debian_packages(staging, package, arch):
    """Yields the Debian packages that it depends on, beginning with those that dpkg-shlibdeps found."""
    linked = re.search(r'^shlibs:Depends=(.*)$', (staging / f'{package}.substvars').read_text('utf-8'), re.MULTILINE)
    control = (staging / 'control').read_text('utf-8').split(f'\nPackage: {package}\n', 1)[1].split('\n\n', 1)[0]
    depends = re.search(r'^Depends:((?:.*\n )*.*)$', control, re.MULTILINE)
    # One package may be in both lists, with the version that its functions need and the one that the programs need.
    relations, clauses = {}, {}
    for relation, text in (('DYNAMIC_LINK', linked[1]), ('DEPENDS_ON', depends[1])):
        for clause in filter(None, map(str.strip, text.split(','))):
            if not clause.startswith('$'):
                name = re.match(r'[^\s(|]+', clause)[0]
                relations.setdefault(name, relation)
                clauses.setdefault(name, []).append(clause)
    for name, relation in relations.items():
        comment = f'Depends: {", ".join(clauses[name])}'
        yield Part(name, relation, purl=f'pkg:deb/debian/{name}?arch={arch}', comment=comment)


def described(part):
    """Returns a part as a package of SPDX."""
    fields = {'name': part.name, 'SPDXID': spdx_id(part), 'versionInfo': part.version, 'filesAnalyzed': False}
    fields |= {'downloadLocation': part.url, 'licenseDeclared': part.license, 'comment': part.comment}
    if part.purl:
        purl = {'referenceCategory': 'PACKAGE-MANAGER', 'referenceType': 'purl', 'referenceLocator': part.purl}
        fields['externalRefs'] = [purl]
    return {key: value for key, value in fields.items() if value is not None}


def spdx_id(part):
    kind = 'Debian-' if (part.purl or '').startswith('pkg:deb/') else ''
    return f'SPDXRef-{kind}' + re.sub(r'[^A-Za-z0-9.-]', '-', part.name)


def relationship(owner, part):
    return {'spdxElementId': owner, 'relationshipType': part.relation, 'relatedSpdxElement': spdx_id(part)}


def related(part):
    """Yields the parts inside a part, each with the relationship between the two. A part comes before its own parts."""
    for each in part.parts:
        yield each, relationship(spdx_id(part), each)
        yield from related(each)


def document(checkout, arguments):
    """Returns the document for a package whose programs are linked and whose libraries dpkg-shlibdeps has found."""
    package, arch, objects = arguments.sbom, arguments.arch, arguments.objects.resolve()
    scratch = next(folder for folder in objects.parents if (folder / 'workspace-state.json').exists())
    if found := record.check(checkout, scratch):
        sys.exit('\n'.join(found))
    modules = {}
    for program in arguments.programs:
        modules |= linked_modules(objects, program.name)
    parts = [
        *swift_packages(scratch, modules, record.recorded(checkout)),
        swift_runtime(arguments.swift, arguments.programs),
        *debian_packages(arguments.staging, package, arch),
    ]
    git = subprocess.run(['git', '-C', checkout, 'rev-parse', 'HEAD'], check=False, capture_output=True, text=True)
    commit = f'Built from commit {git.stdout.strip()}.' if git.returncode == 0 else None
    purl = f'pkg:deb/debian/{package}@{arguments.version}?arch={arch}'
    root = Part(package, 'DESCRIBES', arguments.version, 'Apache-2.0', purl=purl, comment=commit, parts=tuple(parts))
    whole = list(related(root))
    seconds = int(os.environ.get('SOURCE_DATE_EPOCH', '0'))
    created = datetime.datetime.fromtimestamp(seconds, datetime.UTC).strftime('%Y-%m-%dT%H:%M:%SZ')
    name = f'{package}_{arguments.version}_{arch}'
    return {
        'spdxVersion': 'SPDX-2.3',
        'dataLicense': 'CC0-1.0',
        'SPDXID': 'SPDXRef-DOCUMENT',
        'name': name,
        'documentNamespace': f'https://justzone2.invalid/spdx/{name}',
        'creationInfo': {'created': created, 'creators': ['Organization: The jz2 project']},
        'packages': [described(root), *(described(part) for part, _ in whole)],
        'relationships': [relationship('SPDXRef-DOCUMENT', root), *(relation for _, relation in whole)],
    }
