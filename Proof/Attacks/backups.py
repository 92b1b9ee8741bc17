"""Attacks by the author of a backup that the rider restores."""

import contextlib
import pathlib
import shutil
import sqlite3

from computer import Computer
from suite import attack

COPY = pathlib.Path('/run/copy.backup')


def rides(computer: Computer) -> list[dict]:
    return computer.trainer('Rides')['rides']


@attack('triggers', 'a forged backup leaves no trigger in the library')
def triggers(built) -> None:
    with Computer(built) as computer:
        computer.start('jz2d', '--radio', 'sim', '--rate', 'max')
        for _ in range(3):
            computer.ride(minutes=0.1)
        backup = pathlib.Path('/run/library.backup')
        computer.ctl('backup', backup)
        library = next(path for path in pathlib.Path('/var/lib/jz2').glob('*.sqlite'))
        for number, evil in enumerate((
            'CREATE TRIGGER evil AFTER UPDATE ON ride BEGIN DELETE FROM ride; END',
            'CREATE TRIGGER evil BEFORE UPDATE ON ride BEGIN SELECT RAISE(ABORT, "no"); END',
            'CREATE TRIGGER evil AFTER INSERT ON ride BEGIN DELETE FROM ride; END',
            'CREATE VIEW shadow AS SELECT * FROM ride;'
            'CREATE TRIGGER evil INSTEAD OF DELETE ON shadow BEGIN DELETE FROM ride; END',
            'ALTER TABLE ride RENAME TO hidden; CREATE VIEW ride AS SELECT * FROM hidden;'
            'CREATE TRIGGER evil INSTEAD OF UPDATE ON ride BEGIN DELETE FROM hidden; END',
        )):  # fmt: skip
            shutil.copy(backup, COPY)
            with sqlite3.connect(COPY) as database:
                database.executescript(evil)
            database.close()
            said = computer.ctl('restore', COPY, check=False)
            # A table that is a view cannot be restored.
            assert said.returncode == (1 if 'RENAME' in evil else 0), f'{evil}: {said}'
            before = len(rides(computer))
            computer.ctl('rename', '1', f'Named {number}')
            computer.ride(minutes=0.1)
            names = [ride.get('name') for ride in rides(computer)]
            assert len(names) == before + 1 and f'Named {number}' in names, f'{evil}: {names}'
            with contextlib.closing(sqlite3.connect(f'file:{library}?mode=ro', uri=True)) as database:
                found = database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
            assert not found, f'{evil}: {found}'
