"""Finds the messages in the sources: literals in `String(localized:)`, `String(counting:)`, `Explanation` and `t`.

Values become `{1}`, `{2}`. Literals that are joined by `+` are one message.
"""

import re

OPENERS = {'(': ')', '[': ']', '{': '}'}
QUOTE = re.compile(r'(#*)("""|")')
ESCAPES = {'n': '\n', 't': '\t', 'r': '\r', '0': '\0'}
TRANSLATED_TERM = re.compile(r'^extension (?:(\w+)\.)?(\w+): TranslatedTerm \{\}', re.MULTILINE)
PAGE_CALL = re.compile(r'(?<![\w$.])t\(')
PAGE_PLURAL = re.compile(r'(?<![\w$.])counted\([^"\n]*')
PAGE_LITERAL = re.compile(r'\s*"((?:[^"\\]|\\.)*)"\s*(\+)?')


class Message:
    """A literal, with `{1}` for its first value."""

    def __init__(self, label):
        self.label, self.pattern, self.values = label, '', 0


class Swift:
    """Reads a source, and keeps the literals that are messages."""

    def __init__(self, text):
        self.text, self.place, self.found = text, 0, []
        self.code(None, None)

    def code(self, close, call):
        """Reads code up to its closing bracket; `call` is the kind of call whose arguments these are."""
        label = None
        while self.place < len(self.text):
            if self.comment():
                continue
            character = self.text[self.place]
            named = re.compile(r'(one|other):').match(self.text, self.place) if call == 'counting' else None
            quote = QUOTE.match(self.text, self.place) if character in '"#' else None
            if named:
                label, self.place = named[1], named.end()
            elif character == close:
                self.place += 1
                return
            elif quote:
                self.literals(call, label)
            elif character == '(':
                inner = self.call() or (call if not self.is_named() else None)
                self.place += 1
                self.code(')', inner)
            elif character in OPENERS:
                # A call may select its message from a list.
                self.place += 1
                self.code(OPENERS[character], None if character == '{' else call)
            else:
                self.place += 1

    def is_named(self):
        return re.search(r'\w$', self.text[: self.place]) is not None

    def call(self):
        """Returns the kind of the call whose bracket is here, if it takes messages."""
        name = re.search(r'(\w*)$', self.text[max(0, self.place - 40) : self.place])[1]
        label = re.compile(r'\(\s*(localized|counting):').match(self.text, self.place)
        if name == 'Explanation':
            # With a label, its texts are already in the reader's language.
            return None if label else name
        return label[1] if name == 'String' and label else None

    def comment(self):
        if not self.text.startswith('//', self.place):
            return False
        end = self.text.find('\n', self.place)
        self.place = len(self.text) if end < 0 else end
        return True

    def literals(self, call, label):
        """Reads a literal and those that are joined to it."""
        message = Message(label)
        if call:
            self.found.append(message)
        while True:
            self.literal(message)
            end = self.place
            self.space()
            if re.compile(r'\+[ \n]').match(self.text, self.place):
                self.place += 1
                self.space()
                if QUOTE.match(self.text, self.place):
                    continue
            self.place = end
            return

    def space(self):
        while self.place < len(self.text) and (
            self.text[self.place] in ' \n' or self.text.startswith('//', self.place)
        ):
            if not self.comment():
                self.place += 1

    def literal(self, message):
        hashes, quotes = QUOTE.match(self.text, self.place).groups()
        self.place += len(hashes + quotes)
        close, escape = quotes + hashes, '\\' + hashes
        while self.place < len(self.text) and not self.text.startswith(close, self.place):
            if not self.text.startswith(escape, self.place):
                message.pattern += self.text[self.place]
                self.place += 1
                continue
            self.place += len(escape)
            if self.text[self.place] == '(':
                message.values += 1
                message.pattern += f'{{{message.values}}}'
                self.place += 1
                self.code(')', None)
            else:
                message.pattern += self.escape()
        self.place += len(close)

    def escape(self):
        scalar = re.compile(r'u\{([0-9A-Fa-f]+)\}').match(self.text, self.place)
        self.place = scalar.end() if scalar else self.place + 1
        character = self.text[self.place - 1]
        return chr(int(scalar[1], 16)) if scalar else ESCAPES.get(character, character)


def in_swift(text):
    """Yields the messages of a source: pairs of a singular and a plural, None for one that counts nothing."""
    pending = None
    for message in Swift(text).found:
        if message.label == 'one':
            pending = message.pattern
        elif message.label == 'other':
            yield pending, message.pattern
        else:
            yield message.pattern, None


def page_literals(text, place):
    """Returns the joined literals that begin here as one, and their end. None if none begins here."""
    message = None
    while literal := PAGE_LITERAL.match(text, place):
        message = (message or '') + re.sub(r'\\(.)', lambda m: ESCAPES.get(m[1], m[1]), literal[1])
        place = literal.end()
        if not literal[2]:
            break
    return message, place


def in_page(text):
    """Yields the literals that a script of the page passes to `t`, and to `counted` after the number."""
    for call in PAGE_CALL.finditer(text):
        message, _ = page_literals(text, call.end())
        if message is not None:
            yield message, None
    for call in PAGE_PLURAL.finditer(text):
        singular, place = page_literals(text, call.end())
        plural, _ = page_literals(text, place + 1) if singular is not None else (None, place)
        if plural is not None:
            yield singular, plural


def translated_terms(sources):
    """Yields the raw values of the enumerations that are English words, from all sources."""
    names = {name for text in sources.values() for name in TRANSLATED_TERM.findall(text)}
    for path, text in sources.items():
        for outer, name in names:
            if outer and not re.search(rf'\b(?:struct|enum) {outer}\b', text):
                continue
            declared = re.search(rf'\benum {name}: String\b[^{{]*\{{(.*?)\n *\}}', text, re.DOTALL)
            for case in re.findall(r'^ *case (.+)$', declared[1], re.MULTILINE) if declared else []:
                for word, raw in re.findall(r'(\w+)(?: = "([^"]*)")?', case):
                    yield path, raw or word
