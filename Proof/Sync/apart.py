"""Runs scenes, each in a process of its own, for the parts of the proof that have many."""

import concurrent.futures
import pathlib
import subprocess
import sys
import time
import traceback


def play(part: str, fact: str, scene: object, programs: pathlib.Path) -> int:
    """Runs one scene here."""
    began = time.monotonic()
    try:
        scene(programs)
    except Exception:
        print(f'FAILED {part}: {fact}\n{traceback.format_exc()}', flush=True)
        return 1
    print(f'ok     {part}: {fact} ({time.monotonic() - began:.0f} s)', flush=True)
    return 0


def play_all(part: str, script: str, programs: pathlib.Path, chosen: list[int], at_a_time: int) -> int:
    """Runs `SCRIPT PROGRAMS #NUMBER` for each number, and returns the exit status of the part."""

    def played(number: int) -> bool:
        command = [sys.executable, '-B', script, programs, f'#{number}']
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        print(done.stdout + done.stderr, end='', flush=True)
        return done.returncode == 0

    with concurrent.futures.ThreadPoolExecutor(at_a_time) as pool:
        failures = list(pool.map(played, chosen)).count(False)
    print(f'{part}: {len(chosen) - failures} scenes passed, {failures} failed')
    return 1 if failures or not chosen else 0
