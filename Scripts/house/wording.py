"""Counts the wording of comments, and the places that spell names which another file owns."""

import re

from swift import block

# A comment should name the thing, and then describe its behaviour.
CLAUSES = re.compile(r'\b(?:what|who|whoever|that\s+which|which\s+is)\b', re.IGNORECASE)
VAGUE_WORDS = re.compile(r'\b(?:nothing|none|nobody|stands|beside|told|tells)\b', re.IGNORECASE)

# The file that declares the services also owns their names.
SERVICES = 'SyncService'
SERVICE_OWNERS = ('Sources/SyncKit/Services/',)
# Product names that differ from the case, and the services without a product, whose names are common words.
SERVICE_TITLES = {'intervals': r'intervals\.icu'}
UNTITLED_SERVICES = ('hub', 'folder', 'hook')

COMMAND = re.compile(r'\bjz2ctl [a-z][a-z-]+')
# A sentence for people names the command that helps; these folders contain the sentences.
COMMAND_OWNERS = (
    'Sources/jz2ctl/Verbs/', 'Sources/RideText/', 'Sources/ControlWire/Explanations/',
)  # fmt: skip


class Comments:
    """The comments of some files: their lines, and the number of clauses and vague words in them."""

    def __init__(self, files):
        self.lines = self.clauses = self.vague_words = 0
        for file in files:
            # Names of the code are in backquotes.
            lines = [re.sub(r'`[^`]*`', '', line.strip().strip('/*').strip()) for line in file.comments.split('\n')]
            lines = list(filter(None, lines))
            text = ' '.join(lines)
            self.lines += len(lines)
            self.clauses += len(CLAUSES.findall(text))
            self.vague_words += len(VAGUE_WORDS.findall(text))

    def per_1000(self, count):
        return round(count * 1000 / self.lines, 1) if self.lines else 0


def by_module(house, member):
    """Returns lines with the rate of each module, the worst first."""
    rates = []
    for module in house.modules:
        comments = Comments(house.of(module))
        count = getattr(comments, member)
        rates.append((comments.per_1000(count), f'{module}: {count} in {comments.lines} lines'))
    return [f'{rate:6.1f}  {line}' for rate, line in sorted(rates, reverse=True)]


def texts_outside(house, owners):
    """Yields the Swift files and the page's scripts without their comments, except those of the owners."""
    for file in house.files:
        if not str(file).startswith(owners):
            yield file, file.uncommented
    yield from house.page_scripts()


def is_page_script(place):
    return str(place).endswith('.js')


def numbered_lines(place, text, pattern):
    return [f'{place}:{number}' for number, line in enumerate(text.split('\n'), 1) if pattern.search(line)]


def services_outside(house):
    """Returns lines that name a service: by its title or, where a service can be meant, by its case or quoted name."""
    terms = next((file for file in house.files if SERVICES in file.types), None)
    if not terms:
        return []
    declared = block(terms.code, re.search(rf'\benum {SERVICES}\b', terms.code).end())
    services = re.findall(r'^  case (\w+)', declared, re.MULTILINE)
    cases = '|'.join(services)
    titles = '|'.join(SERVICE_TITLES.get(name, name) for name in services if name not in UNTITLED_SERVICES)
    by_title = re.compile(rf'\b(?i:{titles})\b')
    # `.folder` after an expression is a member, and before a bracket a case of another type.
    as_case = rf'(?:(?<![\w.)\]?!}}\\])|\b{SERVICES})\.(?:{cases})\b(?!\()'
    by_any_name = re.compile(rf'{by_title.pattern}|"(?:{cases})"|{as_case}')
    modules = {file.module for file in house.files if SERVICES in file.words}
    found = []
    for place, text in texts_outside(house, (str(terms), *SERVICE_OWNERS)):
        is_about_services = is_page_script(place) or (
            place.module in modules and ('Sync' in str(place) or re.search('[Ss]ervice', text))
        )
        found += numbered_lines(place, text, by_any_name if is_about_services else by_title)
    return found


def commands_outside(house):
    """Returns lines that spell a command of jz2ctl."""
    found = []
    for place, text in texts_outside(house, COMMAND_OWNERS):
        found += numbered_lines(place, text, COMMAND)
    return found


def words_of_readme(house):
    readme = house.root / 'README.md'
    return len(readme.read_text('utf-8').split()) if readme.exists() else 0
