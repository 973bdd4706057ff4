import type {Queryable} from '../database/queryable.ts';

/**
 * A value that belongs to the installation, such as a signing key: made on first use, kept in the table Systems, and
 * the same for every server on the database, even if two ask at once.
 */
export async function installationValue(db: Queryable, name: string, make: () => string): Promise<string> {
  const existing = await db.row<{value: string}>({
    text: 'select Value from Systems where Name = $1',
    values: [name],
  });
  if (existing) return existing.value;
  const row = await db.row<{value: string}>({
    text: `
      insert into Systems (Name, Value) values ($1, $2)
      on conflict (Name) do update set Value = Systems.Value
      returning Value`,
    values: [name, make()],
  });
  return row!.value;
}
