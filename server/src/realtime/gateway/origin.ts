import type {IncomingMessage} from 'node:http';

/**
 * Whether our own page opens the socket. Browsers send cookies with a WebSocket that any page opens, and say
 * which page it was; other programs say nothing.
 */
export function isOwnOrigin({headers}: IncomingMessage, siteUrl: string): boolean {
  const {origin, host} = headers;
  if (origin === undefined) return true;
  const page = URL.parse(origin);
  if (!page) return false;
  return page.host === host?.toLowerCase() || (siteUrl !== '' && page.origin === URL.parse(siteUrl)?.origin);
}
