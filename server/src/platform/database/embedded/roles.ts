import pg from 'pg';

/** The superuser of the cluster: for its upkeep, over the socket only. */
export const SUPERUSER = 'patchbay_superuser';

/** The role that owns the product's database and has no rights beyond it: the server and the tools work as it. */
export const OWNER = 'patchbay';

/** Exists for a moment while the superuser of an older cluster gets its present name. */
const RENAMER = 'patchbay_renamer';

/** What every reader's session begins with, as `name=value`. */
export interface Reader {
  role: string;
  settings: readonly string[];
}

/** Connects over the socket as this role, to the database `postgres`. */
export type Connect = (role: string) => Promise<pg.Client>;

/**
 * Gives the cluster its three roles. Older clusters have only one besides the reader: a superuser with the name of the
 * owner, which PostgreSQL does not let become an ordinary role. So it gets another name, and the owner is a new role;
 * {@link ensureOwnedDatabase} gives it what the superuser owned. A start that was interrupted is finished by the next.
 *
 * @param passwordOf the password of a role over TCP; without it there is no TCP
 */
export async function ensureRoles(
  connect: Connect,
  {reader, passwordOf}: {reader: Reader; passwordOf?: ((role: string) => string) | undefined},
): Promise<void> {
  const client = await connect(SUPERUSER).catch(async (error: unknown) => {
    if (!isUnknownRole(error)) throw error;
    await renameSuperuser(connect);
    return connect(SUPERUSER);
  });
  try {
    await client.query(`drop role if exists ${RENAMER}`);
    for (const role of [OWNER, reader.role]) {
      if (!(await exists(client, role))) {
        await client.query(`create role ${pg.escapeIdentifier(role)} login`);
      }
      if (passwordOf) {
        const password = pg.escapeLiteral(passwordOf(role));
        await client.query(`alter role ${pg.escapeIdentifier(role)} password ${password}`);
      }
    }
    for (const setting of await missingSettings(client, reader)) {
      await client.query(`alter role ${pg.escapeIdentifier(reader.role)} set ${setting.replace('=', ' = ')}`);
    }
  } finally {
    await client.end();
  }
}

/** Whether {@link ensureRoles} has been here: the superuser's connection can be used, and there is an owner. */
export async function hasRoles(client: pg.Client): Promise<boolean> {
  return client.user === SUPERUSER && (await exists(client, OWNER));
}

async function renameSuperuser(connect: Connect): Promise<void> {
  const owner = await connect(OWNER);
  try {
    if (!(await exists(owner, RENAMER))) await owner.query(`create role ${RENAMER} login superuser`);
  } finally {
    await owner.end();
  }
  // Nobody can rename the role that they work as.
  const renamer = await connect(RENAMER);
  try {
    await renamer.query(`alter role ${OWNER} password null`);
    await renamer.query(`alter role ${OWNER} rename to ${SUPERUSER}`);
  } finally {
    await renamer.end();
  }
}

/** Whether a connection failed because there is no such role. */
export function isUnknownRole(error: unknown): boolean {
  return (error as {code?: string}).code === INVALID_AUTHORIZATION;
}

const INVALID_AUTHORIZATION = '28000';

async function exists(client: pg.Client, role: string): Promise<boolean> {
  const {rowCount} = await client.query('select from pg_roles where rolname = $1', [role]);
  return rowCount! > 0;
}

async function missingSettings(client: pg.Client, {role, settings}: Reader): Promise<string[]> {
  const {rows} = await client.query<{settings: string[]}>(
    `select coalesce(rolconfig, '{}') as settings from pg_roles where rolname = $1`,
    [role],
  );
  return settings.filter((setting) => !rows[0]!.settings.includes(setting));
}
