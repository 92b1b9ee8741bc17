#!/usr/bin/env python3
"""wire_types.py: writes .work/page/wire.d.ts, the Varlink interfaces as types for the checker of the page's scripts.

Each type is a member of the namespace `Wire`. `Calls` has the parameters and the reply of each call that the page may
make, by its method; Proof/Attacks/doors.toml lists these calls.
"""

import pathlib
import re
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
MADE = ROOT / '.work/page/wire.d.ts'
INTERFACES = ('Trainer', 'Body', 'Sync', 'Page')
HEADING = '// Scripts/wire_types.py makes this file of Sources/ControlWire/*.varlink.\n\n'
PLAIN = {'bool': 'boolean', 'int': 'number', 'float': 'number', 'string': 'string'}
DECLARATION = re.compile(
    r'(?P<kind>type|method) (?P<name>\w+) ?\((?P<parameters>[^()]*)\)(?: -> \((?P<reply>[^()]*)\))?'
)


def typescript(code):
    """Returns a Varlink type as TypeScript: `[]int` is `number[]`."""
    if code.startswith('[]'):
        return f'{typescript(code[2:])}[]'
    if not re.fullmatch(r'\w+', code):
        sys.exit(f'wire_types.py: cannot translate the type {code}')
    return PLAIN.get(code, code)


def members(code):
    """Returns the members of a Varlink struct, or the values of an enumeration, as TypeScript."""
    items = [item.strip() for item in code.split(',') if item.strip()]
    if not items:
        return 'Record<string, never>'
    if ':' not in items[0]:
        return ' | '.join(f'"{item}"' for item in items)
    pairs = [re.fullmatch(r'(\w+): *(\??)(.+)', item).groups() for item in items]
    return f'{{ {" ".join(f"{name}{absent}: {typescript(kind)};" for name, absent, kind in pairs)} }}'


def declarations():
    """Returns the comment and the match of each type and each method, by kind and name."""
    found = {}
    for interface in INTERFACES:
        text = (ROOT / f'Sources/ControlWire/org.justzone2.{interface}.varlink').read_text('utf-8')
        for block in text.split('\n\n'):
            lines = block.strip().split('\n')
            comment = ' '.join(line[1:].strip() for line in lines if line.startswith('#'))
            code = ' '.join(line.strip() for line in lines if not line.startswith('#'))
            if not code.startswith(('type ', 'method ')):
                continue
            match = DECLARATION.fullmatch(code) or sys.exit(f'wire_types.py: cannot read {code[:60]}')
            key = match['kind'], match['name']
            if key in found and members(found[key][1]['parameters']) != members(match['parameters']):
                sys.exit(f'wire_types.py: two interfaces have different types {match["name"]}')
            found.setdefault(key, (comment, match))
    return found


def offered():
    """Returns the methods of the calls that the page may make."""
    rows = tomllib.loads((ROOT / 'Proof/Attacks/doors.toml').read_text('utf-8'))['page']
    return {method for row in rows for method in row.get('calls', [])}


def made():
    declared, methods = declarations(), offered()
    if unknown := methods - {name for kind, name in declared if kind == 'method'}:
        sys.exit(f'wire_types.py: no interface has {", ".join(sorted(unknown))}')
    types, calls = [], []
    for (kind, name), (comment, match) in declared.items():
        doc, parameters = f'  /** {comment} */\n' if comment else '', members(match['parameters'])
        if kind == 'type':
            types.append(f'{doc}  type {name} = {parameters};\n')
        elif name in methods:
            calls.append(f'{doc}  {name}: {{ parameters: {parameters}; reply: {members(match["reply"])} }};\n')
    return f'{HEADING}declare namespace Wire {{\n{"".join(types)}\n  interface Calls {{\n{"".join(calls)}  }}\n}}\n'


if __name__ == '__main__':
    MADE.parent.mkdir(parents=True, exist_ok=True)
    MADE.write_text(made(), 'utf-8')
