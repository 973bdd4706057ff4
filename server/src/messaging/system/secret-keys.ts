import Type, {type Static} from 'typebox';
import type {Database} from '../../platform/database/database.ts';
import {Millis} from '../../platform/http/wire.ts';
import type {Sealing} from '../../platform/secrets/sealing.ts';
import {countByKey} from '../../platform/secrets/stored-secrets.ts';

/** The keys that seal secrets in the database, without the keys themselves (docs/secret-keys.md). */
export const SecretKeys = Type.Object({
  source: Type.String({description: 'The file or the environment variable with the keys.'}),
  is_fixed: Type.Boolean({description: 'Whether the keys come from the environment.'}),
  plain: Type.Integer({description: 'Secrets that are not sealed until the next start.'}),
  keys: Type.Array(
    Type.Object({
      id: Type.String({description: 'Part of the hash of the key.'}),
      create_at: Type.Union([Millis, Type.Null()], {description: 'null for keys from the environment.'}),
      is_current: Type.Boolean({description: 'Whether new secrets are sealed with it.'}),
      secrets: Type.Integer({description: 'The number of secrets that are sealed with it.'}),
    }),
  ),
});

/** Describes the keys of this server, the current one first, and counts the secrets that each one seals. */
export async function describeSecretKeys({
  database,
  sealing,
}: {
  database: Database;
  sealing: Sealing;
}): Promise<Static<typeof SecretKeys>> {
  const {keys} = sealing;
  const counts = await countByKey(database, sealing.columns);
  return {
    source: keys.source,
    is_fixed: keys.isFixed,
    plain: counts.get('') ?? 0,
    keys: keys.keys().map(({id, createdAt}, index) => ({
      id,
      create_at: createdAt === undefined ? null : Date.parse(createdAt),
      is_current: index === 0,
      secrets: counts.get(id) ?? 0,
    })),
  };
}
