import {buffer} from 'node:stream/consumers';
import yauzl from 'yauzl';

/** The content of an archive's entries by name. */
export type Entries = Record<string, Buffer>;

/** The entries of an archive, in order. Reads everything into memory. */
export async function unzip(archive: Buffer): Promise<Entries> {
  const zip = await yauzl.fromBufferPromise(archive, {});
  const entries: Entries = {};
  for await (const entry of zip.eachEntry())
    entries[entry.fileName] = await buffer(await zip.openReadStreamPromise(entry));
  return entries;
}

/** A base64 line of an email that contains only zero bytes, and the number of bytes. */
const ZERO_LINE = `${'A'.repeat(76)}\r\n`;
const ZEROS_IN_A_LINE = 57;

/**
 * The emails of an archive without the base64 lines that contain only zero bytes, so that large files, which consist
 * mostly of such lines, can be compared. Also returns the number of zero bytes removed from each email.
 */
export async function unzipWithoutZeros(
  archive: Buffer,
): Promise<{entries: Entries; zeros: Record<string, number>}> {
  const zip = await yauzl.fromBufferPromise(archive, {});
  const entries: Entries = {};
  const zeros: Record<string, number> = {};
  for await (const entry of zip.eachEntry()) {
    const kept: string[] = [];
    let lost = 0;
    let rest = '';
    for await (const chunk of (await zip.openReadStreamPromise(entry)).setEncoding('latin1')) {
      const text: string = rest + chunk;
      const lines = text.slice(0, text.lastIndexOf('\n') + 1);
      rest = text.slice(lines.length);
      const others = lines.replaceAll(ZERO_LINE, '');
      lost += ((lines.length - others.length) / ZERO_LINE.length) * ZEROS_IN_A_LINE;
      kept.push(others);
    }
    entries[entry.fileName] = Buffer.from(kept.join('') + rest, 'latin1');
    zeros[entry.fileName] = lost;
  }
  return {entries, zeros};
}
