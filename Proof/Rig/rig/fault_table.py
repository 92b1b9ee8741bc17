"""The faults, the start and the end of their returns, and the table of their outcomes."""

import datetime
import statistics
from dataclasses import dataclass, field, replace

from rig.devices import CADENCE, FAN, METER, OTHER_TRAINERS, STRAP, TRAINER, USUAL_TRAINER

ACKNOWLEDGED, NOTIFIES = 'target acknowledged', 'its data is back'


@dataclass(frozen=True)
class Fault:
    """One row of the table. A return lasts from `over` to `back`; without `over` no device was lost.

    `over` is an event of the peripherals' log (`cured` is the adapter's) or a note of the guest: `fault` when the fault
    began, or `again` when the guest gave the missing thing back.
    """

    name: str
    scenario: str
    over: str | None = 'back'
    back: str = ACKNOWLEDGED
    who: str = TRAINER
    words: str = 'back in range'
    trainer: str = USUAL_TRAINER  # the trainer on which it was tried

    @property
    def title(self):
        return self.name if self.trainer == USUAL_TRAINER else f'{self.trainer}: {self.name}'


FAULTS = [
    Fault('vanish, timed', 'returns'),
    Fault('drop, timed', 'returns', 'drop', words='drop'),
    Fault('strap: vanish, timed', 'returns', 'back', NOTIFIES, STRAP),
    Fault('strap: drop, timed', 'returns', 'drop', NOTIFIES, STRAP, 'drop'),
    Fault('vanish 1 s', 'faults'),
    Fault('vanish 5 s', 'faults'),
    Fault('vanish 60 s', 'faults'),
    Fault('fade 2 s', 'faults', words='fade over, if it cost the link'),
    Fault('fade 5 s', 'faults', words='fade over, if it cost the link'),
    Fault('drop', 'faults', 'drop', words='drop'),
    Fault('silent 8 s', 'faults', 'back', NOTIFIES, words='it may speak again'),
    Fault('silent until subscribed anew', 'faults', 'stall', NOTIFIES, words='silence begins'),
    Fault('silent until linked anew', 'faults', 'stall', NOTIFIES, words='silence begins'),
    Fault('strap: silent until linked anew', 'faults', 'stall', NOTIFIES, STRAP, 'silence begins'),
    Fault('deny', 'faults', 'drop', words='drop, then three requests refused'),
    Fault('mute', 'faults', 'fault', words='watts asked, not answered'),
    Fault('deaf', 'faults', 'fault', words='watts asked, acknowledged, not applied'),
    Fault('write refused', 'faults', 'fault', words='watts asked, refused by an ATT error'),
    Fault('trainer reboot', 'faults', words='it advertises again'),
    Fault('garbage', 'faults', None),
    Fault('strap gone', 'faults', None),
    Fault('drop, the strap gone', 'faults', 'drop', words='drop'),
    Fault('no strap: vanish 5 s', 'strapless'),
    Fault('no strap: vanish 60 s', 'strapless'),
    Fault('no strap: drop', 'strapless', 'drop', words='drop'),
    Fault('no strap: silent until linked anew', 'strapless', 'disconnected', words='the silent link is gone'),
    Fault('update refused', 'radio', 'drop', words='drop'),
    Fault('update failed', 'radio', 'drop', words='drop'),
    Fault('update never taken', 'radio', 'drop', words='drop'),
    Fault('not established', 'radio', 'drop', words='drop, then 1, 2 or 5 links that are none'),
    Fault('strap: not established', 'radio', 'drop', NOTIFIES, STRAP, 'drop, then 2 links that are none'),
    Fault('foreign scan: drop', 'radio', 'drop', words='drop'),
    Fault('foreign scan: vanish 5 s', 'radio'),
    Fault('second adapter comes and goes', 'adapters', None),
    Fault('second adapter: drop', 'adapters', 'drop', words='drop'),
    Fault('second adapter: vanish 5 s', 'adapters'),
    Fault('first adapter on', 'second', None),
    Fault('first adapter on: drop', 'second', 'drop', words='drop'),
    Fault('first adapter on: vanish 5 s', 'second'),
    Fault('first adapter on: strap: drop', 'second', 'drop', NOTIFIES, STRAP, 'drop'),
    Fault('trainer asks for a bond', 'bonding', 'drop', words='drop'),
    Fault('bonded trainer: drop', 'bonding', 'drop', words='drop'),
    Fault('bonded trainer: vanish 5 s', 'insisting'),
    Fault('bonded strap: drop', 'bonding', 'drop', NOTIFIES, STRAP, 'drop'),
    Fault('bonding strap: drop', 'insisting', 'drop', NOTIFIES, STRAP, 'drop'),
    Fault('cadence sensor: drop', 'beside', 'drop', NOTIFIES, CADENCE, 'drop'),
    Fault('cadence sensor: vanish 20 s', 'beside', 'back', NOTIFIES, CADENCE),
    Fault('fan: drop', 'beside', 'drop', NOTIFIES, FAN, 'drop'),
    Fault('fan: vanish 20 s', 'beside', 'back', NOTIFIES, FAN),
    Fault('fan refuses', 'beside', None),
    Fault('fan does not answer', 'beside', None),
    Fault('drop, the fan away', 'beside', 'drop', words='drop'),
    Fault('meter: drop', 'match', 'drop', NOTIFIES, METER, 'drop'),
    Fault('meter: vanish 20 s', 'match', 'back', NOTIFIES, METER),
    Fault('meter: silent 20 s', 'match', 'back', NOTIFIES, METER, 'it may speak again'),
    Fault('matched: drop', 'match', 'drop', words='drop'),
    Fault('matched: vanish 5 s', 'match'),
    Fault('matched: trainer reboot', 'match', words='it advertises again'),
    Fault('controller answers no command', 'wedge', 'cured', words='its reset'),
    Fault('no strap: controller answers no command', 'wedge', 'cured', words='its reset'),
    Fault('controller is dead', 'wedge', 'cured', words='its reset'),
    Fault('adapter unplugged, back under another index', 'system', 'again', words='plugged in'),
    Fault('bluetoothd killed', 'system', 'again', words='started'),
    Fault('D-Bus restarted', 'system', 'again', words='bluetoothd started'),
    Fault('daemon restarted', 'system', 'again', words='jz2d started'),
    Fault('daemon killed', 'system', 'again', words='jz2d started'),
    Fault('disk full', 'system', 'again', 'all is written', words='space is back'),
    Fault('clock 10 years on', 'system', None),
    Fault('clock 10 years back', 'system', None),
    Fault('plug pulled', 'pull', 'again', words='jz2d started'),
    Fault('service restarted', 'service', 'again', words='systemctl restart'),
    Fault('service stopped and started', 'service', 'again', words='systemctl start'),
    Fault('service killed', 'service', 'again', words='kill -9'),
    Fault('service hangs', 'service', 'fault', words='SIGSTOP; the watchdog waits its time'),
    Fault('package upgraded', 'service', 'disconnected', words='the old one lets go'),
    Fault('package upgraded, the sockets in its own directory', 'service', 'again', words='apt install'),
    Fault('adapter away, the service there', 'service', 'again', words='plugged in'),
    Fault('bluetooth.service stopped', 'service', 'again', words='systemctl start bluetooth'),
    Fault('blocked by rfkill', 'service', 'again', words='unblocked'),
    Fault('reboot', 'service', 'again', words='first pedal stroke'),
]
# The faults that are tried with every other trainer too.
ANOTHER = (
    'vanish 5 s',
    'drop',
    'silent until subscribed anew',
    'silent until linked anew',
    'deny',
    'mute',
    'deaf',
    'write refused',
    'trainer reboot',
    'garbage',
)
FAULTS += [
    replace(fault, scenario=fault.scenario if fault.scenario == 'pull' else 'another', trainer=trainer)
    for trainer in OTHER_TRAINERS
    for fault in FAULTS
    if fault.name in ANOTHER or fault.scenario == 'pull'
]


@dataclass
class Outcome:
    """The results of the tries of one fault. `returns` are in seconds, for the tries that have a return."""

    fault: Fault
    tried: int = 0
    rides_lost: int = 0
    rows_lost: int = 0
    returns: list[float] = field(default_factory=list)

    @property
    def median(self):
        return statistics.median(self.returns) if self.returns else None

    @property
    def worst(self):
        return max(self.returns, default=None)


def seconds_to_return(fault, one, ride, until):
    """Returns the seconds from the end of the fault to its return; None without a loss, infinite without a return."""
    if fault.over is None:
        return None
    if fault.over in ('fault', 'again'):
        over = one.began if fault.over == 'fault' else one.again
    elif fault.over == 'cured':
        over = next(iter(ride.logged('cured', one.began, until)), None)
    else:
        over = next(iter(ride.logged(fault.over, one.began - 0.5, until, who=fault.who)), None)
    if over is None:
        return float('inf')
    if (
        fault.over == 'back'
        and fault.back == ACKNOWLEDGED
        and not ride.logged('disconnected', one.began - 0.5, over, who=fault.who)
    ):
        return None
    if fault.back == ACKNOWLEDGED:
        fields = {'target': one.wanted} if fault.over == 'fault' else {}
        signs = ride.targets_acknowledged(over, until, **fields)
    elif fault.back == NOTIFIES:
        signs = ride.logged('notifies', over, until, who=fault.who)
    else:
        signs = [one.healed] if one.good else []
    return signs[0] - over if signs else float('inf')


def seconds(value):
    return '–' if value is None else 'never' if value == float('inf') else f'{value:.2f} s'


def table(faults, outcomes, versions, failed):
    """Returns the table in Markdown, a row for each of these faults. The outcomes are keyed by title. `failed` has the
    scenarios, with their trainers, that left no results.
    """
    lines = [
        f'Faults on the rig, {datetime.date.today().isoformat()}: {", ".join(versions)}; in virtual time.',
        '',
        '| fault | tried | rides lost | rows lost | median return | worst | counted from → to |',
        '|---|---:|---:|---:|---:|---:|---|',
    ]
    for fault in faults:
        outcome = outcomes.get(fault.title)
        if outcome is None or not outcome.tried:
            tried = 'failed' if (fault.scenario, fault.trainer) in failed else 0
            lines.append(f'| {fault.title} | {tried} | – | – | – | – | |')
            continue
        counted = f'{fault.words} → {fault.back}' if outcome.returns else ''
        numbers = f'{outcome.tried} | {outcome.rides_lost} | {outcome.rows_lost}'
        lines.append(
            f'| {fault.title} | {numbers} | {seconds(outcome.median)} | {seconds(outcome.worst)} | {counted} |'
        )
    return '\n'.join(lines) + '\n'
