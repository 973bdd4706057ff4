import {unwatchFile, watchFile} from 'node:fs';
import {join} from 'node:path';
import type {Config} from '../config/config.ts';
import {SETTINGS_FILE} from '../config/settings-file.ts';
import {withoutCaller} from '../database/callers.ts';
import type {Database} from '../database/database.ts';
import {SETTINGS_CHANNEL} from './store.ts';

/** Milliseconds between two checks of `config.json`. */
const POLL_INTERVAL = 1_000;
/** Milliseconds after which settings that could not be read from the database are read again. */
const RETRY_DELAY = 1_000;

/**
 * Applies changes that others make to the settings until the returned function is called: those in the database
 * immediately, and those that an editor makes to `config.json` within about a second. After the connection to the
 * database was lost, the settings are read again. Calls `onProblem` if they can't be read.
 */
export async function followSettings(
  config: Config,
  database: Database,
  onProblem: (error: unknown) => void,
): Promise<() => Promise<void>> {
  let retry: NodeJS.Timeout | undefined;
  let stopped = false;
  function refresh(): void {
    clearTimeout(retry);
    withoutCaller(() => config.refresh()).catch((error) => {
      if (stopped) return;
      onProblem(error);
      retry = setTimeout(refresh, RETRY_DELAY).unref();
    });
  }
  const stopListening = await database.listen(
    SETTINGS_CHANNEL,
    (version) => {
      if (Number(version) !== config.version()) refresh();
    },
    refresh,
  );
  // A change since the settings were opened was not announced to this server.
  refresh();
  const file = join(config.dataDirectory, SETTINGS_FILE);
  const reload = () => void config.reload().catch(onProblem);
  // Polling works on every file system.
  watchFile(file, {interval: POLL_INTERVAL, persistent: false}, reload);
  return async () => {
    stopped = true;
    clearTimeout(retry);
    unwatchFile(file, reload);
    await stopListening();
  };
}
