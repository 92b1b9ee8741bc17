"""python3 -B -m rig.peripherals CONTROL LOG [--seed N] [--variant NAMES]: runs a virtual trainer, a heart-rate strap,
and other named devices on a Bumble radio, whose HCI controller this kernel gets by /dev/vhci.

CONTROL is a folder. A command (see commands.py) is a line in its FIFO `told`. The answer, a line of JSON, is in the
file `answer` once the FIFO `answered` has a line feed: a shell reads a pipe byte by byte, which is slow in a guest. LOG
gets a line of JSON for each event, with t, the seconds of CLOCK_MONOTONIC.

--variant NAMES  words, separated by commas. Devices of the boot:
  kickr       a Fitness Machine, the default trainer
  kickr-2016  a KICKR from before FTMS, with Wahoo's own control point in Cycling Power
  snap        a KICKR SNAP: the same, without cranks, and without an answer to a simulation
  neo2t       a Tacx NEO 2T, FE-C over BLE
  cadence     a cadence sensor
  meter-4     a power meter that shows 4 % less than the rider's power; `meter` is the same one
  headwind    a fan
oddities of the KICKR:
  core1818   advertises 1818, and FTMS only in service data (KICKR CORE)
  onebyte    answers an unsupported op code with the single byte 02 (KICKR CORE)
  quiet      the status characteristic never reports a changed target
  apart      its power is in Cycling Power alone, not in Indoor Bike Data
oddities of any trainer:
  name       advertises its name and no service
  fc82       advertises its name and FC82, and no other service
  heart      has a Heart Rate service, which it does not advertise
oddities of the rider:
  atrest     sits and does not pedal before a command

The KICKR sends speed, 29 km/h while the rider pedals, and no distance; other trainers have a wheel that turns with the
cranks, and coasts. Simulation replaces a target; the brake then is a flat road.
"""

import argparse
import fcntl
import hashlib
import struct

RNDADDENTROPY = 0x40085203


def seed_kernel(seed):
    """Fills the kernel's entropy pool from the seed. A virtual guest has no other source, and the first program that
    needs entropy would wait for minutes.
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

    # Imported late: the import of Bumble needs entropy.
    from rig.peripherals import virtual_rig

    virtual_rig.run(arguments.control, arguments.log, arguments.seed, arguments.variant.split(','))


main()
