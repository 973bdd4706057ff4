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

describe('the address of a client behind one proxy nearby', () => {
  test.each([
    ['the only address', '127.0.0.1', '203.0.113.7', '203.0.113.7'],
    [
      'the last address, whatever the client wrote before it',
      '127.0.0.1',
      '198.51.100.1, 203.0.113.7',
      '203.0.113.7',
    ],
    ['a client in the same private network', '10.0.0.2', '198.51.100.1, 10.0.0.9', '10.0.0.9'],
    ['IPv6', '::1', '2001:DB8::7', '2001:db8::7'],
    ['IPv4 in IPv6', '::ffff:127.0.0.1', '::ffff:203.0.113.7', '203.0.113.7'],
    ['a port behind it', '127.0.0.1', '203.0.113.7:4711', '203.0.113.7'],
    ['a port behind IPv6', '127.0.0.1', '[2001:db8::7]:4711', '2001:db8::7'],
    ['a zone', '127.0.0.1', 'fe80::7%eth0', 'fe80::7'],
    ['no address at all: the proxy', '127.0.0.1', '198.51.100.1, unknown', '127.0.0.1'],
    ['nothing at the end: the proxy', '127.0.0.1', '198.51.100.1, ', '127.0.0.1'],
    ['a header that a client without a proxy wrote', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
  ])('%s', (_what, peer, header, client) => {
    expect(clientAddress(request(peer, {'x-forwarded-for': header}), settings({}))).toBe(client);
  });

  test('is that of the connection where no header is trusted', () => {
    const forged = request('127.0.0.1', {'x-forwarded-for': '203.0.113.7'});
    expect(clientAddress(forged, settings({TrustedProxyIPHeader: []}))).toBe('127.0.0.1');
  });

  test('is that of the first header that is there', () => {
    const named = settings({TrustedProxyIPHeader: ['X-Real-IP', 'X-Forwarded-For']});
    const both = {'x-forwarded-for': '203.0.113.7', 'x-real-ip': '203.0.113.8'};
    expect(clientAddress(request('127.0.0.1', both), named)).toBe('203.0.113.8');
    const one = {'x-forwarded-for': '203.0.113.7'};
    expect(clientAddress(request('127.0.0.1', one), named)).toBe('203.0.113.7');
  });
});

describe('the address of a client behind proxies with known addresses', () => {
  const known = settings({TrustedProxies: ['10.0.3.0/24', '203.0.113.1', '2001:db8:1::/48']});
  test.each([
    ['through two of them', '10.0.3.1', '198.51.100.1, 198.51.100.9, 203.0.113.1', '198.51.100.9'],
    ['through IPv6', '2001:db8:1::1', '198.51.100.9, 10.0.3.7', '198.51.100.9'],
    ['who is one of them', '10.0.3.1', '203.0.113.1', '203.0.113.1'],
    ['who wrote an address of theirs', '10.0.3.1', '10.0.3.9, 198.51.100.9', '198.51.100.9'],
    ['behind another private address', '10.0.4.1', '198.51.100.9', '10.0.4.1'],
    ['on the same machine, which is not one of them', '127.0.0.1', '198.51.100.9', '127.0.0.1'],
  ])('%s', (_what, peer, header, client) => {
    expect(clientAddress(request(peer, {'x-forwarded-for': header}), known)).toBe(client);
  });
});

test.each([
  ['a proxy nearby', '127.0.0.1', {}, true],
  ['a stranger', '203.0.113.7', {}, false],
  ['where no proxy is trusted', '127.0.0.1', {TrustedProxyIPHeader: []}, false],
  ['anyone, where SiteURL says so', '203.0.113.7', {SiteURL: 'https://chat.example.com'}, true],
])('X-Forwarded-Proto from %s', (_what, peer, more, secure) => {
  expect(isSecureRequest(request(peer, {'x-forwarded-proto': 'https'}), settings(more))).toBe(secure);
});
