#!/bin/bash
# cuts.sh: cuts the power after each file change of a ride, with six disk models, and checks that no acknowledged second
# is missing. For a failed cut it prints the arguments that repeat this cut alone.
#   Proof/Soak/cuts.sh CUTS SEED
#   Proof/Soak/cuts.sh STORY SECONDS POSITION MODEL SEED
set -euo pipefail
cd "$(dirname "$(realpath "$0")")/../.."
JZ2_CUTS=1 swift build -c release --product jz2-cuts --scratch-path .build-cuts
exec .build-cuts/release/jz2-cuts "$@"
