import {existsSync, mkdirSync} from 'node:fs';
import {dirname, resolve} from 'node:path';

/**
 * Creates a directory and its missing parents. Returns whether it was missing. With the option `recursive`, Node's own
 * function never returns where the system doesn't allow new directories but reports a missing parent, such as in `/proc`.
 *
 * @throws the system's error if a directory can't be created, or if the path exists and is not a directory
 */
export function createDirectory(path: string, {mode}: {mode?: number} = {}): boolean {
  const missing: string[] = [];
  for (let folder = resolve(path); !existsSync(folder); folder = dirname(folder)) missing.unshift(folder);
  for (const folder of missing) {
    try {
      mkdirSync(folder, {mode});
    } catch (error) {
      // Another process can create it at the same time.
      if (!existsSync(folder)) throw error;
    }
  }
  // Fails for a file.
  if (missing.length === 0) mkdirSync(path, {recursive: true});
  return missing.length > 0;
}
