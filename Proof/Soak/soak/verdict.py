"""The verdicts on a chain and on a campaign."""

import collections
from dataclasses import dataclass, field

from soak.bounds import BOUNDS, LONG_GAP, RAMP, RAMPED

UNJUDGED = 0.2  # maximum share of unjudged rides


@dataclass
class RideVerdict:
    number: int
    kind: str
    minutes: float
    faults: list
    id: int | None = None  # its id in the library; None if no ride began, or an empty one was dropped
    complaints: list = field(default_factory=list)
    came_to: str = ''
    rows_lost: int = 0
    lost: bool = False
    seconds: int = 0
    matched_seconds: int = 0  # seconds with a target matched to a meter that were judged


@dataclass
class Verdict:
    seed: int
    rides: list
    complaints: list = field(default_factory=list)
    returns: dict = field(default_factory=lambda: collections.defaultdict(list))  # cause -> seconds after its end
    unplayed: bool = False  # the rig failed
    unjudged: bool = False  # the guest's kernel died, which is not the daemon's fault

    @property
    def good(self):
        return not self.complaints and not any(ride.complaints for ride in self.rides)

    @classmethod
    def broken(cls, chain, why):
        return cls(
            chain.seed, [RideVerdict(r.number, r.kind, r.minutes, r.faults) for r in chain.rides], [why], unplayed=True
        )


class Summary:
    """The sum of a campaign."""

    def __init__(self):
        self.passed = self.failed = self.unjudged = self.lost = self.rows = self.seconds = self.matched = 0
        self.faults, self.returns = collections.Counter(), collections.defaultdict(list)

    def add(self, verdict):
        failed = sum(bool(ride.complaints) for ride in verdict.rides)
        # A complaint about the chain counts for one of its rides. Rides that the rig did not play are not judged.
        if verdict.unjudged:
            self.unjudged += len(verdict.rides)
            return
        if verdict.complaints:
            failed = len(verdict.rides) if verdict.unplayed else max(failed, 1)
        self.failed += failed
        self.passed += len(verdict.rides) - failed
        for ride in verdict.rides:
            self.lost += ride.lost
            self.rows += ride.rows_lost
            self.seconds += ride.seconds
            self.matched += ride.matched_seconds
            self.faults.update(ride.faults)
        for name, seconds in verdict.returns.items():
            self.returns[name] += seconds

    @property
    def good(self):
        """Whether the campaign passed. A kernel may die now and then; if it dies often, too few rides are judged."""
        return self.passed > 0 and self.failed == 0 and self.unjudged <= UNJUDGED * (self.passed + self.unjudged)

    def lines(self):
        count = self.passed + self.failed
        yield f'{count} rides, {self.seconds / 3600:.1f} h of the timer; {self.lost} rides lost, {self.rows} rows lost'
        if self.matched:
            yield f'{self.matched} seconds are matched to a meter'
        yield 'faults: ' + ', '.join(f'{name} {times}' for name, times in sorted(self.faults.items()))
        for (name, long), seconds in sorted(self.returns.items()):
            bound = f'{BOUNDS[name][0]:g} s' + (f' and a ramp of {RAMP:g} s' if long or name in RAMPED else '')
            what = f'{name} of {LONG_GAP} s and more' if long else name
            yield f'return after {what}: {len(seconds)} alone, worst {max(seconds):.2f} s, bound {bound}'
        if self.unjudged:
            yield f"{self.unjudged} rides are not judged: the guest's kernel died"
        yield f'{self.passed} passed, {self.failed} failed'
