"""python3 -B -m rig.peripherals CONTROL LOG [--seed N] [--variant NAMES]: a virtual trainer, a heart-rate strap, and
what else is named, on a Bumble radio, whose HCI controller is handed to the kernel that this runs on, by /dev/vhci.

CONTROL is a folder. A command (see commands.py) comes as a line through the FIFO `told` in it. The answer, a line of
JSON, is in the file `answer` once the FIFO `answered` has a line feed: a shell reads a pipe byte by byte, which is slow
in a guest. LOG gets a line of JSON for each event, with t, the seconds of CLOCK_MONOTONIC.

--variant NAMES  words, separated by commas. Which devices there are:
  kickr       a Fitness Machine, the trainer if none is named
  kickr-2016  a KICKR from before FTMS, with Wahoo's own control point in Cycling Power
  snap        a KICKR SNAP: the same, without cranks, and without an answer to a simulation
  neo2t       a Tacx NEO 2T, FE-C over BLE
  cadence     a cadence sensor
  meter-4     a power meter that shows 4 % less than the rider's power; `meter` is that one
  headwind    a fan
oddities of the KICKR:
  core1818   advertises 1818, and FTMS only in service data (KICKR CORE)
  onebyte    answers an unsupported op code with the single byte 02 (KICKR CORE)
  quiet      the status characteristic never says that the target changed
  apart      its power is in Cycling Power alone, not in Indoor Bike Data
of any trainer:
  name       advertises its name and no service
  fc82       advertises its name and FC82, and no other service
  heart      has a Heart Rate service, which it does not advertise
or of the rider:
  atrest     sits and does not pedal until told to

The KICKR sends speed, 29 km/h while somebody pedals, and no distance; other trainers have a wheel that turns with the
cranks, and coasts. Simulation replaces a target; the brake then is a flat road.
"""

import argparse
import fcntl
import hashlib
import struct

RNDADDENTROPY = 0x40085203


def seed_kernel(seed):
    """Fills the kernel's pool of entropy from the seed. Nothing else does in a virtual guest, where the first program
    that asks would wait for minutes.
    """
    with open('/dev/random', 'wb') as pool:
        fcntl.ioctl(pool, RNDADDENTROPY, struct.pack('ii', 512, 64) + hashlib.sha512(str(seed).encode()).digest())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('control')
    parser.add_argument('log')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--variant', default='')
    arguments = parser.parse_args()
    seed_kernel(arguments.seed)

    # Imported only now: the import of Bumble asks for entropy.
    from rig.peripherals import virtual_rig

    virtual_rig.run(arguments.control, arguments.log, arguments.seed, arguments.variant.split(','))


main()
