"""python3 -B -m rig.checks NAME FOLDER: checks the results of NAME in FOLDER. Its exit status is the verdict."""

import importlib
import pathlib
import sys

from rig.report import Report


def main(name, folder):
    report = Report(name)
    module = importlib.import_module(f'rig.checks.{name}')
    # Each module has `check(report, folder)`, which reads the evidence and runs the module's checks on it.
    report.run(module.check, given=[pathlib.Path(folder)])
    report.end()


if __name__ == '__main__':
    main(*sys.argv[1:])
