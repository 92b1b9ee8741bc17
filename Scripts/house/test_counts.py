#!/usr/bin/env python3
"""Tests how Swift is read, on small checkouts."""

import pathlib
import tempfile
import unittest

from swift import House


class CountTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def write(self, path, text):
        path = self.root / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, 'utf-8')

    def test_modules_of_the_hub_count_without_symbolic_links(self):
        self.write('Sources/Loop/Loops.swift', 'struct Loops {}\n')
        self.write('Hub/Sources/HubTerms/Terms.swift', 'struct Terms {}\n')
        (self.root / 'Hub/Sources/Loop').symlink_to(self.root / 'Sources/Loop')
        (self.root / 'Hub/Sources/HubTerms/Loops.swift').symlink_to(self.root / 'Sources/Loop/Loops.swift')
        house = House(self.root)
        self.assertEqual(list(map(str, house.files)), ['Sources/Loop/Loops.swift', 'Hub/Sources/HubTerms/Terms.swift'])
        self.assertEqual(house.modules, ['HubTerms', 'Loop'])

    def test_comments_strings_and_code_are_separate(self):
        text = (
            'let a = "// \\(b + "c") /*" // what\n'
            '/* one /* two */\n three */ let d = #"\\(e) ""#\n'
            'let f = """\n  "g"\n"""\n'
        )
        self.write('Sources/Loop/Loops.swift', text)
        (file,) = House(self.root).files
        self.assertEqual(
            file.code.split(), ['let', 'a', '=', '""', 'b', '+', '""', 'let', 'd', '=', '""', 'let', 'f', '=', '""']
        )
        self.assertEqual(file.comments.split(), ['//', 'what', '/*', 'one', '/*', 'two', '*/', 'three', '*/'])
        self.assertEqual({view.count('\n') for view in (file.code, file.comments, file.uncommented)}, {6})


if __name__ == '__main__':
    unittest.main()
