import {afterAll, beforeAll, beforeEach, expect, test} from 'vitest';
import {gifResult, openGifProvider, type TestGifProvider} from '../../../../test/support/gif-provider.ts';
import {createTestServer, type Person, type TestServer} from '../../../../test/support/test-server.ts';

const GIPHY_PICTURES = 'https://media1.giphy.com/media';

let server: TestServer;
let provider: TestGifProvider;
let ann: Person;
let nextQuery = 0;

const turnOn = (more: object = {}) =>
  server.platform.config.patch({
    ServiceSettings: {
      EnableGifPicker: true,
      GiphySdkKey: 'aGoodKey',
      AllowedUntrustedInternalConnections: '127.0.0.1',
      ...more,
    },
    ImageProxySettings: {Enable: true},
  });

beforeAll(async () => {
  provider = await openGifProvider(300);
  // Pictures have the rules of GIPHY, because only their addresses matter here.
  server = await createTestServer({gifProvider: {api: provider.address, pictures: 'https://giphy.com'}});
  ann = await server.person('ann');
});
afterAll(async () => {
  await server.close();
  await provider.close();
});
beforeEach(async () => {
  provider.searches.length = 0;
  respondWith([gifResult(GIPHY_PICTURES, 'dance')]);
  await turnOn();
});

function respondWith(data: unknown[]): void {
  respondRaw(JSON.stringify({data}));
}

function respondRaw(body: string | Buffer, status = 200, headers: Record<string, string> = {}): void {
  provider.respond = (_request, response) => void response.writeHead(status, headers).end(body);
}

const search = (person = ann, query = `cats ${nextQuery++}`, offset = 0) =>
  person.get(`/gifs?q=${encodeURIComponent(query)}&offset=${offset}`);

test('a search returns GIFs, and tells the provider the words and the language only', async () => {
  respondWith([gifResult(GIPHY_PICTURES, 'dance', {alt_text: 'A cat\n dances'})]);
  const {status, body} = await search(ann, '  Happy   Cats ');
  expect({status, body}).toEqual({
    status: 200,
    body: {
      gifs: [
        {
          id: 'dance',
          title: 'A cat dances',
          url: `${GIPHY_PICTURES}/dance/200.gif`,
          preview_url: `${GIPHY_PICTURES}/dance/200w_d.gif`,
          still_url: `${GIPHY_PICTURES}/dance/200w_s.gif`,
          width: 200,
          height: 150,
        },
      ],
      next_offset: 24,
    },
  });
  expect(provider.searches.map((one) => Object.fromEntries(one))).toEqual([
    {api_key: 'aGoodKey', q: 'happy cats', limit: '24', offset: '0', rating: 'g', lang: 'en'},
  ]);
});

test('repeated searches are answered from the cache, for everyone with the language', async () => {
  const bob = await server.person('bob');
  const [first] = [await search(ann, 'same words'), await search(bob, 'Same  WORDS')];
  expect((await search(bob, 'same words')).body).toEqual(first.body);
  expect(provider.searches).toHaveLength(1);
});

test('results end after ten pages, and when the provider has no more', async () => {
  expect((await search(ann, 'far', 216)).body.next_offset).toBe(0);
  expect((await search(ann, 'far', 240)).status).toBe(400);
  expect((await search(ann, 'far', 7)).status).toBe(400);
  respondWith([]);
  expect((await search(ann, 'nothing')).body).toEqual({gifs: [], next_offset: 0});
  expect((await search(ann, 'x'.repeat(51))).status).toBe(400);
});

test('without a query, popular GIFs are listed', async () => {
  expect((await ann.get('/gifs')).body.gifs).toHaveLength(1);
  expect(provider.searches[0]!.has('q')).toBe(false);
});

test.each([
  ['EnableGifPicker', {ServiceSettings: {EnableGifPicker: false}}],
  ['GiphySdkKey', {ServiceSettings: {GiphySdkKey: ''}}],
  ['ImageProxySettings.Enable', {ImageProxySettings: {Enable: false}}],
])('without %s, there are no GIFs, and clients do not offer them', async (name, settings) => {
  await server.platform.config.patch(settings);
  const {status, body} = await search();
  expect({status, id: body.id}).toEqual({status: 501, id: 'api.gifs.disabled.app_error'});
  expect(body.message).toContain(name);
  const {body: clientConfig} = await ann.get('/config/client');
  expect(clientConfig).toMatchObject({EnableGifPicker: 'false', GiphySdkKey: ''});
  expect(provider.searches).toEqual([]);
});

test('clients learn that GIFs are on, but not the key', async () => {
  const {body} = await ann.get('/config/client');
  expect(body).toMatchObject({EnableGifPicker: 'true', GiphySdkKey: ''});
  expect(JSON.stringify((await server.admin.get('/config')).body)).not.toContain('aGoodKey');
});

test.each([
  ['another host', 'https://example.com/media'],
  ['a host that ends alike', 'https://evilgiphy.com/media'],
  ['an unencrypted address', 'http://media1.giphy.com/media'],
  ['another port', 'https://media1.giphy.com:8443/media'],
  ['an internal address', 'https://169.254.169.254/media'],
  ['a password', 'https://giphy.com:x@media1.giphy.com/media'],
  ['a script', 'javascript:alert(1)//media1.giphy.com'],
  ['text that ends the link', 'https://media1.giphy.com/a)](https://evil.example'],
  ['a very long path', `https://media1.giphy.com/${'a'.repeat(500)}`],
])('a picture with %s is left out', async (_name, base) => {
  respondWith([gifResult(base, 'bad'), gifResult(GIPHY_PICTURES, 'good')]);
  expect((await search()).body.gifs.map(({id}: {id: string}) => id)).toEqual(['good']);
});

test('the query of a picture, which tells the provider who searched, is left out', async () => {
  const result = gifResult(GIPHY_PICTURES, 'dance') as {images: {fixed_height: {url: string}}};
  result.images.fixed_height.url += '?cid=790b7611&ep=v1_gifs_search#x';
  respondWith([result]);
  expect((await search()).body.gifs[0].url).toBe(`${GIPHY_PICTURES}/dance/200.gif`);
});

test('malformed results are left out, titles are shortened, and there are at most 24', async () => {
  respondWith([
    null,
    'text',
    {id: 'no-images'},
    gifResult(GIPHY_PICTURES, 'a', {id: 7}),
    gifResult(GIPHY_PICTURES, 'a', {id: 'x'.repeat(65)}),
    gifResult(GIPHY_PICTURES, 'a', {images: {fixed_height: {url: 5}}}),
    ...['0', '-1', '1.5', '1e9', 'wide'].map((width) => {
      const result = gifResult(GIPHY_PICTURES, 'a') as {images: {fixed_width_downsampled: object}};
      Object.assign(result.images.fixed_width_downsampled, {width});
      return result;
    }),
    gifResult(GIPHY_PICTURES, 'ok', {title: '😀'.repeat(5000), alt_text: {}}),
  ]);
  const {gifs} = (await search()).body;
  expect(gifs.map(({id}: {id: string}) => id)).toEqual(['ok']);
  expect([...gifs[0].title]).toHaveLength(100);
  respondWith(Array.from({length: 1000}, (_, index) => gifResult(GIPHY_PICTURES, `n${index}`)));
  expect((await search()).body.gifs).toHaveLength(24);
});

test.each([
  ['no JSON', () => respondRaw('<html>')],
  ['other JSON', () => respondRaw('{"data": {}}')],
  ['too much', () => respondRaw(`{"data": []${' '.repeat(1 << 20)}}`)],
  ['an error', () => respondRaw('{}', 500)],
  ['a rejected key', () => respondRaw('{}', 403), 'api.gifs.key_rejected.app_error'],
  ['a limit', () => respondRaw('{}', 429)],
])(
  'if the provider sends %s, the response is an error, which is not cached',
  async (_name, respond, error = 'api.gifs.unavailable.app_error') => {
    respond();
    const query = `broken ${nextQuery++}`;
    const {status, body} = await search(ann, query);
    expect({status, id: body.id}).toEqual({status: 502, id: error});
    expect(JSON.stringify(body)).not.toContain('aGoodKey');
    respondWith([gifResult(GIPHY_PICTURES, 'dance')]);
    expect((await search(ann, query)).status).toBe(200);
  },
);

test('the key does not follow a redirect to another site', async () => {
  const other = await openGifProvider();
  respondRaw('', 302, {location: `${other.address}/v1/gifs/search?api_key=aGoodKey`});
  expect((await search()).status).toBe(502);
  expect(other.searches).toEqual([]);
  await other.close();
});

test('a provider at an internal address is not called', async () => {
  await turnOn({AllowedUntrustedInternalConnections: ''});
  const {status, body} = await search();
  expect(status).toBe(502);
  expect(body.message).not.toContain('127.0.0.1');
  expect(provider.searches).toEqual([]);
});

test('a person who searches too often has to wait, and others do not', async () => {
  const [eve, finn] = [await server.person('eve'), await server.person('finn')];
  let last = await search(eve);
  for (let count = 0; count < 100 && last.status === 200; count++) last = await search(eve);
  expect(last).toMatchObject({status: 429, body: {id: 'api.context.rate_limit.app_error'}});
  expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
  expect(provider.searches.length).toBeLessThan(100);
  expect((await search(finn)).status).toBe(200);
});

test('a provider that does not respond ends with an error, and holds two requests of a person', async () => {
  const open: (() => void)[] = [];
  provider.respond = (_request, response) => void open.push(() => response.end('{"data": []}'));
  const gwen = await server.person('gwen');
  const waiting = Array.from({length: 8}, () => search(gwen));
  const refused = await Promise.any(
    waiting.map(async (one) => {
      const {status} = await one;
      if (status !== 429) throw new Error(String(status));
      return status;
    }),
  );
  expect(refused).toBe(429);
  await expect.poll(() => open.length).toBe(2);
  provider.respond = undefined;
  const done = await Promise.all(waiting);
  expect(done.filter(({status}) => status === 502).length).toBeGreaterThanOrEqual(2);
});

test('administrators can test a key before they save it', async () => {
  provider.respond = undefined;
  const check = (GiphySdkKey?: string) =>
    server.admin.post('/gifs/test', GiphySdkKey === undefined ? {} : {ServiceSettings: {GiphySdkKey}});
  expect((await check()).status).toBe(200);
  expect((await check('*'.repeat(32))).status).toBe(200);
  const wrong = await check('aWrongKey');
  expect(wrong.status).toBe(502);
  expect(wrong.body.message).toContain('ServiceSettings.GiphySdkKey');
  expect((await check('')).status).toBe(400);
  expect((await check('not a key')).status).toBe(400);
  expect((await ann.post('/gifs/test', {})).status).toBe(403);
});
