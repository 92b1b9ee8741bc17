"""bridge.py BIN [--all] [WORD...]: apps ride through jz2d and jz2bridge, each scene with its own simulated trainer.

Without --all, the long scenes are left out. With words, only the scenes with one of them in their name run. Three run
at a time, because a scene mostly waits for a ride.
"""

import concurrent.futures
import pathlib
import subprocess
import sys
import time
import traceback

import controlling
import delay
import disturbing
import losing
import wireless
from stage import SCENES

# Each module registers its scenes when it is imported.
WRITTEN_IN = (losing, controlling, disturbing, delay, wireless)
AT_A_TIME = 3


def play(programs: pathlib.Path, number: int) -> int:
    """Runs one scene here."""
    fact, scene, _ = SCENES[number]
    began = time.monotonic()
    try:
        scene(programs)
    except Exception:
        print(f'FAILED bridge: {fact}\n{traceback.format_exc()}', flush=True)
        return 1
    print(f'ok     bridge: {fact} ({time.monotonic() - began:.0f} s)', flush=True)
    return 0


def played_apart(programs: pathlib.Path, number: int) -> int:
    """Runs one scene in its own process, so that its threads end with it."""
    command = [sys.executable, '-B', __file__, programs, f'#{number}']
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    print(done.stdout + done.stderr, end='', flush=True)
    return done.returncode


def main() -> int:
    programs, words = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    if words and words[0].startswith('#'):
        return play(programs, int(words[0][1:]))
    runs_all = '--all' in words
    words = [word for word in words if word != '--all']
    chosen = [
        number
        for number, (fact, _, is_long) in enumerate(SCENES)
        if (any(word in fact for word in words) if words else runs_all or not is_long)
    ]
    with concurrent.futures.ThreadPoolExecutor(AT_A_TIME) as pool:
        failures = sum(status != 0 for status in pool.map(lambda number: played_apart(programs, number), chosen))
    print(f'bridge: {len(chosen) - failures} scenes passed, {failures} failed')
    return 1 if failures or not chosen else 0


if __name__ == '__main__':
    sys.exit(main())
