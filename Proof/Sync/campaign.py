"""campaign.py BIN RIDES SEED: sends rides to hostile services while jz2sync is killed. Each must arrive exactly once.

Rides are ridden on the simulated trainer. The services lose responses, refuse, stall and lie by a seeded plan. jz2sync
is killed every few seconds, and jz2d now and then. At the end each ride is at each service exactly once, the library
shows the same, and each secret is only in its file.
"""

import collections
import pathlib
import random
import shutil
import statistics
import sys
import tempfile
import threading
import time

from programs import GoneError, Pair, RefusedError, wait_until
from secrecy import find_secrets, wrong_modes
from stage import Services

# The share of failing requests.
TROUBLE = 0.12


class Campaign:
    def __init__(self, programs: pathlib.Path, folder: pathlib.Path, rides: int, seed: int):
        self.count, self.random = rides, random.Random(f'campaign {seed}')
        self.services = Services(folder, seed, TROUBLE)
        self.services.hub.takes_rides = seed % 2 == 0
        self.pair = Pair(programs, folder)
        self.ended = threading.Event()
        # The time at which each ride was first seen as finished, by its number.
        self.finished: dict[int, float] = {}
        # The rides that are known to be at all services.
        self.settled: set[int] = set()
        self.mended = collections.Counter()
        self.kills = collections.Counter()
        self.most = (0, 0)
        self.lock = threading.Lock()
        self.failure: BaseException | None = None

    def run(self, patience: float) -> None:
        began = time.monotonic()
        self.pair.start()
        for name in self.services.all:
            self.services.connect(self.pair, name)
        threads = [threading.Thread(target=self.guarded, args=[work]) for work in (self.kill, self.mend)]
        for thread in threads:
            thread.start()
        try:
            self.ride()
            print(f'{self.count} rides were ridden in {time.monotonic() - began:.0f} s', flush=True)
            wait_until(lambda: self.failure or self.is_done(), patience, 'each ride arrived everywhere', pause=0.5)
        finally:
            self.ended.set()
            for thread in threads:
                thread.join()
        if self.failure:
            raise self.failure
        print(f'all arrived after {time.monotonic() - began:.0f} s', flush=True)

    def guarded(self, work) -> None:
        try:
            work()
        except BaseException as failure:
            self.failure = failure

    def ride(self) -> None:
        while len(self.finished) < self.count and not self.failure:
            try:
                self.pair.ride(watts=self.random.randrange(100, 250), minutes=0.2)
                last = self.pair.trainer('Rides', limit=1)['rides'][0]
                if last['state'] == 'finished':
                    self.finished.setdefault(last['id'], time.time())
            except (GoneError, RefusedError):
                # jz2d was killed; its ride continues after the restart.
                time.sleep(0.1)

    def kill(self) -> None:
        """Kills the programs, and restarts them at once."""
        while not self.ended.wait(self.random.uniform(1, 5)):
            if self.random.random() < 0.1:
                self.pair.daemon.kill()
                self.pair.daemon.start()
                self.kills['jz2d'] += 1
            else:
                self.sample()
                self.pair.sync.kill()
                self.pair.sync.start()
                self.kills['jz2sync'] += 1

    def sample(self) -> None:
        try:
            memory = self.pair.sync.memory()
        except (OSError, KeyError):
            return
        self.most = max(self.most[0], memory[0]), max(self.most[1], memory[1])

    def mend(self) -> None:
        """Lets tokens expire early, and connects services again that require it."""
        while not self.ended.wait(0.5):
            if self.random.random() < 0.05:
                self.services.strava.expire()
            if self.random.random() < 0.05:
                self.services.hub.expire()
            try:
                states = {one['service']: one['state'] for one in self.pair.ask('Services')['services']}
                for name in self.services.all:
                    if states[name] in ('authRequired', 'inactive'):
                        self.mended[name] += 1
                        self.services.connect(self.pair, name)
            except (GoneError, RefusedError):
                pass

    def is_done(self) -> bool:
        wanted = {'done', 'duplicate'}
        rides = [ride['id'] for ride in self.pair.rides()]
        if any(len(service.there()) < len(rides) for service in self.services.all.values()):
            return False
        for ride in rides:
            if ride in self.settled:
                continue
            uploads = self.pair.uploads(ride)
            if not {uploads.get(name, {}).get('state') for name in self.services.all} <= wanted:
                return False
            self.settled.add(ride)
        return True

    def judge(self) -> list[str]:
        """Returns the faults."""
        wrong = []
        rides = {ride['id']: ride for ride in self.pair.rides()}
        if len(rides) < self.count:
            wrong.append(f'{len(rides)} rides in the library of {self.count}')
        store = self.pair.trainer('Changes')['library']
        for name, service in self.services.all.items():
            # A hub identifies a ride by its UUID, which is the same in every library.
            names = {
                (ride['uuid'] if name == 'hub' else f'{store}.{ride["activity"]}'): ride['id']
                for ride in rides.values()
            }
            there = service.there()
            counts = collections.Counter(external for external, _ in there)
            wrong += [f'{name} has {external} {count} times' for external, count in counts.items() if count > 1]
            wrong += [f'{name} does not have {external}' for external in names.keys() - counts.keys()]
            wrong += [f'{name} has {external}, which is no ride' for external in counts.keys() - names.keys()]
            wrong += [f'{name}: {complaint}' for complaint in service.complaints]
            numbers = dict(there)
            for external, ride in names.items():
                upload = self.pair.uploads(ride).get(name)
                if upload is None or upload['state'] not in ('done', 'duplicate'):
                    wrong.append(f'the library says of ride {ride} at {name}: {upload}')
                elif name != 'hub' and upload.get('remoteId') != numbers.get(external):
                    wrong.append(f'ride {ride} is {numbers.get(external)} at {name}, the library says {upload}')
        if self.services.hub.takes_rides:
            wrong += wrong_whole_rides(self.services.hub, self.pair, rides)
        wrong += [f'another host: {complaint}' for complaint in self.services.elsewhere.complaints]
        wrong += find_secrets(self.pair, self.services.secrets())
        wrong += wrong_modes(self.pair.folder / 'sync')
        return wrong

    def tell(self) -> None:
        for name, service in self.services.all.items():
            drawn = ' '.join(f'{trouble} {count}' for trouble, count in sorted(service.misbehaviour.drawn.items()))
            print(f'{name}: {sum(service.asked.values())} requests took effect; {drawn}')
        store = self.pair.trainer('Changes')['library']
        rides = {f'{store}.{ride["activity"]}': ride['id'] for ride in self.pair.rides()}
        for name in ('intervals', 'strava'):
            activities = self.services.all[name].activities.values()
            times = sorted(
                activity['at'] - self.finished[rides[activity['external_id']]]
                for activity in activities
                if rides.get(activity['external_id']) in self.finished
            )
            middle, last = statistics.median(times), times[-1]
            print(f'{name}: from the end of a ride to its arrival {middle:.1f} s in the middle, {last:.1f} s at most')
        print(f'killed: {dict(self.kills)}; the rider had to enter again: {dict(self.mended)}')
        print(f'jz2sync before its deaths: at most {self.most[0]} kB resident, {self.most[1]} kB anonymous')


def wrong_whole_rides(hub, pair, rides: dict[int, dict]) -> list[str]:
    """Returns the faults of the hub's whole rides: each must match the library's export, and no edit may arrive too
    late."""
    wrong = [f'{hub.late} edits came too late at the hub'] if hub.late else []
    for number, ride in rides.items():
        own = pair.ctl('export', str(number), '--format', 'json', '--whole', '--output', '-').stdout
        _, there = hub.rides.get(ride['uuid'], (0, b'nothing'))
        if there.decode() != own:
            wrong.append(f'ride {number} is at the hub as {len(there)} bytes, and {len(own)} here')
    return wrong


def main() -> int:
    programs, rides, seed = pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2]), int(sys.argv[3])
    folder = pathlib.Path(tempfile.mkdtemp(prefix='jz2-sync.'))
    campaign = Campaign(programs, folder, rides, seed)
    wrong = ['it did not come to its end']
    try:
        campaign.run(patience=60 + 2 * rides)
        wrong = campaign.judge()
        campaign.tell()
    except TimeoutError as error:
        wrong = [str(error), *campaign.judge()]
        campaign.tell()
    finally:
        campaign.pair.stop()
        if wrong:
            print(f'again with: make sync-soak RIDES={rides} SEED={seed}; the logs are in {folder}')
        else:
            shutil.rmtree(folder)
    for line in wrong[:40]:
        print(f'FAILED sync: {line}')
    if not wrong:
        print(f'ok     sync: {rides} rides arrived at three services, each once, under faults and kills')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
