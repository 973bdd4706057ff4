import {randomBytes} from 'node:crypto';
import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import sharp from 'sharp';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {formBody, type Part} from '../../../../test/support/forms.ts';
import {animation, picture, pngThatClaims} from '../../../../test/support/pictures.ts';
import {openSocket} from '../../../../test/support/socket-client.ts';
import {
  type ApiResponse,
  createTestServer,
  type Person,
  type TestServer,
} from '../../../../test/support/test-server.ts';
import {directories} from '../../platform/config/directories.ts';
import {newId} from '../../platform/database/ids.ts';
import {isSystemEmoji, systemEmojiHex} from './emoji.ts';

let server: TestServer;
let ann: Person;
let bob: Person;

beforeAll(async () => {
  server = await createTestServer();
  [ann, bob] = [await server.person('ann'), await server.person('bob')];
});
afterAll(() => server.close());

function sendForm(person: Pick<Person, 'post'>, parts: Part[]): Promise<ApiResponse> {
  const {body, headers} = formBody(parts);
  return person.post('/emoji', body, headers);
}

const imagePart = (content: Buffer | string): Part => ({name: 'image', fileName: 'emoji.png', content});
const emojiPart = (emoji: unknown): Part => ({name: 'emoji', value: JSON.stringify(emoji)});

async function add(person: Person, name: string, content?: Buffer | string): Promise<ApiResponse> {
  return sendForm(person, [
    imagePart(content ?? (await picture(40, 40))),
    emojiPart({name, creator_id: person.id}),
  ]);
}

async function fetchImage(id: string) {
  const {rawPayload, headers} = await server.app.inject({
    url: `/api/v4/emoji/${id}/image`,
    headers: {authorization: `Bearer ${bob.token}`},
  });
  const {width, height, format, pages = 1} = await sharp(rawPayload).metadata();
  return {width, height, format, pages, headers};
}

const filesOnDisk = async () =>
  (
    await readdir(directories(server.platform.config).files, {recursive: true, withFileTypes: true}).catch(
      () => [],
    )
  )
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe('adding', () => {
  test('a new emoji matches the wire format, is announced, and can be found by name, search and autocomplete', async () => {
    const published: unknown[] = [];
    const stop = server.platform.events.inStreamOrder('emoji:added', ({emoji}) => published.push(emoji));
    const {status, body} = await add(ann, 'party_Parrot-2');
    stop();
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^[a-z0-9]{26}$/),
      create_at: expect.any(Number),
      update_at: body.create_at,
      delete_at: 0,
      creator_id: ann.id,
      name: 'party_Parrot-2',
      category: 'custom',
    });
    expect(published).toEqual([body]);
    expect((await bob.get(`/emoji/${body.id}`)).body).toEqual(body);
    expect((await bob.get('/emoji/name/party_Parrot-2')).body).toEqual(body);
    expect((await bob.post('/emoji/names', ['party_Parrot-2', '+1', 'nothing'])).body).toEqual([body]);
    expect((await bob.post('/emoji/search', {term: 'parrot'})).body).toEqual([body]);
    expect((await bob.post('/emoji/search', {term: 'parrot', prefix_only: true})).body).toEqual([]);
    expect((await bob.get('/emoji/autocomplete?name=PARTY')).body).toEqual([body]);
    expect(await server.features.emoji.exists('party_Parrot-2')).toBe(true);
  });

  test('all connected users are notified of a new emoji', async () => {
    const client = await openSocket(await server.listen(), {token: bob.token});
    await client.next('hello');
    const {body} = await add(ann, 'heard_of');
    expect(JSON.parse((await client.next('emoji_added')).data.emoji)).toEqual(body);
    await client.cut();
  });

  test('the fields can come in any order, and the creator is optional', async () => {
    const response = await sendForm(ann, [emojiPart({name: 'other_way'}), imagePart(await picture(9, 9))]);
    expect(response).toMatchObject({status: 200, body: {creator_id: ann.id}});
  });

  test('a large image is scaled down, a small one is unchanged, and a GIF stays animated', async () => {
    const large = (await add(ann, 'large', await picture(600, 300, {format: 'jpeg'}))).body;
    expect(await fetchImage(large.id)).toMatchObject({width: 128, height: 64, format: 'png', pages: 1});
    const small = (await add(ann, 'small', await picture(20, 30))).body;
    expect(await fetchImage(small.id)).toMatchObject({width: 20, height: 30});
    const moving = (await add(ann, 'moving', await animation(200, 200, 5))).body;
    const image = await fetchImage(moving.id);
    expect(image).toMatchObject({width: 128, height: 128, format: 'gif', pages: 5});
    expect(image.headers).toMatchObject({
      'content-type': 'image/gif',
      'cache-control': 'private, max-age=2592000',
      etag: `"${moving.id}"`,
      'content-security-policy': expect.stringContaining('sandbox'),
    });
  });

  test('lists are sorted by age or name', async () => {
    const names = async (query: string) =>
      (await bob.get(`/emoji${query}`)).body.map(({name}: {name: string}) => name);
    await add(ann, 'zebra');
    await add(ann, 'aardvark');
    const byAge = await names('');
    expect(byAge.slice(-2)).toEqual(['zebra', 'aardvark']);
    expect(await names('?sort=name')).toEqual([...byAge].sort());
    expect(await names('?page=1&per_page=2')).toEqual(byAge.slice(2, 4));
    expect((await bob.get('/emoji?sort=size')).status).toBe(400);
  });
});

describe('a rejected request changes nothing', () => {
  test.each<[string, () => Promise<ApiResponse>, number, string]>([
    ['a name that is taken', () => add(bob, 'zebra'), 400, 'api.emoji.create.duplicate.app_error'],
    ['the name of a built-in emoji', () => add(ann, 'smile'), 400, 'model.emoji.system_emoji_name.app_error'],
    [
      'a built-in alias with a tone',
      () => add(ann, 'thumbsup_dark_skin_tone'),
      400,
      'model.emoji.system_emoji_name.app_error',
    ],
    ['an empty name', () => add(ann, ''), 400, 'model.emoji.name.app_error'],
    ['a name with colons', () => add(ann, ':x:'), 400, 'model.emoji.name.app_error'],
    ['a name that is a path', () => add(ann, '../../x'), 400, 'model.emoji.name.app_error'],
    ['a name of 65 letters', () => add(ann, 'x'.repeat(65)), 400, 'model.emoji.name.app_error'],
    ['a name with non-Latin letters', () => add(ann, 'größe'), 400, 'model.emoji.name.app_error'],
    ['text for an image', () => add(ann, 'text', 'no image'), 400, 'api.emoji.upload.image.app_error'],
    [
      'an SVG',
      () => add(ann, 'svg', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      400,
      'api.emoji.upload.image.app_error',
    ],
    ['an empty image', () => add(ann, 'empty', ''), 400, 'api.emoji.upload.image.app_error'],
    [
      'an enormous image',
      () => add(ann, 'bomb', pngThatClaims(60_000, 60_000)),
      400,
      'api.emoji.upload.image.app_error',
    ],
    [
      'a broken image',
      () => add(ann, 'broken', pngThatClaims(60, 60)),
      400,
      'api.emoji.upload.image.app_error',
    ],
    [
      'more than 512 KiB',
      () => add(ann, 'heavy', randomBytes(524_289)),
      413,
      'api.emoji.create.too_large.app_error',
    ],
    [
      'another user as creator',
      async () =>
        sendForm(ann, [imagePart(await picture(9, 9)), emojiPart({name: 'forged', creator_id: bob.id})]),
      403,
      'api.context.permissions.app_error',
    ],
    [
      'a form without an image',
      () => sendForm(ann, [emojiPart({name: 'bare'})]),
      400,
      'api.context.invalid_body_param.app_error',
    ],
    [
      'a form without an emoji',
      async () => sendForm(ann, [imagePart(await picture(9, 9))]),
      400,
      'api.context.invalid_body_param.app_error',
    ],
    [
      'an emoji that is not an object',
      async () => sendForm(ann, [imagePart(await picture(9, 9)), emojiPart(null)]),
      400,
      'api.context.invalid_body_param.app_error',
    ],
    [
      'two images',
      async () =>
        sendForm(ann, [
          imagePart(await picture(9, 9)),
          imagePart(await picture(9, 9)),
          emojiPart({name: 'two'}),
        ]),
      400,
      'api.context.invalid_body_param.app_error',
    ],
    [
      'a body that is not a form',
      () => ann.post('/emoji', {name: 'json'}),
      400,
      'api.file.upload_file.read_request.app_error',
    ],
    [
      'nobody',
      async () => sendForm(server.anonymous, [imagePart(await picture(9, 9)), emojiPart({name: 'anon'})]),
      401,
      'api.context.session_expired.app_error',
    ],
  ])('%s', async (_case, send, status, id) => {
    const before = [await filesOnDisk(), (await ann.get('/emoji?per_page=200')).body];
    expect(await send()).toMatchObject({status, body: {id}});
    expect([await filesOnDisk(), (await ann.get('/emoji?per_page=200')).body]).toEqual(before);
  });

  test('an image of exactly 512 KiB is accepted', async () => {
    const image = await picture(30, 30);
    const padded = Buffer.concat([image, Buffer.alloc(524_288 - image.length)]);
    expect((await add(ann, 'padded', padded)).status).toBe(200);
  });

  test('only one of two concurrent requests gets a name', async () => {
    const responses = await Promise.all([
      add(ann, 'contested'),
      add(bob, 'contested'),
      add(ann, 'contested'),
    ]);
    expect(responses.map(({status}) => status).sort()).toEqual([200, 400, 400]);
  });
});

describe('deleting', () => {
  test('deletes the emoji and its image, regardless of who added it, and frees the name', async () => {
    const {id} = (await add(ann, 'short_lived')).body;
    expect((await bob.delete(`/emoji/${id}`)).status).toBe(403);
    expect((await ann.delete(`/emoji/${id}`)).body).toEqual({status: 'OK'});
    for (const path of [`/emoji/${id}`, `/emoji/${id}/image`, '/emoji/name/short_lived']) {
      expect(await ann.get(path)).toMatchObject({status: 404, body: {id: 'app.emoji.get.no_result'}});
    }
    expect((await ann.delete(`/emoji/${id}`)).status).toBe(404);
    expect(await server.features.emoji.exists('short_lived')).toBe(false);
    expect((await filesOnDisk()).filter((path) => path.includes(id))).toEqual([]);
    expect((await add(bob, 'short_lived')).status).toBe(200);
    expect(await server.features.emoji.exists('short_lived')).toBe(true);
  });

  test('is allowed for administrators if someone else added the emoji, and is audited', async () => {
    const {id} = (await add(ann, 'moderated')).body;
    expect((await server.admin.delete(`/emoji/${id}`)).status).toBe(200);
    const audits = (await server.admin.get('/audits')).body;
    expect(audits[0]).toMatchObject({action: `/api/v4/emoji/${id}`, extra_info: 'name=moderated'});
  });
});

test('searches are limited and match their term literally', async () => {
  await add(ann, 'under_score');
  expect((await ann.post('/emoji/search', {term: '_'})).body.map(({name}: {name: string}) => name)).toContain(
    'under_score',
  );
  expect((await ann.post('/emoji/search', {term: '%'})).body).toEqual([]);
  expect((await ann.post('/emoji/search', {term: '\\'})).body).toEqual([]);
  expect((await ann.post('/emoji/search', {term: ''})).status).toBe(400);
  expect((await ann.get('/emoji/autocomplete')).status).toBe(400);
  expect((await ann.post('/emoji/names', Array(201).fill('x'))).status).toBe(400);
  expect((await ann.get(`/emoji/${newId()}`)).status).toBe(404);
});

test('custom emoji are unavailable without EnableCustomEmoji', async () => {
  const {config} = server.platform;
  await config.patch({ServiceSettings: {EnableCustomEmoji: false}});
  for (const response of [
    await add(ann, 'off'),
    await ann.get('/emoji'),
    await ann.get('/emoji/name/zebra'),
    await ann.post('/emoji/names', ['zebra']),
    await ann.post('/emoji/search', {term: 'zebra'}),
  ]) {
    expect(response).toMatchObject({status: 501, body: {id: 'api.emoji.disabled.app_error'}});
  }
  await config.patch({ServiceSettings: {EnableCustomEmoji: true}});
});

test('built-in emoji are found by name, alias and skin tone', async () => {
  expect(systemEmojiHex('+1')).toBe('1f44d');
  expect(systemEmojiHex('thumbsup')).toBe('1f44d');
  expect(systemEmojiHex('+1_medium_skin_tone')).toBe('1f44d-1f3fd');
  expect(await server.features.emoji.exists('+1')).toBe(true);
  for (const name of ['', 'no_such_emoji', 'constructor', '__proto__', ':smile:']) {
    expect(isSystemEmoji(name)).toBe(false);
    expect(await server.features.emoji.exists(name)).toBe(false);
  }
});

test('images of built-in emoji need no session', async () => {
  const builtIn = (name: string) => server.app.inject({url: `/static/emoji/${name}`});
  const tada = await builtIn('1f389.png');
  expect([tada.statusCode, tada.headers['content-type']]).toEqual([200, 'image/png']);
  expect(await sharp(tada.rawPayload).metadata()).toMatchObject({format: 'png', width: 32, height: 32});
  expect((await builtIn('1f44d-1f3fd.png')).rawPayload).not.toEqual((await builtIn('1f44d.png')).rawPayload);
  expect((await builtIn('no-such.png')).statusCode).toBe(404);
});
