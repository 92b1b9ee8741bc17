"""attacks.py BIN HUB [--fast] [NAME...]: attacks the programs as packages install them.

BIN is a folder with the programs, HUB the server. With names, only these attacks run; --fast skips the slow ones. Each
attack runs in its own namespaces, so that it cannot reach ports, files, accounts or processes of this computer, and
leaves no trace. It needs root.
"""

import concurrent.futures
import pathlib
import subprocess
import sys
import time
import traceback

import accounts
import arguments
import backups
import certificates
import destinations
import guesses
import levels
import pages
import riders
import units
import uploads
from network import NotPermittedError
from suite import ATTACKS, Built

# Each module registers its attacks when it is imported.
WRITTEN_IN = (accounts, arguments, backups, certificates, destinations, guesses, levels, pages, riders, units, uploads)
APART = ('unshare', '--net', '--uts', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc')
AT_A_TIME = 2
# The exit status of a skipped attack.
LEFT_OUT = 75


def play(built: Built, name: str) -> int:
    """Runs one attack here."""
    attack, began = ATTACKS[name], time.monotonic()
    try:
        subprocess.run(['ip', 'link', 'set', 'lo', 'up'], check=True)
        attack.play(built)
    except NotPermittedError as error:
        print(f'LEFT OUT attack: {attack.fact}: {error}', flush=True)
        return LEFT_OUT
    except Exception:
        print(f'FAILED attack: {attack.fact}\n{traceback.format_exc()}', flush=True)
        return 1
    print(f'ok     attack: {attack.fact} ({time.monotonic() - began:.0f} s)', flush=True)
    return 0


def played_apart(built: Built, name: str) -> int:
    """Runs one attack in its own namespaces."""
    command = [*APART, sys.executable, '-B', __file__, built.programs, built.hub, f'#{name}']
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    print(done.stdout + done.stderr, end='', flush=True)
    return done.returncode


def main() -> int:
    built = Built(*(pathlib.Path(word).resolve() for word in sys.argv[1:3]))
    words = [word for word in sys.argv[3:] if word != '--fast']
    if words and words[0].startswith('#'):
        return play(built, words[0][1:])
    chosen = [name for name in ATTACKS if name in words or not words]
    if '--fast' in sys.argv:
        chosen = [name for name in chosen if not ATTACKS[name].is_slow]
    if subprocess.run([*APART, 'true'], check=False, capture_output=True).returncode:
        print(f'LEFT OUT attacks: {len(chosen)} need root and namespaces, which are missing here')
        return 0
    with concurrent.futures.ThreadPoolExecutor(AT_A_TIME) as pool:
        ends = list(pool.map(lambda name: played_apart(built, name), chosen))
    left_out = ends.count(LEFT_OUT)
    failed = len(ends) - ends.count(0) - left_out
    print(f'attacks: {ends.count(0)} held, {failed} got through, {left_out} left out')
    return 1 if failed or not chosen else 0


if __name__ == '__main__':
    sys.exit(main())
