import {randomBytes} from 'node:crypto';
import type {Database} from '../database/database.ts';
import type {Queryable} from '../database/queryable.ts';
import {type SqlFragment, sql} from '../database/sql.ts';
import type {OperatorLog} from '../logging/operator-log.ts';
import {installationValue} from './installation-values.ts';
import {SECRET_KEYS_VARIABLE, SecretKeysError} from './key-ring.ts';
import {SEALED_PREFIX, type Sealed, type SealedColumn, type Sealing} from './sealing.ts';
import {hashToken} from './secrets.ts';

/** The row of `Systems` that tells which key a database belongs to, even while it holds no other secret. */
export const KEY_CHECK = 'SecretKeyCheck';

// Any number that nothing else locks with.
const SEALING_LOCK = 7_122_002_825;
const BATCH_ROWS = 500;
/** What is sealed but not yet committed when a key stops sealing is committed long before this. Milliseconds. */
const KEY_REST = 60 * 60 * 1000;

/**
 * Makes the secrets of a database usable, at the start of every program that works with it: creates the first key in
 * an installation without any, and seals what is still plain text, as after an upgrade. A start that was interrupted
 * goes on where it stopped.
 *
 * @throws SecretKeysError if the database holds secrets that the keys at hand do not open
 */
export async function openStoredSecrets(
  database: Database,
  sealing: Sealing,
  log: OperatorLog,
): Promise<void> {
  const {keys, columns} = sealing;
  await database.transaction(async (tx) => {
    await lockSealing(tx);
    const used = [...(await countByKey(tx, columns)).keys()].filter((id) => id !== PLAIN);
    const missing = used.filter((id) => keys.find(id) === undefined);
    if (missing.length > 0) throw keysMissing(sealing, missing);
    if (keys.keys().length === 0) {
      const {id} = keys.addKey();
      log.info({key: id}, `Created the key that seals secrets in the database: ${keys.source}`);
    }
    await installationValue({database: tx, sealing}, KEY_CHECK, () => randomBytes(16).toString('hex'));
  });
  const sealed = await sealUnless(database, sealing, SEALED_PREFIX);
  if (sealed > 0) log.info({sealed}, 'Sealed secrets that were plain text in the database');
}

/** How many secrets each key seals, by the key's id; under the empty id those that are plain text. */
export async function countByKey(
  db: Queryable,
  columns: readonly SealedColumn[],
): Promise<Map<string, number>> {
  const counts = columns.map((column) => {
    const value = sql.identifier(column.column.toLowerCase());
    return sql`
      select case when ${value} like ${`${SEALED_PREFIX}%`} then split_part(${value}, ':', 2) else ${PLAIN} end as key
      from ${sql.identifier(column.table.toLowerCase())} where ${holdsSecret(column)}`;
  });
  const rows = await db.rows<{key: string; count: number}>(sql`
    select key, count(*) as count from (${sql.join(counts, sql` union all `)}) secrets group by key`);
  return new Map(rows.map(({key, count}) => [key, count]));
}

const PLAIN = '';

/**
 * Replaces the key that seals. In a file a new key is created; of the environment's keys the first is taken, which the
 * administrator has put there. Then everything is sealed again with it, in batches, while servers go on: they open
 * both. Run again after an interruption it goes on with the same key.
 *
 * The key before stays in the file, for what a server was about to write; the next rotation removes it.
 */
export async function rotateKeys(
  database: Database,
  sealing: Sealing,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<{key: string; resealed: number; removed: string[]}> {
  const {keys, columns} = sealing;
  const before = await countByKey(database, columns);
  const isFinished = before.size === 1 && before.has(keys.current().id);
  let removed: string[] = [];
  if (isFinished && !keys.isFixed) {
    removed = restedKeys(sealing);
    keys.addKey();
    keys.removeKeys(removed);
  }
  const {id} = keys.current();
  const total = [...before].reduce((sum, [key, count]) => (key === id ? sum : sum + count), 0);
  const resealed = await sealUnless(database, sealing, `${SEALED_PREFIX}${id}:`, (done) =>
    onProgress(done, total),
  );
  return {key: id, resealed, removed};
}

/** Keys that have not sealed for a while. The caller knows that the current one seals everything. */
function restedKeys({keys}: Sealing): string[] {
  const [current, ...older] = keys.keys();
  const restingSince = Date.parse(current?.createdAt ?? '');
  return Date.now() - restingSince > KEY_REST ? older.map(({id}) => id) : [];
}

/** Seals every value that does not begin with `prefix`, whether it is plain or sealed; how many. */
async function sealUnless(
  database: Database,
  sealing: Sealing,
  prefix: string,
  onProgress: (done: number) => void = () => {},
): Promise<number> {
  let done = 0;
  for (const column of sealing.columns) {
    for (;;) {
      const count = await sealBatch(database, sealing, column, prefix);
      if (count === 0) break;
      done += count;
      onProgress(done);
    }
  }
  return done;
}

function sealBatch(
  database: Database,
  sealing: Sealing,
  declared: SealedColumn,
  prefix: string,
): Promise<number> {
  const {seal, open} = sealing.column(declared.table, declared.column);
  const [table, id, value] = [declared.table, declared.id, declared.column].map((name) =>
    sql.identifier(name.toLowerCase()),
  ) as [SqlFragment, SqlFragment, SqlFragment];
  return database.transaction(async (tx) => {
    await lockSealing(tx);
    const rows = await tx.rows<{id: string; value: string}>(sql`
      select ${id} as id, ${value} as value from ${table}
      where ${holdsSecret(declared)} and ${value} not like ${`${prefix}%`}
      order by ${id} limit ${BATCH_ROWS} for no key update`);
    if (rows.length === 0) return 0;
    const plain = rows.map((row) =>
      row.value.startsWith(SEALED_PREFIX) ? open(row.id, row.value as Sealed) : row.value,
    );
    const hash = declared.hash && sql.identifier(declared.hash.toLowerCase());
    return tx.execute(sql`
      update ${table} t set ${value} = fresh.value ${hash ? sql`, ${hash} = fresh.hash` : sql.empty}
      from unnest(
        ${rows.map((row) => row.id)}::text[],
        ${rows.map((row, index) => seal(row.id, plain[index]!))}::text[],
        ${plain.map(hashToken)}::text[]
      ) fresh (id, value, hash)
      where t.${id} = fresh.id`);
  });
}

/** A condition on the rows of a declared column: those that hold a secret. */
function holdsSecret({column, id, rows}: SealedColumn): SqlFragment {
  const only = rows ? sql`and ${sql.identifier(id.toLowerCase())} = any(${rows})` : sql.empty;
  return sql`${sql.identifier(column.toLowerCase())} <> '' ${only}`;
}

/** Lets programs that start at once take turns, so that they agree on the first key. */
async function lockSealing(tx: Queryable): Promise<void> {
  await tx.execute({text: 'select pg_advisory_xact_lock($1)', values: [SEALING_LOCK]});
}

function keysMissing({keys}: Sealing, missing: readonly string[]): SecretKeysError {
  const which =
    missing.length === 1 ? `the key ${missing[0]}, which is` : `the keys ${missing.join(', ')}, which are`;
  const remedy = keys.isFixed
    ? `Add it to ${SECRET_KEYS_VARIABLE}, after the key that is to seal.`
    : `Restore that file from a backup, or copy it from the server that uses this database; or set ${SECRET_KEYS_VARIABLE}.`;
  return new SecretKeysError(
    `The secrets in the database are sealed with ${which} not in ${keys.source}. ${remedy}`,
  );
}
