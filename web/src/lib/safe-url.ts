const SCHEMES = new Set(['http:', 'https:', 'ftp:', 'mailto:', 'tel:']);

/**
 * An address that a message may link to, or undefined for one that is none or could run as a script. A path is one
 * on this server; `//host` is another's. `extra` are schemes that the server's settings allow, such as `ssh`.
 */
export function safeUrl(text: string | undefined, extra: readonly string[] = []): string | undefined {
  const trimmed = text?.trim() ?? '';
  if (/^\/(?![/\\])/.test(trimmed)) return trimmed;
  const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined;
  if (!url) return undefined;
  return SCHEMES.has(url.protocol) || extra.includes(url.protocol.slice(0, -1)) ? trimmed : undefined;
}

/** An address that a picture may come from. */
export function safeImageUrl(text: string | undefined): string | undefined {
  const url = safeUrl(text);
  return url && (url.startsWith('/') || /^https?:/i.test(url)) ? url : undefined;
}

/** Whether an address is one of this server's own pages, and if so its path. */
export function ownPath(url: string): string | undefined {
  if (url.startsWith('/')) return url;
  const {origin, href} = window.location;
  const parsed = new URL(url, href);
  if (parsed.origin !== origin) return undefined;
  return parsed.pathname + parsed.search + parsed.hash;
}
