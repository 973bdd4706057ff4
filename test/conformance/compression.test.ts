import {existsSync} from 'node:fs';
import {type IncomingHttpHeaders, request} from 'node:http';
import {buffer} from 'node:stream/consumers';
import {brotliDecompressSync, gunzipSync} from 'node:zlib';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {type Crew, createCrew} from '../support/crew.ts';
import {createTestServer} from '../support/test-server.ts';

interface Raw {
  status: number;
  headers: IncomingHttpHeaders;
  /** As received over the network. */
  body: Buffer;
}

const BROWSER = {'accept-encoding': 'gzip, deflate, br, zstd'};
const GZIP = {'accept-encoding': 'gzip'};

let crew: Crew;
let address: string;
beforeAll(async () => {
  crew = await createCrew();
  address = await crew.server.listen();
});
afterAll(() => crew.close());

function ask(path: string, headers: Record<string, string> = {}, method = 'GET', server = address) {
  return new Promise<Raw>((resolve, reject) => {
    request(server + path, {method, headers}, async (answer) => {
      resolve({status: answer.statusCode!, headers: answer.headers, body: await buffer(answer)});
    })
      .on('error', reject)
      .end();
  });
}

const asAnn = (headers: Record<string, string> = {}) => ({
  authorization: `Bearer ${crew.ann.token}`,
  ...headers,
});

// `npm test` builds the web client before running tests.
const webClientIsBuilt = existsSync(new URL('../../web/dist/index.html', import.meta.url));

describe.skipIf(!webClientIsBuilt)('the web client', () => {
  const html = {accept: 'text/html'};
  let script: string;
  beforeAll(async () => {
    const page = (await ask('/', html)).body.toString();
    script = /src="(\/assets\/start-[^"]+\.js)"/.exec(page)![1]!;
  });

  test.each([
    {accepted: BROWSER, coding: 'br', decode: brotliDecompressSync},
    {accepted: GZIP, coding: 'gzip', decode: gunzipSync},
  ])('is sent as $coding to clients that accept it', async ({accepted, coding, decode}) => {
    for (const [path, type] of [
      [script, 'application/javascript; charset=utf-8'],
      ['/crew/channels/town-square', 'text/html; charset=utf-8'],
    ] as const) {
      const plain = await ask(path, html);
      const {status, headers, body} = await ask(path, {...html, ...accepted});
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'content-encoding': coding,
        'content-type': type,
        'content-length': String(body.length),
        vary: 'accept-encoding',
        'cache-control': plain.headers['cache-control'],
      });
      expect(body.length).toBeLessThan(plain.body.length);
      expect(decode(body)).toEqual(plain.body);

      const head = await ask(path, {...html, ...accepted}, 'HEAD');
      expect(head.body).toHaveLength(0);
      expect(head.headers).toMatchObject({
        'content-encoding': coding,
        'content-length': String(body.length),
        etag: headers.etag,
      });
      const known = {...html, ...accepted, 'if-none-match': headers.etag!};
      expect(await ask(path, known)).toMatchObject({status: 304, body: Buffer.alloc(0)});
    }
  });

  test.each([undefined, 'identity', 'br;q=0, gzip;q=0'])(
    'is sent uncompressed to clients that accept %j',
    async (accepted) => {
      const headers: Record<string, string> = accepted === undefined ? {} : {'accept-encoding': accepted};
      const answer = await ask(script, headers);
      expect(answer.headers['content-encoding']).toBeUndefined();
      expect(answer.headers).toMatchObject({
        'content-type': 'application/javascript; charset=utf-8',
        'content-length': String(answer.body.length),
        // Caches must not send it to other clients.
        vary: 'accept-encoding',
      });
    },
  );

  test('is sent completely to a range request', async () => {
    const whole = await ask(script, BROWSER);
    for (const range of ['bytes=0-9', 'bytes=999999999-']) {
      const {status, headers, body} = await ask(script, {...BROWSER, range});
      expect(status).toBe(200);
      expect(headers['content-range']).toBeUndefined();
      expect(body).toEqual(whole.body);
    }
  });

  test.each(['/assets/nope.js', '/.sources', '/.sources.br', '/assets/../../package.json', '/assets//x.js'])(
    'has nothing at %s, and the response is not cached',
    async (path) => {
      const {status, headers, body} = await ask(path, BROWSER);
      expect(status).toBe(404);
      expect(JSON.parse(body.toString()).id).toBe('api.context.404.app_error');
      expect(headers['cache-control']).toBe('no-store');
      expect(headers.expires).toBe('0');
    },
  );
});

describe('an API response', () => {
  const page = () => `/api/v4/channels/${crew.channelId}/posts`;
  beforeAll(() => crew.post(crew.ann, `It takes some words to say this. ${'And some more. '.repeat(200)}`));

  test('is sent as gzip to clients that accept it', async () => {
    const plain = await ask(page(), asAnn());
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(plain.body.length),
      vary: 'Accept-Encoding',
    });
    for (const accepted of [BROWSER, GZIP, {'accept-encoding': '*'}]) {
      const {status, headers, body} = await ask(page(), asAnn(accepted));
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'content-encoding': 'gzip',
        'content-length': String(body.length),
        vary: 'Accept-Encoding',
      });
      expect(body.length).toBeLessThan(plain.body.length / 2);
      expect(gunzipSync(body)).toEqual(plain.body);
    }
  });

  test.each(['identity', 'br', 'gzip;q=0', 'gzip;q=0.5, identity', ''])(
    'is sent uncompressed to clients that accept "%s"',
    async (accepted) => {
      const {headers, body} = await ask(page(), asAnn({'accept-encoding': accepted}));
      expect(headers['content-encoding']).toBeUndefined();
      expect(JSON.parse(body.toString()).order).toHaveLength(4);
    },
  );

  test('has the same headers without its body', async () => {
    const {headers, body} = await ask(page(), asAnn(BROWSER));
    const head = await ask(page(), asAnn(BROWSER), 'HEAD');
    expect(head.body).toHaveLength(0);
    expect(head.headers).toMatchObject({
      'content-type': 'application/json',
      'content-encoding': 'gzip',
      'content-length': String(body.length),
      vary: headers.vary,
    });
  });

  test('is not sent again to clients that have it in the same encoding', async () => {
    const path = '/api/v4/config/client?format=old';
    const forms = [await ask(path), await ask(path, GZIP)];
    expect(forms[1]!.headers['content-encoding']).toBe('gzip');
    expect(forms[0]!.headers.etag).not.toBe(forms[1]!.headers.etag);
    for (const [index, accepted] of [{}, GZIP].entries()) {
      const etag = forms[index]!.headers.etag!;
      const again = await ask(path, {...accepted, 'if-none-match': etag});
      expect(again).toMatchObject({status: 304, headers: {etag, vary: 'Accept-Encoding'}});
      expect(again.headers['content-encoding']).toBeUndefined();
      expect(again.headers['content-length']).toBeUndefined();
    }
  });

  test('is not compressed if it is short', async () => {
    const {headers} = await ask('/api/v4/users/me', asAnn(BROWSER));
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers.vary).toBeUndefined();
  });

  test('is compressed for errors too', async () => {
    await crew.server.platform.config.patch({ServiceSettings: {EnableDeveloper: true}});
    const {status, headers, body} = await ask(`/api/v4/${'nope'.repeat(400)}`, BROWSER);
    await crew.server.platform.config.patch({ServiceSettings: {EnableDeveloper: false}});
    expect(status).toBe(404);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'content-encoding': 'gzip',
      'content-length': String(body.length),
    });
    expect(JSON.parse(gunzipSync(body).toString())).toMatchObject({
      id: 'api.context.404.app_error',
      status_code: 404,
    });
  });

  test('is not compressed if it is a file or a stream', async () => {
    const content = JSON.stringify({words: 'the same again '.repeat(500)});
    const query = `?channel_id=${crew.channelId}&filename=words.json`;
    const {file_infos} = (await crew.ann.post(`/files${query}`, content)).body;
    const file = await ask(`/api/v4/files/${file_infos[0].id}`, asAnn(BROWSER));
    expect(file.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(content.length),
    });
    expect(file.headers['content-encoding']).toBeUndefined();
    expect(file.body.toString()).toBe(content);

    const lines = await ask('/api/v4/users/me/channel_members?page=-1', asAnn(BROWSER));
    expect(lines.headers['content-type']).toContain('application/x-ndjson');
    expect(lines.headers['content-encoding']).toBeUndefined();
    expect(JSON.parse(lines.body.toString().split('\n')[0]!)).toMatchObject({user_id: crew.ann.id});
  });
});

test('ServiceSettings.WebserverMode "uncompressed" disables compression', async () => {
  const server = await createTestServer({settings: {ServiceSettings: {WebserverMode: 'uncompressed'}}});
  const plainAddress = await server.listen();
  const paths = ['/api/v4/config/client?format=old', ...(webClientIsBuilt ? ['/'] : [])];
  for (const path of paths) {
    const {status, headers, body} = await ask(path, BROWSER, 'GET', plainAddress);
    expect(status).toBe(200);
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers.vary).toBeUndefined();
    expect(headers['content-length']).toBe(String(body.length));
  }
  await server.close();
});
