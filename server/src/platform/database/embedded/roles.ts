import pg from 'pg';

/** The cluster's superuser: for maintenance, over the socket only. */
export const SUPERUSER = 'patchbay_superuser';

/** The role that the server and the tools use. It owns the database and has no other privileges. */
export const OWNER = 'patchbay';

/** A temporary role that renames the superuser of an older cluster. */
const RENAMER = 'patchbay_renamer';

/** The read-only role, with the settings of its sessions as `name=value`. */
export interface Reader {
  role: string;
  settings: readonly string[];
}

/** Connects to the database `postgres` over the socket as this role. */
export type Connect = (role: string) => Promise<pg.Client>;

/**
 * Creates the cluster's three roles. In older clusters, the superuser has the owner's name, and PostgreSQL can't turn it
 * into an unprivileged role. So we rename it and create a new owner; {@link ensureOwnedDatabase} transfers the objects.
 * An interrupted start is completed by the next one.
 *
 * @param passwordOf returns the password of a role for TCP; undefined if TCP is disabled
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

/** Whether {@link ensureRoles} has been completed. */
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
  // A role cannot rename itself.
  const renamer = await connect(RENAMER);
  try {
    await renamer.query(`alter role ${OWNER} password null`);
    await renamer.query(`alter role ${OWNER} rename to ${SUPERUSER}`);
  } finally {
    await renamer.end();
  }
}

/** Whether a connection failed because the role doesn't exist. */
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
