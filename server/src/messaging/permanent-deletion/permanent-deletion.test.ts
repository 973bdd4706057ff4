import {afterAll, beforeAll, expect, test} from 'vitest';
import {type Crew, createCrew} from '../../../../test/support/crew.ts';
import type {Person} from '../../../../test/support/test-server.ts';

let crew: Crew;
let admin: Person;

beforeAll(async () => {
  crew = await createCrew();
  ({admin} = crew.server);
});
afterAll(() => crew.close());

const FLAGS = {EnableAPIUserDeletion: true, EnableAPITeamDeletion: true, EnableAPIChannelDeletion: true};
const allow = (flags = FLAGS) => crew.server.platform.config.patch({ServiceSettings: flags});

/** Counts the rows that contain an id, per table. */
async function traces(id: string): Promise<Record<string, number>> {
  const {database} = crew.server.platform;
  const columns = await database.rows<{tab: string; col: string}>({
    text: `
      select table_name as tab, column_name as col from information_schema.columns
      where table_schema = 'public' and (column_name like '%id' or column_name = 'fileids') and data_type in
        ('character varying', 'text') and table_name in
        (select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE')`,
  });
  const found: Record<string, number> = {};
  for (const {tab, col} of columns) {
    const count = await database.execute({
      text: `select from "${tab}" where "${col}" like '%' || $1 || '%'`,
      values: [id],
    });
    if (count > 0) found[`${tab}.${col}`] = count;
  }
  return found;
}

async function upload(person: Person, channelId: string): Promise<string> {
  const path = `/files?channel_id=${channelId}&filename=a.txt`;
  const {body} = await person.post(path, Buffer.from('content'), {'content-type': 'text/plain'});
  return body.file_infos[0].id;
}

const filePath = async (id: string) =>
  (await crew.server.platform.database.row<{path: string}>({
    text: 'select Path from FileInfo where Id = $1',
    values: [id],
  }))!.path;

test('is rejected unless the settings allow it and the actor is a system administrator', async () => {
  const {ann, bob, teamId} = crew;
  const channelId = await crew.channel('refused', [ann]);
  for (const [kind, path] of [
    ['user', `/users/${bob.id}`],
    ['team', `/teams/${teamId}`],
    ['channel', `/channels/${channelId}`],
  ] as const) {
    expect(await admin.delete(`${path}?permanent=true`)).toMatchObject({
      status: 401,
      body: {id: `api.user.delete_${kind}.not_enabled.app_error`},
    });
  }
  await allow();
  expect((await bob.delete('/users/me?permanent=true')).status).toBe(403);
  expect((await ann.delete(`/teams/${teamId}?permanent=true`)).status).toBe(403);
  expect((await ann.delete(`/channels/${channelId}?permanent=true`)).status).toBe(403);
  expect((await admin.delete(`/users/${admin.id}?permanent=true`)).status).toBe(400);
  expect((await admin.delete(`/channels/${crew.channelId}?permanent=true`)).status).toBe(400);
});

test('deletes a channel with its messages, files and webhooks', async () => {
  const {ann, bob} = crew;
  await allow();
  const id = await crew.channel('doomed', [ann, bob]);
  const fileId = await upload(ann, id);
  const waiting = await upload(bob, id);
  const paths = [await filePath(fileId), await filePath(waiting)];
  const root = await crew.post(ann, 'root', {channel_id: id, file_ids: [fileId]});
  const reply = await crew.post(bob, 'reply', {channel_id: id, root_id: root.id});
  await ann.put(`/posts/${root.id}/patch`, {message: 'edited'});
  await bob.post('/reactions', {user_id: bob.id, post_id: root.id, emoji_name: 'smile'});
  const hook = (await ann.post('/hooks/incoming', {channel_id: id})).body;

  expect((await admin.delete(`/channels/${id}?permanent=true`)).status).toBe(200);
  expect((await admin.get(`/channels/${id}`)).status).toBe(404);
  expect((await crew.server.anonymous.post(`/hooks/${hook.id}`, {text: 'x'})).status).toBe(400);
  expect(await traces(id)).toEqual({'channelmemberhistory.channelid': 2});
  for (const gone of [root.id, reply.id, fileId, hook.id]) expect(await traces(gone)).toEqual({});
  for (const path of paths) expect(await crew.server.features.fileStore.exists(path)).toBe(false);
});

test('deletes an account with its posts and the replies to them, and updates the reply counts of other threads', async () => {
  const {ann, bob} = crew;
  await allow();
  const dan = await crew.server.person('dan');
  await crew.server.features.teams.addMember(crew.teamId, dan.id, ann.id);
  const his = await crew.post(dan, 'his thread');
  const answer = await crew.post(bob, 'an answer', {root_id: his.id});
  const hers = await crew.post(ann, 'her thread');
  await crew.post(dan, 'his reply', {root_id: hers.id});
  await crew.post(bob, 'another reply', {root_id: hers.id});
  await dan.post('/drafts', {user_id: dan.id, channel_id: crew.channelId, message: 'draft'});
  const fields = '/custom_profile_attributes/fields';
  const {body: pronouns} = await admin.post(fields, {name: 'Pronouns', type: 'text'});
  await dan.patch('/custom_profile_attributes/values', {[pronouns.id]: 'he/him'});

  expect((await admin.delete(`/users/${dan.id}?permanent=true`)).status).toBe(200);
  expect((await admin.get(`/users/${dan.id}`)).status).toBe(404);
  expect((await dan.get('/users/me')).status).toBe(401);
  for (const {id} of [his, answer]) expect((await ann.get(`/posts/${id}`)).status).toBe(404);
  expect((await ann.get(`/posts/${hers.id}`)).body.reply_count).toBe(1);
  // His posts set his status to online. The status is written to the database later.
  await crew.server.features.statuses.flush();
  const left = await traces(dan.id);
  delete left['channelmemberhistory.userid'];
  expect(left).toEqual({});
});

test('deletes a team with its channels', async () => {
  const {ann} = crew;
  await allow();
  const team = (await ann.post('/teams', {name: 'gone', display_name: 'Gone', type: 'O'})).body;
  const square = (await ann.get(`/teams/${team.id}/channels/name/town-square`)).body;
  const post = await crew.post(ann, 'hello', {channel_id: square.id});
  expect((await admin.delete(`/teams/${team.id}?permanent=true`)).status).toBe(200);
  expect((await admin.get(`/teams/${team.id}`)).status).toBe(404);
  expect((await ann.get(`/posts/${post.id}`)).status).toBe(404);
  expect(await traces(team.id)).toEqual({});
  expect((await ann.post('/teams', {name: 'gone', display_name: 'Again', type: 'O'})).status).toBe(201);
});
