"""FIT files read by programs that are not ours: Garmin's SDK and fitdecode.

fit.py check FILE...          each is sound to both; prints how many messages of each kind it has
fit.py compare THEIRS OURS    every number of THEIRS stands in OURS, but for those that are named below
"""
import collections
import sys

import fitdecode
import garmin_fit_sdk

# What a ride has no place for; '*' is the whole message.
UNCARRIED = {
    ("unknown_22", "*"),  # not in Garmin's profile
    ("device_info", "*"),  # sensors; the creator's is checked as file_id and file_creator
    ("event", "timer_trigger"), ("event", "event_group"), ("event", "data"),
    ("session", "event"),  # what it says is constant: a session's is 'session'
}


def messages(path):
    """The data messages by name, each a dictionary of the fields that have a value."""
    found = collections.defaultdict(list)
    with fitdecode.FitReader(path, check_crc=fitdecode.CrcCheck.RAISE, error_handling=fitdecode.ErrorHandling.RAISE) as reader:
        for frame in reader:
            if frame.frame_type == fitdecode.FIT_FRAME_DATA:
                found[frame.name].append({field.name: field.raw_value for field in frame.fields if field.raw_value is not None})
    return found


def check(path):
    assert garmin_fit_sdk.Decoder(garmin_fit_sdk.Stream.from_file(path)).is_fit(), path
    assert garmin_fit_sdk.Decoder(garmin_fit_sdk.Stream.from_file(path)).check_integrity(), path
    _, errors = garmin_fit_sdk.Decoder(garmin_fit_sdk.Stream.from_file(path)).read()
    assert not errors, (path, errors)
    print(" ".join(f"{name}={len(rows)}" for name, rows in sorted(messages(path).items())))


def compare(theirs, ours):
    theirs, ours = messages(theirs), messages(ours)
    differences = []
    for name, rows in theirs.items():
        if (name, "*") in UNCARRIED:
            continue
        if name == "event":  # those of the timer; the session's says nothing that the session does not
            rows = [row for row in rows if row["event"] == 0]
        if len(rows) != len(ours[name]):
            differences.append(f"{name}: {len(rows)} became {len(ours[name])}")
        for index, (row, other) in enumerate(zip(rows, ours[name])):
            for field, value in row.items():
                if (name, field) not in UNCARRIED and other.get(field) != value:
                    differences.append(f"{name} {index} {field}: {value} became {other.get(field)}")
    assert not differences, differences[:20]
    print(sum(len(row) for rows in theirs.values() for row in rows), "numbers looked at")


if __name__ == "__main__":
    if sys.argv[1] == "check":
        for path in sys.argv[2:]:
            check(path)
    else:
        compare(*sys.argv[2:])
