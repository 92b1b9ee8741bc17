#!/bin/bash
# soak.sh RIDES SEED: runs a campaign (see soak/campaign.py). Installs missing tools first. RIG_BIN is the folder of the
# programs (.build/release).
set -euo pipefail
HERE=$(dirname "$(realpath "$0")")
"$HERE/../Rig/setup.sh" rig
[ "$(uname -m)" = x86_64 ] || { echo "The campaign is left out on $(uname -m), as the rig is"; exit 0; }
export PYTHONPATH=$HERE:$HERE/../Rig
exec python3 -B -m soak "$1" "$2"
