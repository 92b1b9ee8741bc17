#!/usr/bin/env python3
"""picture.py COLUMNS ROWS OUT.png PROGRAM ARGS...: draws what a program shows on a terminal of that size after three
seconds. Needs pyte and pillow from PyPI, and the DejaVu fonts."""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time

import pyte
from PIL import Image, ImageDraw, ImageFont

FONTS = '/usr/share/fonts/truetype/dejavu/DejaVuSansMono{}.ttf'
COLOURS = {'green': (110, 200, 120), 'brown': (230, 190, 80), 'red': (240, 100, 90)}
PAPER, INK = (24, 26, 30), (220, 222, 226)
CELL = (10, 20)


def screen(columns, rows, command, seconds=3):
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM='xterm-256color', LANG='C.UTF-8')
        time.sleep(0.2)  # until the size is set
        os.execv(command[0], command)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack('HHHH', rows, columns, 0, 0))
    screen = pyte.Screen(columns, rows)
    stream = pyte.ByteStream(screen)
    end = time.time() + seconds
    while time.time() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            stream.feed(os.read(terminal, 65536))
    os.kill(child, signal.SIGINT)
    return screen


def draw(screen, path):
    fonts = [ImageFont.truetype(FONTS.format(weight), 16) for weight in ('', '-Bold')]
    image = Image.new('RGB', (screen.columns * CELL[0] + 20, screen.lines * CELL[1] + 20), PAPER)
    canvas = ImageDraw.Draw(image)
    for y in range(screen.lines):
        for x in range(screen.columns):
            cell = screen.buffer[y][x]
            place = (10 + x * CELL[0], 10 + y * CELL[1])
            canvas.text(place, cell.data, font=fonts[cell.bold], fill=COLOURS.get(cell.fg, INK))
    image.save(path, optimize=True)


if __name__ == '__main__':
    columns, rows, path = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    draw(screen(columns, rows, sys.argv[4:]), path)
