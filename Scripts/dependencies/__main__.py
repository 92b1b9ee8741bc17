#!/usr/bin/env python3
"""Holds the Swift packages that are compiled against their record.

  python3 Scripts/dependencies --check | --store

The record, Scripts/dependencies.json, has the address, version, license and a hash of the sources of every package,
also of those that only other packages name. Package.resolved cannot be that record: SwiftPM has one for the programs of
a Pi and for the hub, and writes it anew when JZ2_HUB changes.

`--check`, a part of `make lint`, fails if Package.swift, the record, SwiftPM's folder and debian/copyright differ.
`--store` writes the record from SwiftPM's folder, which then has to be one of JZ2_HUB=1.
"""

import argparse
import pathlib
import sys

import record

CHECKOUT = pathlib.Path(__file__).resolve().parents[2]


def parsed_arguments():
    parser = argparse.ArgumentParser(prog='dependencies', description=__doc__.split('\n')[0])
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument('--check', action='store_true', help=f'fail if something differs from {record.RECORD}')
    action.add_argument('--store', action='store_true', help=f'write {record.RECORD}')
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
    return record.store(CHECKOUT, record.fetched(CHECKOUT / '.build'))


if __name__ == '__main__':
    sys.exit(main())
