"""What stands beside the trainer of a chain, and what goes wrong with it: a cadence sensor, a power meter, a fan."""

from dataclasses import dataclass

from rig.devices import CADENCE, FAN, METER

SHARE = 0.5  # of the chains have something beside the trainer
METERS = -10, -4, 4, 10  # percent by which a meter is off
FAN_RULES = '20', '40', 'power', 'heart'  # what `settings --fan` is told
LINK_FAULTS = 'drop', 'vanish', 'silent', 'fade', 'stillborn'
FAN_FAULTS = 'refuses', 'does not answer'


@dataclass
class Beside:
    """The devices of a chain beside trainer and strap; what is None is not there."""

    cadence: bool = False
    meter: int | None = None  # percent by which it is off
    fan: str | None = None  # what it follows

    @property
    def devices(self):
        there = {CADENCE: self.cadence, METER: self.meter is not None, FAN: self.fan is not None}
        return [who for who, is_there in there.items() if is_there]

    @property
    def variant(self):
        """Their words in the variant of a boot."""
        words = {CADENCE: CADENCE, METER: f'meter{self.meter or 0:+}', FAN: 'headwind'}
        return [words[who] for who in self.devices]

    @property
    def uses(self):
        """Their words in the schedule, by which the guest chooses them."""
        words = {CADENCE: CADENCE, METER: METER, FAN: f'fan={self.fan}'}
        return [words[who] for who in self.devices]


def draw_beside(rng, devices):
    """Draws some of these devices for a chain; for half of the chains none."""
    meter, fan = rng.choice(METERS), rng.choice(FAN_RULES)
    there = rng.random() < SHARE
    drawn = {who for who in (CADENCE, METER, FAN) if rng.random() < 0.6 and there and who in devices}
    return Beside(CADENCE in drawn, meter if METER in drawn else None, fan if FAN in drawn else None)


def beside_faults(beside):
    """The names of what can go wrong with them."""
    of_fan = [f'{FAN} {fault}' for fault in FAN_FAULTS if beside.fan is not None]
    return [f'{who} {fault}' for who in beside.devices for fault in LINK_FAULTS] + of_fan
