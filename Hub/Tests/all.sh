#!/bin/bash
# all.sh: what CI asks of the hub. VENV is the virtual environment of requirements.txt.
set -euo pipefail
cd "$(dirname "$(realpath "$0")")/.."
swift build --build-tests
echo "== The hub's tests on SQLite and PostgreSQL"
Tests/postgres.sh swift test --skip-build
echo "== A hostile client: 500 rides over three hubs, seed ${SEED:-1}"
Tests/postgres.sh python3 -B Tests/hostile.py .build/debug/jz2hub 500 "${SEED:-1}"
echo "== The description of the hub, tried by schemathesis"
Tests/schemathesis.sh .build/debug/jz2hub 20
