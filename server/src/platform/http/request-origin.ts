import type {IncomingMessage} from 'node:http';

/**
 * Whether our own page sends the request, as far as its `Origin` says. Browsers send cookies with a WebSocket that any
 * page opens, and say which page it was; other programs say nothing.
 */
export function isOwnOrigin({headers}: Pick<IncomingMessage, 'headers'>, siteUrl: string): boolean {
  const {origin, host} = headers;
  if (origin === undefined) return true;
  const page = URL.parse(origin);
  if (!page) return false;
  return page.host === host?.toLowerCase() || (siteUrl !== '' && page.origin === URL.parse(siteUrl)?.origin);
}

/** Whether a page of another site makes the browser send this request. Programs other than browsers never do. */
export function isCrossSite(request: Pick<IncomingMessage, 'headers'>, siteUrl: string): boolean {
  const site = request.headers['sec-fetch-site'];
  return site === undefined ? !isOwnOrigin(request, siteUrl) : site === 'cross-site';
}
