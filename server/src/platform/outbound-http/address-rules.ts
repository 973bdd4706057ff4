import {networkInterfaces} from 'node:os';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Whether an integration may be called at an address, and by which rule. */
export interface AddressVerdict {
  address: string;
  allowed: boolean;
  /** In words: `public`, `loopback`, `private`, `this server's own`, `allowed by 10.0.0.0/8`, … */
  rule: string;
}

/** What `ServiceSettings.AllowedUntrustedInternalConnections` names: host names, addresses and networks. */
export interface AllowedConnections {
  hosts: ReadonlySet<string>;
  networks: readonly {text: string; network: [Address, number]}[];
}

/** Reads the setting's list, separated by spaces or commas. What is no address or network is a host name. */
export function parseAllowedConnections(list: string): AllowedConnections {
  const hosts = new Set<string>();
  const networks: {text: string; network: [Address, number]}[] = [];
  for (const text of list.split(/[\s,]+/).filter(Boolean)) {
    if (ipaddr.isValidCIDR(text)) networks.push({text, network: ipaddr.parseCIDR(text)});
    else if (isAddress(text)) networks.push({text, network: wholeAddress(unwrap(ipaddr.parse(text)))});
    else hosts.add(text.toLowerCase());
  }
  return {hosts, networks};
}

/** Judges one resolved address of `host` (QUALITY 8). An IPv4 address inside an IPv6 one is judged as itself. */
export function judgeAddress(host: string, text: string, allowed: AllowedConnections): AddressVerdict {
  const address = unwrap(ipaddr.parse(text));
  const verdict = (isAllowed: boolean, rule: string) => ({address: text, allowed: isAllowed, rule});
  if (allowed.hosts.has(host.toLowerCase())) return verdict(true, `allowed by ${host}`);
  const network = allowed.networks.find((entry) => contains(entry.network, address));
  if (network) return verdict(true, `allowed by ${network.text}`);
  const range = address.range();
  if (range !== 'unicast') return verdict(false, RANGES_IN_WORDS[range] ?? range);
  if (ownAddresses().has(address.toNormalizedString())) return verdict(false, "this server's own");
  return verdict(true, 'public');
}

/** Whether the text is an IP address, with or without an IPv6 literal's brackets left off. */
export function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

const RANGES_IN_WORDS: Readonly<Record<string, string>> = {
  private: 'private',
  uniqueLocal: 'private',
  loopback: 'loopback',
  linkLocal: 'link-local',
  carrierGradeNat: 'carrier-grade NAT',
  multicast: 'multicast',
  broadcast: 'broadcast',
  unspecified: 'unspecified',
  reserved: 'reserved',
  '6to4': '6to4',
  teredo: 'Teredo',
};

// An IPv4 address in another coat: mapped (::ffff:a.b.c.d), or for a NAT64 gateway (64:ff9b::a.b.c.d).
function unwrap(address: Address): Address {
  if (address.kind() === 'ipv4') return address;
  const v6 = address as ipaddr.IPv6;
  const range = v6.range();
  if (range !== 'ipv4Mapped' && range !== 'rfc6052') return v6;
  return new ipaddr.IPv4(v6.toByteArray().slice(12));
}

function wholeAddress(address: Address): [Address, number] {
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

function contains([network, bits]: [Address, number], address: Address): boolean {
  return network.kind() === address.kind() && address.match(network, bits);
}

function ownAddresses(): Set<string> {
  return new Set(
    Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .map(({address}) => ipaddr.parse(address.split('%')[0]!).toNormalizedString()),
  );
}
