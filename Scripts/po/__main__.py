"""po [--check]: writes the messages of the sources into po/jz2.pot, and adds them to the languages' files.

A message that has left the sources is removed from all files. --check changes no file, and reports missing and wrong
entries.
"""

import json
import pathlib
import re
import sys

import extraction
import pofile

ROOT = pathlib.Path(__file__).resolve().parents[2]
LANGUAGES = ('de', 'fr', 'es')
PLACES = re.compile(r'\{\d+\}')
COMMANDS = re.compile(r'`[^`]*`')


def texts(pattern):
    found = sorted(path for folder in ('Sources',) for path in (ROOT / folder).rglob(pattern))
    return {str(path.relative_to(ROOT)): path.read_text('utf-8') for path in found}


def messages():
    """Returns the plurals by their singulars, and the files in which each one occurs."""
    swift = texts('*.swift')
    found = [(path, *message) for path, text in swift.items() for message in extraction.in_swift(text)]
    found += [(path, word, None) for path, word in extraction.translated_terms(swift)]
    found += [(path, json.loads(text)['summary'], None) for path, text in texts('workouts/*.json').items()]
    found += [(path, *message) for path, text in texts('*.js').items() for message in extraction.in_page(text)]
    plurals, places = {}, {}
    for path, singular, plural in found:
        if singular:
            plurals[singular] = plurals.get(singular) or plural
            places.setdefault(singular, []).append(path)
    return plurals, {singular: sorted(set(paths)) for singular, paths in places.items()}


def faults(language, plurals, translations):
    """Yields the faults of a language, a line each."""
    for singular, plural in plurals.items():
        known = translations.get(singular, pofile.Translation())
        is_fuzzy = any(note.startswith('#,') and 'fuzzy' in note for note in known.notes)
        if len(known.texts) != (1 if plural is None else 2) or not all(known.texts) or is_fuzzy:
            yield f'po/{language}.po has no translation of {pofile.quoted(singular)}'
        for number, text in enumerate(known.texts):
            english = plural if number else singular
            # "an hour" is the singular of "{1} hours".
            values = PLACES if plural is None or number else re.compile(r'\{(?!1\})\d+\}')
            if text.strip() != text:
                yield f'po/{language}.po: white space around {pofile.quoted(text)}'
            for kind in (values, COMMANDS):
                if sorted(kind.findall(text)) != sorted(kind.findall(english)):
                    yield f'po/{language}.po: values or commands differ from those in {pofile.quoted(english)}'


def main(is_check):
    plurals, places = messages()
    known = {language: pofile.read(ROOT / 'po' / f'{language}.po') for language in LANGUAGES}
    files = {ROOT / 'po' / 'jz2.pot': pofile.written('', plurals, {}, places)}
    files |= {ROOT / 'po' / f'{name}.po': pofile.written(name, plurals, known[name], {}) for name in LANGUAGES}
    complaints = []
    for path, text in files.items():
        if not path.exists() or path.read_text('utf-8') != text:
            if is_check:
                complaints.append(f'{path.relative_to(ROOT)} does not have the messages of the sources: `make pot`')
            else:
                path.write_text(text, 'utf-8')
    for language in LANGUAGES:
        complaints += faults(language, plurals, known[language])
    print('\n'.join(complaints) or f'{len(plurals)} messages in {len(LANGUAGES)} languages')
    return 1 if complaints else 0


sys.exit(main('--check' in sys.argv[1:]))
