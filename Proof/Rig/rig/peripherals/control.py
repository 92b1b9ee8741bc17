"""A trainer's handling of requests, independent of its protocol, and its faults on command."""

from dataclasses import dataclass

from rig.told import Reaction, What


@dataclass(frozen=True)
class Asked:
    """A client's request; `watts` only for a target."""

    what: What
    watts: int | None = None


@dataclass(frozen=True)
class Reply:
    """The result of a request: `answer` and `status` are bytes for the client, empty if there are none."""

    reaction: Reaction
    answer: bytes = b''
    status: bytes = b''  # an additional message that the trainer sends by itself
    of: Asked | None = None  # the request that the answer is about, if it is an earlier one


class Misdeeds:
    """The faults of the next requests."""

    def __init__(self):
        self.calm()

    def calm(self):
        """Ends all faults."""
        # The number of next requests that fail, get no answer, or are acknowledged and not applied.
        self.deny = self.mute = self.deaf = 0
        self.reject = 0  # the number of next writes that get an ATT error instead
        self.slow = 0.0  # extra seconds for an answer

    def takes(self, misdeed):
        """Whether this request gets that fault: 'deny', 'mute', 'deaf' or 'reject'. Each call uses up one."""
        left = getattr(self, misdeed)
        setattr(self, misdeed, max(0, left - 1))
        return left > 0


class Control(Misdeeds):
    """A trainer's state. A protocol implements its requests: `read`, `carry_out`."""

    def __init__(self, log):
        super().__init__()
        self.log = log
        self.target = None  # watts; None without a target
        self.has_control = self.is_running = False
        self.is_on_road = False  # whether the brake simulates a road instead of a target

    @property
    def is_free(self):
        """Whether the brake holds no target, and no client controls the trainer."""
        return self.target is None and not self.has_control and not self.is_running

    def forget(self):
        """Clears the state that ends with the link."""
        self.has_control = self.is_running = self.is_on_road = False
        self.target = None

    def be_seized(self):
        """Gives the trainer to another program: the target is gone, and clients must request control again."""
        self.forget()

    def lose_power(self):
        """Clears the state that outlasts a link, because the trainer loses power."""

    def read(self, request):
        """Returns the meaning of a request's bytes."""
        raise NotImplementedError

    def patience(self, _asked, _now):
        """Returns the seconds until it applies this request; None if it ignores the request and sends no answer."""
        return 0

    def carry_out(self, request):
        """Applies a request. Returns None if the protocol has no reply."""
        raise NotImplementedError

    def hold(self, watts):
        """Holds a power from now on, unless it is deaf. Returns whether it does."""
        if self.takes('deaf'):
            return False
        self.target, self.is_on_road = watts, False
        return True

    def let_go(self):
        self.target, self.is_on_road = None, False

    def become_road(self, **slope):
        """Simulates a road from now on; `slope` has the fields of the log."""
        self.target, self.is_on_road = None, True
        self.log('simulation', **slope)
