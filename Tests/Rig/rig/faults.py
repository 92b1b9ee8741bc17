"""python3 -B -m rig.faults RUNS TABLE: prints the table of faults from what the boots left below RUNS, and writes it to
TABLE."""

import pathlib
import sys
from dataclasses import replace

from rig import outcomes
from rig.devices import USUAL_TRAINER
from rig.fault_table import FAULTS, table

# The boots of scenarios that have none of their own.
BOOTS = {'second': 'adapters', 'insisting': 'bonding'}


def outcomes_of(runs, scenario, trainer):
    """The outcomes of a scenario by the name of the fault, and the ride; another trainer has a boot of its own."""
    place = runs if trainer == USUAL_TRAINER else runs / trainer
    if scenario == 'pull':
        came, (*_, ride), _ = outcomes.of_power_cuts(place / 'pulls')
    elif scenario == 'service':
        came, ride, *_ = outcomes.of_service(runs / 'service')
    else:
        boot = runs / BOOTS.get(scenario, scenario) if trainer == USUAL_TRAINER else place
        came, ride, _ = outcomes.of_one_ride(boot / 'out' / scenario)
    return came, ride


def main(runs, path):
    found, failed, versions = {}, set(), []
    for scenario, trainer in dict.fromkeys((fault.scenario, fault.trainer) for fault in FAULTS):
        try:
            came, ride = outcomes_of(runs, scenario, trainer)
        except Exception as error:  # a boot that failed may leave anything
            print(f'rig.faults: no outcome of {scenario}, {trainer}: {type(error).__name__}: {error}', file=sys.stderr)
            failed.add((scenario, trainer))
            continue
        found |= {replace(outcome.fault, trainer=trainer).title: outcome for outcome in came.values()}
        # The rows of the service are from another system, which service.md names.
        if scenario != 'service' and (ride.folder / 'versions.txt').exists():
            versions = ride.versions()
    text = table(found, versions, failed)
    path.write_text(text)
    print(text)


if __name__ == '__main__':
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
