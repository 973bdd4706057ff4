import type {FastifyRequest} from 'fastify';
import {describe, expect, test} from 'vitest';
import type {Settings} from '../config/settings.ts';
import {clientAddress, isSecureRequest} from './client-address.ts';

const settings = (more: object) =>
  ({
    ServiceSettings: {SiteURL: '', TrustedProxyIPHeader: ['X-Forwarded-For'], TrustedProxies: [], ...more},
  }) as unknown as Settings;
const request = (remoteAddress: string, headers: Record<string, string>) =>
  ({socket: {remoteAddress}, headers}) as unknown as FastifyRequest;

describe('the client address behind one local proxy', () => {
  test.each([
    ['the only address', '127.0.0.1', '203.0.113.7', '203.0.113.7'],
    [
      'the last address, ignoring addresses from the client',
      '127.0.0.1',
      '198.51.100.1, 203.0.113.7',
      '203.0.113.7',
    ],
    ['a client in the same private network', '10.0.0.2', '198.51.100.1, 10.0.0.9', '10.0.0.9'],
    ['IPv6', '::1', '2001:DB8::7', '2001:db8::7'],
    ['IPv4 in IPv6', '::ffff:127.0.0.1', '::ffff:203.0.113.7', '203.0.113.7'],
    ['a port', '127.0.0.1', '203.0.113.7:4711', '203.0.113.7'],
    ['a port with IPv6', '127.0.0.1', '[2001:db8::7]:4711', '2001:db8::7'],
    ['a zone', '127.0.0.1', 'fe80::7%eth0', 'fe80::7'],
    ['no address: the proxy', '127.0.0.1', '198.51.100.1, unknown', '127.0.0.1'],
    ['an empty last entry: the proxy', '127.0.0.1', '198.51.100.1, ', '127.0.0.1'],
    ['a header from a client without a proxy', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
  ])('%s', (_what, peer, header, client) => {
    expect(clientAddress(request(peer, {'x-forwarded-for': header}), settings({}))).toBe(client);
  });

  test('is the address of the connection if no header is trusted', () => {
    const forged = request('127.0.0.1', {'x-forwarded-for': '203.0.113.7'});
    expect(clientAddress(forged, settings({TrustedProxyIPHeader: []}))).toBe('127.0.0.1');
  });

  test('comes from the first header that is present', () => {
    const named = settings({TrustedProxyIPHeader: ['X-Real-IP', 'X-Forwarded-For']});
    const both = {'x-forwarded-for': '203.0.113.7', 'x-real-ip': '203.0.113.8'};
    expect(clientAddress(request('127.0.0.1', both), named)).toBe('203.0.113.8');
    const one = {'x-forwarded-for': '203.0.113.7'};
    expect(clientAddress(request('127.0.0.1', one), named)).toBe('203.0.113.7');
  });
});

describe('the client address behind known proxies', () => {
  const known = settings({TrustedProxies: ['10.0.3.0/24', '203.0.113.1', '2001:db8:1::/48']});
  test.each([
    ['two proxies', '10.0.3.1', '198.51.100.1, 198.51.100.9, 203.0.113.1', '198.51.100.9'],
    ['IPv6', '2001:db8:1::1', '198.51.100.9, 10.0.3.7', '198.51.100.9'],
    ['a client that is a proxy', '10.0.3.1', '203.0.113.1', '203.0.113.1'],
    ['a forged proxy address', '10.0.3.1', '10.0.3.9, 198.51.100.9', '198.51.100.9'],
    ['an unknown private address', '10.0.4.1', '198.51.100.9', '10.0.4.1'],
    ['the same machine, if it is not a known proxy', '127.0.0.1', '198.51.100.9', '127.0.0.1'],
  ])('%s', (_what, peer, header, client) => {
    expect(clientAddress(request(peer, {'x-forwarded-for': header}), known)).toBe(client);
  });
});

test.each([
  ['a local proxy', '127.0.0.1', {}, true],
  ['a stranger', '203.0.113.7', {}, false],
  ['a proxy if none is trusted', '127.0.0.1', {TrustedProxyIPHeader: []}, false],
  ['anyone if SiteURL is HTTPS', '203.0.113.7', {SiteURL: 'https://chat.example.com'}, true],
])('X-Forwarded-Proto from %s', (_what, peer, more, secure) => {
  expect(isSecureRequest(request(peer, {'x-forwarded-proto': 'https'}), settings(more))).toBe(secure);
});
