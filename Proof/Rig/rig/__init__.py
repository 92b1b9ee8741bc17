"""The rig in Python: what its scenarios left, and whether that is what it must be; `peripherals` plays the radio."""
