"""python3 -B -m rig.timeline FOLDER: prints the events of a scenario, a line each: the seconds since its first note,
the event, its details.

Commands and faults come from the notes, the rest from the peripherals' log. Of a long scenario it prints the first and
the last events.
"""

import sys

from rig.evidence import Evidence

ENDS = 30  # events at either end
TIMES = ('t', 'epoch', 'uptime', 'event')


def line(event, begin):
    details = ' '.join(f'{name}={value}' for name, value in event.items() if name not in TIMES)
    return f'{event["epoch"] - begin:9.4f} {event["event"]} {details}'


def main(folder):
    evidence = Evidence(folder)
    notes = [note for note in evidence.notes if note['event'] != 'peripherals']
    events = sorted(notes + evidence.peripherals, key=lambda event: event['epoch'])
    lines = [line(event, evidence.notes[0]['epoch']) for event in events]
    if len(lines) > 2 * ENDS:
        lines[ENDS:-ENDS] = [f'... {len(lines) - 2 * ENDS} more ...']
    print('\n'.join(lines))


if __name__ == '__main__':
    main(sys.argv[1])
