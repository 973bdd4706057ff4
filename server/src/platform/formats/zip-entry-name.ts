/** File systems limit names to 255 bytes. The rest is for a prefix such as an id. */
const MAX_BYTES = 180;
/** Control characters, characters that are special in file systems, and characters that change the text direction. */
const UNSAFE = /[\p{Cc}\p{Surrogate}\p{Bidi_Control}\\/:*?"<>|]/gu;

/**
 * Turns external input into a safe file name for an entry: it stays inside the target directory, isn't misleading, and can
 * be stored. A long name keeps its end.
 */
export function safeEntryName(name: string): string {
  const bytes = Buffer.from(name.replace(UNSAFE, '_'));
  let start = Math.max(0, bytes.length - MAX_BYTES);
  // Don't cut within a character: UTF-8 continuation bytes start with the bits 10.
  while (start > 0 && (bytes[start]! & 0xc0) === 0x80) start++;
  return bytes.toString('utf8', start).replace(/^\.+/, '_');
}
