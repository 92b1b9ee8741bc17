"""The oracle's limits: the promises of the README and of the design, each with its reason."""

RAMP = 10.5  # seconds: the ramp after a start, a resume and gaps of 30 s and more, and the acknowledgement
LONG_GAP = 30
GO_ON, GO_ON_DOUBT = 1800, 120  # seconds after which a ride is finished without a resume; so near to it both are right
FINISH_AFTER = 900  # seconds without pedalling that finish a ride
GIVE_UP = 1800  # seconds without the trainer that finish a ride
LEFT_ALONE_WITHIN = 180  # seconds: jz2 connects to a silent trainer once a minute, and needs one link to end the ride
AWAY = 'vanish', 'unplug', 'bluetoothd killed', 'bus restarted'  # disturbances during which no trainer can connect

# Seconds from the end of a disturbance until the trainer has the target of the ride.
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
    'late': (8.0, 'a link without the service is given up, and the trainer forgotten once, which takes a scan'),
    'refused stream': (4.0, 'a refused subscription takes a new link'),
    'refused answers': (4.0, 'a refused subscription takes a new link'),
    'powerless': (1.5, 'as for a rider who stops pedalling: a SNAP shows nothing else'),
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
UNSEEN = 'clock', 'disk full'  # disturbances that no device can notice
# Extra seconds for trainers that delay a target after the last one on a link. They apply the first target on a new link
# at once, but a ride may change it right after.
PATIENCE = {'kickr-2016': 2.1, 'snap': 2.1}
# A ramp follows a start and a resume. After a reboot the first pedal stroke is a start.
RAMPED = 'start', 'pause', 'stops pedalling', 'powerless', 'weak', 'weak again', 'pull'
# The rests between attempts grow: the share of a disturbance's time of the last rest, and its maximum in seconds.
RESTS = {'silent': (0.05, 60), 'late': (1, 45), 'refused stream': (1, 45), 'refused answers': (1, 45)}
WEAK_AGAIN = 20  # seconds in which weak legs give in more than once
SILENCES = 'silent', 'stall subscription', 'stall link'  # the link stays without data
SILENT_AGAIN = 20  # extra seconds if the trainer falls silent again within a minute: jz2 waits before it reconnects
SPOKEN = 25  # seconds of data after which jz2 forgets a silence
LONGEST_LINK = 165  # maximum seconds for which jz2 keeps a link without data
AUTO_PAUSE = 5  # seconds without pedalling until the trainer is freed
WRITTEN_PAUSE = 3600  # seconds of a pause for which rows are written
FREED = 2.0  # seconds: two answers, and the second in which jz2 notices it

# The refusals, and the disturbances that explain each: one of them must be active. None: none is needed.
REFUSALS = {
    'NoRide': None,
    'NotAwaited': None,
    'IntervalPassed': None,
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
    'DeviceRefused': {'refused stream', 'refused answers'},
    'RadioUnavailable': {'unplug', 'bluetoothd killed', 'bus restarted', 'pull'},
    'StoreFailed': {'disk full'},
    'ShuttingDown': {'daemon ended'},
    'RideInProgress': set(),
}
NEAR = 40  # seconds after a disturbance in which it may still cause an answer
# The limits of a rider on a trainer. A value outside is not a measurement. The metres are of one second.
POSSIBLE = {'powerWatts': (-50, 3000), 'cadenceRpm': (0, 254), 'beatsPerMinute': (25, 250), 'speedKmh': (0, 150)}
POSSIBLE_METERS = 42
UPTIME_STEP = 0.01  # seconds; events within one step have the same time in the notes
REMEDIES_APART = 2  # seconds; a remedy needs time to work before the next try
VALUE_AGE = 3  # seconds for which a value of the trainer counts, from the design
ROW_DELAY = 0.3  # seconds by which a row's second may seem to begin late, because a value is on its way
NOT_RIDDEN = 12  # seconds without pedalling after which no timer runs: an auto-pause, and a wheel that coasts
PAUSED = 1.5  # seconds after the answer to `pause`
HEART_SETTLED = 20  # seconds with a strap after which each row has its heart rate, even with a value every six seconds
STANDS_SEEN = 15  # seconds until jz2 detects that a sensor's count has stopped
POWERLESS_SAID = 20  # seconds: ten of pedalling, and the time to be sure
REFUSAL_SAID = 12  # seconds of refused subscriptions
NEXT_REST = 45  # maximum seconds until jz2 retries a refused subscription
OLD = 5.5  # seconds after which a measured value no longer counts as current; the design gives a heart rate 5
ROAD_WATTS = 130  # the power on a flat road, as in rig/peripherals/trainer.py
UNSEEN_WATTS = 14  # maximum difference at which the daemon takes a power for the target
SETTLED = 8  # seconds after a new target until a row has it
# Watts between a row and the target: six standard deviations of a trainer's values, 2 W each, and a little more. A row
# of the usual KICKR is the mean of four values, of the others of one or two.
POWER_WITHIN, SINGLE_WITHIN = 8, 13
# For the additional devices: a value of the meter is 1 W off, its difference to the trainer's 2.3 W, and the match 2 W
# after a minute.
MATCHED_AFTER, MATCHED_WITHIN, METER_WITHIN = 60, 8, 14
FAN_SETTLED = 25  # seconds: a link, manual mode, and a speed ten seconds after the last one
FAN_APART = 9.99
DISOBEYS = 45  # seconds after a refusal or a missing answer of the fan in which it may have another speed
MATCH_SHARE = 0.15  # maximum correction of a target, as a share of it
