const SCHEMES = new Set(['http:', 'https:', 'ftp:', 'mailto:', 'tel:']);

/**
 * Returns the URL if a message can link to it; undefined if it is invalid or could run a script. A path is on this
 * server; `//host` is another server. `extra` contains the schemes that the server's settings allow, such as `ssh`.
 */
export function safeUrl(text: string | undefined, extra: readonly string[] = []): string | undefined {
  const trimmed = text?.trim() ?? '';
  if (/^\/(?![/\\])/.test(trimmed)) return trimmed;
  const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined;
  if (!url) return undefined;
  return SCHEMES.has(url.protocol) || extra.includes(url.protocol.slice(0, -1)) ? trimmed : undefined;
}

/** Returns the URL if an image can be loaded from it. */
export function safeImageUrl(text: string | undefined): string | undefined {
  const url = safeUrl(text);
  return url && (url.startsWith('/') || /^https?:/i.test(url)) ? url : undefined;
}

/** The path of a URL on this server; undefined for other URLs. */
export function ownPath(url: string): string | undefined {
  if (url.startsWith('/')) return url;
  const {origin, href} = window.location;
  const parsed = new URL(url, href);
  if (parsed.origin !== origin) return undefined;
  return parsed.pathname + parsed.search + parsed.hash;
}
