"""python3 -B -m soak RIDES SEED: runs a campaign of random rides under random faults (see campaign.py)."""

import sys

from soak.campaign import main

sys.exit(0 if main(int(sys.argv[1]), int(sys.argv[2])) else 1)
