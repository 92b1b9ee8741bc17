#!/usr/bin/env python3
"""pictures.py PROGRAMS [FOLDER]: rides a plan on a simulated trainer, steers it by keys, and draws what watch shows.

PROGRAMS is the folder of jz2d and jz2ctl; the pictures go into FOLDER, docs by default.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from terminal_svg import svg

ROOT = Path(__file__).resolve().parents[2]
PLAN = """timer 2:00 100-160W "Warm-up"
repeat 4
  timer 1:30 205W 85-95rpm "Over"
  timer 1:00 165W "Under"
end
timer 2:00 150-100W "Cool-down"
"""
SIZES = {'phone': (40, 15), 'terminal': (80, 24), 'large': (120, 40)}


class Terminals:
    """A private tmux server with one terminal for each size."""

    def __init__(self, folder: Path, command: list[str]):
        self.base = ['tmux', '-S', str(folder / 'tmux'), '-f', '/dev/null']
        environment = {**os.environ, 'LC_ALL': 'C.UTF-8', 'TERM': 'xterm-256color', 'NO_COLOR': ''}
        for name, (columns, rows) in SIZES.items():
            size = ['-x', str(columns), '-y', str(rows)]
            subprocess.run([*self.base, 'new-session', '-d', '-s', name, *size, *command], check=True, env=environment)
            subprocess.run([*self.base, 'set', '-t', name, 'status', 'off'], check=True)
            subprocess.run([*self.base, 'resize-window', '-t', name, *size], check=True)

    def press(self, name: str, *keys: str):
        subprocess.run([*self.base, 'send-keys', '-t', name, *keys], check=True)

    def picture(self, name: str, path: Path):
        screen = subprocess.run(
            [*self.base, 'capture-pane', '-t', name, '-e', '-p'], check=True, capture_output=True, text=True
        ).stdout
        drawing = path.with_suffix('.svg')
        drawing.write_text(svg(screen, *SIZES[name]))
        subprocess.run(['rsvg-convert', '--zoom', '1.25', str(drawing), '-o', str(path)], check=True)
        drawing.unlink()
        subprocess.run(['pngquant', '--force', '--ext', '.png', '--strip', '48', str(path)], check=True)
        print(f'{path}: {path.stat().st_size} bytes')

    def close(self):
        subprocess.run([*self.base, 'kill-server'], check=False)


def ride(programs: Path, folder: Path, state: Path):
    socket = state / 'jz2.sock'
    client = [str(programs / 'jz2ctl')]

    def ask(*words: str, **options) -> str:
        command = [*client, *words, '--socket', str(socket)]
        return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout

    def until(second: int):
        while json.loads(ask('status', '--json'))['ride']['timerSeconds'] < second:
            time.sleep(0.05)

    daemon = subprocess.Popen(
        [str(programs / 'jz2d'), '--radio', 'sim', '--rate', '12', '--state', str(state), '--socket', str(socket)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    terminals = None
    try:
        while not socket.exists():
            time.sleep(0.1)
        (state / 'plan.txt').write_text(PLAN)
        ask('import', str(state / 'plan.txt'), '--name', 'Over-under')
        ask('settings', '--max-heart-rate', '185', '--zones', 'maximum')
        ask('start', '--plan', 'Over-under')
        terminals = Terminals(state, [*client, 'watch', '--quiet', '--socket', str(socket)])
        until(290)
        terminals.press('terminal', 'l')
        until(385)
        terminals.press('terminal', '+')
        time.sleep(0.3)
        terminals.picture('terminal', folder / 'watch.png')
        until(450)
        terminals.picture('large', folder / 'watch-large.png')
        terminals.press('phone', 'Space')
        time.sleep(2.5)
        terminals.picture('phone', folder / 'watch-phone.png')
        terminals.press('phone', 'S', 'y')
        time.sleep(1)
    finally:
        if terminals:
            terminals.close()
        daemon.terminate()
        daemon.wait()


if __name__ == '__main__':
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as scratch:
        ride(Path(sys.argv[1]).resolve(), Path(sys.argv[2] if len(sys.argv) == 3 else ROOT / 'docs'), Path(scratch))
