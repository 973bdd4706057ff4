import {afterAll, beforeAll, expect, test} from 'vitest';
import {type Crew, createCrew} from '../../../../test/support/crew.ts';

let crew: Crew;

beforeAll(async () => {
  crew = await createCrew();
});
afterAll(() => crew.close());

const all = {value: true, enabled: true};
const none = {value: false, enabled: true};

/** A channel of Ann's with Bob as a member, and functions to read and change its moderation. */
async function moderated(name: string) {
  const {admin} = crew.server;
  const id = await crew.channel(name, [crew.ann, crew.bob]);
  const path = `/channels/${id}/moderations`;
  return {
    id,
    path,
    show: async () => (await admin.get(path)).body,
    change: (line: string, roles: object) => admin.put(`${path}/patch`, [{name: line, roles}]),
    post: async (who: 'ann' | 'bob') =>
      (await crew[who].post('/posts', {channel_id: id, message: 'hello'})).status,
  };
}

test('removed permissions are removed from members in this channel only', async () => {
  const channel = await moderated('quiet');
  expect(await channel.show()).toMatchObject([
    {name: 'create_post', roles: {guests: all, members: all}},
    {name: 'create_reactions', roles: {guests: all, members: all}},
    {name: 'manage_members', roles: {members: all}},
    {name: 'channel_mentions', roles: {guests: all, members: all}},
  ]);
  const {status, body} = await channel.change('create_post', {members: false});
  expect([status, body[0].roles]).toMatchObject([200, {guests: all, members: none}]);
  expect(await channel.show()).toEqual(body);
  expect(await channel.post('bob')).toBe(403);
  // Channel administrators keep the permission.
  expect(await channel.post('ann')).toBe(201);
  await crew.post(crew.bob, 'elsewhere');

  await channel.change('manage_members', {members: false, guests: null});
  expect((await crew.bob.post(`/channels/${channel.id}/members`, {user_id: crew.cat.id})).status).toBe(403);
  expect((await channel.change('create_post', {members: true})).body[0].roles.members).toEqual(all);
  expect(await channel.post('bob')).toBe(201);
  const schemeOf = async () => (await crew.ann.get(`/channels/${channel.id}`)).body.scheme_id;
  expect(await schemeOf()).not.toBe('');
  await channel.change('manage_members', {members: true});
  expect(await schemeOf()).toBe('');
});

test("requires an administrator and cannot grant more than the team's permissions", async () => {
  const channel = await moderated('bounds');
  expect((await crew.ann.get(channel.path)).status).toBe(403);
  expect((await crew.ann.put(`${channel.path}/patch`, [])).status).toBe(403);
  expect(await channel.change('manage_members', {guests: true})).toMatchObject({
    status: 400,
    body: {id: 'api.channel.patch_channel_moderations.not_enabled.app_error'},
  });
  expect((await channel.change('everything', {members: true})).status).toBe(400);
  const direct = await crew.ann.post('/channels/direct', [crew.ann.id, crew.bob.id]);
  const patch = [{name: 'create_post', roles: {members: false}}];
  expect((await crew.server.admin.put(`/channels/${direct.body.id}/moderations/patch`, patch)).status).toBe(
    400,
  );
});

test('a scheme that several channels share cannot be changed through one of them', async () => {
  const {admin} = crew.server;
  const [one, other] = [await moderated('one'), await moderated('other')];
  const {body: scheme} = await admin.post('/schemes', {display_name: 'Both', scope: 'channel'});
  for (const {id} of [one, other]) await admin.put(`/channels/${id}/scheme`, {scheme_id: scheme.id});
  expect(await one.change('create_post', {members: false})).toMatchObject({
    status: 400,
    body: {id: 'api.channel.patch_channel_moderations.shared_scheme.app_error'},
  });
  await admin.put(`/channels/${other.id}/scheme`, {scheme_id: ''});
  expect((await one.change('create_post', {members: false})).status).toBe(200);
  expect([await one.post('bob'), await other.post('bob')]).toEqual([403, 201]);
  await one.change('create_post', {members: true});
  expect((await admin.get(`/channels/${one.id}`)).body.scheme_id).toBe(scheme.id);
});
