import {totalmem} from 'node:os';
import {SUPERUSER} from './roles.ts';

const MB = 1024 * 1024;

/**
 * The settings of the embedded PostgreSQL, as the text of a file that `postgresql.conf` includes. It is written
 * at each start, so a newer Patchbay brings its own; what an operator sets with `alter system` wins over it.
 */
export function configurationFile(): string {
  const memoryMb = memoryInMb();
  const sharedBuffersMb = between(64, memoryMb / 16, 512);
  return `# Written by Patchbay at each start. Put settings of your own into postgresql.auto.conf (alter system).

# A committed message survives a crash and a power failure. Leave these as they are.
fsync = on
synchronous_commit = on
full_page_writes = on

# A machine that it shares with the server.
max_connections = 100
shared_buffers = ${sharedBuffersMb}MB
effective_cache_size = ${between(128, memoryMb / 2, 8192)}MB
work_mem = 8MB
maintenance_work_mem = ${between(32, memoryMb / 32, 256)}MB
# Parallel workers share memory through /dev/shm, which in containers is often as small as 64 MB.
max_parallel_workers_per_gather = 0
max_parallel_maintenance_workers = 0

# An import writes much at once: room for it between two checkpoints, and short recovery all the same.
max_wal_size = 2GB
min_wal_size = 160MB
wal_compression = on
checkpoint_timeout = 10min

# Short statements over tables that are mostly in memory: compiling them costs more than it saves, and a page at
# random costs about as much as the next one.
jit = off
random_page_cost = 1.1

# Posts only grow in number. With the defaults, a fifth of a big table would have to change before its
# statistics and its visibility map are brought up to date.
autovacuum_vacuum_scale_factor = 0.05
autovacuum_vacuum_insert_scale_factor = 0.05
autovacuum_analyze_scale_factor = 0.02
autovacuum_naptime = 30s

# Errors of statements go to the server, which logs them; here they would repeat what people wrote.
log_min_messages = log
log_min_error_statement = panic
log_checkpoints = off
log_line_prefix = '%m [%p] '
log_timezone = 'UTC'
timezone = 'UTC'
lc_messages = 'C'
`;
}

/** Who may connect: over the socket who can enter its directory, over TCP who knows a password; no superuser there. */
export const hostBasedAuthentication = `# Written by Patchbay at each start.
local all all trust
host all ${SUPERUSER} all reject
host all all 127.0.0.1/32 scram-sha-256
`;

function memoryInMb(): number {
  const limit = process.constrainedMemory();
  const total = totalmem();
  return Math.floor((limit > 0 && limit < total ? limit : total) / MB);
}

function between(least: number, value: number, most: number): number {
  return Math.floor(Math.min(Math.max(value, least), most));
}
