// The package content-disposition throws on lone surrogates, escapes quotation marks in a way that clients interpret
// differently, and sometimes omits `filename*`.
/**
 * The value of a `Content-Disposition` header, with an ASCII name for old clients and the full name for all others. The
 * name can't break out of the header.
 */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
