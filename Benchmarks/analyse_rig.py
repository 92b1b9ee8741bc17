#!/usr/bin/env python3
"""analyse_rig.py FOLDER CPU: the cost of a notification for jz2d and for bleak on the rig. FOLDER has the files of the
scenario `bench`, CPU the output of sample_guest.py.

Both use one wall clock. The part of a ride that counts lies between two samples of the CPU. Its processor time is
divided by the number of notifications that btmon recorded between them. A rider's own time is the time of its program,
on all its threads: jz2d stores each second, bleak stores nothing. The kernel's work for the program counts as the
kernel's, together with its work for bluetoothd, D-Bus and the peripherals. The latency runs from btmon's timestamp of a
notification to the rider's timestamp of the decoded value.
"""

import json
import pathlib
import statistics
import struct
import sys
from collections import Counter, defaultdict

EPOCH = 0x00DCDDB30F2F8000  # btsnoop counts microseconds from the year 0, this is 1970
ACL_RECEIVED = 5  # the monitor's operation code
ATT_CHANNEL, NOTIFICATION = 4, 0x1B
BEYOND = 2.0  # seconds; a value that is later than this does not belong to the notification


def notifications(path):
    """Yields (seconds since 1970, value) of each notification; each one is a single ACL packet."""
    data = path.read_bytes()
    assert data[:8] == b'btsnoop\0' and struct.unpack_from('>I', data, 12)[0] == 2001, 'not a monitor capture'
    at = 16
    while at + 24 <= len(data):
        _, length, flags, _, stamp = struct.unpack_from('>IIIIq', data, at)
        packet = data[at + 24 : at + 24 + length]
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
    """Returns the milliseconds from each notification to its value, matched by bytes and order."""
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


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def own_process(samples, began, ended):
    """Returns the process of this computer in which a rider ran.

    Of the processes that started and ended with the rider, it is the longest-lived: all others were started while it
    ran.
    """
    before = [sample for sample in samples if sample['epoch'] < began][-1]
    after = next(sample for sample in samples if sample['epoch'] > ended)
    during = [sample for sample in samples if began <= sample['epoch'] <= ended]
    there = Counter(process for sample in during for process in sample['ran'])
    return max(there.keys() - before['ran'].keys() - after['ran'].keys(), key=there.get)


def milliseconds(process, begins, ends):
    """Returns the processor time of a process between two samples."""
    return (ends['ran'][process]['ns'] - begins['ran'][process]['ns']) / 1e6


def ride(folder, name, notes, seen, samples):
    began, since, until, ended = (notes[event] for event in ('began', 'from', 'to', 'ended'))
    own = own_process(samples, began['epoch'], ended['epoch'])
    measured = [sample for sample in samples if since['epoch'] <= sample['epoch'] <= until['epoch']]
    begins, ends = measured[0], measured[-1]
    kernel = next(process for process in ends['ran'] if process.startswith(f'{ends["ran"][own]["parent"]}@'))
    within = [(stamp, value) for stamp, value in seen if begins['epoch'] <= stamp < ends['epoch']]
    decoded = [(stamp, value) for stamp, value in traced(folder / f'{name}.trace') if stamp >= begins['epoch']]
    delays = sorted(latencies(within, decoded))
    return {
        'minutes': began['minutes'],
        'notifications': len(within),
        'missed': len(within) - len(delays),
        'own CPU ms': milliseconds(own, begins, ends) / len(within),
        'kernel CPU ms': milliseconds(kernel, begins, ends) / len(within),
        'latency median ms': statistics.median(delays),
        'latency p95 ms': delays[int(len(delays) * 0.95)],
        'resident MiB': until['residentKiB'] / 1024,
    }


def rides_of(folder, cpu):
    """{rider: {turn: figures}}"""
    seen, samples = list(notifications(folder / 'hci.btsnoop')), lines(cpu)
    noted, rides = defaultdict(dict), defaultdict(dict)
    for note in lines(folder / 'notes.jsonl'):
        if 'turn' in note:
            noted[note['rider'], note['turn']][note['event']] = note
    for (rider, turn), notes in noted.items():
        name = f'{rider}-{turn}'
        assert notes.keys() >= {'began', 'from', 'to', 'ended'}, f'{name} did not get to its end, see {folder}'
        rides[rider][turn] = ride(folder, name, notes, seen, samples)
    return rides


COLUMNS = [
    'minutes',
    'notifications',
    'missed',
    'own CPU ms',
    'kernel CPU ms',
    'latency median ms',
    'latency p95 ms',
    'resident MiB',
]


def main(folder, cpu):
    rides, columns = rides_of(folder, cpu), COLUMNS
    print(f'{"ride":<10}' + ''.join(f'{column:>19}' for column in columns))
    for rider, turns in sorted(rides.items()):
        for turn, figures in sorted(turns.items()):
            print(f'{rider + " " + str(turn):<10}' + ''.join(f'{figures[column]:>19.3g}' for column in columns))
    for rider, turns in sorted(rides.items()):
        medians = ', '.join(f'{c} {statistics.median(f[c] for f in turns.values()):.3g}' for c in columns[3:])
        print(f'{rider}, median of {len(turns)}: {medians}')
    if {'ours', 'bleak'} <= rides.keys():
        pairs = sorted(rides['ours'].keys() & rides['bleak'].keys())
        for column in columns[3:]:
            ratio = statistics.median(rides['ours'][turn][column] / rides['bleak'][turn][column] for turn in pairs)
            print(f'ours / bleak, {column}: {ratio:.2f} (median of {len(pairs)} pairs)')


if __name__ == '__main__':
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
