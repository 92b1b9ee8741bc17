#!/usr/bin/env python3
"""check_blackbox.py FOLDER: what `guest/blackbox.sh` kept of the radio traffic tells the ride's drops, and is the same ride when replayed."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import common
from evidence import Evidence, objects
from report import Report

# The capture ends with the ride, and a drop may cost the replay a row more: it rides a little less, so that nothing is missing at the end.
MINUTES, SECONDS = '0.9', 54
ADDRESSES = ('C0:FF:EE:00:00:01', 'C0:FF:EE:00:00:02')
BIN = pathlib.Path(__file__).resolve().parents[3] / os.environ.get('RIG_BIN', '.build/debug')
evidence, report = Evidence(sys.argv[1]), Report('blackbox')


def ran():
    common.scenario_ran(report, evidence)


def drops(answer):
    return [(one['device'], one['reason']) for one in objects(answer, 'kind') if one['kind'] == 'drop']


def drops_are_told():
    told = drops(evidence.answer('links'))
    report.check(
        told == [('trainer', 'closedByPeer'), ('heartRate', 'closedByPeer')], 'each drop, with its reason', told
    )


def no_other_device():
    data = (evidence.folder / 'box.btsnoop').read_bytes()
    report.check(data.startswith(b'btsnoop\0'), 'the export is a btsnoop file', f'{len(data)} bytes')
    report.check((evidence.folder / 'midway.btsnoop').stat().st_size > 100, 'so it is while the ride is on')
    # Advertising reports carry names; traffic of ours carries none but its devices' own.
    whole = (evidence.folder / 'hci.btsnoop').stat().st_size
    report.check(len(data) < whole / 2, 'and holds a part of what btmon saw', f'{len(data)} of {whole} bytes')


def replayed(box):
    """What a daemon makes of the same commands on the capture: the ride and its drops."""
    with tempfile.TemporaryDirectory() as place:
        socket = f'{place}/socket'
        daemon = subprocess.Popen(
            [
                BIN / 'jz2d',
                '--radio',
                f'replay:{box}',
                '--rate',
                'max',
                '--state',
                f'{place}/state',
                '--socket',
                socket,
            ],
            stderr=subprocess.DEVNULL,
        )
        try:
            while not os.path.exists(socket):
                time.sleep(0.05)

            def ask(*verb):
                return json.loads(
                    subprocess.run(
                        [BIN / 'jz2ctl', '--socket', socket, '--json', *verb],
                        check=True,
                        stdout=subprocess.PIPE,
                        timeout=60,
                    ).stdout
                )

            for address in ADDRESSES:
                ask('use', address)
            ask('start', '--watts', '150', '--minutes', MINUTES)
            while ask('status')['phase'] != 'idle':
                time.sleep(0.1)
            return ask('show', 'last'), drops(ask('show', 'last', '--link'))
        finally:
            daemon.terminate()
            daemon.wait()


def replays():
    live = evidence.answer('last')
    replay, lost = replayed(evidence.folder / 'box.btsnoop')
    ridden = [row for row in objects(live, 'timerRunning') if row['timerRunning']][:SECONDS]
    measured = [row['powerWatts'] for row in ridden if 'powerWatts' in row]
    report.check(
        replay['timerSeconds'] == len(ridden) == SECONDS, 'a replay has as many seconds', replay['timerSeconds']
    )
    watts = (sum(measured) / len(measured), replay['averageWatts'])
    report.check(abs(watts[0] - watts[1]) < 2, 'as many watts', '%.1f, %.1f' % watts)
    report.check([device for device, _ in lost] == ['trainer', 'heartRate'], 'and the same drops', lost)


report.run(ran, drops_are_told, no_other_device, replays)
report.end()
