import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {attachmentWith} from '../../../../../test/support/attachments.ts';
import {type Crew, createCrew} from '../../../../../test/support/crew.ts';
import type {Person} from '../../../../../test/support/test-server.ts';

let crew: Crew;
let ann: Person;
let bob: Person;

beforeAll(async () => {
  crew = await createCrew();
  ({ann, bob} = crew);
});
afterAll(() => crew.close());

interface StoredPost {
  id: string;
  message: string;
  originalid: string;
  deleteat: number;
  updateat: number;
  editat: number;
  props: Record<string, unknown>;
}

function stored(id: string): Promise<StoredPost[]> {
  return crew.server.platform.database.rows<StoredPost>({
    text: 'select * from Posts where Id = $1 or OriginalId = $1 order by UpdateAt desc, OriginalId',
    values: [id],
  });
}

async function upload(person: Person, name: string): Promise<string> {
  const path = `/files?channel_id=${crew.channelId}&filename=${name}`;
  const {status, body} = await person.post(path, Buffer.from(name), {'content-type': 'text/plain'});
  expect(status).toBe(201);
  return body.file_infos[0].id;
}

describe('editing', () => {
  test('removes and adds files and returns the new list', async () => {
    const [kept, dropped, added] = [
      await upload(ann, 'kept.txt'),
      await upload(ann, 'dropped.txt'),
      await upload(ann, 'added.txt'),
    ];
    const post = await crew.post(ann, 'files', {file_ids: [dropped, kept]});
    const path = `/posts/${post.id}/patch`;
    const {body} = await ann.put(path, {file_ids: [kept, added]});
    expect(body).toMatchObject({message: 'files', file_ids: [kept, added], edit_at: body.update_at});
    expect(body.metadata.files.map(({id}: {id: string}) => id).sort()).toEqual([kept, added].sort());
    expect((await ann.get(`/files/${dropped}/info`)).status).toBe(404);
    const [version] = (await ann.get(`/posts/${post.id}/edit_history`)).body;
    expect(version).toMatchObject({
      file_ids: [dropped, kept],
      metadata: {files: [{id: dropped, name: 'dropped.txt'}, {id: kept}]},
    });

    for (const file_ids of [[dropped], [await upload(bob, 'foreign.txt')], ['no such file']]) {
      expect(await ann.put(path, {file_ids})).toMatchObject({
        status: 400,
        body: {id: 'app.file_info.attach_to_post.app_error'},
      });
    }
    expect((await ann.get(`/posts/${post.id}`)).body.file_ids).toEqual([kept, added]);
    expect((await ann.put(path, {file_ids: null})).body.file_ids).toEqual([kept, added]);
    expect(await ann.put(path, {message: '', file_ids: []})).toMatchObject({status: 400});
    expect((await ann.put(path, {file_ids: []})).body.file_ids).toBeUndefined();
  });

  test('changes the text and stores the earlier version as a deleted post that refers to it', async () => {
    const post = await crew.post(ann, 'first #one');
    const {status, body} = await ann.put(`/posts/${post.id}/patch`, {message: 'second #two'});
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: post.id,
      message: 'second #two',
      hashtags: '#two',
      create_at: post.create_at,
      edit_at: body.update_at,
    });
    expect(body.update_at).toBeGreaterThan(post.update_at);
    expect(await stored(post.id)).toMatchObject([
      {id: post.id, originalid: '', deleteat: 0},
      {
        message: 'first #one',
        originalid: post.id,
        deleteat: body.update_at,
        updateat: body.update_at,
        editat: 0,
      },
    ]);
    const again = await ann.put(`/posts/${post.id}`, {...body, message: 'third'});
    expect(again.body).toMatchObject({message: 'third'});
    const history = await ann.get(`/posts/${post.id}/edit_history`);
    expect(history.body.map((one: {message: string}) => one.message)).toEqual(['second #two', 'first #one']);
    expect(history.body[0]).toMatchObject({original_id: post.id});
  });

  test('without changes stores no version', async () => {
    const post = await crew.post(ann, 'same');
    expect((await ann.put(`/posts/${post.id}/patch`, {message: 'same'})).body).toEqual(post);
    expect(await stored(post.id)).toHaveLength(1);
    expect((await ann.get(`/posts/${post.id}/edit_history`)).status).toBe(404);
  });

  test("is allowed for the author, and for users who may edit other people's posts", async () => {
    const post = await crew.post(ann, 'mine');
    expect((await bob.put(`/posts/${post.id}/patch`, {message: 'x'})).status).toBe(403);
    expect((await bob.get(`/posts/${post.id}/edit_history`)).status).toBe(403);
    expect((await crew.server.admin.put(`/posts/${post.id}/patch`, {message: 'x'})).body.message).toBe('x');
  });

  test('requires the same post id in the body as in the path', async () => {
    const post = await crew.post(ann, 'mine');
    expect((await ann.put(`/posts/${post.id}`, {message: 'x'})).status).toBe(400);
    expect((await ann.put(`/posts/${post.id}`, {...post, id: 'z'.repeat(26)})).status).toBe(400);
  });

  test('applies the limits of a new post', async () => {
    const post = await crew.post(ann, 'short');
    const {status, body} = await ann.put(`/posts/${post.id}/patch`, {message: 'x'.repeat(16_384)});
    expect({status, id: body.id}).toEqual({status: 400, id: 'model.post.is_valid.message_length.app_error'});
  });

  test('is limited in time by the setting', async () => {
    const {config} = crew.server.platform;
    const post = await crew.post(crew.server.admin, 'old', {create_at: Date.now() - 60_000});
    await config.patch({ServiceSettings: {PostEditTimeLimit: 30}});
    const late = await crew.server.admin.put(`/posts/${post.id}/patch`, {message: 'x'});
    const pinned = await crew.server.admin.post(`/posts/${post.id}/pin`);
    await config.patch({ServiceSettings: {PostEditTimeLimit: -1}});
    expect(late).toMatchObject({
      status: 400,
      body: {id: 'api.post.update_post.permissions_time_limit.app_error'},
    });
    expect(pinned.status).toBe(200);
  });

  test('a system message or a deleted post is rejected', async () => {
    const id = await crew.channel('told', [ann]);
    let notice = '';
    await expect
      .poll(async () => {
        [notice] = (await ann.get(`/channels/${id}/posts`)).body.order;
        return notice;
      })
      .toBeTruthy();
    expect((await ann.put(`/posts/${notice}/patch`, {message: 'x'})).body.id).toBe(
      'api.post.update_post.system_message.app_error',
    );
    const post = await crew.post(ann, 'gone');
    await ann.delete(`/posts/${post.id}`);
    expect((await ann.put(`/posts/${post.id}/patch`, {message: 'x'})).status).toBe(404);
  });

  test("of props keeps the author and the actions' integration URLs", async () => {
    const {posts} = crew.server.features;
    const action = {id: 'go', name: 'Go', integration: {url: 'https://example.com/go'}};
    const created = await posts.create({
      channelId: crew.channelId,
      userId: ann.id,
      message: 'x',
      isWebhook: true,
      props: {
        from_webhook: 'true',
        override_username: 'robot',
        attachments: [{text: 'old', actions: [action]}],
      },
    });
    const seen = (await ann.get(`/posts/${created.id}`)).body;
    seen.props.attachments[0].text = 'new';
    const {body} = await ann.put(`/posts/${created.id}`, {
      ...seen,
      props: {...seen.props, override_username: 'the boss', from_webhook: undefined, more: 1},
    });
    expect(body.props).toEqual({
      from_webhook: 'true',
      override_username: 'robot',
      more: 1,
      attachments: [attachmentWith({text: 'new', actions: [{id: 'go', name: 'Go', type: 'button'}]})],
    });
    const [row] = await stored(created.id);
    expect(row!.props).toMatchObject({
      attachments: [{actions: [{integration: {url: 'https://example.com/go'}}]}],
    });
  });

  test('publishes an event', async () => {
    const published: string[] = [];
    const stop = crew.server.platform.events.inStreamOrder('post:edited', ({post}) =>
      published.push(post.message),
    );
    const post = await crew.post(ann, 'a');
    await ann.put(`/posts/${post.id}/patch`, {message: 'b'});
    await ann.put(`/posts/${post.id}/patch`, {message: 'b'});
    await ann.post(`/posts/${post.id}/pin`);
    stop();
    expect(published).toEqual(['b', 'b']);
  });
});

describe('restoring an earlier version', () => {
  const restore = (person: Person, postId: string, versionId: string) =>
    person.post(`/posts/${postId}/restore/${versionId}`);
  const historyOf = async (id: string) => (await ann.get(`/posts/${id}/edit_history`)).body;

  test('is an edit: it restores the text and the files, and keeps the replaced version', async () => {
    const fileId = await upload(ann, 'restored.txt');
    const post = await crew.post(ann, 'first #one', {file_ids: [fileId]});
    await ann.put(`/posts/${post.id}/patch`, {message: 'second', file_ids: []});
    expect((await ann.get(`/files/${fileId}/info`)).status).toBe(404);
    const [first] = await historyOf(post.id);
    const {status, body} = await restore(ann, post.id, first.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: post.id,
      message: 'first #one',
      hashtags: '#one',
      file_ids: [fileId],
      edit_at: body.update_at,
      metadata: {files: [{id: fileId}]},
    });
    expect((await ann.get(`/files/${fileId}/info`)).status).toBe(200);
    expect((await historyOf(post.id)).map(({message}: {message: string}) => message)).toEqual([
      'second',
      'first #one',
    ]);
  });

  test('is possible only for the author, and only for a version of that post', async () => {
    const post = await crew.post(ann, 'a');
    await ann.put(`/posts/${post.id}/patch`, {message: 'b'});
    const [version] = await historyOf(post.id);
    expect((await restore(bob, post.id, version.id)).status).toBe(403);
    expect(await restore(crew.server.admin, post.id, version.id)).toMatchObject({
      status: 403,
      body: {id: 'app.post.restore_post_version.not_allowed.app_error'},
    });
    const other = await crew.post(ann, 'c');
    for (const id of [version.id, post.id]) {
      expect(await restore(ann, other.id, id)).toMatchObject({
        status: 400,
        body: {id: 'app.post.restore_post_version.not_an_history_item.app_error'},
      });
    }
    expect((await restore(ann, post.id, 'z'.repeat(26))).status).toBe(404);
    expect((await ann.get(`/posts/${post.id}`)).body.message).toBe('b');
  });

  test('respects the time limit of edits', async () => {
    const {config} = crew.server.platform;
    const {admin} = crew.server;
    const post = await crew.post(admin, 'a', {create_at: Date.now() - 60_000});
    await admin.put(`/posts/${post.id}/patch`, {message: 'b'});
    const [version] = (await admin.get(`/posts/${post.id}/edit_history`)).body;
    await config.patch({ServiceSettings: {PostEditTimeLimit: 30}});
    const late = await restore(admin, post.id, version.id);
    await config.patch({ServiceSettings: {PostEditTimeLimit: -1}});
    expect(late.body.id).toBe('api.post.update_post.permissions_time_limit.app_error');
  });
});

describe('a deletion', () => {
  test('keeps the row and records who deleted it', async () => {
    const published: object[] = [];
    const stop = crew.server.platform.events.inStreamOrder('post:deleted', (event) => published.push(event));
    const post = await crew.post(ann, 'away');
    expect((await ann.delete(`/posts/${post.id}`)).body).toEqual({status: 'OK'});
    stop();
    expect((await ann.get(`/posts/${post.id}`)).status).toBe(404);
    expect((await ann.delete(`/posts/${post.id}`)).status).toBe(404);
    const [row] = await stored(post.id);
    expect(row).toMatchObject({message: 'away', props: {deleteBy: ann.id}, updateat: row!.deleteat});
    expect(row!.deleteat).toBeGreaterThan(post.create_at);
    expect(published).toMatchObject([{deletedBy: ann.id, post: {id: post.id, delete_at: row!.deleteat}}]);
  });

  test('is allowed for the author, team administrators and system administrators', async () => {
    const mine = await crew.post(bob, 'mine');
    expect((await crew.cat.delete(`/posts/${mine.id}`)).status).toBe(403);
    // Ann created the team and is its administrator.
    expect((await ann.delete(`/posts/${mine.id}`)).status).toBe(200);
    const other = await crew.post(bob, 'other');
    expect((await crew.server.admin.delete(`/posts/${other.id}`)).status).toBe(200);
    expect((await stored(other.id))[0]!.props).toEqual({deleteBy: crew.server.admin.id});
  });

  test('of the root post deletes the thread', async () => {
    const root = await crew.post(ann, 'root');
    const reply = await crew.post(bob, 'reply', {root_id: root.id});
    await ann.delete(`/posts/${root.id}`);
    expect((await bob.get(`/posts/${reply.id}`)).status).toBe(404);
    expect((await stored(reply.id))[0]).toMatchObject({props: {deleteBy: ann.id}});
  });

  test('of a reply reduces the reply count', async () => {
    const root = await crew.post(ann, 'root');
    const first = await crew.post(ann, 'first', {root_id: root.id});
    const second = await crew.post(bob, 'second', {root_id: root.id});
    await bob.delete(`/posts/${second.id}`);
    expect((await ann.get(`/posts/${root.id}`)).body).toMatchObject({
      reply_count: 1,
      last_reply_at: first.create_at,
    });
    const row = await crew.server.platform.database.row({
      text: 'select Participants from Threads where PostId = $1',
      values: [root.id],
    });
    expect(row).toEqual({participants: [ann.id]});
  });

  test('deletes the files', async () => {
    const fileId = 'g'.repeat(26);
    const {database} = crew.server.platform;
    await database.execute({
      text: `
        insert into FileInfo (Id, CreatorId, ChannelId, CreateAt, UpdateAt, Name, Path)
        values ($1, $2, $3, 1, 1, 'a.txt', 'x')`,
      values: [fileId, ann.id, crew.channelId],
    });
    const post = await crew.post(ann, 'with a file', {file_ids: [fileId]});
    await ann.delete(`/posts/${post.id}`);
    const row = await database.row<{deleteat: number}>({
      text: 'select DeleteAt from FileInfo where Id = $1',
      values: [fileId],
    });
    expect(row!.deleteat).toBeGreaterThan(0);
  });
});
