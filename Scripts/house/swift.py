"""Reads the Swift sources of a checkout. It knows only comments, strings and braces of Swift."""

import functools
import pathlib
import re
import sys

CODE, COMMENT, QUOTED, OPENING, BRACKET = 'code', 'comment', 'quoted', 'opening', 'bracket'
STOP = re.compile(r'//[^\n]*|/\*|#*"(?:"")?')
STOP_IN_BRACKETS = re.compile(rf'{STOP.pattern}|[()]')
DECLARATION = re.compile(
    r'^(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private|final|indirect|nonisolated)\s+)*'
    r'(?:struct|class|enum|actor|protocol|typealias)\s+(\w+)',
    re.MULTILINE,
)
EXTENSION = re.compile(r'^(?:\w+\s+)*extension\s+(\w+)', re.MULTILINE)
WORD = re.compile(r'\w+')
IMPORT = re.compile(r'^.*\bimport \w+$', re.MULTILINE)


def pieces(text):
    """Yields the text in pieces, each with its kind."""
    # The enclosing contexts of the position: the delimiter of a string, or the number of open brackets of an
    # interpolation.
    stack, position = [], 0
    while position < len(text):
        is_quoted = bool(stack) and isinstance(stack[-1], str)
        stop = (end_in_string(stack[-1]) if is_quoted else STOP_IN_BRACKETS if stack else STOP).search(text, position)
        yield QUOTED if is_quoted else CODE, text[position : stop.start() if stop else len(text)]
        if not stop:
            return
        mark, position = stop.group(), stop.end()
        if mark == '/*':
            position = end_of_comment(text, stop.start())
            kind, mark = COMMENT, text[stop.start() : position]
        else:
            kind = kind_in_string(mark, stack) if is_quoted else kind_in_code(mark, stack)
        yield kind, mark


@functools.cache
def end_in_string(delimiter):
    """Returns a pattern for the next closing delimiter, escape or line break."""
    hashes = '#' * delimiter.count('#')
    return re.compile(rf'{delimiter.lstrip("#")}{hashes}|\\{hashes}.?|\n')


def kind_in_string(mark, stack):
    """Returns the kind of a mark that `end_in_string` found; updates the stack."""
    if mark.startswith('\\'):
        if not mark.endswith('('):
            return QUOTED
        stack.append(1)
        return BRACKET
    # A one-line string ends here. A quote in a /pattern/ looks like the start of a string, and ends here too.
    if mark != '\n' or '"""' not in stack[-1]:
        stack.pop()
    return QUOTED


def kind_in_code(mark, stack):
    """Returns the kind of a mark that `STOP` found; updates the stack."""
    if mark.startswith('//'):
        return COMMENT
    if mark.endswith('"'):
        stack.append(mark)
        return OPENING
    stack[-1] += 1 if mark == '(' else -1
    if stack[-1] == 0:
        stack.pop()
        return BRACKET
    return CODE


def end_of_comment(text, start):
    """Returns the position after a block comment, which may contain others."""
    depth = 0
    for mark in re.compile(r'/\*|\*/').finditer(text, start):
        depth += 1 if mark.group() == '/*' else -1
        if depth == 0:
            return mark.end()
    return len(text)


def block(code, start):
    """Returns the code between the next brace and the one that closes it."""
    opening = code.find('{', start)
    if opening < 0:
        return ''
    depth = 0
    for brace in re.compile('[{}]').finditer(code, opening):
        depth += 1 if brace.group() == '{' else -1
        if depth == 0:
            return code[opening + 1 : brace.start()]
    return code[opening + 1 :]


def shallow(body):
    """Returns a body without its nested braces and their contents."""
    while (flat := re.sub(r'\{[^{}]*\}', '', body)) != body:
        body = flat
    return body


class SwiftFile:
    """A file with its views. Each view has the file's line breaks, so that line numbers are the same in all of them."""

    def __init__(self, root, path):
        self.path = path.relative_to(root)
        # Sources/MODULE/… or Hub/Sources/MODULE/…
        self.module, self.folder = self.path.parts[self.path.parts.index('Sources') + 1], self.path.parent
        self.text = path.read_text(encoding='utf-8')
        self.lines = self.text.count('\n')
        code, comments, uncommented = [], [], []
        for kind, piece in pieces(self.text):
            breaks = '\n' * piece.count('\n')
            code.append({CODE: piece, OPENING: '""', BRACKET: ' '}.get(kind, breaks))
            comments.append(piece if kind == COMMENT else breaks)
            uncommented.append(breaks if kind == COMMENT else piece)
        self.code, self.comments, self.uncommented = ''.join(code), ''.join(comments), ''.join(uncommented)
        # A module may have the name of a type.
        self.words = set(WORD.findall(IMPORT.sub('', self.code)))
        self.words_of_text = set(WORD.findall(self.text))
        self.types = set(DECLARATION.findall(self.code))
        self.extended = set(EXTENSION.findall(self.code))

    def __str__(self):
        return str(self.path)


class House:
    """The Swift files of a checkout, and its folder."""

    def __init__(self, root):
        self.root = root
        # The hub's sources are in a separate package, or among the others. Symbolic links lead to files that are
        # counted in their own place.
        modules = [place for place in sorted(root.glob('Hub/Sources/*')) if not place.is_symlink()]
        paths = [path for place in (root / 'Sources', *modules) for path in sorted(place.rglob('*.swift'))]
        self.files = [SwiftFile(root, path) for path in paths if not path.is_symlink()]
        if not self.files:
            sys.exit(f'house: no Swift files below {root}/Sources')
        self.modules = sorted({file.module for file in self.files})

    def of(self, module):
        return [file for file in self.files if file.module == module]

    def page_scripts(self):
        """Yields the scripts of the page: their places, and their text without comments."""
        for path in sorted((self.root / 'Sources/CPage/page').glob('*.js')):
            text = re.sub(r'/\*.*?\*/', lambda it: '\n' * it.group().count('\n'), path.read_text('utf-8'), flags=re.S)
            yield pathlib.Path(path.relative_to(self.root)), re.sub(r'(?m)(^|\s)//.*$', '', text)
