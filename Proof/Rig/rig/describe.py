"""python3 -B -m rig.describe FOLDER TITLE: prints the note for the capture of a scenario, in Markdown: versions, and
what happens at which second of it.
"""

import struct
import sys

from rig.evidence import Evidence

EPOCH = 0x00DCDDB30F2F8000  # btsnoop counts microseconds from the year 0, this is 1970
QUIET = ('status', 'rides', 'show', 'export')
SAID = {
    'drop': 'the {who} closes its link',
    'connected': 'the {who} is linked',
    'disconnected': 'the {who} has lost its link, reason 0x{reason:02x}',
    'response': 'the trainer answers `{bytes}`: {what}, {reaction}',
    'calm': None,
    'scenario': None,
    'ready': None,
    'request': None,
}


def capture_start(path):
    """Seconds since 1970 of the first record that has a time; some versions of btmon stamp their own remarks with 0."""
    data, at = path.read_bytes(), 16
    while at + 24 <= len(data):
        length, stamp = struct.unpack_from('>4xI8xq', data, at)
        if stamp > EPOCH:
            return (stamp - EPOCH) / 1e6
        at += 24 + length
    raise ValueError(f'{path} holds no record')


def happenings(evidence):
    for note in evidence.notes:
        if note['event'] == 'command' and note['command'].split()[0] not in QUIET:
            second = note.get('elapsedAfter')
            ride = f', ride second {second:g}' if second is not None else ''
            yield (
                note['began'],
                f'`jz2ctl {note["command"]}`{ride}' + (f', exit {note["exit"]}' if note['exit'] else ''),
            )
        if note['event'] == 'peripherals' and note['command'].split()[0] in ('deny', 'cadence', 'mute'):
            yield note['epoch'], f'the peripherals are told `{note["command"]}`'
    for event in evidence.peripherals:
        text = SAID.get(event['event'], event['event'])
        if text:
            yield event['epoch'], text.format(**event)


def versions(evidence):
    found = (evidence.folder / 'versions.txt').read_text().splitlines()
    return ', '.join(line.strip() for line in found if line.strip())


def main(folder, title):
    evidence = Evidence(folder)
    begins = capture_start(evidence.folder / 'hci.btsnoop')
    print(
        f'# {title}\n\nA btsnoop of the Linux monitor channel, recorded by btmon on the rig '
        f'(`Proof/Rig`, virtual radio): {versions(evidence)}.\n'
    )
    print('| second | what happens |\n|---:|---|')
    for when, what in sorted(happenings(evidence)):
        print(f'| {when - begins:.2f} | {what} |')


if __name__ == '__main__':
    main(sys.argv[1], sys.argv[2])
