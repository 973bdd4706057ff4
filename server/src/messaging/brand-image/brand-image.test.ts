import sharp from 'sharp';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {formBody} from '../../../../test/support/forms.ts';
import {picture} from '../../../../test/support/pictures.ts';
import {createTestServer, type TestServer} from '../../../../test/support/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await createTestServer({
    settings: {FileSettings: {MaxFileSize: 300_000, MaxImageResolution: 4_000_000}},
  });
});
afterAll(() => server.close());

function send(...contents: (Buffer | string)[]) {
  const {body, headers} = formBody(
    contents.map((content) => ({name: 'image', fileName: '../x.png', content})),
  );
  return server.admin.post('/brand/image', body, headers);
}

const fetchImage = (more = '') => server.app.inject({url: `/api/v4/brand/image?t=1${more}`});

test('the image is redrawn, shown to everyone, replaced and deleted', async () => {
  expect((await fetchImage()).statusCode).toBe(404);
  expect((await fetchImage('&optional=true')).statusCode).toBe(204);
  expect(await send(await picture(1600, 800, {format: 'jpeg'}))).toMatchObject({status: 201});
  const shown = await fetchImage();
  expect(shown.headers).toMatchObject({'content-type': 'image/png', 'cache-control': 'no-store'});
  expect(await sharp(shown.rawPayload).metadata()).toMatchObject({width: 1024, height: 512, format: 'png'});
  expect((await fetchImage('&optional=true')).statusCode).toBe(200);
  expect((await send(await picture(20, 10))).status).toBe(201);
  expect(await sharp((await fetchImage()).rawPayload).metadata()).toMatchObject({width: 20, height: 10});
  expect((await server.admin.delete('/brand/image')).status).toBe(200);
  expect((await fetchImage()).statusCode).toBe(404);
  expect((await server.admin.delete('/brand/image')).status).toBe(404);
});

test.each<[string, () => Promise<(Buffer | string)[]>, number]>([
  ['no image', async () => [], 400],
  ['two images', async () => [await picture(9, 9), await picture(9, 9)], 400],
  ['a script', async () => ['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'], 400],
  ['too many pixels', async () => [await picture(3000, 2000)], 400],
  ['too many bytes', async () => [Buffer.alloc(300_001)], 413],
])('%s is rejected', async (_case, contents, status) => {
  expect((await send(...(await contents()))).status).toBe(status);
  expect((await fetchImage()).statusCode).toBe(404);
});

test('only administrators can change it', async () => {
  const ann = await server.person('ann');
  const {body, headers} = formBody([{name: 'image', fileName: 'a.png', content: await picture(9, 9)}]);
  expect((await ann.post('/brand/image', body, headers)).status).toBe(403);
  expect((await ann.delete('/brand/image')).status).toBe(403);
});
