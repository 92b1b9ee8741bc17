#!/usr/bin/env python3
"""Tests that apt accepts the repository, and refuses one that somebody changed or that the wrong key signed. Each
refused repository is a copy of the accepted one with one change.
"""

import pathlib
import shutil
import tempfile
import unittest

from published import Apt, Key, Server, architecture, build, package


class SignatureTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.key = Key(cls.scratch / 'key')
        cls.addClassCleanup(cls.key.close)
        (cls.scratch / 'debs').mkdir()
        cls.package = package(cls.scratch / 'debs', 'jz2', '1.0')
        build(cls.scratch / 'good', cls.key, 'https://jz2.test', cls.scratch / 'debs')

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.tree = self.folder / 'tree'
        shutil.copytree(self.scratch / 'good', self.tree)
        server = Server(self.tree)
        self.addCleanup(server.close)
        self.url = server.url

    def apt(self, key=None):
        return Apt(self.folder / 'apt', self.url, (key or self.key).public)

    def another_key(self, **how):
        key = Key(self.folder / 'other', **how)
        self.addCleanup(key.close)
        return key

    def assert_update_refused(self, reason, key=None):
        apt = self.apt(key)
        done = apt.update()
        self.assertEqual(done.returncode, 100, done.stdout)
        self.assertRegex(done.stdout, reason)
        self.assertNotEqual(apt.download('jz2').returncode, 0)
        self.assertEqual(list((apt.folder / 'got').glob('*.deb')), [])

    def test_the_unchanged_repository_is_accepted(self):
        apt = self.apt()
        self.assertEqual(apt.update().returncode, 0)
        self.assertEqual(apt.download('jz2').returncode, 0)
        (got,) = (apt.folder / 'got').iterdir()
        self.assertEqual(got.read_bytes(), self.package.read_bytes())

    def test_a_signature_made_again_is_accepted(self):
        self.key.sign(self.tree)
        self.assertEqual(self.apt().update().returncode, 0)

    def test_a_package_with_one_changed_byte_is_refused(self):
        (path,) = self.tree.glob('pool/**/*.deb')
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 1
        path.write_bytes(data)
        apt = self.apt()
        self.assertEqual(apt.update().returncode, 0)
        done = apt.download('jz2')
        self.assertEqual(done.returncode, 100, done.stdout)
        self.assertIn('Hash Sum mismatch', done.stdout)
        self.assertEqual(list((apt.folder / 'got').glob('*.deb')), [])

    def test_a_changed_list_of_packages_is_refused(self):
        lists = self.tree / 'dists/trixie/main' / f'binary-{architecture()}'
        for path in (lists / 'Packages', lists / 'Packages.gz'):
            data = bytearray(path.read_bytes())
            data[-5] ^= 1
            path.write_bytes(data)
        self.assert_update_refused('Hash Sum mismatch')

    def test_changed_text_of_the_signed_file_is_refused(self):
        path = self.tree / 'dists/trixie/InRelease'
        text = path.read_text()
        path.write_text(text.replace('Origin: jz2', 'Origin: jz3'))
        self.assertNotEqual(path.read_text(), text)
        self.assert_update_refused('BADSIG|has been manipulated')

    def test_a_repository_without_signatures_is_refused(self):
        for name in ('InRelease', 'Release.gpg'):
            (self.tree / 'dists/trixie' / name).unlink()
        self.assert_update_refused('is not signed')

    def test_another_key_is_refused(self):
        self.another_key().sign(self.tree)
        self.assert_update_refused('NO_PUBKEY|[Mm]issing key')

    @unittest.skipIf(shutil.which('sqv'), 'sqv accepts a signature made before its key expired')
    def test_a_key_that_has_expired_is_refused(self):
        key = self.another_key(days_ago=3, expires='2d')
        key.sign(self.tree, ago=2)
        self.assert_update_refused('EXPKEYSIG|[Ee]xpired', key)

    def test_a_signature_that_has_expired_is_refused(self):
        key = self.another_key(days_ago=3)
        key.sign(self.tree)
        self.assertEqual(self.apt(key).update().returncode, 0)
        shutil.rmtree(self.folder / 'apt')
        key.sign(self.tree, '--default-sig-expire', '1d', ago=2)
        self.assert_update_refused('EXPSIG|[Ee]xpired', key)


if __name__ == '__main__':
    unittest.main()
