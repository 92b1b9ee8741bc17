"""Prints a line for each fact that is checked, counts them, and ends with 'N passed, N failed'."""

import sys


class Report:
    def __init__(self, title):
        self.title, self.passed, self.failed = title, 0, 0

    def check(self, holds, fact, found=''):
        """Prints one fact and what was found. Returns whether it holds, and raises nothing: the rest is checked too."""
        self.passed += bool(holds)
        self.failed += not holds
        print(f'{"ok    " if holds else "FAILED"} {self.title}: {fact}{f" ({found})" if found != "" else ""}')
        return bool(holds)

    def run(self, *checks, given=()):
        """Calls each check with this report and what it is given; a check that cannot find its evidence has failed."""
        for check in checks:
            try:
                check(self, *given)
            except Exception as error:  # the evidence is missing or malformed, which is the finding
                self.check(False, check.__name__.replace('_', ' '), f'{type(error).__name__}: {error}')

    def end(self):
        print(f'{self.passed} passed, {self.failed} failed')
        sys.exit(1 if self.failed or not self.passed else 0)
