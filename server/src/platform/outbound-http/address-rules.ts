import {networkInterfaces} from 'node:os';
import ipaddr from 'ipaddr.js';
import {
  type IpAddress,
  type IpNetwork,
  isInNetwork,
  parseIpAddress,
  parseIpNetwork,
} from '../addresses/ip-addresses.ts';

/** Whether requests to an address are allowed, and which rule applies. */
export interface AddressVerdict {
  address: string;
  allowed: boolean;
  /** A description: `public`, `loopback`, `private`, `this server's own`, `allowed by 10.0.0.0/8`, … */
  rule: string;
}

/** The hosts and networks in `ServiceSettings.AllowedUntrustedInternalConnections`. */
export interface AllowedConnections {
  hosts: ReadonlySet<string>;
  networks: readonly IpNetwork[];
}

/** Parses the setting's list, separated by spaces or commas. Anything that isn't an address or network is a host name. */
export function parseAllowedConnections(list: string): AllowedConnections {
  const hosts = new Set<string>();
  const networks: IpNetwork[] = [];
  for (const text of list.split(/[\s,]+/).filter(Boolean)) {
    const network = parseIpNetwork(text);
    if (network) networks.push(network);
    else hosts.add(withoutFinalDot(text.toLowerCase()));
  }
  return {hosts, networks};
}

/** Checks a resolved address of `host`. An IPv4 address embedded in IPv6 is checked as IPv4. */
export function checkAddress(host: string, text: string, allowed: AllowedConnections): AddressVerdict {
  const verdict = (isAllowed: boolean, rule: string) => ({address: text, allowed: isAllowed, rule});
  const parsed = parseIpAddress(text);
  if (!parsed) return verdict(false, 'not an address');
  const address = unwrap(parsed);
  const name = withoutFinalDot(host.toLowerCase());
  if (allowed.hosts.has(name)) return verdict(true, `allowed by ${name}`);
  const network = allowed.networks.find((entry) => isInNetwork(address, entry));
  if (network) return verdict(true, `allowed by ${network.text}`);
  const rule = refusingRule(address);
  return rule === undefined ? verdict(true, 'public') : verdict(false, rule);
}

export function isIpAddress(text: string): boolean {
  return parseIpAddress(text) !== undefined;
}

/** Metadata services of cloud providers. Some of these addresses look public. */
const CLOUD_METADATA = [
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd20:ce::254',
].map((text) => parseIpNetwork(text)!);

// The only range that is assigned to internet hosts so far.
const GLOBAL_IPV6 = parseIpNetwork('2000::/3')!;

function refusingRule(address: IpAddress): string | undefined {
  if (CLOUD_METADATA.some((entry) => isInNetwork(address, entry))) return 'cloud metadata';
  const range = address.range();
  if (range !== 'unicast') return RANGES_IN_WORDS[range] ?? 'reserved';
  if (address.kind() === 'ipv6' && !isInNetwork(address, GLOBAL_IPV6)) return 'reserved';
  if (ownAddresses().has(address.toNormalizedString())) return "this server's own";
  return undefined;
}

const RANGES_IN_WORDS: Readonly<Record<string, string>> = {
  private: 'private',
  uniqueLocal: 'private',
  deprecatedSiteLocal: 'private',
  loopback: 'loopback',
  linkLocal: 'link-local',
  carrierGradeNat: 'carrier-grade NAT',
  multicast: 'multicast',
  broadcast: 'broadcast',
  unspecified: 'unspecified',
  '6to4': '6to4',
  teredo: 'Teredo',
};

/** IPv6 notations and gateways with an IPv4 address in their last 32 bits. */
const EMBEDDED_IPV4 = [
  '64:ff9b::/96', // NAT64
  '::/96', // IPv4-compatible, which includes :: and ::1
  '::ffff:0:0:0/96', // IPv4-translated
].map((text) => parseIpNetwork(text)!);

// The parser has already unwrapped IPv4-mapped addresses.
function unwrap(address: IpAddress): IpAddress {
  if (address.kind() === 'ipv4' || address.range() === 'loopback' || address.range() === 'unspecified') {
    return address;
  }
  if (!EMBEDDED_IPV4.some((network) => isInNetwork(address, network))) return address;
  return new ipaddr.IPv4(address.toByteArray().slice(12));
}

function withoutFinalDot(host: string): string {
  return host.replace(/\.$/, '');
}

function ownAddresses(): Set<string> {
  return new Set(
    Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .map(({address}) => parseIpAddress(address)!.toNormalizedString()),
  );
}
