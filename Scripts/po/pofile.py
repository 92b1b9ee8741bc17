"""Reads and writes gettext files. Each text is on one line, and the messages are in byte order."""

import dataclasses
import re

HEADER = (
    'Project-Id-Version: jz2\nPO-Revision-Date: 2026-11-29 18:00+0000\nLast-Translator: jz2\nLanguage-Team: none\n'
    'Language: {language}\nMIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\n'
    'Content-Transfer-Encoding: 8bit\nPlural-Forms: {plural}\n'
)
PLURALS = {'fr': 'nplurals=2; plural=(n > 1);'}
USUAL_PLURAL = 'nplurals=2; plural=(n != 1);'
ESCAPES = {'n': '\n', 't': '\t'}
LINE = re.compile(r'(?:(msgid|msgid_plural|msgstr|msgstr\[\d\]) )?"(.*)"$')


@dataclasses.dataclass
class Translation:
    """The forms of a message, one or singular and plural; and the lines of a translator's notes and of flags."""

    texts: list = dataclasses.field(default_factory=list)
    notes: list = dataclasses.field(default_factory=list)


def quoted(text):
    return '"' + text.replace('\\', '\\\\').replace('"', '\\"').replace('\n', '\\n').replace('\t', '\\t') + '"'


def unquoted(text):
    return re.sub(r'\\(.)', lambda escape: ESCAPES.get(escape[1], escape[1]), text)


def read(path):
    """Returns the translations by their English text; the empty text has the header."""
    found = {}
    for block in path.read_text('utf-8').split('\n\n') if path.exists() else []:
        texts, notes, key = {}, [], None
        for line in block.split('\n'):
            if line.startswith('#') and not line.startswith(('#:', '#~', '#|')):
                notes.append(line)
            elif text := LINE.match(line):
                key = text[1] or key
                texts[key] = texts.get(key, '') + unquoted(text[2])
        if 'msgid' in texts:
            forms = [texts[name] for name in sorted(texts) if name.startswith('msgstr')]
            found[texts['msgid']] = Translation(forms, notes)
    return found


def written(language, messages, translations, places):
    """Returns a file: `messages` are the plurals by their singulars, None for a text that counts nothing."""
    usual = HEADER.format(language=language, plural=PLURALS.get(language, USUAL_PLURAL))
    header = translations.get('', Translation([usual])).texts[0]
    text = 'msgid ""\nmsgstr ""\n' + ''.join(f'{quoted(line)}\n' for line in header.splitlines(keepends=True))
    # In byte order, which the programs use to search.
    for singular in sorted(messages, key=lambda message: message.encode()):
        plural, known = messages[singular], translations.get(singular, Translation())
        forms = [*known.texts, '', ''][: 1 if plural is None else 2]
        lines = known.notes + [f'#: {place}' for place in places.get(singular, [])] + [f'msgid {quoted(singular)}']
        if plural is None:
            lines.append(f'msgstr {quoted(forms[0])}')
        else:
            lines.append(f'msgid_plural {quoted(plural)}')
            lines += [f'msgstr[{number}] {quoted(form)}' for number, form in enumerate(forms)]
        text += '\n' + ''.join(f'{line}\n' for line in lines)
    return text
