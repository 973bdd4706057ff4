import type {Queryable, Transaction} from './queryable.ts';

/** Reads values of this installation from the table `Systems`, and adds those of `defaults` that are missing. */
export async function ensureSystemValues(
  db: Queryable,
  defaults: Readonly<Record<string, string>>,
): Promise<Map<string, string>> {
  const names = Object.keys(defaults);
  await db.execute({
    text: 'insert into Systems (Name, Value) select * from unnest($1::text[], $2::text[]) on conflict (Name) do nothing',
    values: [names, Object.values(defaults)],
  });
  const rows = await db.rows<{name: string; value: string}>({
    text: 'select Name, Value from Systems where Name = any($1)',
    values: [names],
  });
  return new Map(rows.map(({name, value}) => [name, value]));
}

/**
 * Stores a value and returns the previous one, or the same value if there was none. The row is locked until the end of
 * the transaction.
 */
export async function exchangeSystemValue(tx: Transaction, name: string, value: string): Promise<string> {
  await tx.execute({
    text: 'insert into Systems (Name, Value) values ($1, $2) on conflict (Name) do nothing',
    values: [name, value],
  });
  const row = await tx.row<{value: string}>({
    text: 'select Value from Systems where Name = $1 for update',
    values: [name],
  });
  const before = row!.value;
  if (before !== value) {
    await tx.execute({text: 'update Systems set Value = $2 where Name = $1', values: [name, value]});
  }
  return before;
}

/** Reads one value; undefined if it isn't there. */
export async function systemValue(db: Queryable, name: string): Promise<string | undefined> {
  const row = await db.row<{value: string}>({
    text: 'select Value from Systems where Name = $1',
    values: [name],
  });
  return row?.value;
}

export async function deleteSystemValue(db: Queryable, name: string): Promise<void> {
  await db.execute({text: 'delete from Systems where Name = $1', values: [name]});
}
