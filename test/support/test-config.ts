import type {Config} from '../../server/src/platform/config/config.ts';
import {loadLocalSettings} from '../../server/src/platform/config/local-settings.ts';
import {settingByName} from '../../server/src/platform/config/setting-list.ts';
import {nestSettings, readSettings} from '../../server/src/platform/config/setting-values.ts';
import {openConfig} from '../../server/src/platform/config-store/open-config.ts';
import type {Database} from '../../server/src/platform/database/database.ts';
import type {OperatorLog} from '../../server/src/platform/logging/operator-log.ts';
import type {Sealing} from '../../server/src/platform/secrets/sealing.ts';
import {quiet} from './quiet.ts';
import {createTestSealing} from './test-sealing.ts';

/**
 * The settings of a server with this data directory and database. `settings` has the same format as in `PUT
 * /config/patch`. Settings that can't be stored in the database are set by environment variables.
 */
export async function createTestConfig({
  dataDirectory,
  database,
  settings = {},
  env = {},
  log = quiet,
  sealing = createTestSealing(),
}: {
  dataDirectory: string;
  database: Database;
  settings?: object;
  env?: NodeJS.ProcessEnv;
  log?: OperatorLog;
  sealing?: Sealing;
}): Promise<Config> {
  const given = [...readSettings(settings, 'test', [])];
  const isLocal = ([name]: readonly [string, unknown]) => settingByName.get(name)!.local;
  const variables = environmentOf(nestSettings(given.filter(isLocal)));
  const local = await loadLocalSettings({dataDirectory, env: {...env, ...variables}});
  const config = await openConfig({local, database, sealing, log});
  const stored = given.filter((setting) => !isLocal(setting));
  if (stored.length > 0) await config.patch(nestSettings(stored));
  return config;
}

/** Converts settings in the format of `PUT /config/patch` to environment variables. */
export function environmentOf(settings: object): Record<string, string> {
  const variables = [...readSettings(settings, 'test', [])].map(([name, value]) => [
    settingByName.get(name)!.environmentName,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return Object.fromEntries(variables);
}
