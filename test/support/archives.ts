import {buffer} from 'node:stream/consumers';
import yauzl from 'yauzl';

/** The content of an archive's entries by their names. */
export type Entries = Record<string, Buffer>;

/** The entries of an archive in its order, all of them in memory. */
export async function unzip(archive: Buffer): Promise<Entries> {
  const zip = await yauzl.fromBufferPromise(archive, {});
  const entries: Entries = {};
  for await (const entry of zip.eachEntry())
    entries[entry.fileName] = await buffer(await zip.openReadStreamPromise(entry));
  return entries;
}
