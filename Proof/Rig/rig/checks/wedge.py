"""Checks that jz2 resets a hung controller soon after a command without an answer has proven the hang."""

from rig import tried_facts

PROOF = 2  # seconds that the kernel gives a controller for its answer
ACTED_ON = 5  # seconds from the proof to the remedy
# Seconds from the proof. To switch the adapter off, the kernel waits 2 s for each answer, and 4 s for each link that it
# closes.
RESET = 20
WORST_RETURN = 3  # from the reset
MOMENT = 0.1  # seconds by which the two clocks may differ


def acted_on(report, tried):
    began = tried.ride.began(tried.left.started_at())
    acted = [began + event['at_ms'] / 1000 for event in tried.left.events('remedy') if event['detail'] == 'power cycle']
    for one in tried.ride.tries:
        unanswered = tried.ride.logged('unanswered', one.began - MOMENT, one.healed)
        report.check(unanswered, f'{one.name}: a command has no answer', len(unanswered))
        proof = unanswered[0] + PROOF
        action = min((t for t in acted if t >= unanswered[0]), default=float('inf')) - proof
        report.check(action <= ACTED_ON, f'{one.name}: acted on within {ACTED_ON} s of the proof', f'{action:.2f} s')
        reset = min(tried.ride.logged('cured', one.began, one.healed), default=float('inf')) - proof
        report.check(reset <= RESET, f'{one.name}: reset within {RESET} s of it', f'{reset:.2f} s')


def returns(report, tried):
    for outcome in tried.outcomes.values():
        tried_facts.returned(report, outcome, worst=WORST_RETURN)


def check(report, folder):
    report.run(acted_on, returns, given=[tried_facts.scenario(report, folder)])
