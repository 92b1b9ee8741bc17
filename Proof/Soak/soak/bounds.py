"""The oracle's limits: the promises of the README and of the design, each with its reason."""

RAMP = 10.5  # seconds: the ramp after a start, a resume and gaps of 30 s and more, and the acknowledgement
LONG_GAP = 30
GO_ON, GO_ON_DOUBT = 1800, 120  # seconds after which a ride is finished as it is; so near to it both are right
FINISH_AFTER = 900  # seconds without pedalling that finish a ride
GIVE_UP = 1800  # seconds without the trainer that finish a ride
LEFT_ALONE_WITHIN = 180  # seconds: a link to a silent trainer is made each minute, and the end needs one
AWAY = 'vanish', 'unplug', 'bluetoothd killed', 'bus restarted'  # disturbances in which no trainer can be linked

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
# Seconds more for trainers that take a target only so long after the last one on a link; on a new link it goes at once,
# but a ride may be told otherwise right after.
PATIENCE = {'kickr-2016': 2.1, 'snap': 2.1}
# A ramp follows a start and a resume; after a reboot the first pedal stroke is a start.
RAMPED = 'start', 'pause', 'stops pedalling', 'powerless', 'weak', 'weak again', 'pull'
# The rests between attempts grow: the share of a disturbance's time that the last one may take, and its most seconds.
RESTS = {'silent': (0.05, 60), 'late': (1, 45), 'refused stream': (1, 45), 'refused answers': (1, 45)}
WEAK_AGAIN = 20  # seconds in which weak legs give in more than once
SILENCES = 'silent', 'stall subscription', 'stall link'  # the link stays and nothing arrives
SILENT_AGAIN = 20  # seconds more if the trainer falls silent again within a minute: a new link is tried later
SPOKEN = 25  # seconds of data after which a silence is forgotten
LONGEST_LINK = 165  # seconds for which a link without data is kept at most
AUTO_PAUSE = 5  # seconds without pedalling until the trainer is freed
WRITTEN_PAUSE = 3600  # seconds of a pause for which rows are written
FREED = 2.0  # seconds: two answers, and the second in which it is noticed

# The refusals, and the disturbances of which one must be going on; None where none is needed.
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
    'DeviceRefused': {'refused stream', 'refused answers'},
    'RadioUnavailable': {'unplug', 'bluetoothd killed', 'bus restarted', 'pull'},
    'StoreFailed': {'disk full'},
    'ShuttingDown': {'daemon ended'},
    'RideInProgress': set(),
}
NEAR = 40  # seconds after a disturbance in which an answer may still be due to it
# The limits of a rider on a trainer: a value outside was not measured. Metres are of one second.
POSSIBLE = {'powerWatts': (-50, 3000), 'cadenceRpm': (0, 254), 'beatsPerMinute': (25, 250), 'speedKmh': (0, 150)}
POSSIBLE_METERS = 42
UPTIME_STEP = 0.01  # seconds; the notes give events within one step the same instant
REMEDIES_APART = 2  # seconds; a remedy needs time to work before it is tried again
VALUE_AGE = 3  # seconds for which a value of the trainer counts, as the design says
ROW_DELAY = 0.3  # seconds by which a row's second may seem to begin late: a value is on its way
NOT_RIDDEN = 12  # seconds without pedalling after which no timer runs: a pause by the legs, and a wheel that coasts
PAUSED = 1.5  # seconds after the answer to `pause`
HEART_SETTLED = 20  # seconds with a strap from which each row has its heart rate, also if it sends each six seconds
STANDS_SEEN = 15  # seconds until it is seen that the count of a sensor stands
POWERLESS_SAID = 20  # seconds: ten of pedalling, and what it takes to be sure
REFUSAL_SAID = 12  # seconds of refused subscriptions
NEXT_REST = 45  # seconds after which a subscription that was refused is tried again, at the latest
OLD = 5.5  # seconds after which a measured value no longer counts as current; the design gives a heart rate 5
ROAD_WATTS = 130  # the power on a flat road, as in rig/peripherals/trainer.py
UNSEEN_WATTS = 14  # difference up to which the daemon takes a power for the target
SETTLED = 8  # seconds after a target was set from which a row has it
# Watts between a row and the target: six standard deviations of what a trainer says, 2 W a value, and a little more. A
# row of the usual KICKR is the mean of four values, of the others of one or two.
POWER_WITHIN, SINGLE_WITHIN = 8, 13
# Of devices beside the trainer: a value of the meter is 1 W off, its difference to the trainer's 2.3 W, and the match
# 2 W after a minute.
MATCHED_AFTER, MATCHED_WITHIN, METER_WITHIN = 60, 8, 14
FAN_SETTLED = 25  # seconds: linked, in manual mode, and a speed that is ten seconds away from the last
FAN_APART = 9.99
DISOBEYS = 45  # seconds after a refusal or a missing answer of the fan in which it may not blow as told
MATCH_SHARE = 0.15  # of the target by which a trainer is matched at most
