import {mkdtemp, rm} from 'node:fs/promises';
import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo, LookupFunction} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {type Config, loadConfig} from '../config/config.ts';
import {createMetrics} from '../metrics/metrics.ts';
import {judgeAddress, parseAllowedConnections} from './address-rules.ts';
import {createOutboundHttp, type OutboundHttp} from './outbound-http.ts';

const nothing = parseAllowedConnections('');

describe('addresses', () => {
  test.each([
    ['127.0.0.1', 'loopback'],
    ['127.8.8.8', 'loopback'],
    ['::1', 'loopback'],
    ['10.1.2.3', 'private'],
    ['172.16.0.1', 'private'],
    ['192.168.1.1', 'private'],
    ['fd00::1', 'private'],
    ['169.254.169.254', 'link-local'],
    ['fe80::1', 'link-local'],
    ['100.64.0.1', 'carrier-grade NAT'],
    ['0.0.0.0', 'unspecified'],
    ['::', 'unspecified'],
    ['224.0.0.1', 'multicast'],
    ['255.255.255.255', 'broadcast'],
    ['240.0.0.1', 'reserved'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['::ffff:a9fe:a9fe', 'link-local'],
    ['64:ff9b::a00:1', 'private'],
    ['2002:7f00:1::', '6to4'],
  ])('%s is refused as %s', (address, rule) => {
    expect(judgeAddress('evil.example', address, nothing)).toEqual({address, allowed: false, rule});
  });

  test.each(['93.184.215.14', '2606:2800:21f::1', '::ffff:93.184.215.14', '64:ff9b::5db8:d70e'])(
    '%s is public',
    (address) => {
      expect(judgeAddress('x.example', address, nothing)).toMatchObject({allowed: true, rule: 'public'});
    },
  );

  test('a name, an address or a network in the setting allows it', () => {
    const allowed = parseAllowedConnections('ci.local, 10.1.0.0/16 ::1');
    expect(judgeAddress('CI.local', '192.168.0.9', allowed).allowed).toBe(true);
    expect(judgeAddress('x', '10.1.255.1', allowed).rule).toBe('allowed by 10.1.0.0/16');
    expect(judgeAddress('x', '10.2.0.1', allowed).allowed).toBe(false);
    expect(judgeAddress('::1', '::1', allowed).allowed).toBe(true);
    expect(judgeAddress('x', '::ffff:10.1.0.1', allowed).allowed).toBe(true);
  });
});

describe('calls', () => {
  let directory: string;
  let config: Config;
  let outbound: OutboundHttp;
  let target: Server;
  let base: string;
  const seen: {url: string | undefined; headers: IncomingMessage['headers']; body: string}[] = [];
  const resolved: Record<string, string> = {};
  const lookup: LookupFunction = (host, _options, callback) => {
    const address = resolved[host];
    if (!address) return callback(Object.assign(new Error('no such name'), {code: 'ENOTFOUND'}), '');
    (callback as unknown as (error: null, found: object[]) => void)(null, [{address, family: 4}]);
  };

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'patchbay-outbound-'));
    config = await loadConfig({dataDirectory: directory, env: {}});
    await config.patch({ServiceSettings: {AllowedUntrustedInternalConnections: '127.0.0.1 allowed.test'}});
    outbound = createOutboundHttp({config, metrics: createMetrics(), lookup});
    target = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      seen.push({url: request.url, headers: request.headers, body: Buffer.concat(chunks).toString()});
      behave(request, response);
    });
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  });

  function behave(request: IncomingMessage, response: ServerResponse): void {
    const {pathname, searchParams} = new URL(request.url!, 'http://x');
    if (pathname === '/redirect') {
      response
        .writeHead(Number(searchParams.get('status') ?? 307), {location: searchParams.get('to')!})
        .end();
    } else if (pathname === '/large') {
      response.end(Buffer.alloc(2 << 20));
    } else if (pathname === '/drip') {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 10);
      response.on('close', () => clearInterval(timer));
    } else if (pathname !== '/silent') {
      response.end('hello');
    }
  }

  afterAll(async () => {
    await outbound.close();
    target.closeAllConnections();
    await new Promise((resolve) => target.close(resolve));
    await rm(directory, {recursive: true});
  });

  const get = (url: string, more: object = {}) =>
    outbound.request({method: 'GET', url, purpose: 'test', ...more});

  test('an answer comes back whole', async () => {
    const answer = await outbound.request({
      method: 'POST',
      url: `${base}/hook`,
      headers: {'x-one': '1'},
      body: 'said',
      purpose: 'test',
    });
    expect(answer.status).toBe(200);
    expect(answer.body.toString()).toBe('hello');
    expect(seen.at(-1)).toMatchObject({url: '/hook', body: 'said', headers: {'x-one': '1'}});
    expect(seen.at(-1)!.headers).not.toHaveProperty('authorization');
  });

  test.each([
    ['http://[::1]/', '::1'],
    ['http://2130706434/', '127.0.0.2'],
    ['http://0177.0.0.2/', '127.0.0.2'],
    ['http://0x7f.2/', '127.0.0.2'],
    ['http://169.254.169.254/latest', '169.254.169.254'],
  ])('%s is refused, and the words name the setting', async (url, address) => {
    await expect(get(url)).rejects.toMatchObject({
      fault: 'forbidden-address',
      message: expect.stringContaining(
        `add "${address}" to ServiceSettings.AllowedUntrustedInternalConnections`,
      ),
    });
  });

  test('a name is judged by what it resolves to at that moment', async () => {
    resolved['rebinding.test'] = '10.0.0.1';
    await expect(get(`http://rebinding.test:${new URL(base).port}/`)).rejects.toMatchObject({
      fault: 'forbidden-address',
    });
    resolved['allowed.test'] = '127.0.0.1';
    expect((await get(`http://allowed.test:${new URL(base).port}/`)).status).toBe(200);
  });

  test.each([
    ['ftp://127.0.0.1/', 'ftp:'],
    ['http://me:secret@127.0.0.1/', 'user name or a password'],
    [`http://127.0.0.1/a/../b`, '".."'],
    [`http://127.0.0.1/a/%2e%2E/b`, '".."'],
    ['nonsense', 'not a URL'],
  ])('%s is no URL to call', async (url, words) => {
    await expect(get(url)).rejects.toMatchObject({fault: 'bad-url', message: expect.stringContaining(words)});
  });

  test('a redirect leads only where a call would be allowed, and takes no credentials along', async () => {
    expect((await get(`${base}/redirect?status=302&to=/there`)).body.toString()).toBe('hello');
    await expect(get(`${base}/redirect?to=http://10.0.0.1/`)).rejects.toMatchObject({
      fault: 'forbidden-address',
    });
    await expect(get(`${base}/redirect?to=/redirect%3Fto%3D/redirect`)).resolves.toBeDefined();
    resolved['allowed.test'] = '127.0.0.1';
    const elsewhere = `http://allowed.test:${new URL(base).port}/elsewhere`;
    await get(`${base}/redirect?to=${elsewhere}`, {headers: {authorization: 'Token secret'}});
    expect(seen.at(-1)!.url).toBe('/elsewhere');
    expect(seen.at(-1)!.headers).not.toHaveProperty('authorization');
  });

  test('a redirect that would lose a body is an answer', async () => {
    const answer = await outbound.request({
      method: 'POST',
      url: `${base}/redirect?status=302&to=/there`,
      body: 'said',
      purpose: 'test',
    });
    expect(answer.status).toBe(302);
  });

  test('an answer over the bound is refused', async () => {
    await expect(get(`${base}/large`)).rejects.toMatchObject({fault: 'too-large'});
  });

  test.each(['/silent', '/drip'])('the deadline holds for the whole call: %s', async (path) => {
    await expect(get(`${base}${path}`, {timeout: 150})).rejects.toMatchObject({fault: 'timeout'});
  });

  test('nobody there', async () => {
    await expect(get('http://127.0.0.1:1/')).rejects.toMatchObject({
      fault: 'unreachable',
      message: '127.0.0.1:1 could not be reached: ECONNREFUSED.',
    });
    await expect(get('http://nowhere.test/')).rejects.toMatchObject({fault: 'unreachable'});
  });

  test('an administrator is told what was resolved, which rule refused it and which setting would allow it', async () => {
    resolved['inside.test'] = '192.168.7.7';
    expect(await outbound.explain('http://inside.test/hook')).toEqual({
      url: 'http://inside.test/hook',
      allowed: false,
      addresses: [{address: '192.168.7.7', allowed: false, rule: 'private'}],
      message:
        'inside.test is an internal address (192.168.7.7, private). To allow it, add "inside.test" to ServiceSettings.AllowedUntrustedInternalConnections.',
    });
    await config.patch({
      ServiceSettings: {AllowedUntrustedInternalConnections: '127.0.0.1 allowed.test inside.test'},
    });
    expect(await outbound.explain('http://inside.test/hook')).toMatchObject({allowed: true});
  });
});
