"""Counts over how many files, types and folders one thing is spread. Each count returns its findings as lines."""

import itertools
import re

from swift import block, shallow

WATTS_MODULE = 'RideSession'
# The code that takes part in the decision about the watts: the plan, the heart, the legs, the trainer's range, the
# ramp.
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
    """Yields names and cases of a file's enumerations, and of its structures `Code` that list values."""
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
    """Returns pairs in two modules. A structure `Code` and the private enumeration in it are in one module: they are no
    pair."""
    known = [(file, name, cases) for file in house.files for name, cases in enumerations(file)]
    found = []
    for (one_file, one, one_cases), (two_file, two, two_cases) in itertools.combinations(known, 2):
        common, most = len(one_cases & two_cases), max(len(one_cases), len(two_cases))
        if one_file.module != two_file.module and common >= 2 and common >= 0.8 * most:
            found.append(f'{one} in {one_file} ~ {two} in {two_file}: {common} of {most}')
    return found


def unexpected(house, module=None):
    found = matching_lines(house, lambda file: file.code, re.compile(r'\bunexpectedReply\b'))
    return [line for line in found if module is None or f'Sources/{module}/' in line]


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
    """Returns circles of sibling folders or, if `nested`, of folders where one lies in the other."""
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
    users = {}  # word -> files
    for file in house.files:
        for word in file.words_of_text:
            users.setdefault(word, []).append(file)
    found = []
    for file in house.files:
        if len(file.types) != 1 or file.extended - file.types:
            continue
        others = [user for user in users[next(iter(file.types))] if user is not file]
        if len(others) == 1 and others[0].module == file.module and file.lines + others[0].lines <= 260:
            found.append(f'{file} ({file.lines}) -> {others[0]} ({others[0].lines})')
    return found
