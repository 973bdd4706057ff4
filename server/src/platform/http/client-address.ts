import type {Socket} from 'node:net';
import type {FastifyRequest} from 'fastify';
import {type IpAddress, isInNetwork, parseIpAddress, parseIpNetwork} from '../addresses/ip-addresses.ts';
import type {Settings} from '../config/settings.ts';

/** The trusted proxies if `ServiceSettings.TrustedProxies` is empty: on this machine or in a private network. */
const NEARBY_RANGES = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal']);

/**
 * The client's IP address. Without `ServiceSettings.TrustedProxyIPHeader`, it's the address of the connection. Otherwise we
 * read a trusted proxy's header from its end, because each proxy appends the address it saw. Anything before the entries
 * of our own proxies could be forged by the client.
 */
export function clientAddress(request: FastifyRequest, settings: Settings): string {
  const peerAddress = peerOf(request.socket);
  if (!peerAddress) return request.socket.remoteAddress ?? '';
  const {TrustedProxyIPHeader, TrustedProxies} = settings.ServiceSettings;
  const value = TrustedProxyIPHeader.map((name) => request.headers[name.toLowerCase()]).find(Boolean);
  if (value === undefined || !isTrustedProxy(peerAddress, settings)) return peerAddress.toString();
  let nearest = peerAddress;
  for (const hop of String(value).split(',').reverse()) {
    const address = parseIpAddress(withoutPort(hop.trim()));
    // Our proxies only write addresses, so this entry and those before it can't be trusted.
    if (!address) break;
    nearest = address;
    if (TrustedProxies.length === 0 || !isTrustedProxy(address, settings)) break;
  }
  return nearest.toString();
}

/**
 * Whether the client uses HTTPS, according to SiteURL or a trusted proxy. Determines whether cookies are `Secure` and
 * whether `Strict-Transport-Security` is sent.
 */
export function isSecureRequest(request: FastifyRequest, settings: Settings): boolean {
  const {SiteURL, TrustedProxyIPHeader} = settings.ServiceSettings;
  if (SiteURL.startsWith('https://')) return true;
  if (TrustedProxyIPHeader.length === 0 || request.headers['x-forwarded-proto'] !== 'https') return false;
  const peer = peerOf(request.socket);
  return peer !== undefined && isTrustedProxy(peer, settings);
}

const peers = new WeakMap<Socket, IpAddress | undefined>();

/** The remote address of a connection, parsed once per connection. */
function peerOf(socket: Socket): IpAddress | undefined {
  if (!peers.has(socket)) peers.set(socket, parseIpAddress(socket.remoteAddress ?? ''));
  return peers.get(socket);
}

function isTrustedProxy(address: IpAddress, {ServiceSettings}: Settings): boolean {
  const {TrustedProxies} = ServiceSettings;
  if (TrustedProxies.length === 0) return NEARBY_RANGES.has(address.range());
  return TrustedProxies.some((text) => {
    const network = parseIpNetwork(text);
    return network !== undefined && isInNetwork(address, network);
  });
}

// Some proxies add the port: `203.0.113.7:4711`, `[2001:db8::7]:4711`.
function withoutPort(hop: string): string {
  return hop.replace(/^(\[.*\]|[\d.]+):\d+$/, '$1');
}
