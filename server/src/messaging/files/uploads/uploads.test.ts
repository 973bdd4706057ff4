import {readdir, utimes} from 'node:fs/promises';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {abortUpload} from '../../../../../test/support/aborted-upload.ts';
import {formBody} from '../../../../../test/support/forms.ts';
import {picture} from '../../../../../test/support/pictures.ts';
import {createTestServer, type Person, type TestServer} from '../../../../../test/support/test-server.ts';
import {directories} from '../../../platform/config/directories.ts';
import {newId} from '../../../platform/database/ids.ts';

let server: TestServer;
let ann: Person;
let bob: Person;
let teamId: string;
let channelId: string;
let privateId: string;

beforeAll(async () => {
  server = await createTestServer({settings: {FileSettings: {MaxFileSize: 500_000}}});
  [ann, bob] = [await server.person('ann'), await server.person('bob')];
  const {teams, channels} = server.features;
  const team = await teams.create({name: 'crew', display_name: 'Crew', type: 'O'}, ann.id);
  teamId = team.id;
  await teams.addMember(teamId, bob.id, ann.id);
  channelId = (await channels.byName(team.id, 'town-square')).id;
  const secret = {team_id: team.id, name: 'secret', display_name: 'Secret', type: 'P' as const};
  privateId = (await channels.create(secret, ann.id)).id;
});
afterAll(() => server.close());

const begin = (person: Person, input: object = {}) =>
  person.post('/uploads', {channel_id: channelId, filename: 'film.mp4', file_size: 10, ...input});

async function createUpload(person: Person, input: object = {}): Promise<string> {
  const {status, body} = await begin(person, input);
  expect(status).toBe(201);
  return body.id;
}

const sendBytes = (person: Person, id: string, content: string | Buffer) =>
  person.post(`/uploads/${id}`, Buffer.from(content), {'content-type': 'application/octet-stream'});

const offset = async (person: Person, id: string) => (await person.get(`/uploads/${id}`)).body.file_offset;

async function bytesOf(fileId: string): Promise<Buffer> {
  const headers = {authorization: `Bearer ${ann.token}`};
  return (await server.app.inject({url: `/api/v4/files/${fileId}`, headers})).rawPayload;
}

async function partsOnDisk(): Promise<string[]> {
  const directory = join(directories(server.platform.config).files, 'uploads');
  const entries = await readdir(directory, {recursive: true, withFileTypes: true}).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

describe('an upload', () => {
  test('starts, receives its parts and becomes a file', async () => {
    const created = await begin(ann, {filename: '../digits.txt'});
    expect(created).toMatchObject({status: 201});
    expect(created.body).toEqual({
      id: expect.stringMatching(/^[a-z0-9]{26}$/),
      type: 'attachment',
      create_at: expect.any(Number),
      user_id: ann.id,
      channel_id: channelId,
      filename: 'digits.txt',
      file_size: 10,
      file_offset: 0,
    });
    const {id} = created.body;
    expect(await sendBytes(ann, id, '0123')).toMatchObject({status: 204, body: ''});
    expect((await ann.get(`/uploads/${id}`)).body).toEqual({...created.body, file_offset: 4});
    expect((await ann.get('/users/me/uploads')).body).toEqual([{...created.body, file_offset: 4}]);

    const {body, headers} = formBody([{name: 'data', fileName: 'blob', content: '456'}]);
    expect((await ann.post(`/uploads/${id}`, body, headers)).status).toBe(204);
    const last = await sendBytes(ann, id, '789');
    expect(last).toMatchObject({
      status: 200,
      body: {name: 'digits.txt', size: 10, user_id: ann.id, channel_id: channelId, mime_type: 'text/plain'},
    });
    expect((await bytesOf(last.body.id)).toString()).toBe('0123456789');

    expect((await ann.get(`/uploads/${id}`)).status).toBe(404);
    expect((await sendBytes(ann, id, 'x')).status).toBe(404);
    expect((await ann.get('/users/me/uploads')).body).toEqual([]);
    expect(await partsOnDisk()).toEqual([]);
    const post = await ann.post('/posts', {channel_id: channelId, file_ids: [last.body.id]});
    expect(post.status).toBe(201);
  });

  test('of an image gets previews', async () => {
    const image = await picture(300, 200);
    const id = await createUpload(ann, {filename: 'a.png', file_size: image.length});
    await sendBytes(ann, id, image.subarray(0, 50));
    expect((await sendBytes(ann, id, image.subarray(50))).body).toMatchObject({
      width: 300,
      height: 200,
      has_preview_image: true,
    });
  });

  test('keeps the received data when the connection breaks, and can be resumed', async () => {
    const address = await server.listen();
    const content = Buffer.alloc(300_000, 'patchbay');
    const id = await createUpload(ann, {file_size: content.length});
    const part = content.subarray(0, 100_000);
    await abortUpload(server, address, ann, {id, part, total: content.length});
    const {body} = await sendBytes(ann, id, content.subarray(100_000));
    expect((await bytesOf(body.id)).equals(content)).toBe(true);
  });

  test('can be completed by an empty request if creating the file failed after the last part', async () => {
    const id = await createUpload(ann, {file_size: 4});
    await sendBytes(ann, id, 'ab');
    const path = `uploads/${id}/${newId()}`;
    await server.features.fileStore.write(path, Buffer.from('cd'));
    await server.platform.database.execute({
      text: 'update UploadSessions set FileOffset = 4, Parts = Parts || $2::text where Id = $1',
      values: [id, path],
    });
    const {status, body} = await sendBytes(ann, id, '');
    expect(status).toBe(200);
    expect((await bytesOf(body.id)).toString()).toBe('abcd');
  });

  test('is not corrupted by two concurrent requests', async () => {
    const id = await createUpload(ann, {file_size: 6});
    const responses = await Promise.all(['aaa', 'bbb'].map((part) => sendBytes(ann, id, part)));
    const good = responses.filter(({status}) => status === 204 || status === 200);
    for (const {status, body} of responses.filter((response) => !good.includes(response))) {
      expect(status).toBe(400);
      expect(body.id).toMatch(/^api\.upload\.upload_data\./);
    }
    const done = responses.find(({status}) => status === 200);
    const {body} = done ?? (await sendBytes(ann, id, 'ddd'));
    expect((await bytesOf(body.id)).toString()).toMatch(/^(?:aaa|bbb|ddd){2}$/);
    expect((await partsOnDisk()).filter((part) => part.includes(id))).toEqual([]);
  });
});

describe('rejected requests', () => {
  test('more bytes than the declared size; none of them are kept', async () => {
    const id = await createUpload(ann);
    await sendBytes(ann, id, '01234');
    expect(await sendBytes(ann, id, '567890')).toMatchObject({
      status: 400,
      body: {
        id: 'api.upload.upload_data.invalid_content_length',
        message: expect.stringContaining('the file has 10, of which 5 were already received'),
      },
    });
    expect(await offset(ann, id)).toBe(5);
    expect((await sendBytes(ann, id, '56789')).status).toBe(200);
  });

  test('an upload while the user has 1,000 unfinished ones', async () => {
    const cat = await server.person('cat');
    await server.features.teams.addMember(teamId, cat.id, ann.id);
    const id = await createUpload(cat);
    await server.platform.database.execute({
      text: `
        insert into UploadSessions (Id, Type, CreateAt, UserId, ChannelId, Filename, FileSize, FileOffset, Parts)
        select left(md5(n::text), 26), Type, CreateAt, UserId, ChannelId, Filename, FileSize, FileOffset, Parts
        from UploadSessions, generate_series(2, 1000) n where Id = $1`,
      values: [id],
    });
    expect(await begin(cat)).toMatchObject({
      status: 400,
      body: {id: 'api.upload.create.too_many.app_error', message: expect.stringContaining('Finish some')},
    });
    await createUpload(bob);
    expect((await sendBytes(cat, id, '0123456789')).status).toBe(200);
    await createUpload(cat);
  });

  test('a form without a file and an empty body change nothing', async () => {
    const id = await createUpload(ann);
    const {body, headers} = formBody([{name: 'data', value: 'text'}]);
    expect((await ann.post(`/uploads/${id}`, body, headers)).status).toBe(400);
    expect((await sendBytes(ann, id, '')).status).toBe(204);
    expect(await offset(ann, id)).toBe(0);
  });

  test('an upload of another user', async () => {
    const id = await createUpload(ann);
    expect(await bob.get(`/uploads/${id}`)).toMatchObject({
      status: 403,
      body: {id: 'api.upload.get_upload.forbidden.app_error'},
    });
    expect((await server.admin.get(`/uploads/${id}`)).status).toBe(200);
    for (const other of [bob, server.admin]) expect((await sendBytes(other, id, 'x')).status).toBe(403);
    expect((await bob.get(`/users/${ann.id}/uploads`)).status).toBe(403);
    expect((await sendBytes(ann, newId(), 'x')).status).toBe(404);
  });

  test.each<[string, object, number, string]>([
    ['an empty file', {file_size: 0}, 400, 'model.upload_session.is_valid.file_size.app_error'],
    ['a negative size', {file_size: -1}, 400, 'model.upload_session.is_valid.file_size.app_error'],
    ['an invalid name', {filename: '..'}, 400, 'api.file.upload_file.invalid_name.app_error'],
    ['another type', {type: 'export'}, 400, 'api.context.invalid_body_param.app_error'],
    [
      'a file to import, except from an administrator',
      {type: 'import'},
      403,
      'api.context.permissions.app_error',
    ],
    ['no channel', {channel_id: ''}, 400, 'api.context.invalid_body_param.app_error'],
    ['an unknown channel', {channel_id: newId()}, 403, 'api.context.permissions.app_error'],
  ])('%s', async (_case, input, status, id) => {
    expect(await begin(bob, input)).toMatchObject({status, body: {id}});
  });

  test('a file that is too large', async () => {
    expect(await begin(bob, {filename: 'big.bin', file_size: 500_001})).toMatchObject({
      status: 413,
      body: {
        id: 'api.upload.create.upload_too_large.app_error',
        message: '"big.bin" is too large. A file can have at most 488 kB (FileSettings.MaxFileSize).',
        params: {name: 'big.bin', bytes: 500_000},
      },
    });
  });

  test('a channel that the user is not in, now or later', async () => {
    expect((await begin(bob, {channel_id: privateId})).status).toBe(403);
    const {channels} = server.features;
    await channels.addMember(privateId, bob.id, ann.id);
    const id = await createUpload(bob, {channel_id: privateId});
    await channels.removeMember(privateId, bob.id, ann.id);
    expect((await sendBytes(bob, id, 'x')).status).toBe(403);
  });

  test('all uploads while file attachments are disabled', async () => {
    const id = await createUpload(ann);
    const {config} = server.platform;
    await config.patch({FileSettings: {EnableFileAttachments: false}});
    expect((await begin(ann)).status).toBe(501);
    expect((await sendBytes(ann, id, 'x')).status).toBe(501);
    await config.patch({FileSettings: {EnableFileAttachments: true}});
  });
});

test('unfinished uploads are deleted after a week, and orphaned parts after a day', async () => {
  const {uploads, fileStore} = server.features;
  const day = 24 * 60 * 60 * 1000;
  const id = await createUpload(ann);
  await sendBytes(ann, id, 'half');
  await fileStore.write(`uploads/${id}/stray`, Buffer.from('x'));
  const old = Date.now() / 1000 - 2 * 24 * 60 * 60;
  for (const path of await partsOnDisk()) await utimes(path, old, old);
  await fileStore.write(`uploads/${newId()}/young`, Buffer.from('x'));

  await uploads.sweep();
  const left = await partsOnDisk();
  expect(left.filter((path) => path.includes(id))).toHaveLength(1);
  expect(left.filter((path) => path.endsWith('young'))).toHaveLength(1);
  expect(await offset(ann, id)).toBe(4);

  await uploads.sweep(Date.now() + 8 * day);
  expect(await partsOnDisk()).toEqual([]);
  expect((await ann.get(`/uploads/${id}`)).status).toBe(404);
});
