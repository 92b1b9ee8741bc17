"""Draws faults of devices from live bug reports, for a chain and for its rides.

They use random numbers of their own, so a seed gives the same rides with and without them.
"""

import math
import random

from rig.devices import CADENCE, METER, STRAP, TRAINER

LONGEST_SILENCE = 30 * 60
# Shares of the chains by the trainer's oddity, in the words of rig/peripherals/__main__.py: it advertises its name
# alone, or Wahoo's FC82; it has a Heart Rate service; its power is in Cycling Power alone (only a KICKR).
ODDITIES = {None: 0.56, 'name': 0.12, 'fc82': 0.12, 'heart': 0.12, 'apart': 0.08}
PULSES, PULSES_WITHOUT_A_STRAP = 0.1, 0.5  # shares of the rides in which the trainer's values have a heart rate
FIRST_SECONDS = 0.15  # share of these faults in a ride's first three seconds
HOW_MANY = {0: 0.45, 1: 0.4, 2: 0.15}  # number of faults -> share of the rides
SLOW = 6  # seconds from one value of a slow strap to the next


def log_uniform(drawing, low, high):
    """Draws mostly short times, as many from 1 to 10 as from 10 to 100."""
    return round(math.exp(drawing.rng.uniform(math.log(low), math.log(high))), 3)


def draw_long_silence(drawing, at, who):
    """Keeps the link without data for a second to half an hour."""
    seconds = log_uniform(drawing, 1, LONGEST_SILENCE)
    if not drawing.free(at, who, seconds):
        return False
    if who == TRAINER:
        drawing.ride.silence = max(drawing.ride.silence, seconds)
    drawing.add(at, f'tell silent {who} {seconds}')
    return True


def draw_unadvertised(drawing, at, who):
    """Drops the link; the device does not advertise its services any more."""
    seconds = log_uniform(drawing, 2, 300)
    if not drawing.free(at, f'{who} links', seconds):
        return False
    drawing.add(at, f'tell show {who} {drawing.rng.choice(["name", "fc82"])}')
    drawing.add(at + 0.001, f'tell drop {who}')
    drawing.add(at + seconds, f'tell show {who} services')
    return True


def draw_late(drawing, at, who):
    """Drops the link; clients of the next seconds do not find the service."""
    seconds = log_uniform(drawing, 0.5, 30)
    if not drawing.free(at, f'{who} links', seconds + 20):
        return False
    drawing.add(at, f'tell late {who} {seconds}')
    drawing.add(at + 0.001, f'tell drop {who}')
    return True


def draw_refused(drawing, at, who, what):
    """Drops the link; the next subscriptions are refused: some, or all for some time."""
    count, seconds = drawing.rng.choice([(1, 60), (2, 60), (3, 60), (1000, log_uniform(drawing, 2, 60))])
    if not drawing.free(at, f'{who} links', seconds + 20):
        return False
    how = drawing.rng.choice(['resources', 'permission'])
    drawing.add(at, f'tell refuse {who} {what} {count} {seconds} {how}')
    drawing.add(at + 0.001, f'tell drop {who}')
    return True


def draw_refused_stream(drawing, at, who):
    return draw_refused(drawing, at, who, 'stream')


def draw_refused_answers(drawing, at, who):
    return draw_refused(drawing, at, who, 'answers')


def draw_powerless(drawing, at, who):
    """Lets the trainer report 0 W while the rider pedals."""
    seconds = log_uniform(drawing, 5, 240)
    if not drawing.free(at, 'legs', seconds + 20):
        return False
    drawing.add(at, 'tell powerless on')
    drawing.add(at + seconds, 'tell powerless off')
    return True


def draw_stands(drawing, at, who):
    """Stops the sensor's crank count while the cranks turn."""
    seconds = log_uniform(drawing, 5, 600)
    if not drawing.free(at, f'{who} count', seconds):
        return False
    drawing.add(at, f'tell stand {who} on')
    drawing.add(at + seconds, f'tell stand {who} off')
    return True


def draw_slow(drawing, at, who):
    """Lets the strap send a value every six seconds."""
    seconds = log_uniform(drawing, 30, 600)
    if not drawing.free(at, 'period', seconds):
        return False
    drawing.add(at, f'tell period {SLOW}')
    drawing.add(at + seconds, 'tell period 1')
    return True


OF_ALL = {'long silence': draw_long_silence, 'refused stream': draw_refused_stream}
FAULTS = {
    TRAINER: OF_ALL
    | {
        'refused answers': draw_refused_answers,
        'unadvertised': draw_unadvertised,
        'late': draw_late,
        'powerless': draw_powerless,
    },
    STRAP: OF_ALL | {'slow': draw_slow, 'unadvertised': draw_unadvertised},
    CADENCE: OF_ALL | {'stands': draw_stands},
    METER: OF_ALL | {'stands': draw_stands},
}
WEIGHTS = {'long silence': 3, 'powerless': 2}  # 1 for all others


def names(devices):
    """Returns the names of these devices' faults."""
    return [f'{who} {what}' for who in devices for what in FAULTS.get(who, ())]


def draw_reported(drawing, devices):
    """Draws the faults of these devices in a ride; draws again if a fault is not possible at that time."""
    rng, possible = drawing.rng, names(devices)
    if not possible:
        return
    weights = [WEIGHTS.get(name.partition(' ')[2], 1) for name in possible]
    for _ in range(rng.choices(list(HOW_MANY), HOW_MANY.values())[0]):
        for _ in range(3):
            who, _, what = rng.choices(possible, weights)[0].partition(' ')
            at = drawing.between(0, 3 if rng.random() < FIRST_SECONDS else drawing.ride.seconds)
            if FAULTS[who][what](drawing, at, who):
                drawing.ride.faults.append(f'{who} {what}')
                break


def draw_pulse(rng, ride):
    """Draws whether the trainer sends the rider's heart rate among its own values."""
    ride.pulse = rng.random() < (PULSES if ride.strap else PULSES_WITHOUT_A_STRAP)


def draw_oddity(seed):
    """Returns the oddity of a chain's trainer; None if it has none."""
    return random.Random(f'{seed}/oddity').choices(list(ODDITIES), ODDITIES.values())[0]
