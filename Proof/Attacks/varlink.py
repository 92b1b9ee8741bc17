"""Values for the parameters of calls, derived from the description of an interface."""

import pathlib
import re

# Texts with a fixed form, by the names of their parameters.
USUAL = {'day': '2026-11-27', 'date': '2026-11-27'}
SIMPLE = {'bool': True, 'int': 1, 'float': 1.0, 'string': '1', 'object': {}}


class Interface:
    """A Varlink interface, from its text."""

    def __init__(self, text: str):
        text = re.sub(r'(?m)#.*$', '', text)
        self.name = re.search(r'interface ([\w.]+)', text)[1]
        self.types = dict(re.findall(r'(?m)^type (\w+) (\([^()]*\))', text))
        self.methods = dict(re.findall(r'(?m)^method (\w+)(\([^()]*\))', text))

    @classmethod
    def read(cls, path: pathlib.Path) -> 'Interface':
        return cls(path.read_text())

    def parameters(self, method: str, has_optional: bool = False) -> dict:
        """Returns valid parameters of a method: the required ones, or all."""
        return self._value(self.methods[method], has_optional)

    def _value(self, form: str, has_optional: bool):
        form = form.strip()
        if form.startswith('?'):
            return self._value(form[1:], has_optional)
        if form.startswith('[]'):
            return [self._value(form[2:], has_optional)]
        if form.startswith('['):
            return {}
        if form in SIMPLE:
            return SIMPLE[form]
        if not form.startswith('('):
            return self._value(self.types[form], has_optional)
        members = [one.strip() for one in form[1:-1].split(',') if one.strip()]
        if members and ':' not in members[0]:
            return members[0]
        named = [one.split(':', 1) for one in members]
        return {
            name.strip(): USUAL.get(name.strip(), self._value(form, has_optional))
            for name, form in named
            if has_optional or not form.strip().startswith('?')
        }
