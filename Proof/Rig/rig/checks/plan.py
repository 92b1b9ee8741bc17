"""Checks `scenarios/plan.sh`."""

from rig import ride_facts
from rig.devices import TRAINER
from rig.evidence import TCX, Evidence, json_lines, seconds_of
from rig.told import Reaction, What

ENDS = ['timer', 'location', 'distance', 'activity'] * 2
LABELS = ['Run', 'Corner', 'Sprint', 'Stretch'] * 2
WATTS = [150, 120, 180, None] * 2
TRIGGERS = ['Time', 'Location', 'Distance', 'Manual'] * 2
LOOP, HALF, RADIUS = 502.7, 251.3, 25  # metres: the circle, half of it, and the tolerance of a position
SECOND = 8.06  # metres at 29 km/h


def ran(report, evidence):
    ride_facts.scenario_ran(report, evidence)


def made(report, evidence):
    shown = evidence.answer('made')
    groups = [(group['repeats'], [interval['end'] for interval in group['intervals']]) for group in shown['groups']]
    report.check(groups == [(2, ENDS[:4])], 'the plan is one group of the four ends, ridden twice', groups)
    figures = shown['plan']
    report.check(
        (figures['intervals'], figures['openEnded']) == (8, True), 'eight intervals of unknown length', figures
    )
    report.check(
        abs(figures.get('routeMeters', 0) - LOOP) < 5, 'its route is half a kilometre', figures.get('routeMeters')
    )
    refused = evidence.answer('no-route')
    report.check(
        refused.get('error') == 'BadPlan' and 'oute' in str(refused),
        'without a route it is refused before the ride',
        refused,
    )


def news(evidence):
    """Returns the news that `watch` printed, in order."""
    return [news for line in json_lines(evidence.folder / 'watch.jsonl') for news in line.get('news') or []]


def ended(evidence):
    """Returns the finished intervals. The news of the plan's end has the last one."""
    return [each['interval'] for each in news(evidence)]


def told(report, evidence):
    said = news(evidence)
    ends = [(each['number'], each['label'], each['end'], each['outcome']) for each in ended(evidence)]
    wanted = [(number + 1, LABELS[number], end, 'expired') for number, end in enumerate(ENDS)]
    report.check(ends == wanted, 'watch reports eight ends, each once and in order', ends)
    kinds = [each['kind'] for each in said]
    report.check(kinds == ['intervalEnded'] * 7 + ['planEnded'], "the last is the plan's", kinds)
    begins = [each.get('next', {}).get('number') for each in said]
    report.check(begins == [*range(2, 9), None], 'each names the next interval', begins)


def lengths(report, evidence):
    intervals = ended(evidence)
    timers = [intervals[index]['timerSeconds'] for index in (0, 4)]
    report.check(timers == [60, 60], 'timed intervals last a minute, also with the drop and with the kill', timers)
    ways = [intervals[index]['meters'] for index in (2, 6)]
    report.check(
        all(25 <= way <= 25 + SECOND + 0.1 for way in ways), '25 metres end in the second that reaches them', ways
    )
    along = 0
    for index, interval in enumerate(intervals):
        along += interval['meters']
        if ENDS[index] == 'location':
            report.check(
                HALF - RADIUS - 2 <= along % LOOP <= HALF - RADIUS + SECOND + 2,
                f'interval {index + 1} ends where its place begins',
                f'{along % LOOP:.1f} m along the circle',
            )
    nods = [note['epoch'] for note in evidence.notes if note.get('command') == 'next']
    late = [nod - wall(evidence, intervals[index]['atSeconds']) for nod, index in zip(nods, (3, 7), strict=True)]
    report.check(
        len(late) == 2 and all(-1.5 <= each <= 5 for each in late),
        "the activity ends with the rider's command",
        [f'{each:.1f} s' for each in late],
    )


def wall(evidence, second):
    """Returns the wall-clock time of a second of the ride."""
    return seconds_of(evidence.shown()['start']) + second


def on_the_radio(report, evidence):
    """Checks delays, from the end of an interval until the trainer acknowledged the target of the next one."""
    delays = []
    for number, before in enumerate(ended(evidence)[:7], start=1):
        after = wall(evidence, before['atSeconds']) - 1
        watts = WATTS[number]
        answers = evidence.happened('response', after=after, reaction=Reaction.DONE)
        fitting = [
            answer['epoch']
            for answer in answers
            if (answer['what'], answer['target']) == ((What.TARGET, watts) if watts else (What.ROAD, None))
        ]
        delays.append(round(fitting[0] - after - 1, 1) if fitting else None)
    report.check(None not in delays and max(delays) <= 3, "the trainer has each interval's target soon", delays)
    free = evidence.happened('simulation')
    report.check(
        len(free) >= 2 and all(each['grade'] == 0 and each['wind'] == 0 for each in free),
        'free riding is a flat road',
        free,
    )


def power(report, evidence):
    """Checks mean powers, of the rows from some seconds after the beginning of an interval to its end."""
    rows = {row['elapsedSeconds']: row for row in evidence.answer('last')['samples'] if row['timerRunning']}
    dropped = evidence.happened('drop', who=TRAINER)[0]['epoch'] - wall(evidence, 0)
    begin = 0
    for index, interval in enumerate(ended(evidence)):
        end = interval['atSeconds']
        if ENDS[index] in ('timer', 'location'):
            last = end if index else dropped
            watts = [
                rows[second]['powerWatts']
                for second in range(begin + 10, int(last))
                if rows.get(second, {}).get('powerWatts')
            ]
            if index == 4:  # only the rows before the kill
                watts = watts[:8]
            mean = sum(watts) / max(1, len(watts))
            report.check(
                len(watts) >= 5 and abs(mean - WATTS[index]) <= 3,
                f'interval {index + 1} is ridden with {WATTS[index]} W',
                f'{mean:.1f} W over {len(watts)} s',
            )
        begin = end


def file(report, evidence):
    activity = ride_facts.activity_of(report, evidence, evidence.shown()['timerSeconds'])
    laps = [(lap.findtext(TCX + 'TriggerMethod'), lap.findtext(TCX + 'Notes')) for lap in activity.laps]
    report.check(
        laps == list(zip(TRIGGERS, LABELS, strict=True)),
        'the file has a lap for each, with its trigger and its label',
        laps,
    )
    minutes = [
        float(activity.laps[index].findtext(TCX + 'TotalTimeSeconds')) for index in (0, 4) if index < len(activity.laps)
    ]
    report.check(minutes == [60, 60], 'and minutes of a minute', minutes)
    shown = [(lap['trigger'], lap.get('label')) for lap in evidence.answer('last')['laps']]
    report.check(shown == [(trigger.lower(), label) for trigger, label in laps], 'show has the same laps', shown)


def drop_and_kill(report, evidence):
    at = [interval['atSeconds'] for interval in ended(evidence)]
    dropped = evidence.happened('drop', who=TRAINER)[0]['epoch'] - wall(evidence, 0)
    report.check(0 < dropped < at[0], 'the drop was in the first minute', f'{dropped:.1f} s')
    before, after = (evidence.answer(name)['plan'] for name in ('before-kill', 'after-kill'))
    numbers = before['interval']['number'], after['interval']['number']
    report.check(numbers == (5, 5), 'after the kill it continues in the same interval', numbers)
    left = before['interval']['remainingSeconds'], after['interval']['remainingSeconds']
    report.check(0 < left[1] <= left[0] + 1, 'with the rest of it', left)
    report.check(
        after['expiredCount'] == 4 and [each['number'] for each in after['expired']] == [1, 2, 3, 4],
        'and knows the finished intervals',
        after['expiredCount'],
    )


def text(report, evidence):
    lines = (evidence.folder / 'Seed.txt').read_text()
    report.check(
        'repeat 2' in lines and 'location 48.2' in lines and 'timer 1:00 150W "Run"' in lines,
        'it can be exported as text',
        lines,
    )


def freed(report, evidence):
    ride_facts.trainer_is_free(report, evidence)


def check(report, folder):
    report.run(
        ran, made, told, lengths, on_the_radio, power, file, drop_and_kill, text, freed, given=[Evidence(folder)]
    )
