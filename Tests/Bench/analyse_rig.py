#!/usr/bin/env python3
"""analyse_rig.py FOLDER: what a notification cost jz2d and bleak on the rig, from what guest/bench.sh left in FOLDER.

Each rider's probes bound a stretch of its ride. CPU time is divided by the notifications that btmon saw in that stretch, for the whole
process and for its busiest thread: jz2d stores each second on another thread, bleak stores nothing. The latency is from btmon's stamp of a
notification to the rider's stamp of the value decoded from it, both of the guest's wall clock.
"""
import json
import pathlib
import statistics
import struct
import sys
from collections import defaultdict

EPOCH = 0x00DCDDB30F2F8000  # btsnoop counts microseconds from the year 0, this is 1970
ACL_RECEIVED = 5  # of the monitor's operation codes
ATT_CHANNEL, NOTIFICATION = 4, 0x1B
TICKS_PER_SECOND = 100
BEYOND = 2.0  # seconds after which a value is not the answer to a notification


def notifications(path):
    """(seconds since 1970, value) of each notification that came in whole in one ACL packet; these all do."""
    data = path.read_bytes()
    assert data[:8] == b'btsnoop\0' and struct.unpack_from('>I', data, 12)[0] == 2001, 'not a monitor capture'
    at = 16
    while at + 24 <= len(data):
        _, length, flags, _, stamp = struct.unpack_from('>IIIIq', data, at)
        packet = data[at + 24:at + 24 + length]
        at += 24 + length
        if flags & 0xFFFF == ACL_RECEIVED and len(packet) > 11:
            channel, op = struct.unpack_from('<H', packet, 6)[0], packet[8]
            if channel == ATT_CHANNEL and op == NOTIFICATION:
                yield (stamp - EPOCH) / 1e6, packet[11:]


def traced(path):
    for line in path.read_text().splitlines():
        stamp, _, value = line.split()
        yield int(stamp) / 1e9, bytes.fromhex(value)


def latencies(seen, decoded):
    """Milliseconds from each notification to its value, matched by bytes and order."""
    waiting = defaultdict(list)
    for stamp, value in seen:
        waiting[value].append(stamp)
    found = []
    for stamp, value in decoded:
        before = [at for at in waiting[value] if stamp - BEYOND <= at <= stamp]
        if before:
            waiting[value].remove(before[0])
            found.append((stamp - before[0]) * 1000)
    return found


def busiest_thread(begins, ends):
    """Nanoseconds that the busiest thread ran in between."""
    return max(ran - begins['threads'].get(thread, 0) for thread, ran in ends['threads'].items())


def ride(folder, name, seen):
    begins, ends = (json.loads(line) for line in (folder / f'{name}.probe').read_text().splitlines()[:2])
    within = [(stamp, value) for stamp, value in seen if begins['epoch'] <= stamp < ends['epoch']]
    decoded = [(stamp, value) for stamp, value in traced(folder / f'{name}.trace') if begins['epoch'] <= stamp < ends['epoch']]
    delays = sorted(latencies(within, decoded))
    return {
        'minutes': float((folder / f'{name}.minutes').read_text()),
        'notifications': len(within),
        'missed': len(within) - len(delays),
        'cpu ms': (ends['ticks'] - begins['ticks']) * 1000 / TICKS_PER_SECOND / len(within),
        'busiest thread ms': busiest_thread(begins, ends) / 1e6 / len(within),
        'latency median ms': statistics.median(delays),
        'latency p95 ms': delays[int(len(delays) * 0.95)],
        'resident MiB': ends['residentKiB'] / 1024,
    }


def main(folder):
    seen = list(notifications(folder / 'hci.btsnoop'))
    rides = defaultdict(dict)
    for probe in sorted(folder.glob('*-*.probe')):
        rider, turn = probe.stem.rsplit('-', 1)
        rides[rider][int(turn)] = ride(folder, probe.stem, seen)
    columns = ['minutes', 'notifications', 'missed', 'cpu ms', 'busiest thread ms', 'latency median ms', 'latency p95 ms', 'resident MiB']
    print(f'{"ride":<10}' + ''.join(f'{column:>19}' for column in columns))
    for rider, turns in sorted(rides.items()):
        for turn, figures in sorted(turns.items()):
            print(f'{rider + " " + str(turn):<10}' + ''.join(f'{figures[column]:>19.3g}' for column in columns))
    for rider, turns in sorted(rides.items()):
        # a probe that says nothing is no figure
        assert all(figures['cpu ms'] > 0 for figures in turns.values()), f'{rider}: no CPU time was measured'
        medians = ', '.join(f'{c} {statistics.median(f[c] for f in turns.values()):.3g}' for c in columns[3:])
        print(f'{rider}, median of {len(turns)}: {medians}')
    if {'ours', 'bleak'} <= rides.keys():
        pairs = sorted(rides['ours'].keys() & rides['bleak'].keys())
        for column in columns[3:]:
            ratio = statistics.median(rides['ours'][turn][column] / rides['bleak'][turn][column] for turn in pairs)
            print(f'ours / bleak, {column}: {ratio:.2f} (median of {len(pairs)} pairs)')


if __name__ == '__main__':
    main(pathlib.Path(sys.argv[1]))
