import ipaddr from 'ipaddr.js';

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** A network such as 10.0.0.0/8, or a single address. */
export interface IpNetwork {
  /** As it was written. */
  text: string;
  address: IpAddress;
  /** Leading bits that belong to the network. */
  bits: number;
}

/**
 * Reads an IP address: four decimal numbers, or IPv6 with or without brackets and zone. IPv4 in an IPv6 notation
 * (`::ffff:10.0.0.1`) becomes IPv4. Undefined for everything else, such as `127.1` or `0x7f000001`.
 */
export function parseIpAddress(text: string): IpAddress | undefined {
  const bare = text.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '');
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return ipaddr.IPv4.parse(bare);
  if (!ipaddr.IPv6.isValid(bare)) return undefined;
  const address = ipaddr.IPv6.parse(bare);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

/** Reads a network in CIDR notation, or an address as a network of one. Undefined for everything else. */
export function parseIpNetwork(text: string): IpNetwork | undefined {
  if (ipaddr.isValidCIDR(text)) {
    const [address, bits] = ipaddr.parseCIDR(text);
    return {text, address, bits};
  }
  const address = parseIpAddress(text);
  return address && {text, address, bits: address.kind() === 'ipv4' ? 32 : 128};
}

/** Whether the address belongs to the network. */
export function isInNetwork(address: IpAddress, network: IpNetwork): boolean {
  return network.address.kind() === address.kind() && address.match(network.address, network.bits);
}

/** The network whose size one subscriber of an internet provider has at least. */
const SUBSCRIBER_BITS = 64;

/**
 * What to count a client's requests by: its IPv4 address, or for IPv6 the network of 64 bits around it, in which one
 * client can have any number of addresses. A text that is no address stays as it is.
 */
export function clientNetwork(text: string): string {
  const address = parseIpAddress(text);
  if (!address || address.kind() === 'ipv4') return address?.toString() ?? text;
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${SUBSCRIBER_BITS}`);
  return `${network.toString()}/${SUBSCRIBER_BITS}`;
}
