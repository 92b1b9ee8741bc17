"""The expected results of the scenarios, a module for each: `python3 -m rig.checks NAME FOLDER`."""
