"""Third-party workout files. PYTHONPATH has Benchmarks, for its simple reader of ZWO files.

write FILE    writes a ZWO file with zwog: ramps, steps, and two intervals three times
same A B      fails unless both ZWO files have the same steps: seconds, and watts at an FTP of 200 W to within 0.5 W
"""

import sys

from plan import steps

WORKOUT = """10min from 50 to 75% FTP
3x 5min @ 90% FTP, 1min @ 105% FTP
1min 30sec @ 55% FTP
10min from 65 to 40% FTP"""


def write(path):
    from zwog import ZWOG

    ZWOG(WORKOUT, name='Over & under').save_zwo(path)


def same(theirs, ours):
    first, second = ([step[1:] for step in steps(path)] for path in (theirs, ours))
    if len(first) != len(second):
        sys.exit(f'{len(first)} steps became {len(second)}')
    for number, (one, other) in enumerate(zip(first, second, strict=True), start=1):
        if one[0] != other[0] or any(abs(a - b) > 0.5 for a, b in zip(one[1:], other[1:], strict=True)):
            sys.exit(f'step {number}: {one} became {other}')
    print(f'{len(first)} steps')


command, *files = sys.argv[1:]
{'write': write, 'same': same}[command](*files)
