"""What the oracle holds a ride to: the promises of the README and of the design, each with its reason."""

RAMP = 10.5  # after a start, a resume and gaps from 30 s on the target comes back over 10 s, and is acknowledged
LONG_GAP = 30
GO_ON, GO_ON_DOUBT = 1800, 120  # seconds after which a ride is finished as it stands; so near to it either is right
FINISH_AFTER = 900  # seconds without pedalling that finish a ride

# What may keep the target from the trainer: so many seconds after it is over the trainer holds what the ride wants.
BOUNDS = {
    'start': (3.0, 'a link, its services and three answers; no return of it takes more than 1.5 s'),
    'command': (1.0, 'one answer of the trainer'),
    'pause': (1.0, 'control, start and target are three answers'),
    'stops pedalling': (1.5, 'a second shows that somebody pedals'),
    'weak': (5.0, 'legs that are back are seen in some seconds of cadence'),
    'weak again': (
        18.0,
        'legs that gave in again and again are spared for longer, lest the load grinds them down each time',
    ),
    'drop': (0.5, "README's aim"),
    'vanish': (0.5, "README's aim is 0.3 s; this radio advertises each 0.1 s"),
    'not established': (1.5, 'it is known after 0.3 s that a link is none, and the next is asked for at once'),
    'fade': (1.0, 'the link may end just when it is over; the other side knows of it a timeout later'),
    'reset': (1.5, 'no return above 1.5 s'),
    'silent': (4.0, 'noticed after 5 s; a link given up meanwhile takes 2 s to close, and is made again'),
    'stall subscription': (6.0, 'noticed after 5 s, then subscribed anew; counted from its beginning'),
    'stall link': (
        15.0,
        'noticed after 5 s, subscribed anew, given up in 2 s after as long, linked anew; counted from its beginning',
    ),
    'refused': (3.0, 'README: three refusals cost 7.5 s'),
    'muted': (6.0, 'an answer is waited for 5 s'),
    'deaf': (13.5, 'README: it takes 13 s to see that a target was acknowledged and not applied'),
    'unplug': (4.0, 'README: 3.8 s until the adapter is up and the trainer found'),
    'bluetoothd killed': (5.0, 'README: 4.1 s from its start'),
    'bus restarted': (8.0, 'README: 7.6 s from its start'),
    'daemon killed': (5.0, 'README: 4.2 s from its start'),
    'daemon ended': (5.0, 'README: 5.0 s from its start'),
    'pull': (6.0, 'README: 5.5 s from the start of the daemon'),
}
# A start and a resume, and a reboot, after which the first pedal stroke is one.
RAMPED = 'start', 'pause', 'stops pedalling', 'weak', 'weak again', 'pull'
WEAK_AGAIN = 20  # seconds of weak legs in which they give in more than once
SILENCES = 'silent', 'stall subscription', 'stall link'  # the link stays and nothing is heard
SILENT_AGAIN = 20  # seconds more for a trainer that falls silent again within a minute: another link is tried later
AUTO_PAUSE = 5  # seconds without pedalling until the trainer is freed
FREED = 2.0  # seconds that it takes: two answers, and the second in which it is seen

# What may be answered with no, and what must be going on then; the word before a comma is enough.
REFUSALS = {
    'NoRide': None,
    'NotAwaited': None,
    'NotExtensible': None,
    'WrongPhase': None,
    'NoPlan': None,
    'NoTarget': None,
    'StartWithdrawn': None,
    'TargetRefused': {'refused', 'muted', 'deaf'},
    'DeviceNotFound': {
        'vanish',
        'fade',
        'reset',
        'drop',
        'not established',
        'unplug',
        'bluetoothd killed',
        'bus restarted',
        'muted',
        'refused',
    },
    'RadioUnavailable': {'unplug', 'bluetoothd killed', 'bus restarted', 'pull'},
    'StoreFailed': {'disk full'},
    'ShuttingDown': {'daemon ended'},
    'RideInProgress': set(),
}
NEAR = 40  # seconds after a fault in which an answer may still be about it
# What a rider on a trainer cannot do: a row that says so was not measured. Metres are of one second.
POSSIBLE = {'powerWatts': (-50, 3000), 'cadenceRpm': (0, 254), 'beatsPerMinute': (25, 250), 'speedKmh': (0, 150)}
POSSIBLE_METERS = 42
UPTIME_STEP = 0.01  # seconds; what happens within one has the same instant in the notes
REMEDIES_APART = 2  # seconds; a remedy that is tried again at once was none
OLD = 5.5  # seconds after which a measured value is none of the present; the design gives a heart rate 5
ROAD_WATTS = 130  # what the virtual trainer's brake asks on a flat road, as in peripherals.py
UNSEEN_WATTS = 14  # by so much a power may be beside its target and be taken for it
POWER_WITHIN, SETTLED = 8, 8  # watts that a row may be beside the target, seconds after it was given
