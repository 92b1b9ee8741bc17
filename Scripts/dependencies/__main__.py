#!/usr/bin/env python3
"""Holds the Swift packages that are compiled against their record, and lists those in a Debian package.

  python3 Scripts/dependencies --check | --store
  python3 Scripts/dependencies --sbom PACKAGE --version VERSION --arch ARCH --objects DIR --swift DIR --staging DIR
                               PROGRAM...

The record, Scripts/dependencies.json, has the address, version, license and a hash of the sources of every package,
including those that only other packages name. Package.resolved cannot be that record: SwiftPM has one for the programs
of a Pi and for the hub, and rewrites it when JZ2_HUB changes.

`--check`, a part of `make lint`, fails if Package.swift, the record, SwiftPM's folder and debian/copyright differ.
`--store` writes the record from SwiftPM's folder, which must be from a build with JZ2_HUB=1.

`--sbom` writes usr/share/doc/PACKAGE/PACKAGE.spdx.json below DIR/PACKAGE of --staging, the folder `debian` of a package
that is being built. The document is SPDX 2.3. It lists the commit, the Swift packages whose objects the programs link,
third-party code inside these, Swift's libraries, and the Debian packages that the package depends on. DIR of --objects
is SwiftPM's folder with PROGRAM.product; DIR of --swift has Swift's libraries.
"""

import argparse
import json
import pathlib
import sys

import record
import sbom

CHECKOUT = pathlib.Path(__file__).resolve().parents[2]


def parsed_arguments():
    parser = argparse.ArgumentParser(prog='dependencies', description=__doc__.split('\n')[0])
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument('--check', action='store_true', help=f'fail if something differs from {record.RECORD}')
    action.add_argument('--store', action='store_true', help=f'write {record.RECORD}')
    action.add_argument('--sbom', metavar='PACKAGE', help='list the parts of a Debian package')
    parser.add_argument('--version', help='of the package')
    parser.add_argument('--arch', help='of the package, as Debian calls it')
    for folder in ('objects', 'swift', 'staging'):
        parser.add_argument(f'--{folder}', metavar='DIR', type=pathlib.Path)
    parser.add_argument('programs', nargs='*', type=pathlib.Path, metavar='PROGRAM')
    return parser.parse_args()


def check(scratch):
    if not (scratch / 'workspace-state.json').exists():
        return print('No packages are fetched. Run `swift package resolve`.', file=sys.stderr) or 1
    found = record.check(CHECKOUT, scratch)
    for complaint in found:
        print(complaint, file=sys.stderr)
    if found:
        print(f'If that is wanted, write the record with JZ2_HUB=1 and {record.HOW_TO_STORE}.', file=sys.stderr)
    return 1 if found else 0


def main():
    arguments = parsed_arguments()
    if arguments.check:
        return check(CHECKOUT / '.build')
    if arguments.store:
        return record.store(CHECKOUT, record.fetched(CHECKOUT / '.build'))
    document = sbom.document(CHECKOUT, arguments)
    name = arguments.sbom
    path = arguments.staging / name / 'usr/share/doc' / name / f'{name}.spdx.json'
    path.write_text(json.dumps(document, indent=1, ensure_ascii=False) + '\n', 'utf-8')
    return path.chmod(0o644)


if __name__ == '__main__':
    sys.exit(main())
