#!/usr/bin/env python3
"""faults.py RUNS TABLE: the table of faults from what the boots left below RUNS; printed, and written to TABLE."""

import pathlib
import sys

import outcomes
from fault_table import FAULTS, table


# Of scenarios that are not in a boot of their own, the boot.
BOOTS = {'second': 'adapters', 'insisting': 'bonding'}


def main(runs, path):
    found, failed, versions = {}, set(), []
    for scenario in dict.fromkeys(fault.scenario for fault in FAULTS):
        try:
            if scenario == 'pull':
                came, (*_, ride), _ = outcomes.of_power_cuts(runs / 'pulls')
            elif scenario == 'service':
                came, (ride, _), *_ = outcomes.of_service(runs / 'service')
            else:
                came, ride, _ = outcomes.of_one_ride(runs / BOOTS.get(scenario, scenario) / 'out' / scenario)
        except Exception as error:  # what a boot that failed left is of any shape
            print(f'faults.py: no outcome of {scenario}: {type(error).__name__}: {error}', file=sys.stderr)
            failed.add(scenario)
            continue
        found |= came
        # The service's rows are of another system; service.md names it.
        if scenario != 'service' and (ride.folder / 'versions.txt').exists():
            versions = ride.versions()
    text = table(found, versions, failed)
    path.write_text(text)
    print(text)


if __name__ == '__main__':
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
