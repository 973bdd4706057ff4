import {unwatchFile, watchFile} from 'node:fs';
import {join} from 'node:path';
import {CONFIG_FILE, type Config} from './config.ts';

const LOOK_EVERY_MS = 1000;

/**
 * Takes over what others (a command line tool, an editor) write into `config.json`, within about a second, until the
 * returned function is called. `onProblem` hears why a file was not taken over.
 */
export function watchStoredSettings(config: Config, onProblem: (error: unknown) => void): () => void {
  const file = join(config.dataDirectory, CONFIG_FILE);
  // A patch of nothing starts from what is stored. Looking at the file again and again works on every file system.
  const look = () => void config.patch({}).catch(onProblem);
  watchFile(file, {interval: LOOK_EVERY_MS, persistent: false}, look);
  return () => unwatchFile(file, look);
}
