import {totalmem} from 'node:os';
import {SUPERUSER} from './roles.ts';

const MB = 1024 * 1024;

/**
 * The configuration of the embedded PostgreSQL, in a file that `postgresql.conf` includes. It is rewritten at each start,
 * so that upgrades take effect. Settings from `alter system` override it.
 */
export function configurationFile(): string {
  const memoryMb = memoryInMb();
  const sharedBuffersMb = clamp(64, memoryMb / 16, 512);
  return `# Written by Patchbay at each start. To change settings, use "alter system" (postgresql.auto.conf).

# Committed messages survive a crash and a power failure. Don't change these.
fsync = on
synchronous_commit = on
full_page_writes = on

# The machine is shared with the server.
max_connections = 100
shared_buffers = ${sharedBuffersMb}MB
effective_cache_size = ${clamp(128, memoryMb / 2, 8192)}MB
work_mem = 8MB
maintenance_work_mem = ${clamp(32, memoryMb / 32, 256)}MB
# Parallel workers share memory through /dev/shm, which is often only 64 MB in containers.
max_parallel_workers_per_gather = 0
max_parallel_maintenance_workers = 0

# Leaves room for large imports between two checkpoints, but keeps recovery short.
max_wal_size = 2GB
min_wal_size = 160MB
wal_compression = on
checkpoint_timeout = 10min

# Statements are short and tables mostly fit in memory: JIT compilation costs more than it saves, and random page access
# costs about as much as sequential access.
jit = off
random_page_cost = 1.1

# With the defaults, a fifth of a large table such as Posts would have to change before its statistics and visibility map
# are updated.
autovacuum_vacuum_scale_factor = 0.05
autovacuum_vacuum_insert_scale_factor = 0.05
autovacuum_analyze_scale_factor = 0.02
autovacuum_naptime = 30s

# The server logs errors of statements. Here, they would contain message texts.
log_min_messages = log
log_min_error_statement = panic
log_checkpoints = off
log_line_prefix = '%m [%p] '
log_timezone = 'UTC'
timezone = 'UTC'
lc_messages = 'C'
`;
}

/** Anyone with access to the socket's directory can connect. TCP requires a password and is not open to the superuser. */
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

function clamp(min: number, value: number, max: number): number {
  return Math.floor(Math.min(Math.max(value, min), max));
}
