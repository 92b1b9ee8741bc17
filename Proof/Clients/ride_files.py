"""Reads ride files with third-party programs.

same A B      fails unless A's activities have the same numbers, times and texts as B's, in the same places
tcxreader A   prints the contents of a TCX file, as tcxreader reads it, in two lines
gpxpy A       prints the contents of a GPX file, as gpxpy reads it, in a line
csv A         prints the header, the number of rows and the last row of a table, a line each
json A        prints the document again, with its members in order
"""

import csv
import json
import sys
from datetime import datetime
from xml.etree import ElementTree

LAP_DISTANCE = '/Activity/Lap/DistanceMeters'
POINT_DISTANCE = '/Activity/Lap/Track/Trackpoint/DistanceMeters'
TCX = '{http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2}'


def value(text):
    for reading in (float, lambda time: datetime.fromisoformat(time.replace('Z', '+00:00'))):
        try:
            return reading(text)
        except ValueError:
            pass
    return text


def leaves(element, path=''):
    """Yields the values of an element, each with its path. Skips the notes of a lap, which have no place in a ride."""
    path += '/' + element.tag.split('}')[1]
    if path.endswith('/Lap/Notes'):
        return
    for name, text in sorted(element.attrib.items()):
        if '}' not in name:
            yield f'{path}@{name}', value(text)
    if len(element) == 0 and (element.text or '').strip():
        yield path, value(element.text.strip())
    for child in element:
        yield from leaves(child, path)


def same(theirs, ours):
    first, second = (
        [leaf for activity in ElementTree.parse(file).iter(TCX + 'Activity') for leaf in leaves(activity)]
        for file in (theirs, ours)
    )
    # The last distance of a ride comes from its laps, even if the last point is older.
    whole = sum(number for path, number in first if path == LAP_DISTANCE)
    for number, (one, other) in enumerate(zip(first, second, strict=False)):
        if one != other and other != (POINT_DISTANCE, whole):
            sys.exit(f'{number}: {one} became {other}')
    if len(first) != len(second):
        sys.exit(f'{len(first)} values became {len(second)}')
    print(f'{len(first)} values')


def tcxreader(file):
    from tcxreader.tcxreader import TCXReader

    ride = TCXReader().read(file, only_gps=False)
    points = ride.trackpoints
    print(
        f'laps={len(ride.laps)} points={len(points)} metres={ride.distance:g} kilocalories={ride.calories}',
        f'beats={ride.hr_avg:g} watts={ride.tpx_ext_stats["Watts"]["avg"]:g} last={points[-1].time.isoformat()}',
    )


def gpx(file):
    import gpxpy

    with open(file, encoding='utf-8') as text:
        segments = [segment.points for track in gpxpy.parse(text).tracks for segment in track.segments]
    last = segments[-1][-1]
    values = [value for part in last.extensions for value in part.iter() if (value.text or '').strip()]
    print(
        f'segments={len(segments)} points={sum(map(len, segments))}',
        f'last={last.latitude:g},{last.longitude:g},{last.elevation:g} at {last.time.isoformat()}',
        *(f'{value.tag.split("}")[1]}={value.text}' for value in values),
    )


def table(file):
    with open(file, newline='', encoding='utf-8') as text:
        rows = list(csv.reader(text, strict=True))
    assert len({len(row) for row in rows}) == 1, 'rows differ in length'
    print(','.join(rows[0]), len(rows) - 1, ','.join(rows[-1]), sep='\n')


def document(file):
    with open(file, encoding='utf-8') as text:
        print(json.dumps(json.load(text), sort_keys=True, ensure_ascii=False))


command, *files = sys.argv[1:]
{'same': same, 'tcxreader': tcxreader, 'gpxpy': gpx, 'csv': table, 'json': document}[command](*files)
