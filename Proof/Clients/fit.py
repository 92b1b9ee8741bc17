"""Reads FIT files with third-party programs: Garmin's SDK, fitdecode and fitparse.

fit.py check FILE...          fails unless all three find each file valid and agree on every number; prints how many
                              messages of each kind it has
fit.py tell FILE              prints the texts and numbers outside the records, as Garmin's SDK reads them
fit.py compare THEIRS OURS    fails unless every number of THEIRS is in OURS, except those named below
"""

import collections
import sys

import fitdecode
import fitparse
import garmin_fit_sdk

# Fields that have no place in a ride; '*' is the whole message.
UNCARRIED = {
    ('unknown_22', '*'),  # not in Garmin's profile
    ('device_info', '*'),  # sensors; the creator is checked as file_id and file_creator
    ('event', 'timer_trigger'),
    ('event', 'event_group'),
    ('event', 'data'),
    ('session', 'event'),  # constant: always 'session'
}
TIMER_EVENT = 0


def messages(path):
    """Returns the data messages by name, each a dictionary of the fields that have a value."""
    found = collections.defaultdict(list)
    with fitdecode.FitReader(
        path, check_crc=fitdecode.CrcCheck.RAISE, error_handling=fitdecode.ErrorHandling.RAISE
    ) as reader:
        for frame in reader:
            if frame.frame_type == fitdecode.FIT_FRAME_DATA:
                found[frame.name].append(
                    {field.name: field.raw_value for field in frame.fields if field.raw_value is not None}
                )
    return found


def plain(value):
    """Returns a value in the form that is common to all readers: no array of one, None for an empty one."""
    if isinstance(value, (list, tuple)):
        value = [element for element in value if element is not None]
        return plain(value[0]) if len(value) == 1 else value or None
    return value or None if isinstance(value, str) else value


def known(number, fields):
    return number, {field: plain(value) for field, value in fields.items() if plain(value) is not None}


def by_sdk(path):
    """Returns the messages in order, each with its number and the raw values of its fields by their numbers."""
    found = []

    def take(number, message):
        fields = garmin_fit_sdk.Profile['messages'][number]['fields']
        numbers = {field['name']: key for key, field in fields.items()}
        found.append(known(number, {numbers[name]: value for name, value in message.items()}))

    _, errors = garmin_fit_sdk.Decoder(garmin_fit_sdk.Stream.from_file(path)).read(
        apply_scale_and_offset=False,
        convert_datetimes_to_dates=False,
        convert_types_to_strings=False,
        expand_sub_fields=False,
        expand_components=False,
        merge_heart_rates=False,
        mesg_listener=take,
    )
    assert not errors, (path, errors)
    return found


def by_fitdecode(path):
    with fitdecode.FitReader(
        path, check_crc=fitdecode.CrcCheck.RAISE, error_handling=fitdecode.ErrorHandling.RAISE
    ) as reader:
        return [
            known(
                frame.global_mesg_num,
                {field.def_num: field.raw_value for field in frame.fields if not field.is_expanded},
            )
            for frame in reader
            if frame.frame_type == fitdecode.FIT_FRAME_DATA
        ]


def by_fitparse(path):
    with fitparse.FitFile(path, check_crc=True) as file:
        return [
            known(message.mesg_num, {field.def_num: field.raw_value for field in message.fields if field.field_def})
            for message in file.get_messages()
        ]


def tell(path):
    messages, errors = garmin_fit_sdk.Decoder(garmin_fit_sdk.Stream.from_file(path)).read()
    assert not errors, (path, errors)
    found = collections.defaultdict(list, {name.removesuffix('_mesgs'): rows for name, rows in messages.items()})
    epoch, activity = 631065600, found['activity'][0]
    local = activity.get('local_timestamp')
    print('offset', None if local is None else int(local + epoch - activity['timestamp'].timestamp()))
    figures = ['normalized_power', 'intensity_factor', 'training_stress_score', 'threshold_power']
    print('session', *(f'{name}={found["session"][0].get(name)}' for name in figures))
    for row in found['device_info']:
        index = 0 if row['device_index'] == 'creator' else row['device_index']
        serial = 'serial_number' in row or None
        print(
            f'device {index} source={row.get("source_type")} type={row.get("ble_device_type")}',
            f'manufacturer={row.get("manufacturer")} serial={serial} battery={row.get("battery_level")}',
            f'name={row.get("product_name")}',
        )
    for row in found['workout']:
        print('workout', row.get('wkt_name'), row['sport'], row['sub_sport'], row['num_valid_steps'])
    for row in found['workout_step']:
        words = [
            row['message_index'],
            row.get('wkt_step_name'),
            row['intensity'],
            row['duration_type'],
            row.get('duration_time', row.get('duration_distance')),
            row['target_type'],
            row.get('custom_target_value_low'),
            row.get('custom_target_value_high'),
        ]
        if 'secondary_target_type' in row:
            words += [
                row['secondary_target_type'],
                row['secondary_custom_target_value_low'],
                row['secondary_custom_target_value_high'],
            ]
        print('step', *words)
    for row in found['lap']:
        step, intensity = row.get('wkt_step_index'), row.get('intensity')
        power = row.get('normalized_power')
        print(f'lap {row["message_index"]} step {step} {intensity} normalized_power={power}')
    tell_pedalling(found)
    tell_zones(found)


def tell_pedalling(found):
    """Prints the pedalling, if there is any, of session and laps."""
    for name in ('session', 'lap'):
        for row in found[name]:
            known = [key for key in row if 'balance' in key or 'torque' in key or 'smooth' in key]
            values = {key: row[key] for key in known}
            if values:
                print(f'pedalling {name} {row["message_index"]}', *(f'{key}={values[key]}' for key in sorted(values)))


def tell_zones(found):
    """Prints the zones, if there are any, and the times in them."""
    for row in found['zones_target']:
        print(
            f'zones hr {row.get("hr_calc_type")} max={row.get("max_heart_rate")}',
            f'threshold={row.get("threshold_heart_rate")} power {row.get("pwr_calc_type")}',
            f'ftp={row.get("functional_threshold_power")}',
        )
    for row in found['time_in_zone']:
        print(
            f'in zone {row["reference_mesg"]} {row["reference_index"]}',
            f'hr {row.get("time_in_hr_zone")} to {row.get("hr_zone_high_boundary")}',
            f'power {row.get("time_in_power_zone")} to {row.get("power_zone_high_boundary")}',
        )


def check(path):
    assert garmin_fit_sdk.Decoder(garmin_fit_sdk.Stream.from_file(path)).is_fit(), path
    assert garmin_fit_sdk.Decoder(garmin_fit_sdk.Stream.from_file(path)).check_integrity(), path
    expected = by_sdk(path)
    for name, reading in {'fitdecode': by_fitdecode(path), 'fitparse': by_fitparse(path)}.items():
        assert len(reading) == len(expected), (path, name, len(reading), len(expected))
        for index, (one, other) in enumerate(zip(expected, reading, strict=True)):
            assert one == other, (path, index, "Garmin's SDK", one, name, other)
    print(' '.join(f'{name}={len(rows)}' for name, rows in sorted(messages(path).items())))


def is_same(name, field, value, ours, theirs):
    """Compares two values. A ride has whole seconds, and its last distance is the session's, even if the last record is
    older."""
    if field == 'total_timer_time' and ours is not None:
        return abs(ours - value) < 1500
    if (name, field) == ('record', 'distance') and ours == theirs['session'][0].get('total_distance'):
        return True
    return ours == value


def compare(theirs, ours):
    theirs, ours = messages(theirs), messages(ours)
    differences = []
    for name, rows in theirs.items():
        if (name, '*') in UNCARRIED:
            continue
        # Only events of the timer count; the session's event repeats the session.
        counted = [row for row in rows if name != 'event' or row['event'] == TIMER_EVENT]
        if len(counted) != len(ours[name]):
            differences.append(f'{name}: {len(counted)} became {len(ours[name])}')
        for index, (row, other) in enumerate(zip(counted, ours[name], strict=False)):
            for field, value in row.items():
                if (name, field) not in UNCARRIED and not is_same(name, field, value, other.get(field), theirs):
                    differences.append(f'{name} {index} {field}: {value} became {other.get(field)}')
    assert not differences, differences[:20]
    print(sum(len(row) for rows in theirs.values() for row in rows), 'numbers looked at')


if __name__ == '__main__':
    if sys.argv[1] == 'check':
        for path in sys.argv[2:]:
            check(path)
    elif sys.argv[1] == 'tell':
        tell(*sys.argv[2:])
    else:
        compare(*sys.argv[2:])
