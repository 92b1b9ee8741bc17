"""A campaign of random rides under random faults, and the oracle that judges them. It is independent of jz2's code."""
