"""The rider: legs on a brake, and their effect on power, cadence, cranks and wheel."""

from typing import NamedTuple

USUAL_RPM, USUAL_KMH = 88, 29  # the gear: this cadence gives this speed
COASTING = 8  # deceleration of a wheel without drive, in km/h per second
STEP = 0.25  # seconds
TYRE = 2.096  # metres


class Felt(NamedTuple):
    """The trainer's measurements of a quarter of a second."""

    watts: int
    rpm: float


class Revolutions:
    """Revolutions of a wheel or a crank, and the time when the last one was completed, in seconds."""

    def __init__(self, turns=0.0, at=0.0):
        self.turns, self.at = turns, at

    @property
    def count(self):
        return int(self.turns)

    @property
    def meters(self):
        """Returns the distance of a wheel."""
        return self.turns * TYRE

    def turn(self, hertz, since, seconds):
        """Turns at that frequency for some seconds, beginning at `since`."""
        before, self.turns = self.turns, self.turns + hertz * seconds
        if int(before) < self.count:
            self.at = since + (self.count - before) / hertz


class CrankCounter:
    """A sensor's count of the rider's cranks. It may stop while they turn, and continues from its last value."""

    def __init__(self, cranks):
        """`cranks` returns the revolutions of the rider's cranks."""
        self.cranks, self.missed, self.standing = cranks, 0, None

    def stand(self, is_standing):
        cranks = self.cranks()
        if is_standing and self.standing is None:
            self.standing = Revolutions(cranks.count - self.missed, cranks.at)
        elif not is_standing and self.standing is not None:
            self.missed, self.standing = cranks.count - self.standing.count, None

    @property
    def revolutions(self):
        if self.standing is not None:
            return self.standing
        cranks = self.cranks()
        return Revolutions(cranks.count - self.missed, cranks.at)


class Rider:
    def __init__(self, rng, cadence):
        self.rng, self.first_cadence = rng, cadence
        self.power, self.cadence = 0.0, cadence
        self.legs = 0  # the legs' maximum watts; 0 for no limit
        self.bias = 0  # of the trainer's power meter, in watts
        self.speed = 0.0  # of the wheel, in km/h
        self.clock = 0.0  # seconds ridden
        self.work = 0.0  # joules
        self.wheel, self.crank = Revolutions(), Revolutions()

    def calm(self):
        self.legs = self.bias = 0
        self.cadence = self.first_cadence

    def weaken(self, watts):
        """Limits the legs to these watts from now on; 0: they are strong again."""
        self.legs = watts
        if not watts:
            self.cadence = float(USUAL_RPM)

    def ride(self, braked):
        """Rides on for a quarter of a second; `braked` is the power of the brake, in watts."""
        goal = 0 if self.cadence == 0 else braked
        if self.legs and self.cadence:
            self.cadence = max(15, self.cadence - 1.2) if goal > self.legs else min(USUAL_RPM, self.cadence + 1)
            goal = min(goal, self.legs)
        self.power += (goal - self.power) * 0.35
        self.turn()
        watts = max(0, round(self.power + self.rng.gauss(0, 2))) + self.bias if self.cadence else 0
        rpm = max(0, self.cadence + self.rng.gauss(0, 0.6)) if self.cadence else 0
        return Felt(watts, rpm)

    def turn(self):
        driven = USUAL_KMH * self.cadence / USUAL_RPM
        self.speed = max(driven, self.speed - COASTING * STEP)
        self.crank.turn(self.cadence / 60, self.clock, STEP)
        self.wheel.turn(self.speed / 3.6 / TYRE, self.clock, STEP)
        self.clock += STEP
        self.work += self.power * STEP
