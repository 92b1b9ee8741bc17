"""All figures of a house, with their names and their places. The docstring of `__main__` explains each one."""

import dataclasses
import statistics

import spread
import wording

# The search terms of the figures for additions, unless the command line sets others.
TERMS = {
    'verb': r'[Nn]oteUpload|UploadedCommand',
    'option': r'\bdfa\b|guardsAlpha1|is_dfa',
    'setting': r'weightKilograms',
    'status': r'(?<!\.)\bautoPaused\b|isAutoPaused',
}


@dataclasses.dataclass
class Figure:
    name: str
    value: float
    # Whether `make lint` fails when it grows. False for sizes that grow with features.
    is_held: bool = True
    # The counted places, as lines.
    found: list = dataclasses.field(default_factory=list)


def module_sizes(house):
    return [
        Figure(f'lines in {module}', sum(file.lines for file in house.of(module)), is_held=False)
        for module in house.modules
    ]


def file_sizes(house):
    lines = sorted(file.lines for file in house.files)
    longest = [f'{file}: {file.lines}' for file in sorted(house.files, key=lambda file: -file.lines)[:10]]
    too_long = [f'{file}: {file.lines}' for file in house.files if file.lines > 400]
    return [
        Figure('files', len(lines), is_held=False),
        Figure('lines', sum(lines), is_held=False),
        Figure('files per 1000 lines', round(len(lines) * 1000 / sum(lines), 1), is_held=False),
        Figure('mean lines of a file', round(statistics.mean(lines)), is_held=False),
        Figure('median lines of a file', round(statistics.median(lines)), is_held=False),
        Figure('p90 lines of a file', lines[int(len(lines) * 0.9)]),
        Figure('max lines of a file', lines[-1], found=longest),
        Figure('files over 400 lines', len(too_long), found=too_long),
    ]


def spreads(house, terms):
    found = {
        'files for a verb': spread.mentions(house, terms['verb']),
        'files for an option': spread.mentions(house, terms['option']),
        'files for a setting': spread.mentions(house, terms['setting']),
        'files for a status field': spread.mentions(house, terms['status']),
        'files for "watts now"': spread.watts_now(house),
        'places with 3000': spread.target_ranges(house),
        'mirrored enumerations': spread.mirrored(house),
        'unexpectedReply': spread.unexpected(house),
        'unexpectedReply in jz2ctl': spread.unexpected(house, 'jz2ctl'),
        'default: over calls': spread.defaults_over_calls(house),
        'types of one name in two modules': spread.same_names(house),
        'modules named as their type': spread.module_as_type(house),
        'folder circles': spread.circles(house),
        'folder circles, one in the other': spread.circles(house, nested=True),
        'one-user files': spread.one_user(house),
        'services outside their owner': wording.services_outside(house),
        'commands outside their owner': wording.commands_outside(house),
    }
    return [Figure(name, len(lines), found=lines) for name, lines in found.items()]


def words(house):
    comments = wording.Comments(house.files)
    clauses, vague = comments.per_1000(comments.clauses), comments.per_1000(comments.vague_words)
    return [
        Figure('comment clauses per 1000', clauses, found=wording.by_module(house, 'clauses')),
        Figure('vague words per 1000', vague, found=wording.by_module(house, 'vague_words')),
        Figure('words of the README', wording.words_of_readme(house)),
    ]


def sections(house, terms):
    """Returns all figures, by the title under which they are printed."""
    return {
        'Modules': module_sizes(house),
        'Sizes': file_sizes(house),
        'Spread': spreads(house, terms),
        'Words': words(house),
    }
