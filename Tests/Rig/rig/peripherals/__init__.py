"""A virtual KICKR and heart-rate strap on a Bumble radio. `python3 -m rig.peripherals` runs them in a guest."""
