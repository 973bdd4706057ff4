import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {type Crew, createCrew} from '../../../../test/support/crew.ts';
import type {ApiResponse, Person} from '../../../../test/support/test-server.ts';

let crew: Crew;

beforeAll(async () => {
  crew = await createCrew({GuestAccountsSettings: {Enable: true}});
});
afterAll(() => crew.close());

const LISTS = [
  '/users/me/channels',
  '/users/me/channels?include_deleted=true',
  '/users/me/teams/TEAM/channels',
  '/users/me/teams/TEAM/channels/members',
  '/users/me/channel_members?page=-1',
];

/** The lists that clients request when they start. */
async function readLists(person: Person): Promise<unknown[]> {
  const lists: unknown[] = [];
  for (const path of LISTS) {
    const {status, body} = await person.get(path.replace('TEAM', crew.teamId));
    lists.push(status === 200 ? body : status);
  }
  return lists;
}

/** Expects that the cached lists of these people reflect a change, as if they were read from the database. */
async function expectReflected(people: readonly Person[], change: () => Promise<ApiResponse>) {
  for (const person of people) await readLists(person);
  const {status, body} = await change();
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  await crew.server.features.systemMessages.idle();
  const cached = await Promise.all(people.map(readLists));
  expect((await crew.server.admin.post('/caches/invalidate')).status).toBe(200);
  expect(cached).toEqual(await Promise.all(people.map(readLists)));
  return body;
}

describe('the lists of own channels and memberships', () => {
  test('are cached, and respond 304 to a client that has them', async () => {
    const {ann} = crew;
    const path = `/users/me/teams/${crew.teamId}/channels`;
    const {etag} = (await ann.get(path)).headers as {etag: string};
    await crew.server.platform.database.execute({
      text: "update Channels set Header = 'by hand' where Id = $1",
      values: [crew.channelId],
    });
    expect((await ann.get(path, {'if-none-match': etag})).status).toBe(304);
    await crew.server.admin.post('/caches/invalidate');
    expect((await ann.get(path, {'if-none-match': etag})).status).toBe(200);
  });

  test('reflect every change', async () => {
    const {ann, bob, cat, server, teamId} = crew;
    const {admin} = server;
    const all = [ann, bob, cat];
    const follow = (change: () => Promise<ApiResponse>) => expectReflected(all, change);
    const team = await follow(() => ann.post('/teams', {name: 'second', display_name: 'Second', type: 'O'}));
    await follow(() => ann.post(`/teams/${team.id}/members`, {team_id: team.id, user_id: bob.id}));
    await follow(() => ann.put(`/teams/${team.id}/patch`, {display_name: 'Other'}));
    await follow(() => admin.delete(`/teams/${team.id}/members/${bob.id}`));
    await follow(() => admin.delete(`/teams/${team.id}`));
    await follow(() => admin.post(`/teams/${team.id}/restore`));

    const {id} = await follow(() => ann.post('/channels', {team_id: teamId, name: 'talk', type: 'O'}));
    await follow(() => bob.post(`/channels/${id}/members`, {user_id: bob.id}));
    await follow(() => ann.post(`/channels/${id}/members`, {user_ids: [cat.id]}));
    const member = `/channels/${id}/members/${bob.id}`;
    await follow(() => ann.put(`${member}/schemeRoles`, {scheme_user: true, scheme_admin: true}));
    await follow(() => bob.put(`${member}/notify_props`, {desktop: 'none'}));

    const post = await follow(() => ann.post('/posts', {channel_id: id, message: 'hello @bob'}));
    await follow(() => cat.post('/posts', {channel_id: id, message: '@ann', root_id: post.id}));
    await follow(() => bob.post('/channels/members/me/view', {channel_id: id}));
    await follow(() => bob.post(`/users/me/posts/${post.id}/set_unread`));
    await follow(() => ann.put(`/posts/${post.id}/patch`, {message: 'hello @cat'}));
    await follow(() => ann.delete(`/posts/${post.id}`));

    await follow(() => ann.put(`/channels/${id}/patch`, {header: 'News', display_name: 'Talks'}));
    await follow(() => admin.put(`/channels/${id}/privacy`, {privacy: 'P'}));
    await follow(() => ann.delete(`/channels/${id}`));
    await follow(() => admin.post(`/channels/${id}/restore`));
    await follow(() => ann.delete(`/channels/${id}/members/${cat.id}`));
    await follow(() => bob.delete(member));

    const direct = await follow(() => ann.post('/channels/direct', [ann.id, bob.id]));
    await follow(() => bob.post('/posts', {channel_id: direct.id, message: 'hi'}));
    const group = await follow(() => cat.post('/channels/group', [ann.id, bob.id, cat.id]));
    await follow(() =>
      cat.post(`/channels/${group.id}/convert_to_channel?team_id=${teamId}`, {
        channel_id: group.id,
        team_id: teamId,
        display_name: 'Group',
        name: 'group',
      }),
    );
    await follow(() => admin.post(`/users/${cat.id}/demote`));
    await follow(() => admin.post(`/users/${cat.id}/promote`));
    await follow(() => admin.delete(`/teams/${teamId}/members/${cat.id}`));
  });

  test('contain changes that happened while they were being read', async () => {
    const {ann, bob} = crew;
    const id = await crew.channel('busy', [ann, bob]);
    const header = async () =>
      (await bob.get('/users/me/channels')).body.find((one: {id: string}) => one.id === id).header;
    for (let round = 0; round < 20; round++) {
      const reads = [header(), header()];
      await ann.put(`/channels/${id}/patch`, {header: `${round}`});
      expect(await header()).toBe(`${round}`);
      await Promise.all(reads);
    }
  });
});
