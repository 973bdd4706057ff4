import {unwatchFile, watchFile} from 'node:fs';
import {join} from 'node:path';
import {CONFIG_FILE, type Config} from './config.ts';

const POLL_INTERVAL_MS = 1000;

/**
 * Applies changes that others (a command line tool, an editor) make to `config.json` within about a second, until the
 * returned function is called. Calls `onProblem` if a file can't be applied.
 */
export function watchStoredSettings(config: Config, onProblem: (error: unknown) => void): () => void {
  const file = join(config.dataDirectory, CONFIG_FILE);
  // An empty patch reloads the stored settings. Polling works on every file system.
  const reload = () => void config.patch({}).catch(onProblem);
  watchFile(file, {interval: POLL_INTERVAL_MS, persistent: false}, reload);
  return () => unwatchFile(file, reload);
}
