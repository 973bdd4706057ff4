import type {IncomingMessage} from 'node:http';

/**
 * Whether the request comes from our own page, according to its `Origin`. Browsers send cookies with WebSockets that any
 * page opens, and set `Origin`; other programs don't.
 */
export function isOwnOrigin({headers}: Pick<IncomingMessage, 'headers'>, siteUrl: string): boolean {
  const {origin, host} = headers;
  if (origin === undefined) return true;
  const page = URL.parse(origin);
  if (!page) return false;
  return page.host === host?.toLowerCase() || (siteUrl !== '' && page.origin === URL.parse(siteUrl)?.origin);
}

/** Whether a page of another site caused the browser to send this request. */
export function isCrossSite(request: Pick<IncomingMessage, 'headers'>, siteUrl: string): boolean {
  const site = request.headers['sec-fetch-site'];
  return site === undefined ? !isOwnOrigin(request, siteUrl) : site === 'cross-site';
}
