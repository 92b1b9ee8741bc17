#!/bin/bash
# schemathesis.sh PROGRAM [SECONDS]: tests a hub's own API description with schemathesis, as a Pi and as a browser, on
# SQLite. VENV is the virtual environment of requirements.txt.
set -euo pipefail
HERE=$(dirname "$(realpath "$0")")
PROGRAM=$(realpath "$1")
LIMIT=${2:-60}
PLACE=$(mktemp -d)
trap 'kill "$HUB" 2> /dev/null || true; rm -rf "$PLACE"' EXIT
DATABASE=sqlite:$PLACE/hub.sqlite
PORT=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
URL=http://127.0.0.1:$PORT

code() { "$PROGRAM" rider "$1" Anna "${@:2}" --database "$DATABASE" | head -n 1; }

# json FIELD: prints a field of the object on standard input.
json() { python3 -c "import json, sys; print(json.load(sys.stdin)['$1'])"; }

CODE=$(code add)
# The test sends more requests than any real client.
"$PROGRAM" serve --listen "127.0.0.1:$PORT" --database "$DATABASE" --rates 10000 &
HUB=$!
curl --silent --retry 50 --retry-delay 0 --retry-connrefused --output "$PLACE/openapi.json" "$URL/openapi.json"
PI=$(curl --silent --json "{\"code\": \"$CODE\", \"name\": \"pi\"}" "$URL/api/v1/devices/pair" | json access_token)
SESSION="{\"code\": \"$(code code --browser)\", \"name\": \"browser\"}"
BROWSER=$(curl --silent --output /dev/null --cookie-jar - --json "$SESSION" "$URL/api/v1/session" |
  awk '/jz2hub/ { print $7 }')

# A request that ends the token would end the test.
TRIED=(--url "$URL" --exclude-operation-id signOut --max-time "$LIMIT" --no-color)
TRIED+=(--seed "${SEED:-1}" --generation-database none --suppress-health-check all --continue-on-failure)
for token in "$PI" "$BROWSER"; do
  (cd "$PLACE" && "$VENV/bin/schemathesis" --config-file "$HERE/schemathesis.toml" run openapi.json "${TRIED[@]}" \
    --header "Authorization: Bearer $token")
done
kill -TERM "$HUB"
wait "$HUB"
