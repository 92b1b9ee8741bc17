"""A virtual trainer, heart-rate strap and sensors on a Bumble radio. `python3 -m rig.peripherals` runs them in
a guest.
"""
