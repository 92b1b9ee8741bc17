"""Checks the library at the end: every ride once, unchanged since it ended, and a valid store."""

import itertools
import re
import sqlite3

from soak.bounds import REMEDIES_APART


def library_complaints(history, verdict):
    """Returns complaints about the library at the end: every ride once, unchanged since it ended, and a valid store."""
    found = []
    listed = [ride['id'] for ride in (history.file('rides.json') or {}).get('rides', [])]
    told = {ride.id for ride in verdict.rides if ride.id is not None}
    for number in sorted(told - set(listed)):
        found.append(f'ride {number} is not in the library at the end')
    if len(listed) != len(set(listed)):
        found.append(f'a ride is twice in the library: {listed}')
    for number in sorted(set(listed) - told):
        found.append(f'ride {number} is in the library, and no client was told of it')
    for ride in verdict.rides:
        then, now = (
            history.shown(f'show-{ride.number}.json'),
            history.shown(f'final-{ride.id}.json') if ride.id is not None else None,
        )
        if then and now and then.get('id') == ride.id and then != now:
            differ = sorted(key for key in set(then) | set(now) if then.get(key) != now.get(key))
            found.append(f'ride {ride.id} is not at the end what it was: {differ}')
    state = history.last / 'state'
    files = sorted(path.name for path in (state / 'rides').glob('*'))
    if len(files) != len(listed) or any(not name.endswith('.tcx') for name in files):
        found.append(f'{len(listed)} rides have left {files}')
    with_store = sqlite3.connect(f'file:{state}/jz2.sqlite?mode=ro', uri=True)
    sound = with_store.execute('PRAGMA integrity_check').fetchone()[0]
    found += hasty_remedies(with_store)
    with_store.close()
    if sound != 'ok':
        found.append(f'the store is damaged: {sound}')
    log = ''.join((out / 'campaign' / 'jz2d.log').read_text(errors='replace') for _, out in history.boots)
    found += [
        f'the daemon says: {line}'
        for line in log.splitlines()
        if re.search(r'Fatal error|Crash|SIGSEGV|set aside', line)
    ][:3]
    return found


def hasty_remedies(store):
    """Yields complaints about remedies that were repeated before the last one could work."""
    if not store.execute("SELECT 1 FROM sqlite_master WHERE name = 'event'").fetchone():
        return
    rows = store.execute("SELECT ride_id, at_ms FROM event WHERE kind = 'remedy' ORDER BY ride_id, at_ms").fetchall()
    for (ride, at), (other, later) in itertools.pairwise(rows):
        if ride == other and later - at < REMEDIES_APART * 1000:
            yield f'ride {ride} has two remedies within {later - at} ms, at {at / 1000:.2f} s'
