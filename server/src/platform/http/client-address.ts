import type {Socket} from 'node:net';
import type {FastifyRequest} from 'fastify';
import {type IpAddress, isInNetwork, parseIpAddress, parseIpNetwork} from '../addresses/ip-addresses.ts';
import type {Settings} from '../config/settings.ts';

/** Where a proxy is if `ServiceSettings.TrustedProxies` does not say: on this machine or in a private network. */
const NEARBY_RANGES = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal']);

/**
 * The IP address that a request came from. Without `ServiceSettings.TrustedProxyIPHeader` it is the peer of the
 * connection. With it, a trusted proxy's header counts, read from its end: each proxy appends the address it saw, so
 * only what stands behind the addresses of our own proxies is true. A client can write anything in front of that.
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
    // What a proxy of ours did not write is worth nothing, and neither is what stands in front of it.
    if (!address) break;
    nearest = address;
    if (TrustedProxies.length === 0 || !isTrustedProxy(address, settings)) break;
  }
  return nearest.toString();
}

/**
 * Whether the browser reached us over HTTPS: SiteURL says so, or a trusted proxy does. It decides whether cookies are
 * marked `Secure`, and whether the browser is told to use nothing but HTTPS from now on.
 */
export function isSecureRequest(request: FastifyRequest, settings: Settings): boolean {
  const {SiteURL, TrustedProxyIPHeader} = settings.ServiceSettings;
  if (SiteURL.startsWith('https://')) return true;
  if (TrustedProxyIPHeader.length === 0 || request.headers['x-forwarded-proto'] !== 'https') return false;
  const peer = peerOf(request.socket);
  return peer !== undefined && isTrustedProxy(peer, settings);
}

const peers = new WeakMap<Socket, IpAddress | undefined>();

/** The other end of a connection. It stays the same, so it is parsed once and not with each request. */
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
