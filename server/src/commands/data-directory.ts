import {homedir} from 'node:os';
import path from 'node:path';

/**
 * The data directory: `PATCHBAY_DATA`, or `data` in the clone. If Patchbay is installed as a package, the default is
 * `patchbay` in the user's application data directory.
 */
export function dataDirectory(): string {
  const {PATCHBAY_DATA, XDG_DATA_HOME} = process.env;
  if (PATCHBAY_DATA) return PATCHBAY_DATA;
  if (!import.meta.dirname.split(path.sep).includes('node_modules')) {
    return path.join(import.meta.dirname, '../../../data');
  }
  return path.join(XDG_DATA_HOME || path.join(homedir(), '.local/share'), 'patchbay');
}
