"""Checks `scenarios/blackbox.sh`: the stored radio traffic shows the drops of the ride, and its replay gives the same
ride.
"""

import json
import os
import pathlib
import subprocess
import tempfile
import time

from rig import ride_facts
from rig.devices import STRAP_ADDRESS, TRAINER_ADDRESS
from rig.evidence import Evidence, objects

# The capture ends with the ride, and a drop may cost the replay one more row. So the replay is a little shorter, and
# does not run out of data at the end.
MINUTES, SECONDS = '0.9', 54
BIN = pathlib.Path(__file__).resolve().parents[4] / os.environ.get('RIG_BIN', '.build/debug')


def ran(report, evidence):
    ride_facts.scenario_ran(report, evidence)


def drops(answer):
    return [(one['device'], one['reason']) for one in objects(answer, 'kind') if one['kind'] == 'drop']


def drops_are_told(report, evidence):
    told = drops(evidence.answer('links'))
    report.check(
        told == [('trainer', 'closedByPeer'), ('heartRate', 'closedByPeer')], 'each drop, with its reason', told
    )


def no_other_device(report, evidence):
    data = (evidence.folder / 'box.btsnoop').read_bytes()
    report.check(data.startswith(b'btsnoop\0'), 'the export is a btsnoop file', f'{len(data)} bytes')
    report.check((evidence.folder / 'midway.btsnoop').stat().st_size > 100, 'and also during the ride')
    # Advertising reports of other devices carry names; the stored traffic has only the names of its own devices.
    whole = (evidence.folder / 'hci.btsnoop').stat().st_size
    report.check(len(data) < whole / 2, "and contains a part of btmon's capture", f'{len(data)} of {whole} bytes')


def replayed(box):
    """Returns the ride and its drops, as a daemon records them from the same commands on the capture."""
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

            for address in (TRAINER_ADDRESS, STRAP_ADDRESS):
                ask('use', address)
            ask('start', '--watts', '150', '--minutes', MINUTES)
            while ask('status')['phase'] != 'idle':
                time.sleep(0.1)
            return ask('show', 'last')['ride'], drops(ask('show', 'last', '--link'))
        finally:
            daemon.terminate()
            daemon.wait()


def replays(report, evidence):
    live = evidence.answer('last')
    replay, lost = replayed(evidence.folder / 'box.btsnoop')
    ridden = [row for row in objects(live, 'timerRunning') if row['timerRunning']][:SECONDS]
    measured = [row['powerWatts'] for row in ridden if 'powerWatts' in row]
    report.check(
        replay['timerSeconds'] == len(ridden) == SECONDS, 'a replay has as many seconds', replay['timerSeconds']
    )
    watts = (sum(measured) / len(measured), replay['averageWatts'])
    report.check(abs(watts[0] - watts[1]) < 2, 'as many watts', f'{watts[0]:.1f}, {watts[1]:.1f}')
    report.check([device for device, _ in lost] == ['trainer', 'heartRate'], 'and the same drops', lost)


def check(report, folder):
    report.run(ran, drops_are_told, no_other_device, replays, given=[Evidence(folder)])
