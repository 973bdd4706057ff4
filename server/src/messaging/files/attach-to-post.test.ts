import {afterAll, beforeAll, expect, test} from 'vitest';
import {createTestServer, type TestServer} from '../../../../test/support/test-server.ts';
import {newId} from '../../platform/database/ids.ts';

let server: TestServer;
const userId = newId();
const channelId = newId();

beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

async function insertFile(row: {creatorid?: string; channelid?: string; deleteat?: number} = {}) {
  const id = newId();
  await server.platform.database.execute({
    text: `insert into FileInfo (Id, CreatorId, ChannelId, CreateAt, UpdateAt, DeleteAt, Name)
      values ($1, $2, $3, 1, 1, $4, 'a.txt')`,
    values: [id, row.creatorid ?? userId, row.channelid ?? channelId, row.deleteat ?? 0],
  });
  return id;
}

function attach(fileIds: string[], postId = newId()) {
  const {database} = server.platform;
  return database.transaction((tx) =>
    server.features.files.attachToPost(tx, {fileIds, postId, channelId, userId}),
  );
}

test('a post has its files in the given order without duplicates', async () => {
  const [first, second] = [await insertFile(), await insertFile()];
  const postId = newId();
  const infos = await attach([second, first, second], postId);
  expect(infos.map(({id, post_id}) => [id, post_id])).toEqual([
    [second, postId],
    [first, postId],
  ]);
  const found = await server.features.files.forPosts([postId, newId()]);
  expect([...found.keys()]).toEqual([postId]);
  expect(new Set(found.get(postId)?.map(({id}) => id))).toEqual(new Set([first, second]));
});

test('a deleted post has no files', async () => {
  const postId = newId();
  await attach([await insertFile()], postId);
  const {database} = server.platform;
  await database.transaction((tx) => server.features.files.deleteForPost(tx, postId));
  expect((await server.features.files.forPosts([postId])).size).toBe(0);
});

test.each<[string, () => Promise<string>]>([
  ['an unknown file', async () => newId()],
  ["another person's file", () => insertFile({creatorid: newId()})],
  ['a file of another channel', () => insertFile({channelid: newId()})],
  ['a deleted file', () => insertFile({deleteat: 1})],
  [
    'a file that is already attached to a post',
    async () => {
      const id = await insertFile();
      await attach([id]);
      return id;
    },
  ],
])('%s is rejected, and a valid file in the same request stays unattached', async (_case, makeBad) => {
  const [good, bad] = [await insertFile(), await makeBad()];
  await expect(attach([good, bad])).rejects.toMatchObject({
    status: 400,
    id: 'app.file_info.attach_to_post.app_error',
    explanation: expect.stringContaining(bad),
  });
  expect(await attach([good])).toHaveLength(1);
});

test('a post can have ten files but not eleven', async () => {
  const ids = await Promise.all(Array.from({length: 11}, () => insertFile()));
  await expect(attach(ids)).rejects.toMatchObject({
    status: 400,
    id: 'model.post.is_valid.file_ids.app_error',
  });
  expect(await attach(ids.slice(1))).toHaveLength(10);
});

test('only one of two concurrent posts gets a file', async () => {
  const id = await insertFile();
  const outcomes = await Promise.allSettled([attach([id]), attach([id]), attach([id])]);
  expect(outcomes.filter(({status}) => status === 'fulfilled')).toHaveLength(1);
});
