"""scenes.py BIN [WORD...]: scenes of riders and of attackers with the page, each on its own Pi.

With words, only the scenes with one of them in their name run. Two run at a time, because a scene mostly waits for a
ride.
"""

import concurrent.futures
import pathlib
import subprocess
import sys
import time
import traceback

import calibrating
import charts
import crowd
import files
import intruders
import library
import looks
import planner
import power
import reading
import rides
import riding
import secure
import services
import settings
import starting
import trim
from stage import SCENES

# Each module registers its scenes when it is imported.
WRITTEN_IN = (
    riding,
    calibrating,
    charts,
    crowd,
    files,
    intruders,
    library,
    looks,
    planner,
    power,
    reading,
    rides,
    secure,
    services,
    settings,
    starting,
    trim,
)
AT_A_TIME = 2


def play(programs: pathlib.Path, number: int) -> int:
    """Runs one scene here."""
    fact, scene = SCENES[number]
    began = time.monotonic()
    try:
        scene(programs)
    except Exception:
        print(f'FAILED page: {fact}\n{traceback.format_exc()}', flush=True)
        return 1
    print(f'ok     page: {fact} ({time.monotonic() - began:.0f} s)', flush=True)
    return 0


def played_apart(programs: pathlib.Path, number: int) -> int:
    """Runs one scene in its own process, because playwright is bound to one thread."""
    command = [sys.executable, '-B', __file__, programs, f'#{number}']
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    print(done.stdout + done.stderr, end='', flush=True)
    return done.returncode


def main() -> int:
    programs, words = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    if words and words[0].startswith('#'):
        return play(programs, int(words[0][1:]))
    chosen = [number for number, (fact, _) in enumerate(SCENES) if not words or any(word in fact for word in words)]
    with concurrent.futures.ThreadPoolExecutor(AT_A_TIME) as pool:
        failures = sum(pool.map(lambda number: played_apart(programs, number), chosen))
    print(f'page: {len(chosen) - failures} scenes passed, {failures} failed')
    return 1 if failures or not chosen else 0


if __name__ == '__main__':
    sys.exit(main())
