"""A trainer's requests and its reactions, in words that fit every protocol. The peripherals' log has them:

request   what, and the watts of a target; bytes as received
response  the same what and watts; reaction; bytes of the answer; target: the watts that the trainer holds from then
          on, null without a target. A request without an answer has no response.
"""

import enum

from rig.devices import USUAL_TRAINER


class What(enum.StrEnum):
    """The purpose of a request."""

    CONTROL = 'control'  # get access: Request Control of FTMS, Wahoo's unlock
    START = 'start'  # start or resume the ride, if the trainer has such a request
    TARGET = 'target'  # hold a power
    FREE = 'free'  # end the target
    ROAD = 'road'  # simulate a road instead of a target
    OTHER = 'other'  # any other purpose; an answer is optional


class Reaction(enum.StrEnum):
    """The trainer's answer to a request. The field `target` shows whether the answer is true."""

    DONE = 'done'
    REFUSED = 'refused'  # by the rules of its protocol
    DENIED = 'denied'  # because of a command to the rig


def lets_go(event, trainer=USUAL_TRAINER):
    """Whether this event of the log confirms that the trainer has no target any more. Only a Fitness Machine has a stop
    request; other trainers become a road, or a resistance.
    """
    freeing = (What.FREE,) if trainer == USUAL_TRAINER else (What.FREE, What.ROAD)
    return event['event'] == 'response' and event['what'] in freeing and event['reaction'] == Reaction.DONE


def trainer_of(log):
    """Returns the name of the trainer in the log of a boot."""
    return next((event['trainer'] for event in log if event['event'] == 'ready'), USUAL_TRAINER)
