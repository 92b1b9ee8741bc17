#!/usr/bin/env python3
"""Tests the ratchet on a small checkout."""

import contextlib
import io
import pathlib
import subprocess
import sys
import tempfile
import unittest

import ratchet
from figures import Figure


class RatchetTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / 'Scripts').mkdir()

    def write(self, path, text):
        path = self.root / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, 'utf-8')

    def check(self, *figures):
        """Returns the exit status of the check, and everything that it prints."""
        with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(out):
            status = ratchet.check(self.root, figures)
        return status, out.getvalue()

    def test_a_grown_figure_fails_and_the_sentence_says_what_to_do(self):
        ratchet.store(self.root, [Figure('folder circles', 22)])
        status, text = self.check(Figure('folder circles', 23))
        self.assertEqual(status, 1)
        self.assertIn('"folder circles" grew from 22 to 23.', text)
        self.assertIn('`make house HOUSE=--store`, and give the reason in the body of the same commit.', text)

    def test_an_equal_figure_passes_without_a_word(self):
        ratchet.store(self.root, [Figure('folder circles', 22), Figure('vague words per 1000', 93.7)])
        self.assertEqual(self.check(Figure('folder circles', 22), Figure('vague words per 1000', 93.7)), (0, ''))

    def test_a_better_figure_passes_and_the_line_says_how_to_store_it(self):
        ratchet.store(self.root, [Figure('folder circles', 22)])
        status, text = self.check(Figure('folder circles', 21))
        self.assertEqual(status, 0)
        self.assertEqual(
            text,
            'Better than Scripts/house.json: "folder circles" 22 -> 21. Store it with `make house HOUSE=--store`.\n',
        )

    def test_a_size_that_is_not_held_may_grow(self):
        ratchet.store(self.root, [Figure('lines', 100, is_held=False)])
        self.assertEqual(self.check(Figure('lines', 200, is_held=False)), (0, ''))

    def test_a_figure_that_is_not_stored_fails(self):
        status, text = self.check(Figure('folder circles', 0))
        self.assertEqual(status, 1)
        self.assertIn('"folder circles" is not in Scripts/house.json.', text)

    def test_the_program_stores_checks_and_fails(self):
        def run(option):
            command = [sys.executable, '-B', pathlib.Path(__file__).parent, option, self.root]
            return subprocess.run(command, capture_output=True, text=True, check=False)

        self.write('README.md', 'one two three')
        self.write('Sources/Loop/Loops.swift', '/// The loop.\nstruct Loops {}\n')
        self.assertEqual(run('--store').returncode, 0)
        self.assertEqual((run('--check').returncode, run('--check').stdout), (0, ''))
        self.write('README.md', 'one two three four')
        failed = run('--check')
        self.assertEqual(failed.returncode, 1)
        self.assertIn('"words of the README" grew from 3 to 4.', failed.stderr)


if __name__ == '__main__':
    unittest.main()
