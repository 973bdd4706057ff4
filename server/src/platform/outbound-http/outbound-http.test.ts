import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo, LookupFunction} from 'node:net';
import {tmpdir} from 'node:os';
import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {createTestConfig} from '../../../../test/support/test-config.ts';
import {createTestDatabase, type TestDatabase} from '../../../../test/support/test-database.ts';
import type {Config} from '../config/config.ts';
import {createMetrics} from '../metrics/metrics.ts';
import {checkAddress, parseAllowedConnections} from './address-rules.ts';
import {createOutboundHttp, type OutboundHttp} from './outbound-http.ts';

let testDatabase: TestDatabase;
let config: Config;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  config = await createTestConfig({dataDirectory: tmpdir(), database: testDatabase.database});
});
afterAll(() => testDatabase.close());

const nothing = parseAllowedConnections('');

type Bytes = readonly number[];
const hex = (byte: number) => byte.toString(16).padStart(2, '0');
const whole = (bytes: Bytes) => bytes.reduce((sum, byte) => sum * 256 + byte, 0);
const halves = ([a, b, c, d]: Bytes) => `${hex(a!)}${hex(b!)}:${hex(c!)}${hex(d!)}`;
/** Ways to write an IPv4 address in the host of a URL. */
const NOTATIONS: readonly ((bytes: Bytes) => string)[] = [
  (bytes) => bytes.join('.'),
  (bytes) => `${bytes.join('.')}.`,
  (bytes) => String(whole(bytes)),
  (bytes) => `0x${whole(bytes).toString(16)}`,
  (bytes) => `0${whole(bytes).toString(8)}`,
  (bytes) => bytes.map((byte) => `0${byte.toString(8)}`).join('.'),
  (bytes) => bytes.map((byte) => `0x${hex(byte)}`).join('.'),
  ([a, ...rest]) => `${a}.${whole(rest)}`,
  ([a, b, ...rest]) => `${a}.${b}.${whole(rest)}`,
  (bytes) => bytes.join('%2e'),
  (bytes) => bytes.join('\u3002'),
  (bytes) => bytes.join('.').replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
  (bytes) => `[::ffff:${bytes.join('.')}]`,
  (bytes) => `[::ffff:${halves(bytes)}]`,
  (bytes) => `[0:0:0:0:0:ffff:${halves(bytes)}]`,
  (bytes) => `[::${bytes.join('.')}]`,
  (bytes) => `[::${halves(bytes)}]`,
  (bytes) => `[::ffff:0:${bytes.join('.')}]`,
  (bytes) => `[64:ff9b::${bytes.join('.')}]`,
  (bytes) => `[64:ff9b:1::${halves(bytes)}]`,
  (bytes) => `[2002:${halves(bytes)}::]`,
  (bytes) => `[2001:0:${halves(bytes)}::]`,
  (bytes) => `[::ffff:${bytes.join('.')}%25eth0]`,
];

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
    ['2002:5db8:d70e::', '6to4'],
    ['2001:0:5db8:d70e::1', 'Teredo'],
    ['::127.0.0.1', 'loopback'],
    ['::10.0.0.1', 'private'],
    ['::ffff:0:127.0.0.1', 'loopback'],
    ['64:ff9b::169.254.169.254', 'link-local'],
    ['64:ff9b:1::a00:1', 'reserved'],
    ['168.63.129.16', 'cloud metadata'],
    ['::ffff:168.63.129.16', 'cloud metadata'],
    ['100.100.100.200', 'cloud metadata'],
    ['192.0.0.192', 'cloud metadata'],
    ['fd00:ec2::254', 'cloud metadata'],
    ['fd20:ce::254', 'cloud metadata'],
    ['fec0::1', 'private'],
    ['fe80::1%eth0', 'link-local'],
    ['0.1.2.3', 'unspecified'],
    ['ff02::1', 'multicast'],
    ['192.0.2.1', 'reserved'],
    ['198.51.100.1', 'reserved'],
    ['203.0.113.1', 'reserved'],
    ['198.18.0.1', 'reserved'],
    ['2001:db8::1', 'reserved'],
    ['3fff::1', 'reserved'],
    ['100::1', 'reserved'],
    ['5f00::1', 'reserved'],
    ['4000::1', 'reserved'],
    ['nonsense', 'not an address'],
  ])('%s is rejected as %s', (address, rule) => {
    expect(checkAddress('evil.example', address, nothing)).toEqual({address, allowed: false, rule});
  });

  test.each(['93.184.215.14', '2606:2800:21f::1', '::ffff:93.184.215.14', '64:ff9b::5db8:d70e'])(
    '%s is public',
    (address) => {
      expect(checkAddress('x.example', address, nothing)).toMatchObject({allowed: true, rule: 'public'});
    },
  );

  test('an internal IPv4 address is rejected in any notation', async () => {
    const internal = fc.oneof(
      fc.tuple(fc.constantFrom(0, 10, 127, 224, 240, 255), fc.nat(255), fc.nat(255), fc.nat(255)),
      fc.tuple(fc.constant(172), fc.integer({min: 16, max: 31}), fc.nat(255), fc.nat(255)),
      fc.tuple(fc.constant(100), fc.integer({min: 64, max: 127}), fc.nat(255), fc.nat(255)),
      fc.tuple(fc.constant(192), fc.constant(168), fc.nat(255), fc.nat(255)),
      fc.tuple(fc.constant(169), fc.constant(254), fc.nat(255), fc.nat(255)),
      fc.constant([168, 63, 129, 16] as [number, number, number, number]),
    );
    const outbound = createOutboundHttp({
      config,
      metrics: createMetrics(),
      lookup: (host) => {
        throw new Error(`${host} was looked up`);
      },
    });
    await fc.assert(
      fc.asyncProperty(internal, fc.constantFrom(...NOTATIONS), async (bytes, notation) => {
        const call = outbound.request({method: 'GET', url: `http://${notation(bytes)}/`, purpose: 'test'});
        await expect(call).rejects.toMatchObject({
          fault: expect.stringMatching(/^(?:forbidden-address|bad-url)$/),
        });
      }),
    );
    await outbound.close();
  });

  test('hosts, addresses and networks in the setting are allowed', () => {
    const allowed = parseAllowedConnections('ci.local, 10.1.0.0/16 ::1');
    expect(checkAddress('CI.local', '192.168.0.9', allowed).allowed).toBe(true);
    expect(checkAddress('x', '10.1.255.1', allowed).rule).toBe('allowed by 10.1.0.0/16');
    expect(checkAddress('x', '10.2.0.1', allowed).allowed).toBe(false);
    expect(checkAddress('::1', '::1', allowed).allowed).toBe(true);
    expect(checkAddress('x', '::ffff:10.1.0.1', allowed).allowed).toBe(true);
  });
});

describe('requests', () => {
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
  });

  const get = (url: string, more: object = {}) =>
    outbound.request({method: 'GET', url, purpose: 'test', ...more});

  test('the complete response is returned', async () => {
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
  ])('%s is rejected, and the detail names the setting that allows it', async (url, address) => {
    await expect(get(url)).rejects.toMatchObject({
      fault: 'forbidden-address',
      message: expect.stringContaining('ask an administrator'),
      detail: expect.stringContaining(
        `add "${address}" to ServiceSettings.AllowedUntrustedInternalConnections`,
      ),
    });
  });

  test('the public message does not reveal internal hosts', async () => {
    resolved['secret.test'] = '10.9.8.7';
    const urls = [
      'http://secret.test/',
      'http://no-such-name.test/',
      'http://127.0.0.1:1/',
      'http://10.9.8.7/',
    ];
    const messages = await Promise.all(urls.map((url) => get(url).catch(({message}) => message)));
    expect(new Set(messages).size).toBe(1);
    expect(messages[0]).not.toMatch(/secret|10\.9|ECONN|ENOTFOUND|private/);
  });

  test('a trailing dot in a name is ignored', async () => {
    resolved['allowed.test.'] = '127.0.0.1';
    expect((await get(`http://allowed.test.:${new URL(base).port}/`)).status).toBe(200);
    resolved['inside.test.'] = '10.0.0.1';
    await expect(get('http://inside.test./')).rejects.toMatchObject({fault: 'forbidden-address'});
  });

  test('a name is checked by its current address', async () => {
    resolved['rebinding.test'] = '10.0.0.1';
    await expect(get(`http://rebinding.test:${new URL(base).port}/`)).rejects.toMatchObject({
      fault: 'forbidden-address',
    });
    resolved['allowed.test'] = '127.0.0.1';
    expect((await get(`http://allowed.test:${new URL(base).port}/`)).status).toBe(200);
  });

  test.each([
    ['ftp://127.0.0.1/', 'ftp:'],
    ['http://me:secret@127.0.0.1/', 'username or a password'],
    [`http://127.0.0.1/a/../b`, '".."'],
    [`http://127.0.0.1/a/%2e%2E/b`, '".."'],
    ['http://127.0.0.1/a/..%2fb', '".."'],
    ['http://127.0.0.1/a%2F..%2fb', '".."'],
    ['http://127.0.0.1/a%5c..%5Cb', '".."'],
    ['http://127.0.0.1/a/%252e%252e%252fb', '".."'],
    ['http://127.0.0.1/a\\..\\b', '".."'],
    ['http://127.0.0.1/a%5cb', 'backslash'],
    ['http://127.0.0.1\\@evil.example/', 'backslash'],
    ['http://127.0.0.1/a%00b', 'control character'],
    ['http://127.0.0.1/a%0d%0aHost:%20x', 'control character'],
    ['http://127.0.0.1/a\tb', 'control character'],
    ['http://127.0.0.1/?a\nb', 'control character'],
    ['http://[fe80::1%25eth0]/', 'not a URL'],
    ['nonsense', 'not a URL'],
  ])('%s is rejected', async (url, words) => {
    await expect(get(url)).rejects.toMatchObject({fault: 'bad-url', message: expect.stringContaining(words)});
  });

  test.each(['/a%2fb', '/a..b/...', '/?path=/../x&text=a%0Ab', '/a/./b'])('%s is allowed', async (path) => {
    expect((await get(`${base}${path}`)).status).toBe(200);
  });

  test('redirects are followed only to allowed addresses, and credentials stay on the same origin', async () => {
    expect((await get(`${base}/redirect?status=302&to=/there`)).body.toString()).toBe('hello');
    await expect(get(`${base}/redirect?to=http://10.0.0.1/`)).rejects.toMatchObject({
      fault: 'forbidden-address',
    });
    await expect(get(`${base}/redirect?to=/redirect%3Fto%3D/redirect`)).resolves.toBeDefined();
    resolved['allowed.test'] = '127.0.0.1';
    const elsewhere = `http://allowed.test:${new URL(base).port}/elsewhere`;
    const headers = {
      authorization: 'Token secret',
      Cookie: 'secret',
      'x-patchbay-signature': 'secret',
      'x-api-key': 'secret',
      accept: 'text/plain',
    };
    await get(`${base}/redirect?to=${elsewhere}`, {headers});
    expect(seen.at(-1)!.url).toBe('/elsewhere');
    expect(seen.at(-1)!.headers.accept).toBe('text/plain');
    expect(JSON.stringify(seen.at(-1)!.headers)).not.toContain('secret');
    await get(`${base}/redirect?to=/there`, {headers});
    expect(seen.at(-1)!.headers).toMatchObject({authorization: 'Token secret', 'x-api-key': 'secret'});
  });

  test.each([307, 308])('a body is redirected only within the same origin (%i)', async (status) => {
    resolved['allowed.test'] = '127.0.0.1';
    const post = (to: string) =>
      outbound.request({
        method: 'POST',
        url: `${base}/redirect?status=${status}&to=${to}`,
        body: 'secret',
        purpose: 'test',
      });
    await post('/there');
    expect(seen.at(-1)).toMatchObject({url: '/there', body: 'secret'});
    const before = seen.length;
    const origin = `http://allowed.test:${new URL(base).port}`;
    await expect(post(`${origin}/elsewhere`)).rejects.toMatchObject({
      fault: 'redirect',
      detail: expect.stringContaining(`redirected to ${origin}`),
      message: expect.not.stringContaining('allowed.test'),
    });
    expect(seen.length).toBe(before + 1);
  });

  test('a redirect that would drop the body is not followed', async () => {
    const answer = await outbound.request({
      method: 'POST',
      url: `${base}/redirect?status=302&to=/there`,
      body: 'said',
      purpose: 'test',
    });
    expect(answer.status).toBe(302);
  });

  test('a response over the size limit is rejected', async () => {
    await expect(get(`${base}/large`)).rejects.toMatchObject({fault: 'too-large'});
  });

  test.each(['/silent', '/drip'])('the timeout applies to the whole request: %s', async (path) => {
    await expect(get(`${base}${path}`, {timeout: 150})).rejects.toMatchObject({fault: 'timeout'});
  });

  test('unreachable hosts are reported', async () => {
    await expect(get('http://127.0.0.1:1/')).rejects.toMatchObject({
      fault: 'unreachable',
      detail: '127.0.0.1:1 could not be reached: ECONNREFUSED.',
    });
    await expect(get('http://nowhere.test/')).rejects.toMatchObject({fault: 'unreachable'});
  });

  test('slow DNS lookups do not use all threads', async () => {
    const waiting: (() => void)[] = [];
    let most = 0;
    const slow = createOutboundHttp({
      config,
      metrics: createMetrics(),
      lookup: (_host, _options, callback) => {
        waiting.push(() => callback(Object.assign(new Error('no answer'), {code: 'EAI_AGAIN'}), ''));
        most = Math.max(most, waiting.length);
      },
    });
    const calls = Array.from({length: 20}, (_, index) =>
      slow
        .request({method: 'GET', url: `http://dead${index}.test/`, purpose: 'test', timeout: 60_000})
        .catch(() => 'failed'),
    );
    const outcomes = Promise.all(calls).then((all) => all.length);
    let done: number | undefined;
    void outcomes.then((count) => (done = count));
    while (done === undefined) {
      await new Promise((resolve) => setImmediate(resolve));
      waiting.shift()?.();
    }
    expect(done).toBe(20);
    expect(most).toBeLessThanOrEqual(8);
    await slow.close();
  });

  test('explain returns the addresses, the rule that rejects them and the setting that allows them', async () => {
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
