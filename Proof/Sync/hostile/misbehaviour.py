"""The faults of a server and their times: a plan drawn from a seed."""

import collections
import random
import threading

# The possible faults of one request, with their weights. Those in EFFECT took effect before the client could know.
TROUBLES = {
    'lost': 4,  # The request took effect; the connection ends without a response.
    'cut': 2,  # The request took effect; the response ends in the middle.
    'slow': 2,  # The request took effect; the response trickles.
    'late': 2,  # The request took effect; a gateway returns 502.
    'reset': 2,  # The request took no effect; the connection ends.
    'broken': 3,  # 500
    'busy': 2,  # 429 with Retry-After in seconds
    'busyDate': 2,  # 429 with Retry-After as a date, by a clock that is years off
    'limit': 1,  # 429 with X-RateLimit, as Strava sends it; for others as `busy`
    'garbage': 2,  # No HTTP at all
    'page': 2,  # 200 with an HTML page, as from a network that wants a login
    'redirect': 2,  # To another host, which must never see a token
    'denied': 1,  # 401, though the token is good
    'certificate': 1,  # The next connection has another host's certificate.
}
EFFECT = frozenset({'lost', 'cut', 'slow', 'late'})


class Misbehaviour:
    """Draws the fault of a request; None for correct behaviour."""

    def __init__(self, seed: str, share: float):
        self.random, self.share, self.lock = random.Random(seed), share, threading.Lock()
        self.drawn = collections.Counter()
        # The faults of the next requests, ordered by a scene. They come before random ones.
        self.ordered: list[str | None] = []
        self.always: str | None = None

    def draw(self) -> str | None:
        with self.lock:
            if self.ordered:
                trouble = self.ordered.pop(0)
            elif self.always:
                trouble = self.always
            elif self.random.random() < self.share:
                trouble = self.random.choices(list(TROUBLES), list(TROUBLES.values()))[0]
            else:
                trouble = None
            if trouble:
                self.drawn[trouble] += 1
            return trouble

    def chance(self, share: float) -> bool:
        """Draws whether the server does something that is allowed, but unusual."""
        with self.lock:
            return self.share > 0 and self.random.random() < share
