#!/usr/bin/env python3
"""Tests packaging/publisher.sh on copies of the folders `debian`."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
NOBODY = {'HOMEPAGE': '', 'VCS_BROWSER': '', 'VCS_GIT': '', 'MAINTAINER': ''}


class PublisherTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def publish(self, source, settings):
        shutil.copy(ROOT / source / 'control', self.folder)
        shutil.copy(ROOT / 'debian/copyright', self.folder)
        run = subprocess.run(
            [ROOT / 'packaging/publisher.sh', self.folder],
            env=os.environ | NOBODY | settings, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
        return run.returncode, run.stderr

    def read(self, name):
        return (self.folder / name).read_text()

    def test_without_settings_nothing_changes(self):
        for source in ('debian', 'packaging/hub/debian'):
            self.assertEqual(self.publish(source, {}), (0, ''))
            self.assertEqual(self.read('control'), (ROOT / source / 'control').read_text())
            self.assertEqual(self.read('copyright'), (ROOT / 'debian/copyright').read_text())

    def test_settings_become_fields_of_the_source(self):
        for source in ('debian', 'packaging/hub/debian'):
            settings = {
                'HOMEPAGE': 'https://jz2.example/?a=1&b|/',
                'VCS_BROWSER': 'https://git.example/jz2',
                'VCS_GIT': 'ssh://git@git.example/jz2.git',
                'MAINTAINER': 'Zoë "O\'Neil" & Co. <zoe@example.org>',
            }
            self.assertEqual(self.publish(source, settings), (0, ''))
            fields = self.read('control').split('\n\n')[0].splitlines()
            for field, setting in (('Homepage', 'HOMEPAGE'), ('Vcs-Browser', 'VCS_BROWSER'), ('Vcs-Git', 'VCS_GIT'),
                                   ('Maintainer', 'MAINTAINER')):  # fmt: skip
                self.assertEqual([line for line in fields if line.startswith(field)], [f'{field}: {settings[setting]}'])
            self.assertIn('\nSource: https://git.example/jz2\n', self.read('copyright').split('\n\n')[0])

    def test_other_values_are_refused(self):
        for setting, value in (
            ('HOMEPAGE', 'jz2.example'), ('HOMEPAGE', 'https://jz2.example\nPriority: required'),
            ('VCS_BROWSER', 'https://a b'), ('VCS_GIT', 'git@git.example:jz2.git'), ('VCS_GIT', '-u https://a'),
            ('MAINTAINER', 'Ada'), ('MAINTAINER', 'Ada <ada@example.org> x'), ('MAINTAINER', 'Ada <a@b>\nX: Y <a@b>'),
        ):  # fmt: skip
            status, message = self.publish('debian', {setting: value})
            self.assertEqual(status, 64)
            self.assertTrue(message.startswith(f'{setting}={value}: write '))
            self.assertEqual(self.read('control'), (ROOT / 'debian/control').read_text())


if __name__ == '__main__':
    unittest.main()
