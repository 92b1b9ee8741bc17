#!/usr/bin/env python3
"""stamp.py FILE: writes each line of JSON from its input to the file, with its time in seconds since boot."""

import sys
import time

with open(sys.argv[1], 'a', buffering=1) as kept:
    for line in sys.stdin:
        kept.write(f'{{"t": {time.monotonic():.4f}, "said": {line.strip() or "null"}}}\n')
