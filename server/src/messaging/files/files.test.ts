import {mkdir, readdir, rm, utimes, writeFile} from 'node:fs/promises';
import {connect} from 'node:net';
import {join} from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {formBody, type Part} from '../../../../test/support/forms.ts';
import {animation, picture, pngThatClaims} from '../../../../test/support/pictures.ts';
import {
  type ApiResponse,
  createTestServer,
  type Person,
  type TestServer,
} from '../../../../test/support/test-server.ts';
import {directories} from '../../platform/config/directories.ts';
import {newId} from '../../platform/database/ids.ts';

let server: TestServer;
let ann: Person;
let bob: Person;
let eve: Person;
let teamId: string;
let channelId: string;
let privateId: string;

beforeAll(async () => {
  server = await createTestServer({
    settings: {FileSettings: {MaxFileSize: 500_000, MaxImageResolution: 1_000_000}},
  });
  [ann, bob, eve] = [await server.person('ann'), await server.person('bob'), await server.person('eve')];
  const {teams, channels} = server.features;
  teamId = (await teams.create({name: 'crew', display_name: 'Crew', type: 'O'}, ann.id)).id;
  await teams.addMember(teamId, bob.id, ann.id);
  channelId = (await channels.byName(teamId, 'town-square')).id;
  const secret = {team_id: teamId, name: 'secret', display_name: 'Secret', type: 'P' as const};
  privateId = (await channels.create(secret, ann.id)).id;
});
afterAll(() => server.close());

const files = (...contents: [fileName: string, content: Buffer | string][]): Part[] =>
  contents.map(([fileName, content]) => ({name: 'files', fileName, content}));

function sendForm(person: Pick<Person, 'post'>, parts: Part[], query = ''): Promise<ApiResponse> {
  const {body, headers} = formBody(parts);
  return person.post(`/files${query}`, body, headers);
}

const upload = (person: Person, fileName: string, content: Buffer | string, to = channelId) =>
  sendForm(person, [{name: 'channel_id', value: to}, ...files([fileName, content])]);

async function uploaded(person: Person, fileName: string, content: Buffer | string, to = channelId) {
  const response = await upload(person, fileName, content, to);
  expect(response.status).toBe(201);
  return response.body.file_infos[0];
}

async function posted(person: Person, fileName: string, content: Buffer | string, to = channelId) {
  const {id} = await uploaded(person, fileName, content, to);
  const post = await person.post('/posts', {channel_id: to, message: '', file_ids: [id]});
  expect(post.status).toBe(201);
  return {fileId: id as string, postId: post.body.id as string};
}

function fetchBytes(
  person: Person,
  path: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
) {
  return server.app.inject({
    method,
    url: `/api/v4${path}`,
    headers: {authorization: `Bearer ${person.token}`, ...headers},
  });
}

async function filesOnDisk(of = server): Promise<string[]> {
  const entries = await readdir(directories(of.platform.config).files, {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function rowsOfFiles(): Promise<number> {
  const row = await server.platform.database.row<{n: number}>({text: 'select count(*) as n from FileInfo'});
  return row!.n;
}

/** Returns a function that expects that no row and no file was added since this call. */
async function unchanged(): Promise<() => Promise<void>> {
  const [disk, rows] = [await filesOnDisk(), await rowsOfFiles()];
  return async () => {
    expect(await filesOnDisk()).toEqual(disk);
    expect(await rowsOfFiles()).toBe(rows);
  };
}

describe('uploading', () => {
  test('posts have their files in the order in which the author attached them', async () => {
    const ids: string[] = [];
    for (const name of ['first.txt', 'second.txt', 'third.txt'])
      ids.push((await uploaded(ann, name, name)).id);
    const order = [ids[2]!, ids[0]!, ids[1]!];
    const {body} = await ann.post('/posts', {channel_id: channelId, message: '', file_ids: order});
    const read = await ann.get(`/posts/${body.id}`);
    for (const post of [body, read.body]) {
      expect(post.metadata.files.map(({id}: {id: string}) => id)).toEqual(order);
    }
  });

  test('a form upload matches the wire format, and the content can be downloaded', async () => {
    const content = Buffer.from('Grüße aus dem Maschinenraum\n');
    const response = await upload(ann, 'notes.TXT', content);
    expect(response).toMatchObject({status: 201, body: {client_ids: []}});
    expect(response.body.file_infos).toEqual([
      {
        id: expect.stringMatching(/^[a-z0-9]{26}$/),
        user_id: ann.id,
        channel_id: channelId,
        create_at: expect.any(Number),
        update_at: response.body.file_infos[0].create_at,
        delete_at: 0,
        name: 'notes.TXT',
        extension: 'txt',
        size: content.length,
        mime_type: 'text/plain',
        width: 0,
        height: 0,
        has_preview_image: false,
        mini_preview: null,
        remote_id: '',
        archived: false,
      },
    ]);
    const {id} = response.body.file_infos[0];
    expect((await fetchBytes(ann, `/files/${id}`)).rawPayload).toEqual(content);
    expect((await ann.get(`/files/${id}/info`)).body).toEqual(response.body.file_infos[0]);
  });

  test("several files keep their order and the client's own ids", async () => {
    const response = await sendForm(ann, [
      {name: 'channel_id', value: channelId},
      {name: 'client_ids', value: 'one'},
      {name: 'client_ids', value: 'two'},
      ...files(['a.txt', 'A'], ['b.txt', 'B']),
    ]);
    expect(response).toMatchObject({
      status: 201,
      body: {client_ids: ['one', 'two'], file_infos: [{name: 'a.txt'}, {name: 'b.txt'}]},
    });
  });

  test('the channel may follow the file, and unknown fields are ignored', async () => {
    const response = await sendForm(ann, [
      ...files(['late.txt', 'x']),
      {name: 'something', value: 'else'},
      {name: 'channel_id', value: channelId},
    ]);
    expect(response).toMatchObject({status: 201, body: {file_infos: [{channel_id: channelId}]}});
  });

  test('the whole body is a file if the URL names it', async () => {
    const path = `/files?channel_id=${channelId}&filename=raw%20data.bin&client_id=mine`;
    for (const type of [
      undefined,
      'application/octet-stream',
      'application/json',
      'text/plain',
      'image/png',
    ]) {
      const response = await ann.post(
        path,
        Buffer.from('{"not": parsed'),
        type ? {'content-type': type} : {},
      );
      expect(response).toMatchObject({
        status: 201,
        body: {file_infos: [{name: 'raw data.bin', size: 14}], client_ids: ['mine']},
      });
    }
  });

  test.each([
    ['a form', () => upload(ann, 'empty.txt', '')],
    ['a body', () => ann.post(`/files?channel_id=${channelId}&filename=empty.txt`, Buffer.alloc(0))],
  ])('an empty file in %s is accepted', async (_how, send) => {
    const response = await send();
    expect(response).toMatchObject({status: 201, body: {file_infos: [{size: 0, mime_type: 'text/plain'}]}});
    expect((await fetchBytes(ann, `/files/${response.body.file_infos[0].id}`)).rawPayload).toHaveLength(0);
  });

  test('a large file is stored completely', async () => {
    const content = Buffer.alloc(500_000, 'patchbay');
    const {id, size} = await uploaded(ann, 'large.bin', content);
    expect(size).toBe(500_000);
    expect((await fetchBytes(ann, `/files/${id}`)).rawPayload.equals(content)).toBe(true);
  });
});

describe('names', () => {
  test.each([
    ['../../etc/passwd', 'passwd'],
    ['/etc/shadow', 'shadow'],
    ['..\\\\..\\\\windows\\\\system.ini', 'system.ini'],
    ['tab\there.txt', 'tabhere.txt'],
    ['Cafe\u0301.txt', 'Café.txt'],
    ['exe.\u202etxt.exe', 'exe.txt.exe'],
    ['日本語.pdf', '日本語.pdf'],
    ['.bashrc', '.bashrc'],
    [`${'n'.repeat(252)}.txt`, `${'n'.repeat(252)}.txt`],
  ])('%j becomes %j', async (given, name) => {
    const query = `?channel_id=${channelId}&filename=${encodeURIComponent(given.replaceAll('\\\\', '\\'))}`;
    const raw = await ann.post(`/files${query}`, Buffer.from('x'));
    expect(raw).toMatchObject({status: 201, body: {file_infos: [{name}]}});
    const form = await upload(ann, given.replace('\t', '%09'), 'x');
    expect(form.status).toBe(201);
  });

  test.each(['..', '.', '/', 'x/', '\u0001\u0002', '   ', 'n'.repeat(257)])(
    'the name %j is rejected',
    async (name) => {
      const check = await unchanged();
      const response = await ann.post(
        `/files?channel_id=${channelId}&filename=${encodeURIComponent(name)}`,
        Buffer.from('x'),
      );
      expect(response).toMatchObject({
        status: 400,
        body: {id: 'api.file.upload_file.invalid_name.app_error'},
      });
      await check();
    },
  );

  test('a file name cannot inject headers', async () => {
    const name = 'a"; filename="evil.html\u2028ü.txt';
    const response = await ann.post(
      `/files?channel_id=${channelId}&filename=${encodeURIComponent(name)}`,
      Buffer.from('x'),
    );
    const {headers} = await fetchBytes(ann, `/files/${response.body.file_infos[0].id}`);
    expect(headers['content-disposition']).toBe(
      `attachment; filename="a_; filename=_evil.html__.txt"; filename*=UTF-8''a%22%3B%20filename%3D%22evil.html%E2%80%A8%C3%BC.txt`,
    );
  });
});

describe('limits', () => {
  test('a file over the size limit is rejected with a message, and the whole form is discarded', async () => {
    const check = await unchanged();
    const response = await sendForm(ann, [
      {name: 'channel_id', value: channelId},
      ...files(['small.txt', 'x'], ['big.bin', Buffer.alloc(500_001)]),
    ]);
    expect(response).toMatchObject({
      status: 413,
      body: {
        id: 'api.file.upload_file.too_large_detailed.app_error',
        message: '"big.bin" is too large. A file can have at most 488 kB (FileSettings.MaxFileSize).',
      },
    });
    const raw = await ann.post(`/files?channel_id=${channelId}&filename=big.bin`, Buffer.alloc(500_001));
    expect(raw.status).toBe(413);
    await check();
  });

  test('an upload can have as many files as a post, but no more', async () => {
    const many = Array.from({length: 11}, (_, i): [string, string] => [`${i}.txt`, 'x']);
    const channel = {name: 'channel_id', value: channelId};
    const check = await unchanged();
    expect(await sendForm(ann, [channel, ...files(...many)])).toMatchObject({
      status: 400,
      body: {id: 'api.file.upload_file.too_many_files.app_error'},
    });
    await check();
    expect((await sendForm(ann, [channel, ...files(...many.slice(1))])).status).toBe(201);
  });

  test.each<[string, Part[], string]>([
    ['no file', [], 'api.context.invalid_body_param.app_error'],
    [
      'two channels',
      [{name: 'channel_id', value: newId()}, ...files(['a', 'x'])],
      'api.file.upload_file.multiple_channel_ids.app_error',
    ],
    [
      'fewer client ids than files',
      [{name: 'client_ids', value: 'one'}, ...files(['a', 'x'], ['b', 'x'])],
      'api.file.upload_file.incorrect_number_of_client_ids.app_error',
    ],
  ])('a form with %s is rejected', async (_case, parts, id) => {
    const check = await unchanged();
    expect(await sendForm(ann, [{name: 'channel_id', value: channelId}, ...parts])).toMatchObject({
      status: 400,
      body: {id},
    });
    await check();
  });

  test.each<[string, string, string]>([
    ['without a boundary', 'multipart/form-data', 'x'],
    [
      'cut off',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\nhalf',
    ],
    ['of garbage', 'multipart/form-data; boundary=b', 'garbage'],
    [
      'with a file that has no name',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="files"\r\nContent-Type: application/octet-stream\r\n\r\nx\r\n--b--\r\n',
    ],
    [
      'with a part that has no name',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--\r\n',
    ],
    ['with a part that has no header', 'multipart/form-data; boundary=b', '--b\r\n\r\nx\r\n--b--\r\n'],
    [
      'with a prototype property as a field name',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nx\r\n--b--\r\n',
    ],
    [
      'with invalid JSON',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="client_ids"\r\nContent-Type: application/json\r\n\r\n{\r\n--b--\r\n',
    ],
    [
      'with a field that is too long',
      'multipart/form-data; boundary=b',
      `--b\r\nContent-Disposition: form-data; name="client_ids"\r\n\r\n${'x'.repeat(2_000_000)}\r\n--b--\r\n`,
    ],
    [
      'with a thousand fields',
      'multipart/form-data; boundary=b',
      `${'--b\r\nContent-Disposition: form-data; name="client_ids"\r\n\r\nx\r\n'.repeat(1001)}--b--\r\n`,
    ],
  ])('a form %s is rejected', async (_case, type, body) => {
    const check = await unchanged();
    const response = await ann.post(`/files?channel_id=${channelId}`, body, {'content-type': type});
    expect(response.status).toBe(400);
    await check();
  });

  test('a damaged form is accepted or rejected but never causes a server error', async () => {
    const whole = formBody([
      {name: 'channel_id', value: channelId},
      {name: 'client_ids', value: 'x'},
      ...files(['a.png', await picture(4, 4)]),
    ]);
    const damage = fc.array(fc.tuple(fc.nat(whole.body.length - 1), fc.nat(255)), {
      minLength: 1,
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(damage, fc.nat(whole.body.length), async (changes, end) => {
        const body = Buffer.from(whole.body);
        for (const [at, value] of changes) body[at] = value;
        for (const sent of [body, body.subarray(0, end)]) {
          expect((await ann.post('/files', sent, whole.headers)).status).toBeLessThan(500);
        }
      }),
      {numRuns: 100},
    );
  });

  test('a raw upload requires a channel and a name', async () => {
    expect((await ann.post('/files?filename=a.txt', Buffer.from('x'))).body).toMatchObject({
      status_code: 400,
      path: 'channel_id',
    });
    expect((await ann.post(`/files?channel_id=${channelId}`, Buffer.from('x'))).body).toMatchObject({
      status_code: 400,
      path: 'filename',
    });
  });

  test('uploads are unavailable without EnableFileAttachments', async () => {
    const {config} = server.platform;
    await config.patch({FileSettings: {EnableFileAttachments: false}});
    expect(await upload(ann, 'a.txt', 'x')).toMatchObject({
      status: 501,
      body: {id: 'api.file.attachments.disabled.app_error'},
    });
    await config.patch({FileSettings: {EnableFileAttachments: true}});
  });
});

describe('upload permissions', () => {
  test.each<[string, () => Promise<ApiResponse>, number]>([
    ['no one without a session', () => sendForm(server.anonymous, files(['a', 'x'])), 401],
    ['no one outside the channel', () => upload(bob, 'a.txt', 'x', privateId), 403],
    [
      'no one outside the channel, even if the channel comes last in the form',
      () => sendForm(bob, [...files(['a', 'x']), {name: 'channel_id', value: privateId}]),
      403,
    ],
    ['no one to a channel that does not exist', () => upload(bob, 'a.txt', 'x', newId()), 403],
    [
      'not even an administrator to a channel that does not exist',
      () => upload(server.admin, 'a', 'x', newId()),
      404,
    ],
    ['no one with an invalid channel id', () => upload(ann, 'a.txt', 'x', '../x'), 400],
  ])('%s', async (_case, send, status) => {
    const check = await unchanged();
    expect((await send()).status).toBe(status);
    await check();
  });
});

describe('download permissions', () => {
  const paths = (id: string) => [
    `/files/${id}`,
    `/files/${id}/info`,
    `/files/${id}/thumbnail`,
    `/files/${id}/preview`,
  ];

  test('before posting, only the uploader and administrators can download the file', async () => {
    const {id} = await uploaded(ann, 'mine.png', await picture(20, 20));
    for (const path of paths(id)) {
      expect((await ann.get(path)).status).toBe(200);
      expect((await server.admin.get(path)).status).toBe(200);
      expect((await bob.get(path)).status).toBe(403);
      expect((await server.anonymous.get(path)).status).toBe(401);
    }
  });

  test('after posting, everyone who can read the channel can download it', async () => {
    const visible = await posted(ann, 'ours.png', await picture(20, 20));
    const few = await posted(ann, 'secret.png', await picture(20, 20), privateId);
    for (const path of [...paths(visible.fileId), `/posts/${visible.postId}/files/info`]) {
      expect((await bob.get(path)).status).toBe(200);
      expect((await eve.get(path)).status).toBe(403);
    }
    for (const path of [...paths(few.fileId), `/posts/${few.postId}/files/info`]) {
      expect((await ann.get(path)).status).toBe(200);
      expect((await bob.get(path)).status).toBe(403);
    }
  });

  test('after the author leaves the channel, only its members can download it', async () => {
    const {channels} = server.features;
    const channel = {team_id: teamId, name: 'parting', display_name: 'Parting', type: 'P' as const};
    const {id} = await channels.create(channel, ann.id);
    await channels.addMember(id, bob.id, ann.id);
    const {fileId} = await posted(bob, 'left.txt', 'x', id);
    await channels.removeMember(id, bob.id, bob.id);
    expect((await bob.get(`/files/${fileId}`)).status).toBe(403);
    expect((await ann.get(`/files/${fileId}`)).status).toBe(200);
  });

  test('unknown files and posts are not found', async () => {
    for (const path of paths(newId())) {
      expect(await ann.get(path)).toMatchObject({status: 404, body: {id: 'app.file_info.get.app_error'}});
    }
    expect((await ann.get(`/posts/${newId()}/files/info`)).status).toBe(404);
  });

  test('a post lists its files', async () => {
    const {fileId, postId} = await posted(ann, 'told.txt', 'x');
    expect((await bob.get(`/posts/${postId}/files/info`)).body).toMatchObject([
      {id: fileId, post_id: postId},
    ]);
    expect((await ann.delete(`/posts/${postId}`)).status).toBe(200);
    const path = `/posts/${postId}/files/info`;
    expect((await server.admin.get(path)).status).toBe(404);
    expect((await ann.get(`${path}?include_deleted=true`)).status).toBe(403);
    expect((await server.admin.get(`${path}?include_deleted=true`)).body).toMatchObject([
      {id: fileId, delete_at: expect.any(Number)},
    ]);
  });
});

describe('serving', () => {
  test.each([
    ['photo.png', () => picture(4, 4), 'image/png'],
    ['photo.jpg', () => picture(4, 4, {format: 'jpeg'}), 'image/jpeg'],
    ['paper.pdf', async () => Buffer.from('%PDF-1.7\n'), 'application/pdf'],
    ['sound.wav', async () => Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1'), 'audio/wav'],
  ])('%s is shown inline without running scripts', async (name, content, type) => {
    const {id} = await uploaded(ann, name, await content());
    const {headers} = await fetchBytes(ann, `/files/${id}`);
    expect(headers).toMatchObject({
      'content-type': type,
      'content-disposition': `inline; filename="${name}"; filename*=UTF-8''${name}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-frame-options': 'DENY',
      'cache-control': 'private, max-age=86400',
      'accept-ranges': 'bytes',
    });
    expect(headers).not.toHaveProperty('expires');
    const saved = await fetchBytes(ann, `/files/${id}?download=1`);
    expect(saved.headers['content-disposition']).toMatch(/^attachment;/);
  });

  test.each([
    ['page.html', '<script>alert(document.cookie)</script>'],
    ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['drawing.png', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['picture.jpg', '<html><body onload=alert(1)>'],
    ['feed.xml', '<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>'],
    ['code.js', 'alert(1)'],
    ['style.css', 'body{display:none}'],
    ['page.xhtml', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>'],
  ])('%s is saved as plain text and never shown inline', async (name, content) => {
    const {id, has_preview_image} = await uploaded(ann, name, content);
    expect(has_preview_image).toBe(false);
    const {headers} = await fetchBytes(ann, `/files/${id}`);
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(headers['content-disposition']).toMatch(/^attachment;/);
    expect(headers['content-security-policy']).toContain('sandbox');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  test('a document keeps its type and is saved', async () => {
    const {id, mime_type} = await uploaded(
      ann,
      'letter.docx',
      Buffer.from('PK\x03\x04\x14\0\0\0\0\0', 'latin1'),
    );
    const {headers} = await fetchBytes(ann, `/files/${id}`);
    expect(headers['content-type']).toBe(mime_type);
    expect(mime_type).toContain('wordprocessingml');
    expect(headers['content-disposition']).toMatch(/^attachment;/);
  });

  describe('ranges', () => {
    let id: string;
    beforeEach(async () => {
      id ??= (await uploaded(ann, 'digits.txt', '0123456789')).id;
    });

    test.each([
      ['bytes=0-3', '0123', 'bytes 0-3/10'],
      ['bytes=4-', '456789', 'bytes 4-9/10'],
      ['bytes=-3', '789', 'bytes 7-9/10'],
      ['bytes=-99', '0123456789', 'bytes 0-9/10'],
      ['bytes=8-99', '89', 'bytes 8-9/10'],
    ])('%s', async (range, body, contentRange) => {
      const response = await fetchBytes(ann, `/files/${id}`, {range});
      expect(response.statusCode).toBe(206);
      expect(response.body).toBe(body);
      expect(response.headers).toMatchObject({
        'content-range': contentRange,
        'content-length': String(body.length),
      });
    });

    test.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])('%s is out of range', async (range) => {
      const response = await fetchBytes(ann, `/files/${id}`, {range});
      expect(response.statusCode).toBe(416);
      expect(response.headers).toMatchObject({
        'content-range': 'bytes */10',
        'content-type': 'application/json',
      });
      expect(response.headers).not.toHaveProperty('etag');
    });

    test.each(['bytes=0-1,4-5', 'lines=1-2', 'bytes=5-2', 'bytes=a-b', ''])(
      '%j gets the whole file',
      async (range) => {
        const response = await fetchBytes(ann, `/files/${id}`, {range});
        expect([response.statusCode, response.body]).toEqual([200, '0123456789']);
      },
    );

    test('a range of another version gets the whole file', async () => {
      const {etag} = (await fetchBytes(ann, `/files/${id}`)).headers;
      const range = 'bytes=0-1';
      expect((await fetchBytes(ann, `/files/${id}`, {range, 'if-range': String(etag)})).body).toBe('01');
      expect((await fetchBytes(ann, `/files/${id}`, {range, 'if-range': '"other"'})).body).toBe('0123456789');
    });

    test('content that the client already has is not sent again', async () => {
      const {etag} = (await fetchBytes(ann, `/files/${id}`)).headers;
      for (const known of [String(etag), `W/${etag}`, `"other", ${etag}`, '*']) {
        const response = await fetchBytes(ann, `/files/${id}`, {'if-none-match': known});
        expect([response.statusCode, response.body]).toEqual([304, '']);
      }
      expect((await fetchBytes(ann, `/files/${id}`, {'if-none-match': '"other"'})).statusCode).toBe(200);
      expect((await fetchBytes(eve, `/files/${id}`, {'if-none-match': String(etag)})).statusCode).toBe(403);
    });

    test('HEAD returns the size without content', async () => {
      const response = await fetchBytes(ann, `/files/${id}`, {}, 'HEAD');
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-length']).toBe('10');
      expect(response.body).toBe('');
    });
  });

  test('a file whose content is missing is not found', async () => {
    const {id} = await uploaded(ann, 'gone.txt', 'x');
    await rm((await filesOnDisk()).find((path) => path.includes(id))!);
    expect(await ann.get(`/files/${id}`)).toMatchObject({
      status: 404,
      body: {id: 'api.file.read_file.app_error'},
      headers: {'cache-control': 'no-store'},
    });
  });
});

describe('images', () => {
  test('have dimensions, a thumbnail, a preview and a mini preview', async () => {
    const info = await uploaded(ann, 'photo.jpg', await picture(800, 600, {format: 'jpeg', orientation: 6}));
    expect(info).toMatchObject({
      width: 600,
      height: 800,
      has_preview_image: true,
      mime_type: 'image/jpeg',
      mini_preview: expect.stringMatching(/^\/9j\//),
    });
    const thumbnail = await fetchBytes(ann, `/files/${info.id}/thumbnail`);
    expect(thumbnail.headers['content-type']).toBe('image/jpeg');
    expect(await sharp(thumbnail.rawPayload).metadata()).toMatchObject({width: 120, height: 100});
    const preview = await fetchBytes(ann, `/files/${info.id}/preview`);
    expect(await sharp(preview.rawPayload).metadata()).toMatchObject({width: 600, height: 800});
    expect(thumbnail.headers.etag).not.toBe(preview.headers.etag);
  });

  test('an animation is shown as the original file, because a preview would not move', async () => {
    const info = await uploaded(ann, 'dance.gif', await animation(200, 100, 3));
    expect(info).toMatchObject({width: 200, height: 100, has_preview_image: false});
    for (const kind of ['thumbnail', 'preview']) {
      expect(await ann.get(`/files/${info.id}/${kind}`)).toMatchObject({
        status: 400,
        body: {id: `api.file.get_file_${kind}.no_${kind}.app_error`},
      });
    }
  });

  test.each([
    ['an enormous PNG', () => pngThatClaims(30_000, 30_000)],
    ['one that is a thin line', () => pngThatClaims(200_000, 10)],
  ])('%s is rejected with a message before it is decoded', async (_case, content) => {
    const check = await unchanged();
    expect(await upload(ann, 'bomb.png', content())).toMatchObject({
      status: 400,
      body: {
        id: 'api.file.upload_file.large_image_detailed.app_error',
        message: expect.stringMatching(/"bomb.png" is \d+ by \d+ pixels; an image can have at most 1000000/),
      },
    });
    await check();
  });

  test('a broken image is stored without previews', async () => {
    for (const content of [pngThatClaims(900, 900), (await picture(100, 100)).subarray(0, 60)]) {
      const info = await uploaded(ann, 'broken.png', content);
      expect(info).toMatchObject({has_preview_image: false, mime_type: 'image/png'});
    }
  });

  test('a file that only claims to be an image has no previews', async () => {
    expect(await uploaded(ann, 'lie.png', 'I am text')).toMatchObject({
      mime_type: 'text/plain',
      extension: 'png',
      has_preview_image: false,
      width: 0,
    });
  });
});

describe('over a connection', () => {
  let address: string;
  beforeAll(async () => {
    address = await server.listen();
  });

  test('a client that sends far too much still receives the error, and the connection survives', async () => {
    const check = await unchanged();
    const {body, headers} = formBody([
      {name: 'channel_id', value: channelId},
      ...files(['huge.bin', Buffer.alloc(20_000_000)]),
    ]);
    const authorization = `Bearer ${ann.token}`;
    for (const [path, contentType] of [
      ['files', headers['content-type']],
      [`files?channel_id=${channelId}&filename=huge.bin`, 'application/octet-stream'],
    ] as const) {
      const response = await fetch(`${address}/api/v4/${path}`, {
        method: 'POST',
        body: new Uint8Array(body),
        headers: {authorization, 'content-type': contentType},
      });
      expect(response.status).toBe(413);
      expect(await response.json()).toMatchObject({id: 'api.file.upload_file.too_large_detailed.app_error'});
      expect((await fetch(`${address}/api/v4/users/me`, {headers: {authorization}})).status).toBe(200);
    }
    await check();
  });
  test('a client that disconnects midway leaves nothing behind', async () => {
    const check = await unchanged();
    const {port, hostname} = new URL(address);
    const {body, headers} = formBody([
      {name: 'channel_id', value: channelId},
      ...files(['half.bin', Buffer.alloc(400_000, 7)]),
    ]);
    for (const [path, type] of [
      ['/api/v4/files', headers['content-type']],
      [`/api/v4/files?channel_id=${channelId}&filename=half.bin`, 'application/octet-stream'],
    ]) {
      const socket = connect(Number(port), hostname);
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ann.token}\r\n` +
          `Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`,
      );
      socket.write(body.subarray(0, 200_000));
      await expect
        .poll(async () => (await filesOnDisk()).some((name) => name.includes('.incoming')))
        .toBe(true);
      socket.destroy();
      await expect
        .poll(async () => (await filesOnDisk()).some((name) => name.includes('.incoming')))
        .toBe(false);
    }
    await check();
  });
});

describe('on failures', () => {
  test('a disk error results in a 500 with a message and leaves no partial file', async () => {
    const broken = await createTestServer();
    try {
      const root = directories(broken.platform.config).files;
      await mkdir(root, {recursive: true});
      await writeFile(join(root, 'files'), 'a file where a folder should be');
      const {teams, channels} = broken.features;
      const team = await teams.create({name: 'crew', display_name: 'Crew', type: 'O'}, broken.admin.id);
      const channel = await channels.byName(team.id, 'town-square');
      const response = await sendForm(broken.admin, [
        {name: 'channel_id', value: channel.id},
        ...files(['a.txt', 'x'], ['b.txt', 'y']),
      ]);
      expect(response).toMatchObject({
        status: 500,
        body: {id: 'api.file.write_file.app_error', detailed_error: ''},
      });
      expect(response.body.message).not.toContain(root);
      expect(await filesOnDisk(broken)).toEqual([join(root, 'files')]);
    } finally {
      await broken.close();
    }
  });
});

describe('public links', () => {
  const set = (settings: object) => server.platform.config.patch(settings);

  test('are off by default', async () => {
    const {fileId} = await posted(ann, 'closed.txt', 'x');
    expect(await ann.get(`/files/${fileId}/link`)).toMatchObject({
      status: 501,
      body: {id: 'api.file.get_public_link.disabled.app_error'},
    });
  });

  test('give anyone who has one access to that file only', async () => {
    await set({
      FileSettings: {EnablePublicLink: true},
      ServiceSettings: {SiteURL: 'https://chat.example.com'},
    });
    const {fileId} = await posted(ann, 'open.txt', 'for everyone');
    const other = await posted(ann, 'other.txt', 'not for everyone');
    expect((await eve.get(`/files/${fileId}/link`)).status).toBe(403);
    const {link} = (await ann.get(`/files/${fileId}/link`)).body;
    expect(link).toMatch(new RegExp(`^https://chat\\.example\\.com/files/${fileId}/public\\?h=[\\w-]{43}$`));
    const url = new URL(link);
    const visit = (path: string) => server.app.inject({method: 'GET', url: path});

    expect((await visit(url.pathname + url.search)).body).toBe('for everyone');
    for (const path of [
      url.pathname,
      `${url.pathname}?h=`,
      `${url.pathname}?h=${'A'.repeat(43)}`,
      `/files/${other.fileId}/public${url.search}`,
    ]) {
      expect((await visit(path)).statusCode).toBe(400);
    }
    await set({FileSettings: {EnablePublicLink: false}});
    expect((await visit(url.pathname + url.search)).statusCode).toBe(501);
  });

  test('require a post', async () => {
    await set({FileSettings: {EnablePublicLink: true}});
    const {id} = await uploaded(ann, 'loose.txt', 'x');
    expect(await ann.get(`/files/${id}/link`)).toMatchObject({
      status: 400,
      body: {id: 'api.file.get_public_link.no_post.app_error'},
    });
    await set({FileSettings: {EnablePublicLink: false}});
  });
});

test('files left behind by a killed process are deleted a day later', async () => {
  const incoming = join(directories(server.platform.config).files, '.incoming');
  for (const name of ['old', 'young']) await writeFile(join(incoming, name), 'half');
  const dayBeforeYesterday = Date.now() / 1000 - 2 * 24 * 60 * 60;
  await utimes(join(incoming, 'old'), dayBeforeYesterday, dayBeforeYesterday);
  await server.features.files.sweepUnposted();
  expect(await readdir(incoming)).toEqual(['young']);
});

test('only files that were never posted are deleted with their content', async () => {
  const month = 30 * 24 * 60 * 60 * 1000;
  const kept = await posted(ann, 'kept.txt', 'x');
  const drafted = await uploaded(ann, 'drafted.txt', 'x');
  await server.platform.database.execute({
    text: `insert into Drafts (UserId, ChannelId, CreateAt, UpdateAt, FileIds) values ($1, $2, 1, 1, $3)`,
    values: [ann.id, channelId, JSON.stringify([drafted.id])],
  });
  const loose = await uploaded(ann, 'loose.png', await picture(20, 20));
  expect((await filesOnDisk()).filter((path) => path.includes(loose.id))).toHaveLength(3);

  expect(await server.features.files.sweepUnposted(Date.now())).toBe(0);
  expect(await server.features.files.sweepUnposted(Date.now() + month)).toBeGreaterThan(0);
  expect((await ann.get(`/files/${loose.id}`)).status).toBe(404);
  expect((await filesOnDisk()).filter((path) => path.includes(loose.id))).toEqual([]);
  expect((await ann.get(`/files/${kept.fileId}`)).status).toBe(200);
  expect((await ann.get(`/files/${drafted.id}`)).status).toBe(200);
});
