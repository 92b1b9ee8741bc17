"""python3 -B -m rig.recorded_commands FOLDER: prints the commands of a recorded ride, from the events in its store, a
line each: `SECOND VERB [ARGUMENT]`.

SECOND is the whole second of the ride in which the command ran; a replay sends it in the same second.
"""

import pathlib
import sqlite3
import sys

VERBS = {'target': 'watts', 'paused': 'pause', 'resumed': 'resume'}


def commands(folder):
    store = sqlite3.connect(f'file:{folder}/state/jz2.sqlite?mode=ro', uri=True)
    watts, seconds = store.execute('SELECT target_watts, planned_seconds FROM ride').fetchone()
    yield f'0 start {watts} {seconds}'
    for at, kind, detail in store.execute('SELECT at_ms, kind, detail FROM event ORDER BY at_ms'):
        # The first target belongs to the start, and a restored target is not a command.
        if kind not in VERBS or (kind == 'target' and int(detail) == watts):
            continue
        yield f'{at // 1000} {VERBS[kind]} {detail or ""}'.rstrip()


if __name__ == '__main__':
    print('\n'.join(commands(pathlib.Path(sys.argv[1]))))
