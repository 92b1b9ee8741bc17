"""Tests that messages are found in the sources, and that gettext files are read as they are written."""

import pathlib
import tempfile
import unittest

import extraction
import pofile


class MessageTests(unittest.TestCase):
    def found(self, source):
        return list(extraction.in_swift(source))

    def singles(self, source):
        return [singular for singular, _ in self.found(source)]

    def test_a_message_is_a_literal_in_its_call(self):
        for source, expected in [
            (r'String(localized: "Ride \(id) has \(name ?? "no name").")', ['Ride {1} has {2}.']),
            (r'Explanation("One.", remedy: isLast ? "Two." : "Three \(x).")', ['One.', 'Two.', 'Three {1}.']),
            ('String(\n  localized: "One \\(x) "\n  + "and \\(y).")', ['One {1} and {2}.']),
            (r'print("\(String(localized: "Inside.")) outside")', ['Inside.']),
            (r'String(localized: "Set \(list("a b")).")', ['Set {1}.']),
            ('log("A line.") // String(localized: "A comment.")', []),
            ('String(localized: #"A "quote"."#)', ['A "quote".']),
            (r'String(localized: "Quiet\u{2009}%") + "more"', ['Quiet\u2009%']),
            ('Explanation(isOne ? ["a", "b"] : { "c" }, remedy: f("d"))', ['a', 'b']),
        ]:
            with self.subTest(source):
                self.assertEqual(self.singles(source), expected)

    def test_a_count_has_a_singular_and_a_plural(self):
        source = r'String(counting: n, one: "\(n) ride", other: "\(n) " + "rides")'
        self.assertEqual(self.found(source), [('{1} ride', '{1} rides')])

    def test_the_page_has_messages_and_counts(self):
        script = 'const a = t("Pause"); x.t("no"); t(v); t("with \\"quotes\\""); t("in two "\n + "parts", 1);'
        found = ['Pause', 'with "quotes"', 'in two parts']
        self.assertEqual([singular for singular, _ in extraction.in_page(script)], found)
        counts = 'counted(rides.length, "{1} ride", "{1} rides")'
        self.assertEqual(list(extraction.in_page(counts)), [('{1} ride', '{1} rides')])

    def test_the_words_of_an_enumeration_are_messages(self):
        sources = {
            'a': 'extension Check.Outcome: TranslatedTerm {}\nextension Sport: TranslatedTerm {}',
            'b': 'struct Check {\n  enum Outcome: String {\n    case ok, warning = "a warning"\n  }\n}',
            'c': 'enum Outcome: String {\n  case other\n}\nenum Sport: String {\n  case ride\n}',
        }
        found = [('b', 'ok'), ('b', 'a warning'), ('c', 'ride')]
        self.assertEqual(sorted(extraction.translated_terms(sources)), sorted(found))


class FileTests(unittest.TestCase):
    def test_a_file_is_read_as_it_is_written(self):
        messages = {'b "c"\n\\': None, '{1} ride': '{1} rides', 'ärger': None}
        texts = {
            '': ['Language: de\n'],
            'b "c"\n\\': ['B "C"\n\\'],
            '{1} ride': ['{1} Fahrt', '{1} Fahrten'],
            'ärger': ['Ärger'],
        }
        translations = {english: pofile.Translation(forms, []) for english, forms in texts.items()}
        translations['ärger'].notes = ['# A note.', '#, fuzzy']
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, 'de.po')
            path.write_text(pofile.written('de', messages, translations, {}), 'utf-8')
            self.assertEqual(pofile.read(path), translations)
            # Translators' tools write long texts this way.
            path.write_text(path.read_text('utf-8').replace('msgid "{1} ride"', 'msgid ""\n"{1} "\n"ride"'), 'utf-8')
            self.assertEqual(pofile.read(path), translations)

    def test_messages_are_in_the_order_of_their_bytes(self):
        text = pofile.written('fr', {'ä': None, 'a': None, 'Z': None, '{1}': None}, {}, {})
        found = [line for line in text.split('\n') if line.startswith('msgid ')]
        self.assertEqual(found, ['msgid ""', 'msgid "Z"', 'msgid "a"', 'msgid "{1}"', 'msgid "ä"'])
        self.assertIn('plural=(n > 1)', text)


if __name__ == '__main__':
    unittest.main()
