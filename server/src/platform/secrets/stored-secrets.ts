import {randomBytes} from 'node:crypto';
import type {Database} from '../database/database.ts';
import type {Queryable} from '../database/queryable.ts';
import {type SqlFragment, sql} from '../database/sql.ts';
import type {OperatorLog} from '../logging/operator-log.ts';
import {installationValue} from './installation-values.ts';
import {SECRET_KEYS_VARIABLE, SecretKeysError} from './key-ring.ts';
import {SEALED_PREFIX, type Sealed, type SealedColumn, type Sealing} from './sealing.ts';
import {hashToken} from './secrets.ts';

/** The row of `Systems` that identifies the database's key, even if there are no other secrets. */
export const KEY_CHECK = 'SecretKeyCheck';

// Any number that no other advisory lock uses.
const SEALING_LOCK = 7_122_002_825;
const BATCH_ROWS = 500;
/** Milliseconds after which no transaction can still use a key that was replaced. */
const KEY_GRACE_PERIOD = 60 * 60 * 1000;

/**
 * Prepares the secrets of a database when a program starts: creates the first key of a new installation, and seals secrets
 * that are still plain text after an upgrade. An interrupted start is continued by the next one.
 *
 * @throws SecretKeysError if the keys cannot open the secrets in the database
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

/** The number of secrets by key id. An empty id stands for plain text. */
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
 * Replaces the key that seals. Creates a new key in the file, or uses the first key in the environment, which the
 * administrator has added. Then seals everything again in batches, while servers keep running with both keys. After an
 * interruption, run it again to continue with the same key.
 *
 * The previous key stays in the file, because a server may be about to write with it. The next rotation removes it.
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
    removed = retiredKeys(sealing);
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

/** Old keys that are no longer in use. The caller has checked that the current key seals everything. */
function retiredKeys({keys}: Sealing): string[] {
  const [current, ...older] = keys.keys();
  const retiredAt = Date.parse(current?.createdAt ?? '');
  return Date.now() - retiredAt > KEY_GRACE_PERIOD ? older.map(({id}) => id) : [];
}

/** Seals every plain or sealed value that doesn't start with `prefix`. Returns the number of sealed values. */
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
      select ${id}::text as id, ${value} as value from ${table}
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
      where t.${id}::text = fresh.id`);
  });
}

/** The SQL condition for rows that contain a secret. */
function holdsSecret({column, id, rows}: SealedColumn): SqlFragment {
  const only = rows ? sql`and ${sql.identifier(id.toLowerCase())} = any(${rows})` : sql.empty;
  return sql`${sql.identifier(column.toLowerCase())} <> '' ${only}`;
}

/** Serializes programs that start at the same time, so that they agree on the first key. */
async function lockSealing(tx: Queryable): Promise<void> {
  await tx.execute({text: 'select pg_advisory_xact_lock($1)', values: [SEALING_LOCK]});
}

function keysMissing({keys}: Sealing, missing: readonly string[]): SecretKeysError {
  const which =
    missing.length === 1 ? `the key ${missing[0]}, which is` : `the keys ${missing.join(', ')}, which are`;
  const remedy = keys.isFixed
    ? `Add it to ${SECRET_KEYS_VARIABLE}, after the key that seals.`
    : `Restore that file from a backup, copy it from the server that uses this database, or set ${SECRET_KEYS_VARIABLE}.`;
  return new SecretKeysError(
    `The secrets in the database are sealed with ${which} not in ${keys.source}. ${remedy}`,
  );
}
