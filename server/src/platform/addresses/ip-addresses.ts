import ipaddr from 'ipaddr.js';

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** A network such as 10.0.0.0/8, or a single address. */
export interface IpNetwork {
  /** The original text. */
  text: string;
  address: IpAddress;
  /** Prefix length. */
  bits: number;
}

/**
 * Parses an IP address: four decimal numbers, or IPv6 with or without brackets and zone. IPv4-mapped IPv6
 * (`::ffff:10.0.0.1`) becomes IPv4. Returns undefined for anything else, such as `127.1` or `0x7f000001`.
 */
export function parseIpAddress(text: string): IpAddress | undefined {
  const bare = text.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '');
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return ipaddr.IPv4.parse(bare);
  if (!ipaddr.IPv6.isValid(bare)) return undefined;
  const address = ipaddr.IPv6.parse(bare);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

/** Parses a network in CIDR notation, or a single address. Returns undefined for anything else. */
export function parseIpNetwork(text: string): IpNetwork | undefined {
  if (ipaddr.isValidCIDR(text)) {
    const [address, bits] = ipaddr.parseCIDR(text);
    return {text, address, bits};
  }
  const address = parseIpAddress(text);
  return address && {text, address, bits: address.kind() === 'ipv4' ? 32 : 128};
}

export function isInNetwork(address: IpAddress, network: IpNetwork): boolean {
  return network.address.kind() === address.kind() && address.match(network.address, network.bits);
}

/** The smallest IPv6 network that an internet provider assigns to a customer. */
const IPV6_PREFIX_LENGTH = 64;

/**
 * The key for limits per client: its IPv4 address or its /64 IPv6 network, because one client can use any address in
 * that network. Text that isn't an address is returned unchanged.
 */
export function clientNetwork(text: string): string {
  const address = parseIpAddress(text);
  if (!address || address.kind() === 'ipv4') return address?.toString() ?? text;
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${IPV6_PREFIX_LENGTH}`);
  return `${network.toString()}/${IPV6_PREFIX_LENGTH}`;
}
