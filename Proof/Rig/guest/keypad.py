"""keypad.py PIPE: creates number pads with uinput and presses their keys, as commands from PIPE say.

plug NAME, unplug NAME     adds or removes a pad of this name
press NAME KEY             presses a key for 0.1 s; KEY is its number
hold NAME KEY SECONDS      presses it longer
grabbed NODE               writes to PIPE.answer whether another program has grabbed the pad at /dev/input/NODE
"""

import fcntl
import os
import struct
import sys
import time

# linux/uinput.h, linux/input.h
UI_DEV_CREATE, UI_DEV_DESTROY, UI_DEV_SETUP = 0x5501, 0x5502, 0x405C5503
UI_SET_EVBIT, UI_SET_KEYBIT, EVIOCGRAB = 0x40045564, 0x40045565, 0x40044590
EV_SYN, EV_KEY, EV_REP, BUS_USB = 0, 1, 0x14, 3
KEYS = range(1, 249)

pads = {}


def plug(name):
    pad = os.open('/dev/uinput', os.O_WRONLY)
    # With EV_REP the kernel repeats a held key, as it does for a keyboard.
    for kind in (EV_KEY, EV_REP):
        fcntl.ioctl(pad, UI_SET_EVBIT, kind)
    for key in KEYS:
        fcntl.ioctl(pad, UI_SET_KEYBIT, key)
    fcntl.ioctl(pad, UI_DEV_SETUP, struct.pack('HHHH80sI', BUS_USB, 1, 1, 1, name.encode(), 0))
    fcntl.ioctl(pad, UI_DEV_CREATE)
    pads[name] = pad


def unplug(name):
    pad = pads.pop(name)
    fcntl.ioctl(pad, UI_DEV_DESTROY)
    os.close(pad)


def send(name, key, value):
    for event in ((EV_KEY, key, value), (EV_SYN, 0, 0)):
        os.write(pads[name], struct.pack('llHHi', 0, 0, *event))


def hold(name, key, seconds):
    send(name, int(key), 1)
    time.sleep(float(seconds))
    send(name, int(key), 0)


def press(name, key):
    hold(name, key, 0.1)


def grabbed(node):
    with open(f'/dev/input/{node}', 'rb') as device:
        try:
            fcntl.ioctl(device, EVIOCGRAB, 1)
            return 'free'
        except OSError as error:
            return error.strerror


def main(pipe):
    # The pipe is open in both directions, so that it does not end when a writer closes it.
    with open(os.open(pipe, os.O_RDWR)) as told:
        while line := told.readline():
            command, *words = line.split()
            if command == 'grabbed':
                with open(f'{pipe}.answer', 'w') as answer:
                    answer.write(f'{grabbed(*words)}\n')
            else:
                {'plug': plug, 'unplug': unplug, 'press': press, 'hold': hold}[command](*words)


main(sys.argv[1])
