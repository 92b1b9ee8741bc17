"""Converts a captured terminal (text with SGR sequences, as in `tmux capture-pane -e`) to an SVG picture."""

import re
from html import escape

FONT, CELL_WIDTH, CELL_HEIGHT, BASELINE, EDGE = 13.3, 8, 16, 12.4, 12
BACKGROUND, FOREGROUND, DIM = '#0d1117', '#d0d7de', '#768390'
COLOURS = {31: '#ff7b72', 32: '#57c26b', 33: '#e3b341', 36: '#6cb6ff'}
SEQUENCE = re.compile(r'\x1b\[([0-9;]*)m|\x1b[()][A-Z0-9]|[\x0e\x0f]')
LOWER, LEFT, SHADE = '▁▂▃▄▅▆▇█', '▏▎▍▌▋▊▉█', '░'


def cells(text: str):
    """Yields the cells of a screen: row, column, character, colour and weight. Styles continue from line to line."""
    colour, bold, dim, row, column, place = None, False, False, 0, 0, 0
    while place < len(text):
        found = SEQUENCE.match(text, place)
        if not found:
            if text[place] == '\n':
                row, column = row + 1, 0
            else:
                yield row, column, text[place], colour or (DIM if dim else FOREGROUND), bold
                column += 1
            place += 1
            continue
        place = found.end()
        for code in (int(word or 0) for word in found[1].split(';')) if found[1] is not None else ():
            if code == 0:
                colour, bold, dim = None, False, False
            elif code in COLOURS or code == 39:
                colour = COLOURS.get(code)
            elif code in (1, 2, 22):
                bold, dim = code == 1, code == 2


def box(character: str):
    """Returns the part of a cell that a block fills: left, top, width, height, opacity; None for other characters."""
    if character == SHADE:
        return 0, 0.1, 1, 0.8, 0.3
    if character in LOWER:
        height = (LOWER.index(character) + 1) / 8
        return 0, 1 - height, 1, height, 1
    if character in LEFT:
        return 0, 0.1, (LEFT.index(character) + 1) / 8, 0.8, 1
    if character in '─━':
        return (0, 0.47, 1, 0.06, 1) if character == '─' else (0, 0.42, 1, 0.16, 1)
    return None


def svg(text: str, columns: int, rows: int) -> str:
    """Returns the picture of a screen."""
    width, height = columns * CELL_WIDTH + 2 * EDGE, rows * CELL_HEIGHT + 2 * EDGE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}">',
        f'<rect width="100%" height="100%" rx="8" fill="{BACKGROUND}"/>',
        f'<g font-family="DejaVu Sans Mono" font-size="{FONT}" xml:space="preserve">',
    ]
    for row, column, character, colour, bold in cells(text):
        left, top = EDGE + column * CELL_WIDTH, EDGE + row * CELL_HEIGHT
        if filled := box(character):
            x, y, across, down, opacity = filled
            parts.append(
                f'<rect x="{left + x * CELL_WIDTH}" y="{top + y * CELL_HEIGHT}" width="{across * CELL_WIDTH}" '
                f'height="{down * CELL_HEIGHT}" fill="{colour}" opacity="{opacity}" shape-rendering="crispEdges"/>'
            )
        elif character != ' ' and row < rows:
            weight = ' font-weight="bold"' if bold else ''
            parts.append(f'<text x="{left}" y="{top + BASELINE}" fill="{colour}"{weight}>{escape(character)}</text>')
    return '\n'.join([*parts, '</g>', '</svg>', ''])
