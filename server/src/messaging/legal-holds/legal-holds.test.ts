import {afterEach, beforeEach, expect, test} from 'vitest';
import {type Crew, createCrew} from '../../../../test/support/crew.ts';
import {refusal} from '../../../../test/support/expect-error.ts';
import type {Person} from '../../../../test/support/test-server.ts';

let crew: Crew;
let admin: Person;

beforeEach(async () => {
  crew = await createCrew({
    ServiceSettings: {
      EnableAPIUserDeletion: true,
      EnableAPITeamDeletion: true,
      EnableAPIChannelDeletion: true,
    },
  });
  ({admin} = crew.server);
});
afterEach(() => crew.close());

const hold = async (input: object) => {
  const {status, body} = await admin.post('/legal_holds', {name: 'Case 17', ...input});
  expect(status).toBe(201);
  return body.id as string;
};
const release = (id: string) => admin.post(`/legal_holds/${id}/release`);
const held = refusal(409, 'api.legal_hold.held.app_error');
const deleted = {status: 200};
const erase = (path: string) => admin.delete(`${path}?permanent=true`);

test('a hold is listed, even after its release', async () => {
  const first = await hold({user_ids: [crew.ann.id, crew.ann.id], start_at: 5, end_at: 9});
  const second = await hold({channel_ids: [crew.channelId]});
  expect((await release(second)).body).toMatchObject({id: second, released_by: admin.id});
  expect(await release(second)).toMatchObject(refusal(404, 'api.legal_hold.missing.app_error'));
  const {body} = await admin.get('/legal_holds');
  expect(body).toMatchObject([
    {id: first, name: 'Case 17', user_ids: [crew.ann.id], channel_ids: [], start_at: 5, end_at: 9},
    {id: second, release_at: expect.any(Number)},
  ]);
  expect(await admin.post('/legal_holds', {name: 'x', start_at: 9, end_at: 5})).toMatchObject({
    status: 400,
    body: {path: 'end_at'},
  });
  const audits = (await admin.get('/audits')).body.map(({extra_info}: {extra_info: string}) => extra_info);
  expect(audits).toEqual(
    expect.arrayContaining([
      expect.stringMatching(`^createLegalHold id=${first}`),
      `releaseLegalHold id=${second}`,
    ]),
  );
});

test('messages and replies by a user are kept by every permanent deletion', async () => {
  const {ann, bob, teamId} = crew;
  const channelId = await crew.channel('case', [bob, ann]);
  const root = await crew.post(bob, 'a question', {channel_id: channelId});
  const reply = await crew.post(ann, 'the answer', {channel_id: channelId, root_id: root.id});
  const id = await hold({user_ids: [ann.id]});
  for (const path of [`/users/${ann.id}`, `/users/${bob.id}`, `/channels/${channelId}`, `/teams/${teamId}`]) {
    expect([path, await erase(path)]).toEqual([path, expect.objectContaining(held)]);
  }
  // The failed deletions archived and deactivated nothing.
  expect((await admin.get(`/users/${bob.id}`)).body.delete_at).toBe(0);
  expect((await admin.get(`/channels/${channelId}`)).body.delete_at).toBe(0);
  expect((await ann.get(`/posts/${reply.id}`)).body.message).toBe('the answer');
  await release(id);
  expect(await erase(`/users/${bob.id}`)).toMatchObject(deleted);
  expect((await ann.get(`/posts/${reply.id}`)).status).toBe(404);
});

test('a hold covers only messages that match all of its conditions', async () => {
  const {ann, bob} = crew;
  const channelId = await crew.channel('other', [bob, ann]);
  const post = await crew.post(bob, 'unrelated', {channel_id: channelId});
  const time = post.create_at;
  await hold({user_ids: [bob.id], channel_ids: [crew.channelId]});
  await hold({channel_ids: [channelId], end_at: 1});
  await hold({channel_ids: [channelId], start_at: time + 60_000});
  const inTime = await hold({channel_ids: [channelId], start_at: time, end_at: time});
  expect(await erase(`/channels/${channelId}`)).toMatchObject(held);
  await release(inTime);
  expect(await erase(`/channels/${channelId}`)).toMatchObject(deleted);
});

test('a file is kept with its post, and by itself', async () => {
  const {ann, bob} = crew;
  const channelId = await crew.channel('files', [bob, ann]);
  const path = `/files?channel_id=${channelId}&filename=a.txt`;
  const upload = async (person: Person) =>
    (await person.post(path, 'content', {'content-type': 'text/plain'})).body.file_infos[0].id;
  // This file is never posted.
  await upload(bob);
  const id = await hold({user_ids: [bob.id]});
  expect(await erase(`/users/${bob.id}`)).toMatchObject(held);
  expect(await erase(`/channels/${channelId}`)).toMatchObject(held);
  const {files} = crew.server.features;
  const inTwoMonths = Date.now() + 60 * 24 * 60 * 60 * 1000;
  expect(await files.sweepUnposted(inTwoMonths)).toBe(0);
  await release(id);
  expect(await files.sweepUnposted(inTwoMonths)).toBe(1);

  // Files of bookmarks: a current one, one that was replaced, and one that was deleted. Each is held for its uploader.
  const bookmarks = `/channels/${channelId}/bookmarks`;
  const bookmark = async (person: Person) =>
    (await person.post(bookmarks, {display_name: 'Plan', type: 'file', file_id: await upload(person)})).body;
  // Excludes the join messages of bob.
  const start_at = Date.now();
  const shown = await bookmark(bob);
  const again = await hold({user_ids: [bob.id], start_at});
  expect(await erase(`/users/${bob.id}`)).toMatchObject(held);
  expect(await erase(`/channels/${channelId}`)).toMatchObject(held);
  const replaced = await ann.patch(`${bookmarks}/${shown.id}`, {file_id: await upload(ann)});
  expect(replaced.body.updated.owner_id).toBe(ann.id);
  expect((await ann.delete(`${bookmarks}/${(await bookmark(bob)).id}`)).status).toBe(200);
  expect(await erase(`/users/${bob.id}`)).toMatchObject(held);
  expect(await files.sweepUnposted(inTwoMonths)).toBe(0);
  expect(await erase(`/users/${ann.id}`)).toMatchObject(deleted);
  expect((await bob.get(bookmarks)).body).toEqual([]);
  await release(again);
  expect(await files.sweepUnposted(inTwoMonths)).toBe(2);
  expect(await erase(`/users/${bob.id}`)).toMatchObject(deleted);
});

test('a hold that is created during a deletion stops it', async () => {
  const {ann, bob} = crew;
  const channelId = await crew.channel('race', [bob, ann]);
  const post = await crew.post(ann, 'evidence', {channel_id: channelId});
  const {database} = crew.server.platform;
  // Another transaction delays the deletion between its first check and its first batch.
  let deletion: ReturnType<typeof erase> | undefined;
  await database.transaction(async (tx) => {
    await tx.execute({text: 'lock table LegalHolds in row exclusive mode'});
    deletion = erase(`/channels/${channelId}`);
    await expect
      .poll(async () => {
        const row = await database.row<{waiting: number}>({
          text: `select count(*)::int as waiting from pg_locks where not granted and relation = 'LegalHolds'::regclass`,
        });
        return row!.waiting;
      })
      .toBe(1);
    await tx.execute({
      text: `insert into LegalHolds (Id, Name, CreateAt, CreatorId, ChannelIds) values ($1, 'late', 1, '', $2)`,
      values: ['a'.repeat(26), JSON.stringify([channelId])],
    });
  });
  expect(await deletion).toMatchObject(held);
  const row = await database.row<{message: string}>({
    text: 'select Message from Posts where Id = $1',
    values: [post.id],
  });
  expect(row).toEqual({message: 'evidence'});
});
