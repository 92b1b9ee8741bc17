#!/usr/bin/env python3
"""air.py FOLDER COUNT: the first COUNT events that a scenario's peripherals logged, a line each: seconds since boot, event, details."""
import pathlib
import sys

from evidence import json_lines

folder = pathlib.Path(sys.argv[1])
uptimes = [note['uptime'] for note in json_lines(folder / 'notes.jsonl')]
events = [event for event in json_lines(folder.parent / 'peripherals.jsonl') if uptimes[0] <= event['t'] <= uptimes[-1]]
for event in events[:int(sys.argv[2])]:
    rest = ' '.join(f'{name}={value}' for name, value in event.items() if name not in ('t', 'event'))
    print(f'{event["t"]:.4f} {event["event"]} {rest}')
