"""scenes.py BIN [WORD...]: scenes of a rider and of services, each in a fresh folder.

With words, only the scenes with one of them in their name run.
"""

import pathlib
import sys
import traceback

import arrivals
import calendars
import consents
from network import NotPermittedError
from stage import SCENES

# Each module registers its scenes when it is imported.
WRITTEN_IN = (arrivals, calendars, consents)


def main() -> int:
    programs, words = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    failed = 0
    for fact, play in SCENES:
        if words and not any(word in fact for word in words):
            continue
        try:
            play(programs)
            print(f'ok     sync: {fact}', flush=True)
        except NotPermittedError as error:
            print(f'LEFT OUT sync: {fact}: {error}', flush=True)
        except Exception:
            failed += 1
            print(f'FAILED sync: {fact}\n{traceback.format_exc()}', flush=True)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
