"""Scenes of planned workouts."""

import time

from programs import wait_until
from stage import scene


def workout(number: int, name: str, day: str, steps: list[dict]) -> dict:
    document = {'duration': sum(step['duration'] for step in steps), 'steps': steps}
    event = {'id': number, 'category': 'WORKOUT', 'type': 'Ride', 'name': name}
    return event | {'start_date_local': f'{day}T00:00:00', 'workout_doc': document}


@scene('planned workouts are fetched, updated and removed like in the calendar; a ridden one stays')
def planned(stage):
    day = time.strftime('%Y-%m-%d', time.gmtime())
    steady = {'duration': 30, 'power': {'value': 150, 'units': 'w'}}
    heart = {'duration': 30, 'hr': {'start': 120, 'end': 130, 'units': 'bpm'}}
    assert stage.pair.ctl('settings', '--ftp', '200').returncode == 0
    stage.intervals.events = [workout(1, 'Steady', day, [steady]), workout(2, 'Heart', day, [heart, steady])]
    stage.connect('intervals')
    wait_until(lambda: len(stage.plans('--all')) == 2, 20, 'both workouts are there')
    assert stage.plans() == []
    assert {plan['name'] for plan in stage.plans('--all')} == {f'{day} Steady', f'{day} Heart'}
    shown = stage.pair.ctl('plan', 'show', f'{day} Heart').stdout
    assert 'bpm' in shown, shown
    stage.intervals.events[1]['name'] = 'Heartily'
    del stage.intervals.events[0]
    assert stage.pair.ctl('sync', 'now', of_sync=True).returncode == 0
    wait_until(
        lambda: [p['name'] for p in stage.plans('--all')] == [f'{day} Heartily'], 20, 'they are as they are there'
    )
    assert 'Heartily' in stage.pair.ctl('status').stdout
    said = stage.pair.ctl('start', '--plan', 'today')
    assert said.returncode == 0, said
    wait_until(lambda: stage.pair.trainer('Status')['phase'] == 'idle', 60, 'the workout is ridden')
    upload = stage.await_upload('intervals', 'done')
    assert stage.intervals.activities[upload['remoteId']]['name'] == f'{day} Heartily', stage.intervals.activities
    said = stage.pair.ctl('start', '--plan', 'today')
    assert said.returncode != 0, said
    stage.intervals.events = []
    assert stage.pair.ctl('sync', 'now', of_sync=True).returncode == 0
    assert [plan['name'] for plan in stage.plans('--all')] == [f'{day} Heartily'], stage.plans('--all')


@scene('a calendar that cannot be read removes no workout')
def unreadable(stage):
    day = time.strftime('%Y-%m-%d', time.gmtime())
    stage.intervals.events = [workout(1, 'Steady', day, [{'duration': 30, 'power': {'value': 150, 'units': 'w'}}])]
    stage.connect('intervals')
    wait_until(lambda: len(stage.plans('--all')) == 1, 20, 'the workout is there')
    for trouble in ('page', 'broken', 'cut', 'redirect', 'garbage', 'denied'):
        stage.intervals.misbehaviour.ordered = [trouble]
        stage.pair.ctl('sync', 'now', of_sync=True)
        assert len(stage.plans('--all')) == 1, trouble
