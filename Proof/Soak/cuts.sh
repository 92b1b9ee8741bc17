#!/bin/bash
# cuts.sh: cuts the power after each change that a ride makes to files, by six models of a disk, and checks that no
# acknowledged second is missing. A failed cut is printed with the arguments that make it alone.
#   Proof/Soak/cuts.sh CUTS SEED
#   Proof/Soak/cuts.sh STORY SECONDS POSITION MODEL SEED
set -euo pipefail
cd "$(dirname "$(realpath "$0")")/../.."
JZ2_CUTS=1 swift build -c release --product jz2-cuts --scratch-path .build-cuts
exec .build-cuts/release/jz2-cuts "$@"
