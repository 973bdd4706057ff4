import {homedir} from 'node:os';
import path from 'node:path';

/**
 * The directory with everything that the server keeps: `PATCHBAY_DATA`, else `data` in the project. Where Patchbay is
 * installed as a package there is no project: then it is `patchbay` among the user's application data.
 */
export function dataDirectory(): string {
  const {PATCHBAY_DATA, XDG_DATA_HOME} = process.env;
  if (PATCHBAY_DATA) return PATCHBAY_DATA;
  if (!import.meta.dirname.split(path.sep).includes('node_modules')) {
    return path.join(import.meta.dirname, '../../../data');
  }
  return path.join(XDG_DATA_HOME || path.join(homedir(), '.local/share'), 'patchbay');
}
