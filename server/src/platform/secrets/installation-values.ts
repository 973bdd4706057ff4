import type {Queryable} from '../database/queryable.ts';
import {ensureSystemValues} from '../database/system-values.ts';
import type {Sealed, Sealing} from './sealing.ts';

/**
 * A secret that belongs to the installation, such as a signing key: created on first use, kept sealed in the table
 * `Systems`, and the same for every server on the database, even if two ask at once.
 */
export async function installationValue(
  {database, sealing}: {database: Queryable; sealing: Sealing},
  name: string,
  create: () => string,
): Promise<string> {
  const {seal, open} = sealing.column('Systems', 'Value');
  const existing = await database.row<{value: Sealed}>({
    text: 'select Value from Systems where Name = $1',
    values: [name],
  });
  if (existing) return open(name, existing.value);
  const values = await ensureSystemValues(database, {[name]: seal(name, create())});
  return open(name, values.get(name) as Sealed);
}
