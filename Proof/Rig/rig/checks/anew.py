"""Checks that a rider who stops a ride and starts the next at once does not wait for a timer of bluetoothd."""

from rig.evidence import Evidence

WITHIN = 1  # seconds from the command to the first acknowledged target


def ran(report, evidence):
    report.check(evidence.exit_code == 0, 'the scenario ran to its end', f'exit {evidence.exit_code}')
    report.check(evidence.daemon_status == 0, 'jz2d ends with 0 on SIGTERM', evidence.daemon_status)


def anew(report, evidence):
    for name, options in (('strapless', ' --no-heart-rate'), ('strapped', '')):
        command = f'start --watts 160 --minutes 0.2{options}'
        start = next(n for n in evidence.notes if n['event'] == 'command' and n['command'] == command)
        report.check(start['exit'] == 0, f'{name}: the next ride begins', start['exit'])
        targets = [answer['epoch'] - start['began'] for answer in evidence.targets_acknowledged(after=start['began'])]
        report.check(
            targets and targets[0] <= WITHIN,
            f'{name}: its target is set within {WITHIN} s of the start',
            f'{targets[0]:.2f} s' if targets else 'never',
        )


def remedies(report, evidence):
    said = [line for line in (evidence.folder / 'jz2d.log').read_text().splitlines() if 'remedy' in line]
    report.check(not said, 'no remedy is tried', said[:2] or '')


def check(report, folder):
    report.run(ran, anew, remedies, given=[Evidence(folder)])
