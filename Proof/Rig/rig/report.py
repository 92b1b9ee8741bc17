"""Prints a line for each checked fact, counts them, and ends with 'N passed, N failed'."""

import sys


class Report:
    def __init__(self, title):
        self.title, self.passed, self.failed = title, 0, 0

    def check(self, holds, fact, found=''):
        """Prints one fact and its evidence. Returns whether it holds; never raises, so that all checks run."""
        self.passed += bool(holds)
        self.failed += not holds
        print(f'{"ok    " if holds else "FAILED"} {self.title}: {fact}{f" ({found})" if found != "" else ""}')
        return bool(holds)

    def run(self, *checks, given=()):
        """Calls each check with this report and the given values. A check without its evidence fails."""
        for check in checks:
            try:
                check(self, *given)
            except Exception as error:  # missing or malformed evidence is a failed check
                self.check(False, check.__name__.replace('_', ' '), f'{type(error).__name__}: {error}')

    def end(self):
        print(f'{self.passed} passed, {self.failed} failed')
        sys.exit(1 if self.failed or not self.passed else 0)
