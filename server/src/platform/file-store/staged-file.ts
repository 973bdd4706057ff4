import {newId} from '../database/ids.ts';
import type {FileContent, FileStore} from './file-store.ts';

const DAY = 24 * 60 * 60 * 1000;

/**
 * Keeps content in the store while `work` runs, which gets the name of a file of this machine that holds it; for what
 * comes as a stream, has to be a file to be read, and is not kept as it is.
 *
 * @param tooLarge makes the error for content of more than `maxBytes`.
 */
export async function withStagedFile<Result>(
  store: FileStore,
  content: FileContent,
  {maxBytes, tooLarge}: {maxBytes: number; tooLarge: () => Error},
  work: (localName: string) => Promise<Result>,
): Promise<Result> {
  const path = `staged/${newId()}`;
  try {
    await store.write(path, atMostBytes(content, maxBytes, tooLarge));
    return await store.withLocalFile(path, work);
  } finally {
    await store.remove(path);
  }
}

async function* atMostBytes(
  content: FileContent,
  maxBytes: number,
  tooLarge: () => Error,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of content instanceof Uint8Array ? [content] : content) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge();
    yield chunk;
  }
}

/** Removes staged files that a process which ended has left behind more than a day ago. */
export async function removeAbandonedStagedFiles(store: FileStore): Promise<void> {
  for await (const {path, modifiedAt} of store.list('staged')) {
    if (Date.now() - modifiedAt > DAY) await store.remove(path);
  }
}
