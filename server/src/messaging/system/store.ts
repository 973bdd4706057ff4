import type {Queryable} from '../../platform/database/queryable.ts';

/** Facts about this installation, by name; those of `defaults` that are not there yet are added. */
export async function ensureFacts(
  db: Queryable,
  defaults: Record<string, string>,
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
