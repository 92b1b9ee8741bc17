#!/bin/bash
# postgres.sh COMMAND...: runs a command with a separate PostgreSQL server, whose address is $JZ2HUB_TEST_POSTGRES, and
# ends the server. Debian's `postgresql` must be installed; the server's data is deleted.
set -euo pipefail
BIN=$(find /usr/lib/postgresql/*/bin -maxdepth 0 2> /dev/null | sort -V | tail -1)
[ -n "$BIN" ] || { echo "PostgreSQL is missing: apt-get install postgresql" >&2; exit 1; }
PLACE=$(mktemp -d)
# PostgreSQL refuses to run as root.
as_server() { if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi; }
if [ "$(id -u)" = 0 ]; then chown postgres "$PLACE"; fi
stop() {
  cd "$PLACE"
  as_server "$BIN/pg_ctl" --pgdata "$PLACE/data" --mode immediate --silent stop || true
  rm -rf "$PLACE"
}
PORT=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
cd "$PLACE"
as_server "$BIN/initdb" --pgdata "$PLACE/data" --username jz2hub --auth trust --encoding UTF8 --locale C.UTF-8 \
  --no-sync > "$PLACE/initdb.log"
trap stop EXIT
# POSTGRES_OPTIONS are for measurements: a test need not wait for the disk.
OPTIONS="-p $PORT -k $PLACE -c listen_addresses=127.0.0.1 -c max_connections=300 ${POSTGRES_OPTIONS:--c fsync=off}"
as_server "$BIN/pg_ctl" --pgdata "$PLACE/data" --log "$PLACE/log" --silent --wait --options "$OPTIONS" start
cd "$OLDPWD"
export JZ2HUB_TEST_POSTGRES=postgres://jz2hub@127.0.0.1:$PORT/postgres
export JZ2HUB_TEST_POSTGRES_DATA=$PLACE/data JZ2HUB_TEST_PG_CTL=$BIN/pg_ctl
"$@"
