#!/usr/bin/env python3
"""Counts how the Swift sources are built: how large the files are, and over how many of them one thing is spread.

  house.py [--list] [--verb RE] [--option RE] [--setting RE] [--status RE] [--compare DIR] [DIR]

DIR is a checkout, by default the one that this script lies in. `--compare DIR` counts a second checkout and puts it in
the first column, for before and after. `--list` also names everything that was counted.

The counts are textual: the script knows comments, strings and braces of Swift, and nothing else. It does not build.
*Code* means the text without comments and without quoted text; expressions inside \\(…) stay. *Text* means everything.

  files, lines        Swift files below Sources, and their lines; also for each module
  files per 1000      files divided by (lines / 1000)
  median, p90, max    of the lines of a file
  over 400            files with more than 400 lines
  verb                Swift files below Sources whose text matches --verb: the files to know before changing the verb.
                      The verb is NoteUpload, which notes an upload of a ride; its command is UploadedCommand
  option              the same for an option of `start`: --dfa, inside guardsAlpha1, in the store is_dfa
  setting             the same for a setting: weightKilograms
  status field        the same for a field of `Status`: autoPaused. `.autoPaused` is an event, not the field, so a match
                      behind a dot does not count
  watts now           files of RideSession that take part in the answer to "how many watts now?": their code declares a
                      type of DECIDERS or a member of DECISIONS, declares or assigns a member of DECIDED, or starts a
                      ramp. These lists hold the names of before and after the redesign; add new names by hand
  places with 3000    lines, also in comments and sentences, that state the range of a target as a number: 1 to 3000, or
                      ±3000. Other uses of the number 3000 do not count
  mirrored enums      pairs of enumerations in two modules that share at least 80 % of the cases of the larger one, and
                      at least two cases. Structures `Code` that list their values as `static let` count too. A few
                      pairs share names by chance; `--list` shows which
  unexpectedReply     lines of code with this word; also those in jz2ctl alone
  default over calls  `default:` branches in a `switch` over our own calls or methods: those that throw methodNotFound
  same name           names of top-level types that exist in more than one module; extensions do not count
  module as type      modules that declare a top-level type with the name of the module
  folder circles      pairs of folders of one module where each uses a top-level type of the other, by name. Only the
                      files directly in a folder count for it; types declared in several folders are left out. Pairs
                      where one folder lies in the other are counted apart: the upper folder holds both a front that
                      uses the lower ones and the words that they share. (The review of 19de828 lists eight circles
                      found by reading; this count is stricter)
  one-user files      files with one top-level type and no extension of another type, where exactly one other file
                      names the type, is of the same module, and would have at most 260 lines with it: candidates for
                      folding
"""

import argparse
import itertools
import pathlib
import re
import statistics
import sys

WATTS_MODULE = 'RideSession'
# The parts asked on the way to the watts: the plan, the heart, the legs, the trainer's range, the ramp.
DECIDERS = (
    'PowerTarget', 'PowerRamp', 'PlanRun', 'PlanProgress', 'HeartRateSteering', 'SteeringLoop', 'HeartRateCeiling',
    'AlphaGuard', 'CadenceCollapse', 'SpiralOfDeathGuard', 'SpiralGuard', 'TrainerProfile', 'TrainerControl',
)  # fmt: skip
DECISIONS = (
    'aim', 'wattsNow', 'allowedWatts', 'targetWatts', 'eased', 'plannedWatts', 'biased', 'steeringLimit', 'guardMoved',
    'rebaseGuard',
)  # fmt: skip
DECIDED = ('ramp', 'floorWatts', 'guardedFromWatts')
# Only a computed member decides; a stored one of the same name passes the watts on.
DECIDING_MEMBER = r'\b(?:func (?:{0})\s*[(<]|var (?:{0})\b[^={{\n]*\{{)'

TARGET_RANGE = re.compile(r'(?<![\d.])(?:-3,?_?000|1) ?(?:\.\.\.|…|to|–) ?3[,_]?000\b|\b3,?000 W\b')
DECLARATION = re.compile(
    r'^(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private|final|indirect|nonisolated)\s+)*'
    r'(?:struct|class|enum|actor|protocol|typealias)\s+(\w+)',
    re.MULTILINE,
)
EXTENSION = re.compile(r'^(?:\w+\s+)*extension\s+(\w+)', re.MULTILINE)
WORD = re.compile(r'\w+')


# Reading Swift


def code_of(text):
    """The text without comments and without what stands in quotes; line breaks and interpolated expressions stay."""
    out, position = [], 0
    # What encloses the position: the delimiter of a string, or the number of open brackets of an interpolation.
    stack = []
    while position < len(text):
        if stack and isinstance(stack[-1], str):
            position = in_string(text, position, stack, out)
        else:
            position = in_code(text, position, stack, out)
    return ''.join(out)


def in_code(text, position, stack, out):
    """Passes one piece of code; returns the position behind it."""
    if text.startswith('//', position):
        end = text.find('\n', position)
        return len(text) if end < 0 else end
    if text.startswith('/*', position):
        return behind_comment(text, position, out)
    if opening := re.compile(r'#*("""|")').match(text, position):
        stack.append(opening.group())
        out.append('""')
        return opening.end()
    if stack:
        stack[-1] += {'(': 1, ')': -1}.get(text[position], 0)
        if stack[-1] == 0:
            stack.pop()
            out.append(' ')
            return position + 1
    out.append(text[position])
    return position + 1


def behind_comment(text, position, out):
    """The position behind a block comment, which may hold others."""
    depth = 0
    for mark in re.compile(r'/\*|\*/|\n').finditer(text, position):
        if mark.group() == '\n':
            out.append('\n')
            continue
        depth += 1 if mark.group() == '/*' else -1
        if depth == 0:
            return mark.end()
    return len(text)


def in_string(text, position, stack, out):
    """Passes one piece of a string; returns the position behind it."""
    delimiter = stack[-1]
    hashes = '#' * delimiter.count('#')
    closing = delimiter.lstrip('#') + hashes
    if text.startswith(closing, position):
        stack.pop()
        return position + len(closing)
    if text.startswith('\\' + hashes, position):
        behind = position + 1 + len(hashes)
        if text.startswith('(', behind):
            stack.append(1)
            out.append(' ')
        return behind + 1
    if text[position] == '\n':
        out.append('\n')
        # A string of one line ends here. A quote in a /pattern/ looks like the start of a string, and ends here too.
        if '"""' not in delimiter:
            stack.pop()
    return position + 1


def block(code, start):
    """What stands between the next brace and the one that closes it."""
    opening = code.find('{', start)
    if opening < 0:
        return ''
    depth = 0
    for position in range(opening, len(code)):
        depth += {'{': 1, '}': -1}.get(code[position], 0)
        if depth == 0:
            return code[opening + 1 : position]
    return code[opening + 1 :]


def shallow(body):
    """A body without what stands in braces within it."""
    while (flat := re.sub(r'\{[^{}]*\}', '', body)) != body:
        body = flat
    return body


class SwiftFile:
    def __init__(self, root, path):
        self.path = path.relative_to(root)
        self.module, self.folder = self.path.parts[1], self.path.parent
        self.text = path.read_text(encoding='utf-8')
        self.lines = self.text.count('\n')
        self.code = code_of(self.text)
        self.words, self.words_of_text = set(WORD.findall(self.code)), set(WORD.findall(self.text))
        self.types = set(DECLARATION.findall(self.code))
        self.extended = set(EXTENSION.findall(self.code))

    def __str__(self):
        return str(self.path)


class House:
    def __init__(self, root):
        self.files = [SwiftFile(root, path) for path in sorted((root / 'Sources').rglob('*.swift'))]
        if not self.files:
            sys.exit(f'house.py: no Swift files below {root}/Sources')
        self.modules = sorted({file.module for file in self.files})

    def of(self, module):
        return [file for file in self.files if file.module == module]


# The counts; each returns what it found as a list of lines to read


def mentions(house, pattern):
    return [str(file) for file in house.files if re.search(pattern, file.text)]


def watts_now(house):
    types = re.compile(rf'\b(?:struct|class|enum|actor)\s+(?:{"|".join(DECIDERS)})\b')
    members = re.compile(DECIDING_MEMBER.format('|'.join(DECISIONS)))
    state = re.compile(rf'\bvar (?:{"|".join(DECIDED)}): |\b(?:{"|".join(DECIDED)}) = |\b(?:re)?(?:start|begin)Ramp\(')
    wanted = (types, members, state)
    return [str(file) for file in house.of(WATTS_MODULE) if any(each.search(file.code) for each in wanted)]


def target_ranges(house):
    return matching_lines(house, lambda file: file.text, TARGET_RANGE)


def matching_lines(house, view, pattern):
    found = []
    for file in house.files:
        for number, line in enumerate(view(file).split('\n'), 1):
            if pattern.search(line):
                found.append(f'{file}:{number}')
    return found


def enumerations(file):
    """Names and cases of a file's enumerations, and of its structures `Code` that list values."""
    for match in re.finditer(r'\b(enum|struct)\s+(\w+)', file.code):
        kind, name = match.groups()
        body = shallow(block(file.code, match.end()))
        if kind == 'enum':
            cases = set()
            for line in re.findall(r'^\s*(?:indirect\s+)?case\s+([^\n]+(?:,\s*\n[^\n]+)*)', body, re.MULTILINE):
                cases |= set(re.findall(r'(?:^|,)\s*`?(\w+)', re.sub(r'\([^()]*\)', '', line)))
        elif name.endswith('Code'):
            cases = set(re.findall(r'static let (\w+)', body))
        else:
            continue
        if len(cases) >= 2:
            yield name, cases


def mirrored(house):
    """Pairs in two modules. A structure `Code` and the private enumeration in it are in one module and make no pair."""
    known = [(file, name, cases) for file in house.files for name, cases in enumerations(file)]
    found = []
    for (one_file, one, one_cases), (two_file, two, two_cases) in itertools.combinations(known, 2):
        common, most = len(one_cases & two_cases), max(len(one_cases), len(two_cases))
        if one_file.module != two_file.module and common >= 2 and common >= 0.8 * most:
            found.append(f'{one} in {one_file} ~ {two} in {two_file}: {common} of {most}')
    return found


def unexpected(house, module=None):
    found = matching_lines(house, lambda file: file.code, re.compile(r'\bunexpectedReply\b'))
    return [line for line in found if module is None or line.startswith(f'Sources/{module}/')]


def defaults_over_calls(house):
    return matching_lines(house, lambda file: file.code, re.compile(r'\bdefault:[^\n]*\bmethodNotFound\b'))


def same_names(house):
    where = {}
    for file in house.files:
        for name in file.types:
            where.setdefault(name, set()).add(file.module)
    return [f'{name}: {", ".join(sorted(modules))}' for name, modules in sorted(where.items()) if len(modules) > 1]


def module_as_type(house):
    return [module for module in house.modules if any(module in file.types for file in house.of(module))]


def circles(house, nested=False):
    """Circles of folders beside each other or, if `nested`, of folders where one lies in the other."""
    found = []
    for module in house.modules:
        declared = {}  # type -> folders
        for file in house.of(module):
            for name in file.types:
                declared.setdefault(name, set()).add(file.folder)
        uses = {}  # (user's folder, other folder) -> types
        for file in house.of(module):
            for name in file.words & declared.keys():
                if len(declared[name]) == 1 and (home := next(iter(declared[name]))) != file.folder:
                    uses.setdefault((file.folder, home), set()).add(name)
        for one, two in sorted(uses):
            if one < two and (two, one) in uses and nested == (one in two.parents):
                there, back = sorted(uses[one, two]), sorted(uses[two, one])
                found.append(f'{one} -> {two} ({", ".join(there)}), back ({", ".join(back)})')
    return found


def one_user(house):
    found = []
    for file in house.files:
        if len(file.types) != 1 or file.extended - file.types:
            continue
        users = [other for other in house.files if other is not file and file.types & other.words_of_text]
        if len(users) == 1 and users[0].module == file.module and file.lines + users[0].lines <= 260:
            found.append(f'{file} ({file.lines}) -> {users[0]} ({users[0].lines})')
    return found


# What is printed


def sizes(house):
    lines = sorted(file.lines for file in house.files)
    return {
        'files': len(lines),
        'lines': sum(lines),
        'files per 1000 lines': round(len(lines) * 1000 / sum(lines), 1),
        'mean lines': round(statistics.mean(lines)),
        'median lines': round(statistics.median(lines)),
        'p90 lines': lines[int(len(lines) * 0.9)],
        'max lines': lines[-1],
        'files over 400 lines': sum(1 for count in lines if count > 400),
    }


def findings(house, terms):
    return {
        f'files for a verb ({terms.verb})': mentions(house, terms.verb),
        f'files for an option ({terms.option})': mentions(house, terms.option),
        f'files for a setting ({terms.setting})': mentions(house, terms.setting),
        f'files for a status field ({terms.status})': mentions(house, terms.status),
        'files for "watts now"': watts_now(house),
        'places with 3000': target_ranges(house),
        'mirrored enumerations': mirrored(house),
        'unexpectedReply': unexpected(house),
        'unexpectedReply in jz2ctl': unexpected(house, 'jz2ctl'),
        'default: over calls': defaults_over_calls(house),
        'types of one name in two modules': same_names(house),
        'modules named as their type': module_as_type(house),
        'folder circles': circles(house),
        'folder circles, one in the other': circles(house, nested=True),
        'one-user files': one_user(house),
    }


def print_columns(title, columns):
    """Prints columns of name -> figure side by side; a dash stands for a name that a column lacks."""
    names = list(dict.fromkeys(itertools.chain.from_iterable(columns)))
    width = max(map(len, names))
    print(f'== {title}')
    for name in names:
        print(f'{name:{width}}', *(f'{column.get(name, "-"):>8}' for column in columns))


def modules_of(house):
    return {
        module: f'{len(house.of(module))}/{sum(file.lines for file in house.of(module))}' for module in house.modules
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument(
        'checkout', nargs='?', default=pathlib.Path(__file__).resolve().parent.parent, type=pathlib.Path
    )
    parser.add_argument('--compare', metavar='DIR', type=pathlib.Path, help='another checkout, for the first column')
    parser.add_argument('--list', action='store_true', help='name what was counted')
    parser.add_argument('--verb', default=r'[Nn]oteUpload|UploadedCommand')
    parser.add_argument('--option', default=r'\bdfa\b|guardsAlpha1|is_dfa')
    parser.add_argument('--setting', default=r'weightKilograms')
    parser.add_argument('--status', default=r'(?<!\.)\bautoPaused\b|isAutoPaused')
    terms = parser.parse_args()
    houses = [House(place) for place in (terms.compare, terms.checkout) if place]
    found = [findings(house, terms) for house in houses]
    print_columns('Modules (files/lines)', [modules_of(house) for house in houses])
    print_columns('Sizes', [sizes(house) for house in houses])
    print_columns('Spread', [{name: len(lines) for name, lines in each.items()} for each in found])
    for place, each in zip((terms.compare, terms.checkout) if terms.compare else (terms.checkout,), found, strict=True):
        for name, lines in each.items() if terms.list else ():
            print(f'\n== {place}: {name}: {len(lines)}', *lines, sep='\n  ')


if __name__ == '__main__':
    main()
