import {afterAll, beforeAll, expect, test} from 'vitest';
import {type Crew, createCrew} from '../../../../test/support/crew.ts';
import {openSocket} from '../../../../test/support/socket-client.ts';

let crew: Crew;

beforeAll(async () => {
  crew = await createCrew();
});
afterAll(() => crew.close());

const link = (name: string, more: object = {}) => ({
  display_name: name,
  type: 'link',
  link_url: `https://example.com/${name}`,
  ...more,
});

test('members keep an ordered list of links at the top of a channel', async () => {
  const {ann, bob, cat} = crew;
  const path = `/channels/${await crew.channel('shelf', [ann, bob], 'P')}/bookmarks`;
  const created = await ann.post(path, link('one', {emoji: 'book', image_url: 'https://example.com/i.png'}));
  expect(created).toMatchObject({
    status: 201,
    body: {
      display_name: 'one',
      type: 'link',
      link_url: 'https://example.com/one',
      image_url: 'https://example.com/i.png',
      emoji: 'book',
      owner_id: ann.id,
      file_id: '',
      sort_order: 0,
      delete_at: 0,
    },
  });
  const {id: two} = (await bob.post(path, link('two'))).body;
  const {id: three} = (await bob.post(path, link('three'))).body;
  const names = async (query = '') =>
    (await bob.get(path + query)).body.map((bookmark: {display_name: string}) => bookmark.display_name);
  expect(await names()).toEqual(['one', 'two', 'three']);

  const json = {'content-type': 'application/json'};
  const sorted = await bob.post(`${path}/${three}/sort_order`, '0', json);
  expect(sorted.body.map((bookmark: {sort_order: number}) => bookmark.sort_order)).toEqual([0, 1, 2]);
  expect(await names()).toEqual(['three', 'one', 'two']);
  expect((await bob.post(`${path}/${three}/sort_order`, '3', json)).status).toBe(400);

  const renamed = await bob.patch(`${path}/${created.body.id}`, {display_name: 'first'});
  expect(renamed.body.updated).toMatchObject({display_name: 'first', emoji: 'book'});
  const deleted = (await ann.delete(`${path}/${two}`)).body;
  expect(deleted.delete_at).toBe(deleted.update_at);
  expect(await names()).toEqual(['three', 'first']);
  expect(await names(`?bookmarks_since=${deleted.delete_at}`)).toEqual(['two']);
  expect((await ann.delete(`${path}/${two}`)).status).toBe(404);

  const [left] = (await ann.get(path)).body;
  expect((await ann.patch(`${path}/${left.id}`, {...left, emoji: 'tada'})).status).toBe(200);
  expect((await ann.patch(`${path}/${left.id}`, {sort_order: left.sort_order + 1})).status).toBe(400);
  expect((await ann.patch(`${path}/${left.id}`, {type: 'file'})).status).toBe(400);

  expect((await cat.get(path)).status).toBe(403);
  expect((await cat.post(path, link('mine'))).status).toBe(403);
});

test.each([
  ['no name', {display_name: ' '}, 400],
  ['a long name', {display_name: 'x'.repeat(65)}, 400],
  ['no address', {link_url: ''}, 400],
  ['a script', {link_url: 'javascript:alert(1)'}, 400],
  ['an address with a line break', {link_url: 'https://example.com/\r\nX: y'}, 400],
  ['an image URL that is not a web address', {image_url: 'data:image/png;base64,x'}, 400],
  ['an invalid emoji', {emoji: 'two words'}, 400],
  ['a file that does not exist', {type: 'file', file_id: 'x'}, 400],
])('%s is rejected', async (_name, more, status) => {
  expect((await crew.ann.post(`/channels/${crew.channelId}/bookmarks`, link('x', more))).status).toBe(status);
});

test('a deleted bookmark is listed to clients that ask for changes, for 90 days', async () => {
  const {ann, server} = crew;
  const path = `/channels/${await crew.channel('attic', [ann])}/bookmarks`;
  const {id} = (await ann.post(path, link('old'))).body;
  await ann.post(path, link('kept'));
  const deletedAt = (await ann.delete(`${path}/${id}`)).body.delete_at;
  const names = async () =>
    (await ann.get(`${path}?bookmarks_since=1`)).body.map((one: {display_name: string}) => one.display_name);
  const days = 24 * 60 * 60 * 1000;
  await server.features.bookmarks.sweep(deletedAt + 90 * days);
  expect(await names()).toEqual(['old', 'kept']);
  await server.features.bookmarks.sweep(deletedAt + 90 * days + 1);
  expect(await names()).toEqual(['kept']);
});

test('a list of changes has at most 1,000 bookmarks, the last ones to change', async () => {
  const {ann, server} = crew;
  const channelId = await crew.channel('busy-attic', [ann]);
  const path = `/channels/${channelId}/bookmarks`;
  const {id} = (await ann.post(path, link('kept'))).body;
  await server.platform.database.execute({
    text: `
      insert into ChannelBookmarks
      select (jsonb_populate_record(b, jsonb_build_object(
        'id', lpad(n::text, 26, 'x'), 'displayname', n, 'updateat', n, 'deleteat', n))).*
      from ChannelBookmarks b, generate_series(1, 1100) n where b.Id = $1`,
    values: [id],
  });
  const names = (await ann.get(`${path}?bookmarks_since=1`)).body.map(
    (one: {display_name: string}) => one.display_name,
  );
  expect(names).toHaveLength(1000);
  expect(names).toContain('kept');
  expect(names).not.toContain('1');
});

test('members of the channel can read a file until its bookmark is deleted', async () => {
  const {ann, bob, cat, server} = crew;
  const channelId = await crew.channel('papers', [ann, bob], 'P');
  const path = `/channels/${channelId}/bookmarks`;
  const upload = async (person = ann) => {
    const {body} = await person.post(`/files?channel_id=${channelId}&filename=plan.txt`, 'the plan', {
      'content-type': 'text/plain',
    });
    return body.file_infos[0].id as string;
  };
  const fileId = await upload();
  const file = {display_name: 'Plan', type: 'file', file_id: fileId};
  expect((await bob.get(`/files/${fileId}`)).status).toBe(403);
  expect((await bob.post(path, file)).status).toBe(400);
  const created = await ann.post(path, {...file, link_url: 'https://example.com'});
  expect(created).toMatchObject({
    status: 201,
    body: {type: 'file', file_id: fileId, display_name: 'Plan', file: {id: fileId, name: 'plan.txt'}},
  });
  expect(created.body).not.toHaveProperty('link_url');
  expect((await bob.get(path)).body[0].file.name).toBe('plan.txt');
  expect((await bob.get(`/files/${fileId}`)).status).toBe(200);
  expect((await cat.get(`/files/${fileId}`)).status).toBe(403);
  // The file belongs to one bookmark and to no post.
  expect((await ann.post(path, file)).status).toBe(400);
  expect((await ann.post('/posts', {channel_id: channelId, file_ids: [fileId]})).status).toBe(400);
  await server.features.files.sweepUnposted(Date.now() + 40 * 24 * 60 * 60 * 1000);
  expect((await bob.get(`/files/${fileId}`)).status).toBe(200);

  const newer = await upload(bob);
  const changed = await bob.patch(`${path}/${created.body.id}`, {display_name: 'New plan', file_id: newer});
  expect(changed.body.updated).toMatchObject({display_name: 'New plan', file_id: newer});
  expect((await ann.get(`/files/${fileId}`)).status).toBe(404);
  expect((await ann.delete(`${path}/${created.body.id}`)).status).toBe(200);
  expect((await bob.get(`/files/${newer}`)).status).toBe(404);
});

test('a channel has at most 50 bookmarks, and bookmarks of an archived channel cannot change', async () => {
  const id = await crew.channel('full', [crew.ann]);
  const path = `/channels/${id}/bookmarks`;
  for (let n = 0; n < 50; n++) expect((await crew.ann.post(path, link(`n${n}`))).status).toBe(201);
  expect(await crew.ann.post(path, link('one too many'))).toMatchObject({
    status: 400,
    body: {message: expect.stringContaining('50 bookmarks')},
  });
  const [{id: first}] = (await crew.ann.get(path)).body;
  await crew.ann.delete(`/channels/${id}`);
  expect((await crew.ann.patch(`${path}/${first}`, {display_name: 'late'})).status).toBe(400);
});

test('members receive bookmark events', async () => {
  const {ann, bob} = crew;
  const address = await crew.server.listen();
  const socket = await openSocket(address, {token: bob.token});
  const {channelId} = crew;
  const {id} = (await ann.post(`/channels/${channelId}/bookmarks`, link('live'))).body;
  expect(JSON.parse((await socket.next('channel_bookmark_created')).data.bookmark)).toMatchObject({id});
  await ann.patch(`/channels/${channelId}/bookmarks/${id}`, {display_name: 'lively'});
  const {bookmarks} = (await socket.next('channel_bookmark_updated')).data;
  expect(JSON.parse(bookmarks)).toMatchObject({updated: {id, display_name: 'lively'}});
  await ann.post(`/channels/${channelId}/bookmarks/${id}/sort_order`, '0', {
    'content-type': 'application/json',
  });
  await socket.next('channel_bookmark_sorted');
  await ann.delete(`/channels/${channelId}/bookmarks/${id}`);
  expect(JSON.parse((await socket.next('channel_bookmark_deleted')).data.bookmark)).toMatchObject({id});
  await socket.cut();
});
