"""A power meter's view of the true power, with a percentage error, a drift and a lag."""

import math


class Gauge:
    def __init__(self, percent):
        self.first_percent = percent
        self.set(percent)

    def set(self, percent, drift=0.0, lag=0.0):
        """`drift` is in percent a minute from now on; `lag` is a time constant in seconds."""
        self.percent, self.drift, self.lag = percent, drift, lag
        self.seconds, self.felt = 0, None

    def calm(self):
        self.set(self.first_percent)

    def shown(self, watts):
        """Returns its reading after one more second at that power."""
        if self.felt is None or not self.lag:
            self.felt = watts
        else:
            self.felt += (watts - self.felt) * (1 - math.exp(-1 / self.lag))
        self.seconds += 1
        return self.felt * (1 + (self.percent + self.drift * self.seconds / 60) / 100)
