/** File systems take names of 255 bytes; whoever makes an entry may put an id and a little more in front. */
const MAX_BYTES = 180;
/** Control characters, what some file system has its own use for, and what turns the order of writing around. */
const UNSAFE = /[\p{Cc}\p{Surrogate}\p{Bidi_Control}\\/:*?"<>|]/gu;

/**
 * A name from outside as one for an entry: it cannot lead out of the directory into which the archive is unpacked, says
 * what it seems to say, and can be stored there. Of one that is too long the end is left.
 */
export function safeEntryName(name: string): string {
  const bytes = Buffer.from(name.replace(UNSAFE, '_'));
  let start = Math.max(0, bytes.length - MAX_BYTES);
  // Not in the midst of a character: what goes on one begins with the bits 10.
  while (start > 0 && (bytes[start]! & 0xc0) === 0x80) start++;
  return bytes.toString('utf8', start).replace(/^\.+/, '_');
}
