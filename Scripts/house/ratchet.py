"""Compares figures with the stored ones: a figure may get better, but not worse."""

import json
import sys

STORE = 'Scripts/house.json'
HOW_TO_STORE = '`make house HOUSE=--store`'


def stored(checkout):
    """Returns the stored figures: name -> number."""
    path = checkout / STORE
    return json.loads(path.read_text('utf-8')) if path.exists() else {}


def store(checkout, figures):
    text = json.dumps({figure.name: figure.value for figure in figures}, indent=2, sort_keys=True)
    (checkout / STORE).write_text(text + '\n', 'utf-8')


def complaints(figures, old):
    """Yields a sentence for each figure that is worse than the stored one, or is not stored."""
    for figure in figures:
        if not figure.is_held:
            continue
        if figure.name not in old:
            yield f'"{figure.name}" is not in {STORE}. Store it with {HOW_TO_STORE}.'
        elif figure.value > old[figure.name]:
            yield (
                f'"{figure.name}" grew from {old[figure.name]} to {figure.value}. `make house HOUSE=--list` shows the '
                f'places. Improve one of them; or store the new figure with {HOW_TO_STORE}, and give the reason in '
                'the body of the same commit.'
            )


def improvements(figures, old):
    """Yields a phrase for each figure that is better than the stored one."""
    for figure in figures:
        if figure.is_held and figure.value < old.get(figure.name, figure.value):
            yield f'"{figure.name}" {old[figure.name]} -> {figure.value}'


def check(checkout, figures):
    """Prints the figures that are worse or, if there are none, those that are better. Returns the exit status."""
    old = stored(checkout)
    found = list(complaints(figures, old))
    for complaint in found:
        print(complaint, file=sys.stderr)
    better = ', '.join(improvements(figures, old))
    if better and not found:
        print(f'Better than {STORE}: {better}. Store it with {HOW_TO_STORE}.')
    return 1 if found else 0
