"""The devices of a boot. Words of the variant name the trainer (a KICKR by default) and the sensors."""

import re

from rig.devices import OTHER_TRAINERS, USUAL_TRAINER
from rig.peripherals.headwind import Headwind
from rig.peripherals.kickr import Kickr
from rig.peripherals.neo import Neo
from rig.peripherals.old_kickr import OldKickr, Snap
from rig.peripherals.sensors import CadenceSensor, Meter

TRAINERS = dict(zip((USUAL_TRAINER, *OTHER_TRAINERS), (Kickr, OldKickr, Snap, Neo), strict=True))
METER_PERCENT = -4  # error of a meter without a percentage in its name


def trainer_named(variants):
    """Returns the name of the trainer among these words."""
    named = [name for name in TRAINERS if name in variants]
    if len(named) > 1:
        raise ValueError(f'only one trainer, not {", ".join(named)}')
    return named[0] if named else USUAL_TRAINER


def sensors(rig):
    """Returns the devices other than trainer and strap: `cadence`, `meter`, `meter-4`, `meter+10`, `headwind`."""
    found = []
    for word in sorted(rig.variants):
        if word == 'cadence':
            found.append(CadenceSensor(rig))
        elif meter := re.fullmatch(r'meter([+-]\d+(?:\.\d+)?)?', word):
            found.append(Meter(rig, float(meter[1] or METER_PERCENT)))
        elif word == 'headwind':
            found.append(Headwind(rig))
    return found
