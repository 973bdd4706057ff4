import type {Queryable} from '../database/queryable.ts';
import {ensureSystemValues} from '../database/system-values.ts';
import type {Sealed, Sealing} from './sealing.ts';

/**
 * A secret of the installation, such as a signing key. It is created on first use and stored sealed in the table `Systems`.
 * All servers on the database get the same value, even if they create it concurrently.
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
