#!/bin/bash
# lint.sh: checks Swift with swift-format, shell scripts with shellcheck, Python with ruff, and the types of the page's
# scripts with tsc. Checks that no line of a script is longer than 120 columns, that no function of the page has more
# than 80 lines, that the Swift packages are the recorded ones, that the publisher's settings reach a package, that
# GitHub accepts the workflows and zizmor finds no gap in them, that no figure of `make house` is worse than in
# Scripts/house.json, that docs/json.md matches the output of Scripts/json_page.py, that the table of doors in
# Proof/Attacks matches the sources, and the subjects of the last commits. The exit status is the result.
set -euo pipefail
cd "$(dirname "$(realpath "$0")")/.."
VENV=.work/venv/bin
failed=0

# In a source archive git lists no files, so they are found by name.
mapfile -t scripts < <(find .ci debian Benchmarks Proof packaging Scripts Tests -type f \
  \( -name '*.sh' -o -path .ci/run -o -path '*debian/*.p[or]*' -o -path debian/version \) | sort)
mapfile -t narrow < <(find .ci .github debian Benchmarks Proof packaging Scripts Sources/CPage Tests Makefile -type f \
  \( -name '*.sh' -o -name '*.py' -o -name '*.awk' -o -name Makefile -o -path .ci/run -o -path '*debian/*.p[or]*' \
  -o -path '*debian/rules' -o -path debian/version -o -name '*.js' -o -name '*.[cm]js' -o -name '*.d.ts' \
  -o -name "*.css" -o -name "*.yml" \) | sort)

echo "== Format"
swift format lint --strict --recursive Sources Tests Hub/Sources Hub/Tests Package.swift || failed=1
echo "== Scripts"
shellcheck "${scripts[@]}" || failed=1
"$VENV/ruff" check --quiet || failed=1
"$VENV/ruff" format --quiet --diff || failed=1
LC_ALL=C.UTF-8 grep -nE '^.{121}' "${narrow[@]}" && { echo "Lines are longer than 120 columns" >&2; failed=1; }
echo "== The page's scripts"
Scripts/wire_types.py || failed=1
tsc -p Sources/CPage/jsconfig.json & every=$!
tsc -p Sources/CPage/strict.json || failed=1
wait "$every" || failed=1
NODE_PATH=/usr/share/nodejs node Scripts/long_functions.cjs Sources/CPage/page/*.js || failed=1
echo "== Dependencies"
python3 -B Scripts/dependencies/test_dependencies.py --quiet || failed=1
python3 -B Scripts/dependencies --check || failed=1
echo "== Publishing"
python3 -B packaging/test_publisher.py --quiet || failed=1
"$VENV/check-jsonschema" --builtin-schema vendor.github-workflows .github/workflows/*.yml || failed=1
"$VENV/zizmor" --offline --quiet .github/workflows || failed=1
echo "== House"
for test in Scripts/house/test_*.py; do python3 -B "$test" --quiet || failed=1; done
python3 -B Scripts/house --check || failed=1
echo "== Translations"
python3 -B Scripts/po/test_po.py --quiet || failed=1
python3 -B Scripts/po --check || failed=1
echo "== Description of JSON"
Scripts/json_page.py --check || failed=1
echo "== Doors"
python3 -B Proof/Attacks/test_doors.py --quiet || failed=1
python3 -B Proof/Attacks/doors.py || failed=1
Scripts/subjects.sh || failed=1
exit $failed
