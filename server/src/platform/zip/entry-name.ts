/** A name from outside as one for an entry: it cannot lead out of the directory into which the archive is unpacked. */
export function safeEntryName(name: string): string {
  return name
    .replace(/[\p{Cc}\p{Surrogate}\\/:*?"<>|]/gu, '_')
    .replace(/^\.+/, '_')
    .slice(-120)
    .toWellFormed();
}
