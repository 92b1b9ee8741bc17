#!/usr/bin/env python3
"""json_page.py [--check]: writes docs/json.md, the description of the output of `jz2ctl --json`.

The page contains the text of `jz2ctl help json`, then the replies and types of the Varlink interfaces that the text
names, with the comments of the interfaces. With --check it writes no file, and fails if the page differs.
"""

import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / 'docs/json.md'
TEXT = ROOT / 'Sources/jz2ctl/Output/Shapes.txt'
INTERFACES = ('Trainer', 'Body', 'Sync', 'Page')
HEADING = """# What `--json` prints

`Scripts/json_page.py` makes this page of the Varlink interfaces and of the text of `jz2ctl help json`.

```
"""
BETWEEN = """```

## Replies and types of the interfaces

In the language of Varlink: `?int` may be absent, `[]int` is a list.

```
"""


def declarations():
    """Returns the comment and the code of each type, and of each method's reply, by kind and name."""
    found = {}
    for name in INTERFACES:
        text = (ROOT / f'Sources/ControlWire/org.justzone2.{name}.varlink').read_text('utf-8')
        for block in text.split('\n\n'):
            lines = block.strip().split('\n')
            comment = ' '.join(line[1:].strip() for line in lines if line.startswith('#'))
            code = ' '.join(line.strip() for line in lines if not line.startswith('#'))
            code = code.replace('( ', '(').replace(' )', ')')
            if match := re.match(r'(type|method) (\w+)', code):
                kind, declared = match.groups()
                if kind == 'method':
                    asked, reply = code.split(' -> ')
                    comment = about(members(reply) - members(asked), comment)
                    code = reply
                found.setdefault((kind, declared), (comment, code))
    return found


def members(code):
    return set(re.findall(r'(\w+):', code))


def about(names, comment):
    """Returns the sentences of a comment that describe one of the names; the others are about the call."""
    subject = re.compile(rf'(?<!the )(?<!a )(?<!each )\b({"|".join(names)}) (is|are|has|begin|says)\b')
    return ' '.join(one for one in re.split(r'(?<=\.) ', comment) if names and subject.search(one))


def named(text, kind, declared):
    """Returns the declarations of a kind that a text names, in the order of the declarations."""
    words = set(re.findall(r'\b[A-Z]\w+', text))
    return [name for its_kind, name in declared if its_kind == kind and name in words]


def reached(text, declared):
    """Returns the types that a text names, and the types of their members."""
    types = set()
    waiting = named(text, 'type', declared)
    while waiting:
        name = waiting.pop()
        if name not in types:
            types.add(name)
            waiting += named(declared['type', name][1], 'type', declared)
    return [name for kind, name in declared if kind == 'type' and name in types]


def wrapped(comment, code):
    lines = textwrap.wrap(comment, 116, initial_indent='# ', subsequent_indent='# ')
    return '\n'.join(lines + textwrap.wrap(code, 116, subsequent_indent='  ')) + '\n'


def grouped(methods, declared):
    """Returns the replies of methods, as comment and code. Methods with the same reply share an entry."""
    names = {}
    for name in methods:
        names.setdefault(declared['method', name][1], []).append(name)
    comments = {
        code: dict.fromkeys(declared['method', name][0] for name in group if declared['method', name][0])
        for code, group in names.items()
    }
    return [(' '.join(comments[code]), f'{", ".join(group)} -> {code}') for code, group in names.items()]


def page():
    declared = declarations()
    text = TEXT.read_text('utf-8')
    verbs, own = text.split('\nVERBS\n')[1].split('\nTYPES OF JZ2CTL\n')
    methods = named(verbs, 'method', declared)
    replies = grouped(methods, declared)
    types = [declared['type', name] for name in reached(own + ''.join(code for _, code in replies), declared)]
    replies, types = (''.join(wrapped(*one) for one in replies), '\n'.join(wrapped(*one) for one in types))
    return f'{HEADING}{text}{BETWEEN}{replies}\n{types}```\n'


def main():
    made = page()
    if sys.argv[1:] == ['--check']:
        if PAGE.read_text('utf-8') != made:
            sys.exit('docs/json.md is not what Scripts/json_page.py makes; run it')
    else:
        PAGE.write_text(made, 'utf-8')


if __name__ == '__main__':
    main()
