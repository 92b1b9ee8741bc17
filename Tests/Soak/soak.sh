#!/bin/bash
# soak.sh RIDES SEED: a campaign (see soak.py). Sets up what is missing first; the programs are those of RIG_BIN (.build/release).
set -euo pipefail
HERE=$(dirname "$(realpath "$0")")
"$HERE/../Rig/setup.sh" rig
[ "$(uname -m)" = x86_64 ] || { echo "The campaign is left out on $(uname -m), as the rig is"; exit 0; }
exec python3 -B "$HERE/soak.py" "$1" "$2"
