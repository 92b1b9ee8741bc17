"""Checks `scenarios/radio.sh`."""

from rig import tried_facts
from rig.devices import TRAINER

# From the drop. Five links that are not established take 2.5 s by themselves.
WORST_RETURN = {'not established': 6, 'strap: not established': 4}
WORST_OTHER_RETURN = 0.5
NOT_ESTABLISHED_RETURN = 1.2  # from the last link that was not established
START_SECONDS = 3  # with two trainer links that are not established
LONG = 4.0  # seconds: the supervision timeout that a ride requests
ASKED_AGAIN = {1: 1, 2: 2.5}  # refusals -> seconds from the link until the parameters apply
MOST_ASKED = 8  # requests, if the link never accepts the parameters
WAKES_A_SECOND = 3  # additional wake-ups while another program scans


def returns(report, tried):
    for name, outcome in tried.outcomes.items():
        tried_facts.returned(report, outcome, worst=WORST_RETURN.get(name, WORST_OTHER_RETURN))


def tries_of(tried, name):
    return [one for one in tried.ride.tries if one.name == name]


def parameters_are_asked_again(report, tried):
    for name in 'update refused', 'update failed':
        for times, one in enumerate(tries_of(tried, name), 1):
            linked = tried.ride.logged('connected', one.began, one.healed, who=TRAINER)
            taken = tried.ride.logged('updated', one.began, one.healed, who=TRAINER, supervision=LONG)
            seconds = taken[0] - linked[0] if linked and taken else float('inf')
            report.check(
                seconds <= ASKED_AGAIN[times],
                f'{name}, {times}: requested again, the timeout is {LONG:g} s',
                f'{seconds:.2f} s',
            )


def parameters_are_not_begged_for(report, tried):
    one = tries_of(tried, 'update never taken')[0]
    asked = len(tried.ride.logged('update-refused', one.began, one.healed + 5, who=TRAINER))
    report.check(4 <= asked <= MOST_ASKED, 'a link that never accepts them gets a limited number of requests', asked)
    lost = tried.ride.logged('disconnected', one.began + 1, one.healed, who=TRAINER)
    report.check(not lost, 'and is not given up', lost or '')


def unestablished_is_tried_again(report, tried):
    for one in tries_of(tried, 'not established'):
        failed = tried.ride.logged('not-established', one.began, one.healed, who=TRAINER)
        back = tried.ride.targets_acknowledged(failed[-1])
        report.check(
            back and back[0] - failed[-1] <= NOT_ESTABLISHED_RETURN,
            f'after {len(failed)} links that were not established the next follows at once',
            f'{back[0] - failed[-1]:.2f} s' if back else 'never',
        )
    start = next(note for note in tried.ride.notes if note.get('command', '').startswith('start '))
    seconds = start['epoch'] - start['began']
    report.check(start['exit'] == 0 and seconds <= START_SECONDS, 'a start survives two of them', f'{seconds:.2f} s')
    remedies = [event['detail'] for event in tried.left.events('remedy')]
    report.check(not remedies, 'no remedy is tried', remedies or '')


def controller_connects_undisturbed(report, tried):
    """Checks that no command runs during a connection attempt: the kernel would wait 4 s for an existing connection."""
    between = tried.ride.logged('asked-while-connecting', 0)
    report.check(not between, 'no signal strength is requested while a connection is made', between or '')


def strangers_wake_nobody(report, tried):
    wakes = {note['name']: note['count'] / note['seconds'] for note in tried.ride.notes if note['event'] == 'wakes'}
    seen = any(note['event'] == 'discovers' for note in tried.ride.notes)
    report.check(seen, 'another program searches for devices')
    report.check(
        wakes['crowded'] - wakes['alone'] <= WAKES_A_SECOND,
        f'which costs the daemon at most {WAKES_A_SECOND} wakes a second',
        f'{wakes["alone"]:.1f} alone, {wakes["crowded"]:.1f} beside 50 advertisements a second',
    )


def check(report, folder):
    report.run(
        returns,
        parameters_are_asked_again,
        parameters_are_not_begged_for,
        unestablished_is_tried_again,
        controller_connects_undisturbed,
        strangers_wake_nobody,
        given=[tried_facts.scenario(report, folder)],
    )
