import sharp from 'sharp';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {ALLOW_LOOPBACK, openPictureSite, type PictureSite} from '../../../../test/support/picture-site.ts';
import {createTestServer, type TestServer} from '../../../../test/support/test-server.ts';

let server: TestServer;
let site: PictureSite;

beforeAll(async () => {
  [server, site] = await Promise.all([createTestServer({settings: ALLOW_LOOPBACK}), openPictureSite()]);
  const photo = sharp({create: {width: 1200, height: 600, channels: 3, background: '#336699'}});
  site.pictures['/photo.png'] = await photo.png().toBuffer();
  site.pictures['/photo.gif'] = await photo.clone().gif().toBuffer();
  site.pictures['/drawing.svg'] = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50"><script>alert(1)</script><rect width="100" height="50" fill="red"/></svg>',
  );
  site.pictures['/page.png'] = Buffer.from('<html><script>alert(1)</script></html>');
  site.pictures['/bitmap.bmp'] = Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)]);
});
afterAll(() => Promise.all([site.close(), server.close()]));

const fetchImage = (path: string, size?: string, headers: Record<string, string> = {}) =>
  server.app.inject({
    url: '/api/v4/image',
    query: {url: path.startsWith('/') ? `${site.address}${path}` : path, ...(size ? {size} : {})},
    headers: {authorization: `Bearer ${server.admin.token}`, ...headers},
  });

test.each([
  ['image', 400, 200],
  ['thumb', 75, 38],
  ['icon', 16, 8],
  [undefined, 1200, 600],
])('size %s scales an image of 1200×600 to %i×%i', async (size, width, height) => {
  const response = await fetchImage('/photo.png', size);
  expect(response.statusCode).toBe(200);
  expect(await sharp(response.rawPayload).metadata()).toMatchObject({width, height});
});

test('an SVG is rendered without its script, and content that is not an image is rejected regardless of its declared type', async () => {
  const drawing = await fetchImage('/drawing.svg');
  expect(drawing.headers['content-type']).toMatch(/^image\/(?:png|jpeg)$/);
  expect(drawing.headers['content-security-policy']).toContain('sandbox');
  expect((await sharp(drawing.rawPayload).metadata()).width).toBe(100);
  expect((await fetchImage('/page.png')).statusCode).toBe(404);
});

test('content that is not an image is not fetched again for a while', async () => {
  site.pictures['/text.png'] = Buffer.from('not an image');
  for (let count = 0; count < 2; count++) expect((await fetchImage('/text.png')).statusCode).toBe(404);
  expect(site.asked.filter((path) => path === '/text.png')).toHaveLength(1);
});

test('a bitmap is passed through', async () => {
  expect((await fetchImage('/bitmap.bmp')).headers['content-type']).toBe('image/bmp');
});

test('repeated requests are served from the cache, or with 304 if the client has the image', async () => {
  const first = await fetchImage('/photo.gif');
  const before = site.asked.length;
  const second = await fetchImage('/photo.gif', undefined, {'if-none-match': String(first.headers.etag)});
  expect(second.statusCode).toBe(304);
  expect(site.asked).toHaveLength(before);
});

test.each([
  ['http://10.0.0.1/x.png', 404],
  ['http://169.254.169.254/latest', 404],
  ['file:///etc/passwd', 400],
  ['/missing.png', 404],
])('%s returns %i', async (url, status) => {
  expect((await fetchImage(url)).statusCode).toBe(status);
});

test.each([
  ['/api/v4/files/abc?x=1', '/api/v4/files/abc?x=1'],
  ['static/emoji/1f600.png', '/static/emoji/1f600.png'],
  ['https://chat.example.com/static/logo.png', '/static/logo.png'],
])('%s is on this server and redirects to %s', async (url, location) => {
  await server.platform.config.patch({ServiceSettings: {SiteURL: 'https://chat.example.com'}});
  const response = await server.admin.get(`/image?url=${encodeURIComponent(url)}`);
  expect({status: response.status, location: response.headers.location}).toEqual({status: 302, location});
});

test.each([
  '//evil.example.com/x.png',
  '/\\evil.example.com/x.png',
  'https://chat.example.com//evil.example.com/x.png',
  'https://chat.example.com@evil.example.com/x.png',
  '/api/v4/image?url=/api/v4/image',
])('%s is not a redirect', async (url) => {
  await server.platform.config.patch({ServiceSettings: {SiteURL: 'https://chat.example.com'}});
  const response = await server.admin.get(`/image?url=${encodeURIComponent(url)}`);
  expect(response.headers.location).toBeUndefined();
  expect(response.status).toBeGreaterThanOrEqual(400);
});

test('the proxy requires a session', async () => {
  expect((await server.anonymous.get(`/image?url=${site.address}/photo.png`)).status).toBe(401);
});

test('external images are unavailable when they are disabled', async () => {
  await server.platform.config.patch({ImageProxySettings: {Enable: false}});
  try {
    expect((await fetchImage('/photo.png')).statusCode).toBe(404);
  } finally {
    await server.platform.config.patch({ImageProxySettings: {Enable: true}});
  }
});

test('an unreachable site is contacted only once for all of its images', async () => {
  const closed = await openPictureSite();
  await closed.close();
  const outcomes = () =>
    server.platform.metrics.total(
      'outbound_request_duration_seconds',
      ({outcome}) => outcome === 'unreachable',
    );
  const before = await outcomes();
  for (let count = 0; count < 3; count++) {
    expect((await fetchImage(`${closed.address}/${count}.png`)).statusCode).toBe(404);
  }
  expect((await outcomes()) - before).toBe(1);
});

test('a closed port of a site does not make its other images unavailable', async () => {
  site.pictures['/other-port.png'] = site.pictures['/photo.png']!;
  const secure = site.address.replace('http:', 'https:');
  expect((await fetchImage(`${secure}/other-port.png`)).statusCode).toBe(404);
  expect((await fetchImage('/other-port.png')).statusCode).toBe(200);
});

test('a reader who requests images of slow sites does not delay other readers', async () => {
  const silent = await openPictureSite();
  const never = Promise.withResolvers<Buffer>();
  const paths = Array.from({length: 120}, (_, index) => `/silent-${index}.png`);
  for (const path of paths) silent.pictures[path] = never.promise;
  const greedy = paths.map((path) => fetchImage(`${silent.address}${path}`));
  const refused = await Promise.any(
    greedy.map(async (response) => {
      const {statusCode, headers} = await response;
      if (statusCode !== 429) throw new Error(String(statusCode));
      return headers;
    }),
  );
  expect(refused['retry-after']).toBe('1');
  const reader = await server.person('reader');
  site.pictures['/fair.png'] = site.pictures['/photo.png']!;
  const response = await server.app.inject({
    url: '/api/v4/image',
    query: {url: `${site.address}/fair.png`},
    headers: {authorization: `Bearer ${reader.token}`},
  });
  expect(response.statusCode).toBe(200);
  await silent.close();
  never.resolve(Buffer.alloc(0));
  await Promise.all(greedy);
});

test('image sizes are deleted after 90 days, and the oldest ones if there are more than 100,000', async () => {
  const {database} = server.platform;
  const add = (from: number, to: number, time: number) =>
    database.execute({
      text: `
        insert into LinkMetadata (Hash, URL, Timestamp, Type, Data)
        select n, 'https://x.org/' || n, $3::bigint + n, 'image', '{}' from generate_series($1::bigint, $2::bigint) n`,
      values: [from, to, time],
    });
  const known = () =>
    database.row({text: 'select count(*) as count, min(Hash) as first from LinkMetadata where Hash > 0'});
  await database.execute({text: 'delete from LinkMetadata'});
  await add(1, 2, Date.now() - 91 * 24 * 3_600_000);
  await add(3, 3, Date.now() - 89 * 24 * 3_600_000);
  await server.features.linkMetadata.sweep();
  expect(await known()).toEqual({count: 1, first: 3});
  await add(4, 100_004, Date.now() - 24 * 3_600_000);
  await server.features.linkMetadata.sweep();
  expect(await known()).toEqual({count: 100_000, first: 5});
});
