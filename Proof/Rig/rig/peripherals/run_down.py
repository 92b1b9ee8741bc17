"""A trainer's spin-down: the rider exceeds a speed and stops, and the wheel runs down to a lower speed."""

from rig.fitness_machine import SpinDown

LOW_KMH, HIGH_KMH = 30, 35
MOST_SECONDS = 30


class RunDown:
    """The steps of a spin-down, by the wheel's speed."""

    def __init__(self):
        self.step = None  # 'speed up', 'run down', or None
        self.seconds = 0.0  # since the rider was asked to stop
        self.fails = False  # whether the next one ends with an error

    def begin(self):
        self.step, self.seconds = 'speed up', 0.0

    def abort(self):
        self.step = None

    def measure(self, kmh, seconds):
        """Goes on with the speed after so many seconds. Returns the status that the trainer then sends, or None."""
        if self.step == 'speed up' and kmh > HIGH_KMH:
            self.step = 'run down'
            return SpinDown.STOP_PEDALLING
        if self.step != 'run down':
            return None
        self.seconds += seconds
        is_late = self.seconds > MOST_SECONDS
        if kmh >= LOW_KMH and not is_late:
            return None
        is_error, self.fails, self.step = self.fails or is_late, False, None
        return SpinDown.ERROR if is_error else SpinDown.SUCCESS
