"""What a trainer is told and how it takes that, in words that fit every protocol. The peripherals' log has them:

request   what, and the watts of a target; bytes as they came
response  the same what and watts; reaction; bytes of the answer; target: the watts that the trainer holds from then
          on, null without a target. A request without an answer has no response.
"""

import enum

from rig.devices import USUAL_TRAINER


class What(enum.StrEnum):
    """What a request asks for."""

    CONTROL = 'control'  # to be heard at all: Request Control of FTMS, Wahoo's unlock
    START = 'start'  # that the ride begins or goes on, where a trainer wants to be told
    TARGET = 'target'  # to hold a power
    FREE = 'free'  # to have no target any more
    ROAD = 'road'  # to be a road instead of a target
    OTHER = 'other'  # anything else, which need not be answered


class Reaction(enum.StrEnum):
    """What the trainer says of a request. Whether it says the truth is seen by `target`."""

    DONE = 'done'
    REFUSED = 'refused'  # by the rules of its protocol
    DENIED = 'denied'  # because the rig was told to have it denied


def lets_go(event, trainer=USUAL_TRAINER):
    """Whether this event of the log is the answer that the trainer has no target any more. Only a Fitness Machine can
    be told to stop; others are made a road, or a resistance.
    """
    freeing = (What.FREE,) if trainer == USUAL_TRAINER else (What.FREE, What.ROAD)
    return event['event'] == 'response' and event['what'] in freeing and event['reaction'] == Reaction.DONE


def trainer_of(log):
    """The name of the trainer in the log of a boot."""
    return next((event['trainer'] for event in log if event['event'] == 'ready'), USUAL_TRAINER)
