import type {FileContent, FileStore} from './file-store.ts';

/**
 * Stores content in a temporary local file while `work` runs: for streams that a library must read as a file and that
 * are not stored themselves.
 *
 * @param tooLarge creates the error for content of more than `maxBytes`
 */
export function withStagedFile<Result>(
  store: FileStore,
  content: FileContent,
  {maxBytes, tooLarge}: {maxBytes: number; tooLarge: () => Error},
  work: (localName: string) => Promise<Result>,
): Promise<Result> {
  return store.withTemporaryFile(limitSize(content, maxBytes, tooLarge), work);
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
