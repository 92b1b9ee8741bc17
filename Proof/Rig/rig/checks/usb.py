"""Checks that a USB adapter is never suspended with jz2's rules, and is suspended without them."""

from rig.evidence import Evidence


def ran(report, evidence):
    report.check(evidence.exit_code == 0, 'the scenario ran to its end', f'exit {evidence.exit_code}')


def awake(report, evidence):
    noted = {n['adapter']: n for n in evidence.notes if n['event'] == 'usb'}
    for name, wanted in [
        ('plain', 'on'),
        ('composite', 'on'),
        ('plain-no-rules', 'auto'),
        ('composite-no-rules', 'auto'),
    ]:
        found = noted.get(name, {})
        report.check(found.get('control') == wanted, f'{name}: power/control is {wanted}', found)
        report.check(found.get('driver') == 'btusb', f'{name}: its driver is btusb', found)
    classes = {name: noted[name]['class'] for name in ('plain', 'composite')}
    report.check(classes == {'plain': 'e0', 'composite': 'ef'}, 'they have the device class of their kind', classes)


def check(report, folder):
    report.run(ran, awake, given=[Evidence(folder)])
