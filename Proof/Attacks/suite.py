"""The list of attacks."""

import dataclasses
import pathlib
from collections.abc import Callable


@dataclasses.dataclass(frozen=True)
class Attack:
    fact: str
    play: Callable
    # Skipped in `make test`, which has little time.
    is_slow: bool


ATTACKS: dict[str, Attack] = {}


@dataclasses.dataclass(frozen=True)
class Built:
    """The folder of the programs, and the hub."""

    programs: pathlib.Path
    hub: pathlib.Path


def attack(name: str, fact: str, is_slow: bool = False):
    """Registers an attack. The table of doors uses its name."""

    def noted(play):
        assert name not in ATTACKS, name
        ATTACKS[name] = Attack(fact, play, is_slow)
        return play

    return noted
