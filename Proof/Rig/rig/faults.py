"""python3 -B -m rig.faults TABLE FOLDER...: prints the table of faults, and writes it to TABLE. Each FOLDER has the
results of a scenario; the table has the faults of these scenarios.
"""

import pathlib
import sys
from dataclasses import replace

from rig import outcomes
from rig.devices import OTHER_TRAINERS, USUAL_TRAINER
from rig.fault_table import FAULTS, table


def scenario_of(folder):
    """Returns the scenario and its trainer. Another trainer has a boot of its own."""
    trainer = next((name for name in OTHER_TRAINERS if name in folder.parts), USUAL_TRAINER)
    return 'pull' if folder.name == 'pulls' else folder.name, trainer


def outcomes_of(folder):
    """Returns the outcomes of a scenario by the name of the fault, and the ride."""
    if folder.name == 'pulls':
        came, (*_, ride), _ = outcomes.of_power_cuts(folder)
    elif folder.name == 'service':
        came, ride, *_ = outcomes.of_service(folder)
    else:
        came, ride, _ = outcomes.of_one_ride(folder)
    return came, ride


def main(path, folders):
    tried = {scenario_of(folder): folder for folder in folders}
    faults = [fault for fault in FAULTS if (fault.scenario, fault.trainer) in tried]
    found, failed, versions = {}, set(), []
    for scenario, trainer in dict.fromkeys((fault.scenario, fault.trainer) for fault in faults):
        try:
            came, ride = outcomes_of(tried[scenario, trainer])
        except Exception as error:  # the files of a failed boot may be incomplete
            print(f'rig.faults: no outcome of {scenario}, {trainer}: {type(error).__name__}: {error}', file=sys.stderr)
            failed.add((scenario, trainer))
            continue
        found |= {replace(outcome.fault, trainer=trainer).title: outcome for outcome in came.values()}
        # The rows of the service are from another system, which service.md names.
        if scenario != 'service' and (ride.folder / 'versions.txt').exists():
            versions = ride.versions()
    text = table(faults, found, versions, failed)
    path.write_text(text)
    print(text)


if __name__ == '__main__':
    main(pathlib.Path(sys.argv[1]), [pathlib.Path(name) for name in sys.argv[2:]])
