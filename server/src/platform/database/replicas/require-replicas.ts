import type pg from 'pg';
import type {OperatorLog} from '../../logging/operator-log.ts';
import {DatabaseUnavailableError} from '../database-unavailable-error.ts';
import {sqlState} from '../pg-errors.ts';
import {clientFor, OLDEST_VERSION, unavailable} from '../source-errors.ts';
import type {ReplicaSources} from './replicas.ts';

/** Milliseconds to wait for a replica when the server starts. */
const CONNECTION_TIMEOUT = 3_000;
/** The setting is wrong, rather than the server being down: rejected credentials, no such database. */
const WRONG_SETTING = ['28P01', '28000', '3D000'];

interface ServerRow {
  version: string;
  number: number;
  system: string;
  recovering: boolean;
}

/**
 * Checks the settings of read replicas. A replica that can't be reached, or has become a primary, is only logged: the
 * server must start while one is down, and uses it as soon as it is back.
 *
 * @throws DatabaseUnavailableError for a malformed connection string, rejected credentials, a missing database, an old
 * version of PostgreSQL, and a server that isn't a replica of the primary
 */
export async function requireReplicas(
  {lists, search}: ReplicaSources,
  {primary, log}: {primary: string; log: OperatorLog},
): Promise<void> {
  const sources = [
    ...lists.map((source) => ({source, setting: 'SqlSettings.DataSourceReplicas'})),
    ...search.map((source) => ({source, setting: 'SqlSettings.DataSourceSearchReplicas'})),
  ];
  if (sources.length === 0) return;
  const {system} = await askServer(clientFor(primary, 'SqlSettings.DataSource'));
  await Promise.all(
    sources.map(async ({source, setting}) => {
      const client = clientFor(source, setting, {connectionTimeoutMillis: CONNECTION_TIMEOUT});
      const where = `The PostgreSQL server at ${client.host}:${client.port} (${setting})`;
      let server: ServerRow;
      try {
        server = await askServer(client);
      } catch (error) {
        const problem = unavailable(error, client, setting);
        if (WRONG_SETTING.includes(sqlState(error) ?? '')) throw problem;
        log.warn({problem: problem.message}, 'A read replica cannot be used until it is available');
        return;
      }
      if (server.number < OLDEST_VERSION) {
        throw new DatabaseUnavailableError(
          `${where} is version ${server.version}. Patchbay requires 15 or later.`,
        );
      }
      if (server.system !== system) {
        throw new DatabaseUnavailableError(
          `${where} is not a replica of the server in SqlSettings.DataSource: its system identifier is ${server.system} instead of ${system}. Use a streaming replica of that server, or remove it from the setting.`,
        );
      }
      if (!server.recovering) {
        log.warn(
          {server: `${client.host}:${client.port}`, setting},
          'A read replica accepts writes, so it is not used. If it has become the primary, remove it from the setting',
        );
      }
    }),
  );
}

async function askServer(client: pg.Client): Promise<ServerRow> {
  client.on('error', () => {});
  try {
    await client.connect();
    const {rows} = await client.query<ServerRow>(`
      select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
        (select system_identifier::text from pg_control_system()) as system, pg_is_in_recovery() as recovering`);
    return rows[0]!;
  } finally {
    await client.end().catch(() => {});
  }
}
