import {readdir, rm} from 'node:fs/promises';
import {join} from 'node:path';
import sharp from 'sharp';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {formBody} from '../../../../test/support/forms.ts';
import {animation, picture, pngThatClaims} from '../../../../test/support/pictures.ts';
import {createTestServer, type Person, type TestServer} from '../../../../test/support/test-server.ts';
import {directories} from '../../platform/config/directories.ts';
import {newId} from '../../platform/database/ids.ts';
import {BACKGROUNDS, defaultImageFor} from './default-image.ts';
import {LETTER_STROKES} from './letter-strokes.ts';

let server: TestServer;
let ann: Person;
let bob: Person;

beforeAll(async () => {
  server = await createTestServer({
    settings: {FileSettings: {MaxFileSize: 300_000, MaxImageResolution: 1_000_000}},
  });
  [ann, bob] = [await server.person('ann'), await server.person('bob')];
});
afterAll(() => server.close());

function send(person: Pick<Person, 'post'>, path: string, ...contents: (Buffer | string)[]) {
  const {body, headers} = formBody(
    contents.map((content) => ({name: 'image', fileName: '../../me.png', content})),
  );
  return person.post(path, body, headers);
}

async function fetchImage(path: string, headers: Record<string, string> = {}) {
  const response = await server.app.inject({
    url: `/api/v4${path}`,
    headers: {authorization: `Bearer ${bob.token}`, ...headers},
  });
  return {status: response.statusCode, headers: response.headers, bytes: response.rawPayload};
}

const facts = async (bytes: Buffer) => {
  const {width, height, format} = await sharp(bytes).metadata();
  return {width, height, format};
};

const filesOnDisk = async () =>
  (
    await readdir(directories(server.platform.config).files, {recursive: true, withFileTypes: true}).catch(
      () => [],
    )
  )
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe('the generated image', () => {
  test('is a square PNG that browsers cache for a day and then revalidate', async () => {
    const {status, headers, bytes} = await fetchImage(`/users/${ann.id}/image?_=0`);
    expect(status).toBe(200);
    expect(await facts(bytes)).toEqual({width: 128, height: 128, format: 'png'});
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=86400',
      etag: expect.stringMatching(/^"default-\d+-a"$/),
    });
    const again = await fetchImage(`/users/${ann.id}/image`, {'if-none-match': String(headers.etag)});
    expect(again).toMatchObject({status: 304, bytes: Buffer.alloc(0)});
    expect((await fetchImage(`/users/${ann.id}/image/default`)).bytes).toEqual(bytes);
  });

  test('shows the first letter or digit of the name on a fixed color per account', async () => {
    const id = newId();
    expect(defaultImageFor({id, username: 'zoe'}).letter).toBe('z');
    expect(defaultImageFor({id, username: '.-_7up'}).letter).toBe('7');
    expect(defaultImageFor({id, username: '...'}).letter).toBe('');
    expect(defaultImageFor({id, username: 'a'}).background).toBe(
      defaultImageFor({id, username: 'b'}).background,
    );
  });

  test('exists for every name, with legible white text', async () => {
    for (const letter of 'abcdefghijklmnopqrstuvwxyz0123456789') expect(LETTER_STROKES[letter]).toBeDefined();
    for (const color of BACKGROUNDS) expect(contrastWithWhite(color)).toBeGreaterThan(5);
    const odd = await server.features.profileImages.readDefaultImage({id: newId(), username: '_'});
    expect(odd.version).toMatch(/^default-\d+-$/);
  });

  test('is drawn once for all users with the same image', async () => {
    await fetchImage(`/users/${ann.id}/image`);
    const drawn = (await filesOnDisk()).filter((path) => path.includes('profile-defaults'));
    await fetchImage(`/users/${ann.id}/image`);
    await fetchImage(`/users/${ann.id}/image/default`);
    expect((await filesOnDisk()).filter((path) => path.includes('profile-defaults'))).toEqual(drawn);
  });
});

describe('a custom image', () => {
  test('is cropped to a square, updated immediately, announced, and can be removed', async () => {
    const changed: string[] = [];
    const stop = server.platform.events.inStreamOrder('users:changed', ({userIds}) =>
      changed.push(...userIds),
    );
    expect((await send(ann, '/users/me/image', await picture(400, 200, {format: 'jpeg'}))).body).toEqual({
      status: 'OK',
    });
    const shown = await fetchImage(`/users/${ann.id}/image`);
    expect(await facts(shown.bytes)).toEqual({width: 128, height: 128, format: 'png'});
    const {last_picture_update} = (await bob.get(`/users/${ann.id}`)).body;
    expect(shown.headers.etag).toBe(`"${last_picture_update}"`);
    expect((await fetchImage(`/users/${ann.id}/image/default`)).bytes).not.toEqual(shown.bytes);

    expect((await ann.delete('/users/me/image')).body).toEqual({status: 'OK'});
    stop();
    expect((await fetchImage(`/users/${ann.id}/image`)).headers.etag).toMatch(/default/);
    expect((await bob.get(`/users/${ann.id}`)).body).not.toHaveProperty('last_picture_update');
    expect(changed).toEqual([ann.id, ann.id]);
    expect((await filesOnDisk()).filter((path) => path.includes(ann.id))).toEqual([]);
  });

  test('uses the first frame of an animation', async () => {
    expect((await send(ann, '/users/me/image', await animation(300, 300, 3))).status).toBe(200);
    expect(await facts((await fetchImage(`/users/${ann.id}/image`)).bytes)).toMatchObject({format: 'png'});
  });

  test('is replaced by the generated image if its file is lost', async () => {
    await send(bob, '/users/me/image', await picture(9, 9));
    await rm((await filesOnDisk()).find((path) => path.includes(bob.id))!);
    expect((await fetchImage(`/users/${bob.id}/image`)).headers.etag).toMatch(/default/);
  });

  test.each<[string, () => Promise<(Buffer | string)[]>, number, string]>([
    ['text', async () => ['no image'], 400, 'decode'],
    ['an SVG', async () => ['<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'], 400, 'decode'],
    ['nothing', async () => [''], 400, 'decode'],
    ['a broken PNG', async () => [pngThatClaims(50, 50)], 400, 'decode'],
    ['an enormous PNG', async () => [pngThatClaims(90_000, 90_000)], 400, 'check_image_limits'],
    ['too many bytes', async () => [Buffer.alloc(300_001)], 413, 'too_large'],
    ['two images', async () => [await picture(9, 9), await picture(9, 9)], 400, 'no_file'],
    ['no image', async () => [], 400, 'no_file'],
  ])('cannot be %s', async (_case, contents, status, reason) => {
    const before = await filesOnDisk();
    expect(await send(ann, '/users/me/image', ...(await contents()))).toMatchObject({
      status,
      body: {id: `api.user.upload_profile_user.${reason}.app_error`},
    });
    expect(await filesOnDisk()).toEqual(before);
  });

  test('can be set by the user and by administrators, which is audited', async () => {
    const image = await picture(9, 9);
    expect((await send(bob, `/users/${ann.id}/image`, image)).status).toBe(403);
    expect((await bob.delete(`/users/${ann.id}/image`)).status).toBe(403);
    expect((await send(server.anonymous, `/users/${ann.id}/image`, image)).status).toBe(401);
    expect((await send(server.admin, `/users/${ann.id}/image`, image)).status).toBe(200);
    expect((await server.admin.get('/audits')).body[0]).toMatchObject({
      action: `/api/v4/users/${ann.id}/image`,
      extra_info: `user_id=${ann.id}`,
    });
    expect((await bob.get(`/users/${newId()}/image`)).status).toBe(404);
    expect((await server.anonymous.get(`/users/${ann.id}/image`)).status).toBe(401);
  });
});

test('of a bot can be set by users who manage it', async () => {
  const {body: bot} = await server.admin.post('/bots', {username: 'helperbot'});
  expect((await fetchImage(`/users/${bot.user_id}/image`)).headers.etag).toMatch(/^"default-\d+-h"$/);
  expect((await send(server.admin, `/users/${bot.user_id}/image`, await picture(9, 9))).status).toBe(200);
  expect((await fetchImage(`/users/${bot.user_id}/image`)).headers.etag).not.toMatch(/default/);
  expect((await send(ann, `/users/${bot.user_id}/image`, await picture(9, 9))).status).toBeGreaterThan(400);
});

describe('the icon of a team', () => {
  test('is set and removed by users who manage the team, and visible to users who see the team', async () => {
    const {teams} = server.features;
    const {id} = await teams.create({name: 'crew', display_name: 'Crew', type: 'I'}, ann.id);
    const path = `/teams/${id}/image`;
    const none = {status: 404, body: {id: 'api.team.get_team_icon.read_file.app_error'}};
    expect(await ann.get(path)).toMatchObject(none);
    expect((await bob.get(path)).status).toBe(403);

    const icons: unknown[] = [];
    const stop = server.platform.events.inStreamOrder('team:changed', ({team}) =>
      icons.push(team.last_team_icon_update),
    );
    expect((await send(bob, path, await picture(9, 9))).status).toBe(403);
    expect((await send(ann, path, 'no image')).status).toBe(400);
    expect((await send(ann, path, await picture(300, 200))).body).toEqual({status: 'OK'});
    await teams.addMember(id, bob.id, ann.id);
    expect(await facts((await fetchImage(path)).bytes)).toEqual({width: 128, height: 128, format: 'png'});
    const {last_team_icon_update} = (await bob.get(`/teams/${id}`)).body;
    expect(icons).toEqual([last_team_icon_update]);

    expect((await bob.delete(path)).status).toBe(403);
    expect((await ann.delete(path)).body).toEqual({status: 'OK'});
    stop();
    expect(await ann.get(path)).toMatchObject(none);
    expect((await bob.get(`/teams/${id}`)).body).not.toHaveProperty('last_team_icon_update');
  });
});

/** The WCAG contrast ratio of white on a color. */
function contrastWithWhite(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}
