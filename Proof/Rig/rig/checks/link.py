"""Checks the rig itself: both peripherals connect by their service names, and a command drops a link."""

from rig.devices import STRAP, TRAINER
from rig.evidence import Evidence


def linked(report, evidence):
    report.check(evidence.exit_code == 0, 'both are connected and resolved', f'exit {evidence.exit_code}')
    for who in (TRAINER, STRAP):
        report.check(evidence.happened('connected', who=who), f'{who} saw the link')


def lost(report, evidence):
    drop = evidence.told('drop strap')['epoch']
    gone = evidence.happened('disconnected', who=STRAP, after=drop - 1)
    report.check(gone, 'the strap closes its link on command')
    seconds = abs(gone[0]['epoch'] - drop)
    report.check(seconds < 0.5, 'both clocks agree on the time', f'{seconds:.3f} s apart')


def check(report, folder):
    report.run(linked, lost, given=[Evidence(folder)])
