#!/bin/bash
# Copies the primary the first time, then starts as its hot standby.
set -euo pipefail
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  install -d -o postgres -g postgres -m 0700 "$PGDATA"
  connection="host=$PRIMARY_HOST user=replication password=$REPLICATION_PASSWORD application_name=postgres_2"
  gosu postgres pg_basebackup --pgdata="$PGDATA" --dbname="$connection" --slot=postgres_2 --wal-method=stream \
    --write-recovery-conf
fi
exec docker-entrypoint.sh postgres -c hot_standby_feedback=on -c max_connections=300
