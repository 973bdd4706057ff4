import {fileURLToPath} from 'node:url';

/** The directory with everything that the server keeps: `PATCHBAY_DATA`, else `data` in the project. */
export function dataDirectory(): string {
  return process.env.PATCHBAY_DATA || fileURLToPath(new URL('../../../data', import.meta.url));
}
