"""python3 -B -m rig.describe FOLDER TITLE: prints the note of a scenario's capture, in Markdown: versions, and the
events with their seconds.
"""

import struct
import sys

from rig.evidence import Evidence

EPOCH = 0x00DCDDB30F2F8000  # 1970: btsnoop counts microseconds from the year 0
QUIET = ('status', 'rides', 'show', 'export')
SAID = {
    'drop': 'the {who} closes its link',
    'connected': 'the {who} connects',
    'disconnected': 'the {who} disconnects, reason 0x{reason:02x}',
    'response': 'the trainer answers `{bytes}`: {what}, {reaction}',
    'calm': None,
    'scenario': None,
    'ready': None,
    'request': None,
}


def capture_start(path):
    """Returns seconds since 1970 of the first record with a time. Some versions of btmon stamp remarks with 0."""
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
            yield note['epoch'], f'the peripherals receive `{note["command"]}`'
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
        f'# {title}\n\nA btsnoop file of the Linux monitor channel, recorded with btmon on the rig '
        f'(`Proof/Rig`, virtual radio):\n{versions(evidence)}.\n'
    )
    print('| second | event |\n|---:|---|')
    for when, what in sorted(happenings(evidence)):
        print(f'| {when - begins:.2f} | {what} |')


if __name__ == '__main__':
    main(sys.argv[1], sys.argv[2])
