import {parseListenAddress} from '../addresses/listen-address.ts';
import type {Settings} from './settings.ts';

/**
 * The public URL of this server, without a trailing slash: `ServiceSettings.SiteURL`, or the address it listens on. It
 * never depends on a request (docs/specification.md#settings).
 */
export function siteUrl({ServiceSettings: {SiteURL, ListenAddress}}: Settings): string {
  if (SiteURL !== '') return SiteURL;
  const {host, port} = parseListenAddress(ListenAddress)!;
  const isEverywhere = host === '' || host === '0.0.0.0' || host === '::';
  const name = isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
