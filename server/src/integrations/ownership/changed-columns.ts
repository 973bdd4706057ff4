import {isDeepStrictEqual} from 'node:util';

/**
 * The columns whose new value differs from the one that was read. An edit writes only these, because the others may have
 * changed in the meantime: clients send the whole integration.
 */
export function changedColumns<Row extends object>(read: Row, edited: Partial<Row>): Partial<Row> {
  const changes: Partial<Row> = {};
  for (const name of Object.keys(edited) as (keyof Row)[]) {
    if (!isDeepStrictEqual(edited[name], read[name])) changes[name] = edited[name];
  }
  return changes;
}
