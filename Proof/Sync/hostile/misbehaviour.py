"""What a server does wrong, and when: a plan drawn by a seed."""

import collections
import random
import threading

# What can go wrong with one request. Those in EFFECT took effect before the client could know.
TROUBLES = {
    'lost': 4,  # It took effect; the connection ends without an answer.
    'cut': 2,  # It took effect; the answer ends in its middle.
    'slow': 2,  # It took effect; the answer trickles.
    'late': 2,  # It took effect; a gateway says 502.
    'reset': 2,  # Nothing took effect; the connection ends.
    'broken': 3,  # 500
    'busy': 2,  # 429 with Retry-After in seconds
    'busyDate': 2,  # 429 with Retry-After as a date, by a clock that is years off
    'limit': 1,  # 429 with X-RateLimit, as Strava says it; for others as `busy`
    'garbage': 2,  # No HTTP at all
    'page': 2,  # 200 with a page of HTML, as a network that wants a login says
    'redirect': 2,  # To another host, which must never see a token
    'denied': 1,  # 401, though the token is good
    'certificate': 1,  # The next connection has the certificate of somebody else.
}
EFFECT = frozenset({'lost', 'cut', 'slow', 'late'})


class Misbehaviour:
    """Draws what happens to a request: None for what should."""

    def __init__(self, seed: str, share: float):
        self.random, self.share, self.lock = random.Random(seed), share, threading.Lock()
        self.drawn = collections.Counter()
        # Drawn first, before anything by chance: what a scene wants to happen to the next requests.
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
        """Whether something of a server's own happens that is allowed, and not usual."""
        with self.lock:
            return self.share > 0 and self.random.random() < share
