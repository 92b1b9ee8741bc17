#!/usr/bin/env python3
"""stamp.py FILE: each line of JSON that comes in goes to the file, with the seconds since boot at which it came."""

import sys
import time

with open(sys.argv[1], 'a', buffering=1) as kept:
    for line in sys.stdin:
        kept.write(f'{{"t": {time.monotonic():.4f}, "said": {line.strip() or "null"}}}\n')
