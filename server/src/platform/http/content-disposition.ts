// Not the package content-disposition: it throws at half of a surrogate pair, escapes quotation marks where clients
// disagree on how to read that, and leaves `filename*` out where it can.
/**
 * The value of a `Content-Disposition` header: for clients of any age a name in ASCII, for all others the name itself.
 * Nothing in the name can end the header or add a second parameter to it.
 */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
