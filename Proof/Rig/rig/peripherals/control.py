"""How a trainer is told what to do, whatever its protocol, and how that goes wrong on command."""

from dataclasses import dataclass

from rig.told import Reaction, What


@dataclass(frozen=True)
class Asked:
    """What a client asks for; `watts` only of a target."""

    what: What
    watts: int | None = None


@dataclass(frozen=True)
class Reply:
    """What comes of a request: `answer` and `status` are bytes for the client, empty for none."""

    reaction: Reaction
    answer: bytes = b''
    status: bytes = b''  # what the trainer says besides, by itself
    of: Asked | None = None  # the request that it is about, if that is an earlier one


class Misdeeds:
    """What goes wrong with the next requests."""

    def __init__(self):
        self.calm()

    def calm(self):
        """Ends what was made to go wrong."""
        # How many of the next requests fail, get no answer, or are acknowledged and not applied.
        self.deny = self.mute = self.deaf = 0
        self.reject = 0  # how many of the next writes get an ATT error instead
        self.slow = 0.0  # seconds that an answer takes longer

    def takes(self, misdeed):
        """Whether that misdeed befalls this request: 'deny', 'mute', 'deaf' or 'reject'. Each time it is one less."""
        left = getattr(self, misdeed)
        setattr(self, misdeed, max(0, left - 1))
        return left > 0


class Control(Misdeeds):
    """What a trainer believes. A protocol says how it is told: `read`, `carry_out`."""

    def __init__(self, log):
        super().__init__()
        self.log = log
        self.target = None  # watts; None without one
        self.has_control = self.is_running = False
        self.is_on_road = False  # the brake is a road instead of a target

    @property
    def is_free(self):
        """Whether nothing holds the legs, and no client has the trainer."""
        return self.target is None and not self.has_control and not self.is_running

    def forget(self):
        """The link is lost, and all that belongs to it."""
        self.has_control = self.is_running = self.is_on_road = False
        self.target = None

    def be_seized(self):
        """Another program has the trainer now: the target is gone, and control has to be asked for again."""
        self.forget()

    def lose_power(self):
        """The trainer is without power, and forgets what it knows longer than a link."""

    def read(self, request):
        """What the bytes of a request ask for."""
        raise NotImplementedError

    def patience(self, _asked, _now):
        """The seconds until it carries this request out; None if it never does, and does not answer."""
        return 0

    def carry_out(self, request):
        """Carries a request out; the reply is None if there is none by the protocol."""
        raise NotImplementedError

    def hold(self, watts):
        """Holds a power from now on, unless it was made deaf. Returns whether it does."""
        if self.takes('deaf'):
            return False
        self.target, self.is_on_road = watts, False
        return True

    def let_go(self):
        self.target, self.is_on_road = None, False

    def become_road(self, **slope):
        """Is a road from now on; `slope` is what the log has of it."""
        self.target, self.is_on_road = None, True
        self.log('simulation', **slope)
