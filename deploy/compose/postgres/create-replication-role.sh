#!/bin/bash
# Runs once, when the primary creates its database: a role for the replica, and a slot that keeps what it has not read.
set -euo pipefail
psql --no-psqlrc --set=ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
  --set=password="$REPLICATION_PASSWORD" <<'SQL'
create role replication with replication login password :'password';
select pg_create_physical_replication_slot('postgres_2');
SQL
echo 'host replication replication all scram-sha-256' >>"$PGDATA/pg_hba.conf"
