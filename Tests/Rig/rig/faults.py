"""python3 -B -m rig.faults RUNS TABLE: prints the table of faults from what the boots left below RUNS, and writes it to
TABLE."""

import pathlib
import sys

from rig import outcomes
from rig.fault_table import FAULTS, table

# The boots of scenarios that have none of their own.
BOOTS = {'second': 'adapters', 'insisting': 'bonding'}


def main(runs, path):
    found, failed, versions = {}, set(), []
    for scenario in dict.fromkeys(fault.scenario for fault in FAULTS):
        try:
            if scenario == 'pull':
                came, (*_, ride), _ = outcomes.of_power_cuts(runs / 'pulls')
            elif scenario == 'service':
                came, ride, *_ = outcomes.of_service(runs / 'service')
            else:
                came, ride, _ = outcomes.of_one_ride(runs / BOOTS.get(scenario, scenario) / 'out' / scenario)
        except Exception as error:  # a boot that failed may leave anything
            print(f'rig.faults: no outcome of {scenario}: {type(error).__name__}: {error}', file=sys.stderr)
            failed.add(scenario)
            continue
        found |= came
        # The rows of the service are from another system, which service.md names.
        if scenario != 'service' and (ride.folder / 'versions.txt').exists():
            versions = ride.versions()
    text = table(found, versions, failed)
    path.write_text(text)
    print(text)


if __name__ == '__main__':
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
