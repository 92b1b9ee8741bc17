#!/usr/bin/env python3
"""Tests the Swift reader and the counts of wording on small checkouts."""

import pathlib
import tempfile
import unittest

import wording
from swift import House

SYNC_TERMS = """
package enum SyncService: String {
  case intervals
  case strava
  /// A folder that the administrator named.
  case folder
}
"""


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

    def test_clauses_count_in_comments_and_across_their_lines(self):
        self.write(
            'Sources/Loop/Loops.swift', '/// What it is, and that\n/// which `what` is none.\nlet what = "who"\n'
        )
        comments = wording.Comments(House(self.root).files)
        self.assertEqual((comments.lines, comments.clauses, comments.vague_words), (2, 2, 1))

    def test_services_count_outside_their_owners(self):
        self.write('Sources/Rides/SyncTerms.swift', SYNC_TERMS)
        self.write('Sources/SyncKit/Services/Strava/Strava.swift', 'let name = "Strava"\n')
        self.write('Sources/SyncKit/Engine/Queue.swift', 'extension SyncService { var a: Bool { self == .folder } }\n')
        self.write('Sources/RideFiles/Plan.swift', '// Strava\nlet a = plan.intervals\nlet b = "intervals"\n')
        self.write('Sources/RideText/Text.swift', 'let a = "Send it to intervals.icu."\n')
        self.write('Sources/CPage/page/trim.js', '// Strava\nconst a = [...intervals];\nconst b = s === "folder";\n')
        expected = [
            'Sources/RideText/Text.swift:1',
            'Sources/SyncKit/Engine/Queue.swift:1',
            'Sources/CPage/page/trim.js:3',
        ]
        self.assertEqual(wording.services_outside(House(self.root)), expected)

    def test_commands_count_outside_the_verbs_and_the_sentences(self):
        for folder in ('jz2ctl/Verbs', 'RideText', 'SyncKit'):
            self.write(f'Sources/{folder}/Remedy.swift', '// jz2ctl sync\nlet remedy = "Type `jz2ctl sync`."\n')
        self.assertEqual(wording.commands_outside(House(self.root)), ['Sources/SyncKit/Remedy.swift:2'])


if __name__ == '__main__':
    unittest.main()
