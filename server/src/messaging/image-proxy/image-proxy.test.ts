import sharp from 'sharp';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {ALLOWS_SITES, openPictureSite, type PictureSite} from '../../../../test/support/picture-site.ts';
import {createTestServer, type TestServer} from '../../../../test/support/test-server.ts';

let server: TestServer;
let site: PictureSite;

beforeAll(async () => {
  [server, site] = await Promise.all([createTestServer({settings: ALLOWS_SITES}), openPictureSite()]);
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
])('size %s fits an image of 1200×600 into %i×%i', async (size, width, height) => {
  const answer = await fetchImage('/photo.png', size);
  expect(answer.statusCode).toBe(200);
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({width, height});
});

test('an SVG becomes a drawing without its script, and what is no image is refused whatever it calls itself', async () => {
  const drawing = await fetchImage('/drawing.svg');
  expect(drawing.headers['content-type']).toMatch(/^image\/(?:png|jpeg)$/);
  expect(drawing.headers['content-security-policy']).toContain('sandbox');
  expect((await sharp(drawing.rawPayload).metadata()).width).toBe(100);
  expect((await fetchImage('/page.png')).statusCode).toBe(404);
});

test('a bitmap is passed on', async () => {
  expect((await fetchImage('/bitmap.bmp')).headers['content-type']).toBe('image/bmp');
});

test('the second reader is served from here, and one who has it is told so', async () => {
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
])('%s answers %i', async (url, status) => {
  expect((await fetchImage(url)).statusCode).toBe(status);
});

test('nobody fetches through this server without signing in', async () => {
  expect((await server.anonymous.get(`/image?url=${site.address}/photo.png`)).status).toBe(401);
});

test('where images of other sites are off, there are none', async () => {
  await server.platform.config.patch({ImageProxySettings: {Enable: false}});
  try {
    expect((await fetchImage('/photo.png')).statusCode).toBe(404);
  } finally {
    await server.platform.config.patch({ImageProxySettings: {Enable: true}});
  }
});
