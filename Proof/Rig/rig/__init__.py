"""The Python part of the rig: reads and checks the results of scenarios; `peripherals` simulates the radio devices."""
