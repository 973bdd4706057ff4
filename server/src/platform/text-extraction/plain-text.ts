import {open} from 'node:fs/promises';
import type {TextCollector} from './text-collector.ts';

/** The number of bytes that are read: enough for the maximum length in any encoding. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Adds the text of a file in UTF-8, in UTF-16 with a byte order mark, or otherwise in Windows-1252. */
export async function readPlainText(file: string, collector: TextCollector): Promise<void> {
  const handle = await open(file);
  try {
    const buffer = Buffer.alloc(MAX_BYTES);
    const {bytesRead} = await handle.read(buffer, 0, MAX_BYTES, 0);
    collector.add(decode(buffer.subarray(0, bytesRead)));
  } finally {
    await handle.close();
  }
}

function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    // The text may end in the middle of a character.
    return new TextDecoder('utf-8', {fatal: true}).decode(bytes, {stream: true});
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
