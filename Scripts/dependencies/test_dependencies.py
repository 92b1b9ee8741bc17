#!/usr/bin/env python3
"""Tests that a difference from the record is found, and the contents of an SBOM, on a small checkout."""

import argparse
import contextlib
import dataclasses
import io
import json
import pathlib
import subprocess
import tempfile
import unittest
from unittest import mock

import record
import sbom

ROOT = pathlib.Path(__file__).resolve().parents[2]
LOG = record.Dependency('https://github.com/apple/swift-log', '1.16.2', 'Apache-2.0', 'aa')
NAMED = {'swift-log': (LOG.url, LOG.version)}
LICENSES = {'swift-log': 'Apache-2.0'}


class RecordTests(unittest.TestCase):
    def complaints(self, names=NAMED, of_record=None, found=None, licenses=LICENSES):
        of_record, found = ({'swift-log': LOG} if each is None else each for each in (of_record, found))
        return list(record.complaints(names, of_record, found, licenses))

    def test_the_manifest_names_what_is_recorded_and_debian_copyright_agrees(self):
        names = record.named((ROOT / 'Package.swift').read_text('utf-8'))
        licenses = record.debian_licenses((ROOT / 'debian/copyright').read_text('utf-8'))
        self.assertGreater(len(names), 20)
        self.assertEqual(self.complaints(names, record.recorded(ROOT), {}, licenses), [])

    def test_equal_sets_give_no_complaint(self):
        self.assertEqual(self.complaints(), [])

    def test_a_package_without_a_record_is_found(self):
        self.assertEqual(self.complaints(of_record={}), [f'swift-log is not in {record.RECORD}.'])

    def test_a_recorded_package_that_the_manifest_leaves_out_is_found(self):
        found = self.complaints(names={}, found={})
        self.assertEqual(found, [f'swift-log is in {record.RECORD}, but Package.swift does not name it.'])

    def test_a_fetched_package_that_the_manifest_leaves_out_is_found(self):
        found = self.complaints(found={'swift-log': LOG, 'swift-system': LOG})
        self.assertEqual(found, ['SwiftPM fetched swift-system 1.16.2, and Package.swift does not name it.'])

    def test_another_version_in_the_manifest_is_found(self):
        found = self.complaints(names={'swift-log': (LOG.url, '1.16.3')})
        self.assertEqual(len(found), 1)
        self.assertIn('1.16.3 in Package.swift', found[0])

    def test_another_address_in_the_manifest_is_found(self):
        self.assertEqual(len(self.complaints(names={'swift-log': ('https://example.org/swift-log', LOG.version)})), 1)

    def test_a_range_of_versions_in_the_manifest_is_found(self):
        names = record.named('.package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),')
        self.assertEqual(self.complaints(names=names), ['Package.swift has to give an exact version of swift-log.'])

    def test_another_fetched_version_and_a_moved_tag_are_found(self):
        for field, value in (('version', '1.16.3'), ('sources', 'bb'), ('license', 'MIT')):
            found = self.complaints(found={'swift-log': dataclasses.replace(LOG, **{field: value})})
            self.assertEqual(found, [f'swift-log: {field} is {value}, but {getattr(LOG, field)} is recorded.'])

    def test_another_license_in_debian_copyright_is_found(self):
        for licenses in ({}, {'swift-log': 'MIT'}):
            self.assertEqual(len(self.complaints(licenses=licenses)), 1)


class CheckoutTests(unittest.TestCase):
    """A package swift-nio with one commit, linked by a program."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve()
        self.nio, self.objects = self.root / '.build/checkouts/swift-nio', self.root / '.build/linux/debug'
        fields = {'packageRef': {'location': 'https://x.org/swift-nio.git'}, 'subpath': 'swift-nio'}
        fields['state'] = {'checkoutState': {'version': '2.0.0'}}
        self.write('.build/workspace-state.json', json.dumps({'object': {'dependencies': [fields]}}))
        self.write('.build/checkouts/swift-nio/LICENSE.txt', 'Apache License\nVersion 2.0')
        self.write('.build/checkouts/swift-nio/Sources/NIOCore/Core.swift', 'let one = 1\n')
        header = '#define LLHTTP_VERSION_MAJOR 9\n#define LLHTTP_VERSION_MINOR 3\n#define LLHTTP_VERSION_PATCH 0\n'
        self.write('.build/checkouts/swift-nio/Sources/CNIOLLHTTP/include/llhttp.h', header)
        self.commit()

    def write(self, path, text):
        path = self.root / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, 'utf-8')

    def commit(self):
        git = ['git', '-C', self.nio, '-c', 'user.name=a', '-c', 'user.email=a@example.org']
        for command in (['init', '-q'], ['add', '.'], ['commit', '-q', '-m', 'one', '--no-gpg-sign']):
            subprocess.run([*git, *command], check=True)

    def fetched(self):
        return record.fetched(self.root / '.build')['swift-nio']

    def test_a_fetched_package_has_its_address_version_and_license(self):
        found = self.fetched()
        self.assertEqual((found.url, found.version, found.license), ('https://x.org/swift-nio', '2.0.0', 'Apache-2.0'))

    def test_the_hash_is_of_the_sources_alone(self):
        before = self.fetched().sources
        self.write('.build/checkouts/swift-nio/README.md', 'new')
        self.commit()
        self.assertEqual(self.fetched().sources, before)
        self.write('.build/checkouts/swift-nio/Sources/NIOCore/Core.swift', 'let one = 2\n')
        self.commit()
        self.assertNotEqual(self.fetched().sources, before)

    def document(self, *modules, complaints=()):
        linked = ''.join(f"'{self.objects}/{module}.build/a.o'\n" for module in ('jz2web', *modules))
        self.write('.build/linux/debug/jz2web.product/Objects.LinkFileList', linked)
        self.write('.build/linux/debug/jz2web.build/sources', f'{self.root}/Sources/jz2web/Main.swift\n')
        self.write('.build/linux/debug/NIOCore.build/sources', f'{self.nio}/Sources/NIOCore/Core.swift\n')
        for module in ('CNIOLLHTTP', 'CNIOBoringSSL'):
            rule = f'dependencies: \\\n  {self.nio}/Sources/{module}/a.c \\\n  /usr/include/stdio.h\n'
            self.write(f'.build/linux/debug/{module}.build/a.c.d', rule)
        self.write('swift/linux/Swift.swiftmodule/x.swiftinterface', '// compiler-version: Swift version 6.3.1 (x)\n')
        self.write('jz2web', 'icudt76l-curr')
        self.write('debian/control', 'Source: jz2\n\nPackage: jz2-web\nDepends:\n jz2 (= ${binary:Version}),\n'
                   ' libc6 (>= 2.38),\n ${shlibs:Depends},\nDescription: Page\n\n'
                   'Package: jz2\nDepends: bluez\n')  # fmt: skip
        self.write('debian/jz2-web.substvars', 'misc:Depends=\nshlibs:Depends=libc6 (>= 2.36), zlib1g (>= 1:1.2)\n')
        arguments = argparse.Namespace(
            sbom='jz2-web', version='1.0', arch='amd64', objects=self.objects, swift=self.root / 'swift',
            staging=self.root / 'debian', programs=[self.root / 'jz2web'])  # fmt: skip
        record_of = {'swift-nio': self.fetched()}
        with mock.patch.multiple(record, check=lambda *_: complaints, recorded=lambda _: record_of):
            return sbom.document(self.root, arguments)

    def test_an_sbom_lists_what_is_linked_and_how(self):
        made = self.document('NIOCore', 'CNIOLLHTTP')
        found = {each['SPDXID']: each for each in made['packages']}
        relations = {each['relatedSpdxElement']: each['relationshipType'] for each in made['relationships']}
        self.assertEqual(relations, {
            'SPDXRef-Debian-jz2-web': 'DESCRIBES', 'SPDXRef-swift-nio': 'STATIC_LINK', 'SPDXRef-llhttp': 'CONTAINS',
            'SPDXRef-swift': 'STATIC_LINK', 'SPDXRef-llvm': 'CONTAINS', 'SPDXRef-icu': 'CONTAINS',
            'SPDXRef-Debian-libc6': 'DYNAMIC_LINK', 'SPDXRef-Debian-zlib1g': 'DYNAMIC_LINK',
            'SPDXRef-Debian-jz2': 'DEPENDS_ON'})  # fmt: skip
        self.assertEqual(found.keys(), relations.keys())
        self.assertEqual(len(found), len(made['packages']))
        self.assertEqual(found['SPDXRef-Debian-libc6']['comment'], 'Depends: libc6 (>= 2.36), libc6 (>= 2.38)')
        purl = found['SPDXRef-swift-nio']['externalRefs'][0]['referenceLocator']
        self.assertEqual(purl, 'pkg:swift/x.org/swift-nio@2.0.0')
        named = ('Debian-jz2-web', 'swift-nio', 'llhttp', 'swift', 'icu')
        versions = [found[f'SPDXRef-{name}']['versionInfo'] for name in named]
        self.assertEqual(versions, ['1.0', '2.0.0', '9.3.0', '6.3.1', '76'])

    def test_a_package_that_is_not_linked_is_not_listed(self):
        self.assertNotIn('swift-nio', [each['name'] for each in self.document()['packages']])

    def test_code_in_c_whose_author_is_not_known_ends_the_build(self):
        with self.assertRaises(SystemExit), contextlib.redirect_stderr(io.StringIO()):
            self.document('NIOCore', 'CNIOBoringSSL')

    def test_packages_other_than_the_recorded_ones_end_the_build(self):
        with self.assertRaises(SystemExit):
            self.document('NIOCore', complaints=['swift-nio: version is 2.0.1, but 2.0.0 is recorded.'])

    def test_the_same_package_has_the_same_sbom(self):
        self.assertEqual(self.document('NIOCore'), self.document('NIOCore'))


if __name__ == '__main__':
    unittest.main()
