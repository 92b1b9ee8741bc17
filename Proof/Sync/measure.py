"""measure.py BIN: jz2sync's memory, and the seconds from the end of a ride, with services that behave.

BIN is the folder of a release build.
"""

import pathlib
import statistics
import sys
import tempfile
import time

from programs import Pair, wait_until
from stage import Services

RIDES = 10


def main() -> None:
    folder = pathlib.Path(tempfile.mkdtemp(prefix='jz2-measure.'))
    services, pair = Services(folder, 1, 0), Pair(pathlib.Path(sys.argv[1]).resolve(), folder)
    pair.start()
    try:
        print('begun, nothing connected: {} kB resident, {} kB anonymous'.format(*pair.sync.memory()))
        for name in services.all:
            services.connect(pair, name)
        most, ended = (0, 0), []
        for ride in range(1, RIDES + 1):
            # An hour, like a real ride: its file is sent.
            pair.ride(minutes=60)
            ended.append(time.time())
            while any(pair.uploads(ride).get(name, {}).get('state') != 'done' for name in services.all):
                memory = pair.sync.memory()
                most = max(most[0], memory[0]), max(most[1], memory[1])
                time.sleep(0.02)
        print('working: {} kB resident, {} kB anonymous at most'.format(*most))
        for name, service in services.all.items():
            kept = service.workouts if name == 'hub' else service.activities
            times = [one['at'] - end for one, end in zip(kept.values(), ended, strict=True)]
            print(f'{name}: {statistics.median(times):.2f} s after the end of a ride, {max(times):.2f} s at most')
        size = next(iter(services.intervals.seen and [one for one in services.intervals.seen if one.method == 'POST']))
        print(f'an hour is {len(size.body)} bytes as it is sent')
        wait_until(
            lambda: pathlib.Path(f'/proc/{pair.sync.pid}/maps').read_text().count('libcurl') == 0, 300, 'no curl'
        )
        time.sleep(30)
        print('idle, libcurl unloaded: {} kB resident, {} kB anonymous'.format(*pair.sync.memory()))
    finally:
        pair.stop()


if __name__ == '__main__':
    main()
