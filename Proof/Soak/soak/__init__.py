"""A campaign of random rides under random faults, and the oracle that judges them. It knows nothing of jz2's code."""
