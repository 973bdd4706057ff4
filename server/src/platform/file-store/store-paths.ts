const NAME = /^(?!\.)[^/\\\0]+$/;
const MAX_NAME_BYTES = 255;

/** Whether this can be the name of a file or folder in a store. Names that start with a dot are reserved. */
export function isStoreName(name: string): boolean {
  return NAME.test(name) && Buffer.byteLength(name) <= MAX_NAME_BYTES;
}

/** @throws Error unless the path is relative, with slashes, and can't refer to anything outside the store */
export function requireStorePath(path: string): void {
  if (!path.split('/').every(isStoreName)) {
    throw new Error(`${JSON.stringify(path)} is not a valid path in the file store.`);
  }
}
