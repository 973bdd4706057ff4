import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import sharp from 'sharp';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {createTestServer, type TestServer} from '../../../../test/support/test-server.ts';

let server: TestServer;
let elsewhere: Server;
let base: string;
let requests = 0;
const bodies: Record<string, Buffer> = {};

beforeAll(async () => {
  server = await createTestServer({
    settings: {ServiceSettings: {AllowedUntrustedInternalConnections: '127.0.0.1', EnableDeveloper: true}},
  });
  const photo = sharp({create: {width: 1200, height: 600, channels: 3, background: '#336699'}});
  bodies['/photo.png'] = await photo.png().toBuffer();
  bodies['/photo.gif'] = await photo.clone().gif().toBuffer();
  bodies['/drawing.svg'] = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50"><script>alert(1)</script><rect width="100" height="50" fill="red"/></svg>',
  );
  bodies['/page.png'] = Buffer.from('<html><script>alert(1)</script></html>');
  bodies['/bitmap.bmp'] = Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)]);
  elsewhere = createServer((request, response) => {
    requests++;
    const body = bodies[request.url!];
    if (body) response.writeHead(200, {'content-type': 'image/png'}).end(body);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((resolve) => elsewhere.close(resolve));
  await server.close();
});

const fetchImage = (path: string, size?: string, headers: Record<string, string> = {}) =>
  server.app.inject({
    url: '/api/v4/image',
    query: {url: path.startsWith('/') ? `${base}${path}` : path, ...(size ? {size} : {})},
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
  const before = requests;
  const second = await fetchImage('/photo.gif', undefined, {'if-none-match': String(first.headers.etag)});
  expect(second.statusCode).toBe(304);
  expect(requests).toBe(before);
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
  expect((await server.anonymous.get(`/image?url=${base}/photo.png`)).status).toBe(401);
});
