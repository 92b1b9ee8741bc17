"""The additional devices of a chain, and their faults: a cadence sensor, a power meter, a fan."""

from dataclasses import dataclass

from rig.devices import CADENCE, FAN, METER

SHARE = 0.5  # share of the chains with additional devices
METERS = -10, -4, 4, 10  # percent; error of a meter
FAN_RULES = '20', '40', 'power', 'heart'  # values for `settings --fan`
LINK_FAULTS = 'drop', 'vanish', 'silent', 'fade', 'stillborn'
FAN_FAULTS = 'refuses', 'does not answer'


@dataclass
class Beside:
    """The devices of a chain in addition to trainer and strap. Absent devices are None."""

    cadence: bool = False
    meter: int | None = None  # percent; its error
    fan: str | None = None  # its rule

    @property
    def devices(self):
        there = {CADENCE: self.cadence, METER: self.meter is not None, FAN: self.fan is not None}
        return [who for who, is_there in there.items() if is_there]

    @property
    def variant(self):
        """Returns their words in the variant of a boot."""
        words = {CADENCE: CADENCE, METER: f'meter{self.meter or 0:+}', FAN: 'headwind'}
        return [words[who] for who in self.devices]

    @property
    def uses(self):
        """Returns their words in the schedule, by which the guest chooses them."""
        words = {CADENCE: CADENCE, METER: METER, FAN: f'fan={self.fan}'}
        return [words[who] for who in self.devices]


def draw_beside(rng, devices):
    """Draws some of these devices for a chain; none for half of the chains."""
    meter, fan = rng.choice(METERS), rng.choice(FAN_RULES)
    there = rng.random() < SHARE
    drawn = {who for who in (CADENCE, METER, FAN) if rng.random() < 0.6 and there and who in devices}
    return Beside(CADENCE in drawn, meter if METER in drawn else None, fan if FAN in drawn else None)


def beside_faults(beside):
    """Returns the names of their faults."""
    of_fan = [f'{FAN} {fault}' for fault in FAN_FAULTS if beside.fan is not None]
    return [f'{who} {fault}' for who in beside.devices for fault in LINK_FAULTS] + of_fan
