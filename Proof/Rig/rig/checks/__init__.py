"""What the scenarios must have come to, a module for each: `python3 -m rig.checks NAME FOLDER`."""
