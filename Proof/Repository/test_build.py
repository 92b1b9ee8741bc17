#!/usr/bin/env python3
"""Tests the tree that build.sh writes, and the settings that it refuses."""

import pathlib
import re
import tempfile
import unittest

from published import Key, build, package, run

URL = 'https://jz2.test/apt'


class TreeTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.key = Key(cls.scratch / 'key')
        cls.addClassCleanup(cls.key.close)
        cls.debs = cls.scratch / 'debs'
        cls.debs.mkdir()
        for name, of in (('jz2', 'amd64'), ('jz2-dbgsym', 'amd64'), ('jz2', 'arm64'), ('jz2-web', 'arm64')):
            package(cls.debs, name, '1.0', of)
        cls.tree = cls.scratch / 'tree'
        cls.output = cls.build(cls.tree)

    @classmethod
    def build(cls, tree):
        return build(tree, cls.key, f'{URL}/', cls.debs, cls.scratch / 'absent', SOURCE_DATE_EPOCH='1790000000').stdout

    def listed(self, suite, of):
        text = (self.tree / 'dists' / suite / 'main' / f'binary-{of}' / 'Packages').read_text()
        return re.findall(r'(?m)^Package: (.*)$', text)

    def test_each_release_has_the_packages_that_run_on_it(self):
        self.assertEqual(self.listed('bookworm', 'amd64'), ['jz2'])
        self.assertEqual(self.listed('trixie', 'amd64'), ['jz2'])
        self.assertEqual(self.listed('trixie', 'arm64'), ['jz2', 'jz2-web'])
        self.assertFalse((self.tree / 'dists/bookworm/main/binary-arm64').exists())

    def test_missing_packages_are_named(self):
        for line in ('Missing: jz2-web for amd64', 'Missing: jz2-hub for arm64'):
            self.assertIn(line, self.output)
        self.assertNotIn('Missing: jz2 for', self.output)

    def test_the_sums_are_right_and_complete(self):
        run('sha256sum', '--check', '--strict', 'SHA256SUMS', cwd=self.tree)
        sums = (self.tree / 'SHA256SUMS').read_text()
        for path in (*self.tree.glob('pool/**/*.deb'), self.tree / 'install.sh', self.tree / 'jz2.asc'):
            self.assertIn(str(path.relative_to(self.tree)), sums)

    def test_the_files_name_the_address_and_the_key(self):
        install, page = ((self.tree / name).read_text() for name in ('install.sh', 'index.html'))
        self.assertIn(f"url='{URL}'\n", install)
        self.assertIn((self.tree / 'jz2.asc').read_text(), install)
        self.assertIn(f'{URL}/install.sh', page)
        self.assertNotRegex(install + page, '@[A-Z_]+@')

    def test_the_secret_key_is_not_published(self):
        for path in self.tree.rglob('*'):
            self.assertNotIn(b'PRIVATE KEY', path.read_bytes() if path.is_file() else b'')

    def test_the_sums_that_are_signed_use_sha512(self):
        self.assertIn('Hash: SHA512', (self.tree / 'dists/trixie/InRelease').read_text())

    def test_a_second_tree_differs_only_in_its_signatures(self):
        again = self.scratch / 'again'
        self.build(again)
        names = [path.relative_to(self.tree) for path in self.tree.rglob('*') if path.is_file()]
        self.assertEqual(len(names), len([path for path in again.rglob('*') if path.is_file()]))
        for name in names:
            if name.name not in ('InRelease', 'Release.gpg'):
                self.assertEqual((self.tree / name).read_bytes(), (again / name).read_bytes(), name)
        self.assertIn('Date: Mon, 21 Sep 2026 14:13:20 UTC', (again / 'dists/trixie/Release').read_text())


class RefusalTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.good = Key(folder / 'key')
        cls.addClassCleanup(cls.good.close)

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.folder / 'debs').mkdir()
        package(self.folder / 'debs', 'jz2', '1.0')

    def key(self, **how):
        key = Key(self.folder / 'key', **how)
        self.addCleanup(key.close)
        return key

    def assert_refused(self, sentence, key=None, url=URL, debs='debs', **settings):
        tree = self.folder / 'tree'
        tree.mkdir()
        done = build(tree, key or self.good, url, self.folder / debs, check=False, **settings)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn(sentence, done.stdout)
        self.assertEqual(list(tree.rglob('*')), [])

    def test_without_an_address(self):
        self.assert_refused('No REPOSITORY_URL', url='')

    def test_plain_http(self):
        self.assert_refused('must be an https address', url='http://jz2.test')

    def test_an_address_that_ends_the_quotes(self):
        self.assert_refused('must be an https address', url="https://jz2.test/'$(id)'")

    def test_without_packages(self):
        self.assert_refused('No packages in', debs='absent')

    def test_a_key_with_a_passphrase(self):
        self.assert_refused('cannot sign', key=self.key(passphrase='secret'))

    def test_a_key_that_has_expired(self):
        self.assert_refused('cannot sign', key=self.key(days_ago=3, expires='2d'))

    def test_a_key_that_is_missing(self):
        self.assert_refused('cannot be read', JZ2_SIGNING_KEY='/nonexistent')

    def test_a_file_that_is_no_key(self):
        self.assert_refused('is no key', JZ2_SIGNING_KEY='/etc/os-release')

    def test_a_public_key(self):
        (self.folder / 'public.asc').write_text(self.good.public)
        self.assert_refused('exactly one secret key', JZ2_SIGNING_KEY=str(self.folder / 'public.asc'))


if __name__ == '__main__':
    unittest.main()
