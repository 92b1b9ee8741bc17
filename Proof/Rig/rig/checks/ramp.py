"""Checks `scenarios/ramp.sh`: the test ends by itself when the legs give up, and states the FTP."""

from rig import ride_facts
from rig.devices import TRAINER
from rig.evidence import Evidence, seconds_of
from rig.told import Reaction, What

LEGS, LAST, HARD, EASY = 190, 175, 195, 60  # watts: the legs, the last held step, the next one, the cool-down
STEPS = 7
SHARE = 0.75


def ran(report, evidence):
    ride_facts.scenario_ran(report, evidence)


def over(evidence):
    """Returns the status after the ramp."""
    return evidence.answer('ended')


def ended(report, evidence):
    interval = over(evidence)['plan']['interval']
    report.check(interval['label'] == 'Cool-down', 'the ramp ends with the cool-down', interval)
    last = over(evidence)['plan']['expired'][-1]
    report.check(last['targetWatts'] == HARD, 'in the step that is too hard', last)
    report.check(8 <= last['timerSeconds'] <= 25, 'some seconds after its beginning', last['timerSeconds'])


def result(report, evidence):
    test = over(evidence)['ride']['test']
    report.check(test.get('over') is True, 'the status says that the test is over', test)
    watts = test.get('meanWatts') or 0
    report.check(LAST - 2 <= watts <= LEGS, 'the best minute is of the last steps', watts)
    ftp = test.get('thresholdWatts') or 0
    report.check(abs(ftp - SHARE * watts) <= 1, 'FTP is 75 % of it', ftp)
    shown = evidence.answer('last')['review'].get('test', {})
    report.check(shown.get('thresholdWatts') == ftp, 'show has the same FTP', shown)
    log = (evidence.folder / 'jz2d.log').read_text()
    report.check(log.count('test of FTP over') == 1, 'the journal has it once', log[-500:])


def laps(report, evidence):
    found = [(lap.get('label'), lap['timerSeconds']) for lap in evidence.answer('last')['laps']]
    labels = [label for label, _ in found]
    report.check(labels == ['Warm-up', *['Test'] * STEPS, 'Cool-down'], 'a lap for each ridden interval', labels)
    report.check(all(seconds > 0 for _, seconds in found), 'and for no other', found)
    steps = [seconds for label, seconds in found if label == 'Test']
    report.check(steps[:-1] == [60] * (STEPS - 1), 'each step lasts a minute, also with the drop', steps)


def guarded(report, evidence):
    kinds = [event['kind'] for event in evidence.answer('last')['events']]
    report.check('released' not in kinds, 'the spiral of death guard does not release the target', kinds)
    report.check(kinds.count('trainerLost') == 1, 'the link was lost once', kinds)
    report.check(len(evidence.happened('drop', who=TRAINER)) == 1, 'by the drop')


def on_the_radio(report, evidence):
    """Checks that the trainer has the target of the cool-down soon after the end of the ramp."""
    last = over(evidence)['plan']['expired'][-1]
    end = seconds_of(evidence.shown()['start']) + last['atSeconds']
    answers = evidence.happened('response', after=end - 1, reaction=Reaction.DONE)
    delays = [each['epoch'] - end for each in answers if (each['what'], each['target']) == (What.TARGET, EASY)]
    report.check(delays and delays[0] <= 2, 'the trainer has the target of the cool-down soon', delays[:1])


def freed(report, evidence):
    ride_facts.trainer_is_free(report, evidence)


def check(report, folder):
    report.run(ran, ended, result, laps, guarded, on_the_radio, freed, given=[Evidence(folder)])
