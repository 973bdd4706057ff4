import {request} from 'node:http';
import {connect} from 'node:net';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {createTestServer, type TestServer} from '../support/test-server.ts';

let server: TestServer;
let address: URL;
beforeAll(async () => {
  server = await createTestServer();
  address = new URL(await server.listen());
});
afterAll(() => server.close());

const SAFE = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'permissions-policy': expect.stringContaining('camera=()'),
  'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
};

const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({url, headers: {authorization: `Bearer ${server.admin.token}`, ...headers}});

describe('every response can be shown safely', () => {
  test.each([
    ['/api/v4/users/me', 200],
    ['/api/v4/system/ping', 200],
    ['/api/v4/users/nope', 400],
    ['/api/v4/nope', 404],
    ['/api/v4/users/%zz', 400],
    [`/api/v4/users?${'x'.repeat(3000)}`, 414],
    ['/nope.txt', 404],
    ['/hooks/nope', 404],
    ['/api/v4/openapi.json', 200],
  ])('%s, which answers %i', async (url, status) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(status);
    expect(answer.headers).toMatchObject(SAFE);
  });

  test('input that is not HTTP', async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      let text = '';
      connect(Number(address.port), address.hostname)
        .on('data', (data) => (text += data))
        .on('error', reject)
        .on('close', () => resolve(text))
        .end('nonsense\r\n\r\n');
    });
    const headers = Object.fromEntries(
      [...answer.matchAll(/^([\w-]+): (.*?)\r$/gm)].map(([, name, value]) => [name!.toLowerCase(), value]),
    );
    expect(headers).toMatchObject(SAFE);
  });
});

test.each(['GET', 'POST', 'OPTIONS'] as const)(
  'a page of another site cannot read the response to %s',
  async (method) => {
    const {headers} = await server.app.inject({
      method,
      url: '/api/v4/users/me',
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'GET',
        authorization: `Bearer ${server.admin.token}`,
      },
    });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  },
);

test('the API documentation has its own policy', async () => {
  const {headers} = await get('/api/docs/');
  expect(headers['content-security-policy']).toContain("script-src 'self'");
});

describe('caching', () => {
  test.each(['/api/v4/users/me/sessions', '/api/v4/teams', '/api/v4/nope', '/api/v4/users/me/status'])(
    'nothing of %s',
    async (url) => {
      expect((await get(url)).headers['cache-control']).toBe('no-store');
    },
  );

  test('is not restricted by a header for POST, which no cache stores', async () => {
    for (const [path, status] of [
      ['/users/ids', 200],
      ['/users/nope', 404],
    ] as const) {
      const answer = await server.admin.post(path, [server.admin.id]);
      expect(answer.status).toBe(status);
      expect(answer.headers).not.toHaveProperty('cache-control');
      expect(answer.headers).not.toHaveProperty('expires');
      expect(answer.headers['x-version-id']).toMatch(/^11\.9\./);
    }
  });

  test('of a response with an ETag is allowed only to the client, which must revalidate', async () => {
    const first = await get('/api/v4/users?per_page=10');
    expect(first.headers).toMatchObject({'cache-control': 'no-cache, private', etag: expect.any(String)});
    const again = await get('/api/v4/users?per_page=10', {'if-none-match': String(first.headers.etag)});
    expect(again.statusCode).toBe(304);
    expect(again.headers['cache-control']).toBe('no-cache, private');
  });

  test('of an error in place of cacheable content is not allowed', async () => {
    const pictures = await get('/static/emoji/nope.png');
    expect(pictures.statusCode).toBe(404);
    expect(pictures.headers['cache-control']).toBe('no-store');
    const users = await get('/api/v4/users?per_page=nonsense');
    expect(users.statusCode).toBe(400);
    expect(users.headers).toMatchObject({'cache-control': 'no-store'});
    expect(users.headers.etag).toBeUndefined();
  });
});

describe('HTTPS only', () => {
  const hsts = async (headers: Record<string, string> = {}) =>
    (await get('/api/v4/system/ping', headers)).headers['strict-transport-security'];

  test('is not requested over plain HTTP, where the header cannot be trusted', async () => {
    expect(await hsts()).toBeUndefined();
    expect(await hsts({'x-forwarded-proto': 'https'})).toBeUndefined();
  });

  test('is requested behind an HTTPS proxy, with the duration of the setting', async () => {
    await server.platform.config.patch({ServiceSettings: {TrustedProxyIPHeader: ['X-Forwarded-For']}});
    expect(await hsts({'x-forwarded-proto': 'https'})).toBe('max-age=31536000');
    expect((await get('/api/v4/nope', {'x-forwarded-proto': 'https'})).headers).toHaveProperty(
      'strict-transport-security',
    );
    await server.platform.config.patch({ServiceSettings: {TLSStrictTransportMaxAge: 0}});
    expect(await hsts({'x-forwarded-proto': 'https'})).toBe('max-age=0');
    await server.platform.config.patch({ServiceSettings: {TLSStrictTransport: false}});
    expect(await hsts({'x-forwarded-proto': 'https'})).toBeUndefined();
  });
});

describe('a path that intermediaries could interpret differently', () => {
  /** Sends the path unchanged; a URL parser would normalize it. */
  const status = (path: string) =>
    new Promise((resolve, reject) => {
      request({host: address.hostname, port: address.port, path, headers: {accept: 'text/html'}})
        .on('response', (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end();
    });

  test.each([
    '/../package.json',
    '/assets/../index.html',
    '/..%2f..%2fpackage.json',
    '/%2e%2e/package.json',
    '/.%2E/package.json',
    '/assets/%2e/x',
    '/assets%2f..%2findex.html',
    '/assets%5c..%5cindex.html',
    '/assets/..\\index.html',
    '/%252e%252e/package.json',
    '/%252e%252e%252fpackage.json',
    '/team/..%252f',
    '/api/v4/users/..%2fme',
    '/api/v4/../v4/system/ping',
    '/api/v4/files/..%2f..%2fetc%2fpasswd',
    '/hooks/..%2fx',
  ])('%s is not found', async (path) => {
    expect(await status(path)).toBe(404);
  });

  test.each(['/api/v4/users/%00', '/%00', '/assets/x%00.js'])('%s is rejected', async (path) => {
    expect(await status(path)).toBe(400);
  });

  test('dots and slashes elsewhere are allowed', async () => {
    expect(await status('/api/v4/system/ping?next=..%2f..')).toBe(200);
  });
});
