"""The commands of scenarios to the peripherals, a method for each: `do_NAME` runs `NAME ARGUMENT...`.

WHO is `trainer`, `strap`, or one of the sensors of the boot: `cadence`, `meter`, `fan`.
"""

import inspect
import time

from rig.devices import METER, TRAINER
from rig.peripherals import advertised
from rig.peripherals.attributes import ERRORS


def choice(word, *words):
    """Returns the word, which must be one of `words`."""
    if word not in words:
        raise ValueError(f'{word} is none of {", ".join(words)}')
    return word


class Commands:
    def __init__(self, rig):
        self.rig, self.trainer, self.strap = rig, rig.trainer, rig.strap
        self.peripherals = {each.who: each for each in (rig.trainer, rig.strap, *rig.sensors)}

    async def carry_out(self, words):
        """Runs a command. Returns the state after it, or an error."""
        command = getattr(self, f'do_{words[0]}', None) if words else None
        try:
            arguments = inspect.signature(command).bind(*words[1:])
        except TypeError:
            return {'error': 'unknown command'}
        await command(*arguments.args)
        return self.state()

    def state(self):
        """Returns the trainer's state, the connected devices, and those whose data reaches a subscriber.

        `t` is the clock of the log, to compare the guest's clocks with it.
        """
        trainer, strap = self.trainer, self.strap
        return {
            'ok': True,
            't': round(time.monotonic(), 4),
            'target': trainer.point.target,
            'control': trainer.point.has_control,
            'running': trainer.point.is_running,
            'free': trainer.point.is_free,
            'power': round(trainer.power),
            'trainer': trainer.connected,
            'strap': strap.connected,
            'onRoad': trainer.point.is_on_road,
            'bpm': strap.bpm,
            'trainerHeard': trainer.heard,
            'strapHeard': strap.heard,
            'supervision': trainer.supervision,
            'wedged': bool(self.rig.radio.wedged),
            'rssiAsked': {radio.name: radio.rssi_asked for radio in self.rig.radios},
            **{each.who: each.state() for each in self.rig.sensors},
        }

    def peripheral(self, name):
        if name not in self.peripherals:
            raise ValueError(f'there is no {name}')
        return self.peripherals[name]

    async def do_state(self):
        """state"""

    # The link

    async def do_vanish(self, name, seconds):
        """vanish WHO SECONDS: its link is lost at once, as after a timeout. It does not advertise, and returns after
        SECONDS.
        """
        self.rig.begin(self.peripheral(name).vanish(float(seconds)))

    async def do_back(self, name):
        """back WHO: ends `vanish` early."""
        self.peripheral(name).called.set()

    async def do_fade(self, name, seconds):
        """fade WHO SECONDS: no data gets through. The link times out if its supervision timeout is shorter; otherwise
        the data arrive late.
        """
        self.rig.begin(self.peripheral(name).fade(float(seconds)))

    async def do_drop(self, name):
        """drop WHO: the peripheral closes the link, and advertises again at once."""
        self.peripheral(name).drop()

    async def do_stillborn(self, name, count):
        """stillborn WHO N: its next N links are not established (0x3E)."""
        for radio in self.rig.radios:
            radio.stillborn[self.peripheral(name).address] = int(count)

    async def do_updates(self, how, count):
        """updates refused|failed N: the next N connection updates are disallowed at once, or fail."""
        for radio in self.rig.radios:
            radio.refusing, radio.refusals = choice(how, 'refused', 'failed'), int(count)

    async def do_show(self, name, how):
        """show WHO services|name|fc82: it advertises its services, its name alone, or FC82 in place of its services."""
        self.rig.log('shows', who=name, how=choice(how, *advertised.WAYS))
        self.peripheral(name).show(how)

    async def do_late(self, name, seconds):
        """late WHO SECONDS: clients of the next SECONDS do not find the service of its data. Those that stay connected
        never find it.
        """
        self.peripheral(name).be_late(float(seconds))

    async def do_refuse(self, name, what, count, seconds=86400, how='resources'):
        """refuse WHO stream|answers N [SECONDS [resources|permission]]: refuses the next N subscriptions to its data,
        or to its answers, with that ATT error, for SECONDS at most.
        """
        peripheral = self.peripheral(name)
        characteristic = peripheral.subscribable(choice(what, 'stream', 'answers'))
        peripheral.attributes.refuse(characteristic, int(count), float(seconds), choice(how, *ERRORS))

    async def do_bond(self, name, how):
        """bond WHO ask|insist|off: `ask`: it asks for a bond (SMP Security Request, Just Works) and closes a link
        without one. `insist`: only bonded clients may subscribe (Insufficient Authentication).
        """
        self.peripheral(name).bonding = None if choice(how, 'ask', 'insist', 'off') == 'off' else how

    async def do_reset(self):
        """reset: the trainer reboots. It loses link, target and control, and advertises again after 4 s. The host
        notices only when the supervision timeout expires.
        """
        self.rig.begin(self.trainer.reboot(4))

    # The data

    async def do_silent(self, name, seconds):
        """silent WHO SECONDS: it stays connected, but sends no notifications."""
        self.rig.begin(self.peripheral(name).silence(float(seconds)))

    async def do_stall(self, name, until):
        """stall WHO subscription|link: the same until a client makes a new subscription, or a new link."""
        self.peripheral(name).stall(choice(until, 'subscription', 'link'))

    async def do_garbage(self, count):
        """garbage N: sends N malformed notifications of the trainer's data and of Heart Rate Measurement; a NEO also
        sends N pages with a wrong checksum.
        """
        rng = self.rig.rng
        for _ in range(int(count)):
            junk = bytes(rng.randrange(256) for _ in range(rng.randrange(0, 20)))
            await self.trainer.notify_junk(junk)
            await self.strap.notify(self.strap.stream, junk)

    async def do_powerless(self, how):
        """powerless on|off: the trainer reports 0 W, however hard the rider pedals."""
        self.trainer.powerless = choice(how, 'on', 'off') == 'on'

    async def do_stand(self, name, how):
        """stand cadence|meter on|off: its crank count stops while the cranks turn, and it continues to send."""
        self.peripheral(name).counter.stand(choice(how, 'on', 'off') == 'on')

    async def do_period(self, seconds):
        """period SECONDS: the interval between the strap's values."""
        self.strap.period = int(seconds)

    async def do_pulse(self, how):
        """pulse on|off: the trainer sends the rider's heart rate among its own values, if it has a field for it: a
        KICKR and a NEO have one.
        """
        self.trainer.pulse = choice(how, 'on', 'off') == 'on'

    async def do_rest(self, share):
        """rest SHARE: the heart is at rest, and that share of its beats is premature."""
        self.strap.settle(float(share))

    # The control point

    async def do_deny(self, count, name=TRAINER):
        """deny N [fan]: answers the next N requests with Operation Failed, or the protocol's equivalent."""
        self.peripheral(name).point.deny = int(count)

    async def do_mute(self, count, name=TRAINER):
        """mute N [fan]: applies the next N requests without an answer."""
        self.peripheral(name).point.mute = int(count)

    async def do_deaf(self, count, name=TRAINER):
        """deaf N [fan]: acknowledges the next N targets, or settings of the fan, without applying them."""
        self.peripheral(name).point.deaf = int(count)

    async def do_reject(self, count, name=TRAINER):
        """reject N [fan]: answers the next N requests with an ATT error, without applying them."""
        self.peripheral(name).point.reject = int(count)

    async def do_slow(self, seconds, name=TRAINER):
        """slow SECONDS [fan]: delays answers by that time."""
        self.peripheral(name).point.slow = float(seconds)

    async def do_seize(self):
        """seize: another program takes the trainer. The target is gone, and clients must request control again if the
        protocol has control. A KICKR reports it, unless it is `quiet`.
        """
        await self.trainer.be_seized()

    async def do_hasty(self, how):
        """hasty on|off: an old KICKR drops a target within 2 s of the last one, instead of delaying it."""
        self.trainer.point.hasty = choice(how, 'on', 'off') == 'on'

    async def do_spindown(self, how):
        """spindown ask|fail: a KICKR asks for a spin-down, or the next one ends with an error."""
        if choice(how, 'ask', 'fail') == 'ask':
            await self.trainer.ask_for_spin_down()
        else:
            self.trainer.point.run_down.fails = True

    # The rider

    async def do_cadence(self, rpm):
        """cadence RPM: 0 stops pedalling."""
        self.trainer.rider.cadence = float(rpm)

    async def do_weak(self, watts):
        """weak W: the legs hold W watts at most, and the cadence falls under a higher target; 0: strong again."""
        self.trainer.rider.weaken(int(watts))

    async def do_offset(self, watts):
        """offset W: the bias of the trainer's power meter."""
        self.trainer.rider.bias = int(watts)

    async def do_meter(self, percent, drift=0, lag=0):
        """meter PERCENT [DRIFT [LAG]]: the error of the separate power meter, the drift of the error from now on, in
        percent a minute, and the time constant of its lag, in seconds.
        """
        self.peripheral(METER).gauge.set(float(percent), float(drift), float(lag))

    async def do_hr(self, bpm):
        """hr BPM: a constant heart rate."""
        self.strap.bpm, self.strap.gain = int(bpm), None

    async def do_heart(self, gain):
        """heart GAIN: the heart rate follows the power by GAIN bpm per watt, slowly and ten seconds late."""
        self.strap.answer(float(gain))

    # The computer and its surroundings

    async def do_wedge(self, what):
        """wedge commands|all: the first adapter answers no command until a reset; `all`: no data pass either."""
        self.rig.log('wedge', what=what)
        self.rig.radio.wedged = choice(what, 'commands', 'all')

    async def do_unplug(self, *which):
        """unplug [second]: removes the adapter from the computer. Its links time out."""
        self.rig.log('unplug', which=which)
        await self.rig.unplug(self.rig.adapter(*which))

    async def do_plug(self, *which):
        """plug [second]: adds the adapter again, as a new one. The second adapter is absent at first."""
        self.rig.log('plug', which=which)
        await self.rig.plug(self.rig.adapter(*which))

    async def do_crowd(self, rate):
        """crowd N: unrelated devices send N advertisements a second."""
        self.rig.crowd(int(rate))

    async def do_neighbour(self, how):
        """neighbour on|off: a second trainer and a second strap advertise, with weaker signals."""
        self.rig.log('neighbour', how=choice(how, 'on', 'off'))
        for neighbour in self.rig.neighbours:
            await neighbour.show(how == 'on')

    async def do_calm(self):
        """calm: ends all faults above. Rider, power meter and strap are as at the start."""
        for peripheral in self.peripherals.values():
            peripheral.calm()
        for radio in self.rig.radios:
            radio.calm()
        self.rig.crowd(0)
        self.rig.log('calm')

    async def do_scenario(self, name):
        """scenario NAME: begins that scenario, with `calm`. The log belongs to it until the next one begins."""
        self.rig.log('scenario', name=name)
        await self.do_calm()
