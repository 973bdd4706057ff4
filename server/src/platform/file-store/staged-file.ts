import {newId} from '../database/ids.ts';
import type {FileContent, FileStore} from './file-store.ts';

const DAY = 24 * 60 * 60 * 1000;

/**
 * Stores content in a temporary local file while `work` runs: for streams that a library must read as a file and that
 * are not stored themselves.
 *
 * @param tooLarge creates the error for content of more than `maxBytes`
 */
export async function withStagedFile<Result>(
  store: FileStore,
  content: FileContent,
  {maxBytes, tooLarge}: {maxBytes: number; tooLarge: () => Error},
  work: (localName: string) => Promise<Result>,
): Promise<Result> {
  const path = `staged/${newId()}`;
  try {
    await store.write(path, limitSize(content, maxBytes, tooLarge));
    return await store.withLocalFile(path, work);
  } finally {
    await store.remove(path);
  }
}

async function* limitSize(
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

/** Removes staged files that a killed process left more than a day ago. */
export async function removeAbandonedStagedFiles(store: FileStore): Promise<void> {
  for await (const {path, modifiedAt} of store.list('staged')) {
    if (Date.now() - modifiedAt > DAY) await store.remove(path);
  }
}
