import {afterAll, beforeAll, expect, test} from 'vitest';
import {refusal} from '../../../../test/support/expect-error.ts';
import {createTestServer, type Person, type TestServer} from '../../../../test/support/test-server.ts';

let server: TestServer;
let ann: Person;
let bob: Person;
let teamId: string;
let counter = 0;

beforeAll(async () => {
  server = await createTestServer();
  ann = await server.person('ann');
});

afterAll(() => server.close());

interface Category {
  id: string;
  type: string;
  display_name: string;
  channel_ids: string[];
  muted: boolean;
}

/** Creates a team with a member who has never opened their sidebar, and helper functions. */
async function setUp() {
  bob = await server.person(`bob${++counter}`);
  teamId = (await ann.post('/teams', {name: `team${counter}`, display_name: 'Team', type: 'O'})).body.id;
  await ann.post(`/teams/${teamId}/members`, {user_id: bob.id});
  const channel = async (name: string) =>
    (await bob.post('/channels', {team_id: teamId, name, type: 'O'})).body.id as string;
  const [alpha, beta] = [await channel('alpha'), await channel('beta')];
  const direct = (await bob.post('/channels/direct', [bob.id, ann.id])).body.id as string;
  const path = `/users/${bob.id}/teams/${teamId}/channels/categories`;
  const ids = {
    favorites: `favorites_${bob.id}_${teamId}`,
    channels: `channels_${bob.id}_${teamId}`,
    direct: `direct_messages_${bob.id}_${teamId}`,
  };
  const sidebar = async (): Promise<Record<string, Category>> => {
    const {categories} = (await bob.get(path)).body;
    return Object.fromEntries(categories.map((category: Category) => [category.display_name, category]));
  };
  const named = async (name: string) =>
    (await bob.get(`/teams/${teamId}/channels/name/${name}`)).body.id as string;
  const town = await named('town-square');
  const offTopic = await named('off-topic');
  return {path, ids, sidebar, alpha, beta, direct, town, offTopic};
}

const favorite = (channelId: string, value = 'true') => ({
  user_id: bob.id,
  category: 'favorite_channel',
  name: channelId,
  value,
});

async function favoritesByPreference(): Promise<string[]> {
  const rows = (await bob.get('/users/me/preferences')).body as {
    category: string;
    name: string;
    value: string;
  }[];
  return rows.filter((row) => row.category === 'favorite_channel').map(({name}) => name);
}

test('everyone has three categories that contain all channels', async () => {
  const {path, ids, alpha, beta, direct, town, offTopic} = await setUp();
  const {body} = await bob.get(path);
  const base = {user_id: bob.id, team_id: teamId, muted: false, collapsed: false};
  expect(body).toEqual({
    order: [ids.favorites, ids.channels, ids.direct],
    categories: [
      {
        ...base,
        id: ids.favorites,
        type: 'favorites',
        display_name: 'Favorites',
        sorting: '',
        sort_order: 0,
        channel_ids: [],
      },
      {
        ...base,
        id: ids.channels,
        type: 'channels',
        display_name: 'Channels',
        sorting: '',
        sort_order: 10,
        channel_ids: [alpha, beta, offTopic, town],
      },
      {
        ...base,
        id: ids.direct,
        type: 'direct_messages',
        display_name: 'Direct Messages',
        sorting: 'recent',
        sort_order: 20,
        channel_ids: [direct],
      },
    ],
  });
  expect((await bob.get(`${path}/order`)).body).toEqual(body.order);
  expect((await bob.get(`${path}/${ids.channels}`)).body).toEqual(body.categories[1]);
});

test('channels can be moved to custom categories and return to the default ones when those are deleted', async () => {
  const {path, ids, sidebar, alpha, beta, direct, town, offTopic} = await setUp();
  const published: unknown[] = [];
  const stop = server.platform.events.inStreamOrder('sidebar-categories:changed', (payload) =>
    published.push(payload),
  );
  const foreign = (await ann.post('/channels', {team_id: teamId, name: 'foreign', type: 'P'})).body.id;
  const created = await bob.post(path, {
    user_id: bob.id,
    team_id: teamId,
    display_name: 'Work',
    type: 'custom',
    channel_ids: [beta, direct, beta, foreign],
  });
  expect(created).toMatchObject({
    status: 200,
    body: {type: 'custom', channel_ids: [beta, direct], sort_order: 10},
  });
  const {id} = created.body;
  expect((await bob.get(`${path}/order`)).body).toEqual([ids.favorites, id, ids.channels, ids.direct]);
  expect((await sidebar()).Channels!.channel_ids).toEqual([alpha, offTopic, town]);
  expect((await sidebar())['Direct Messages']!.channel_ids).toEqual([]);

  expect(
    await bob.put(`${path}/${id}`, {...created.body, display_name: 'Play', channel_ids: [alpha]}),
  ).toMatchObject({
    body: {display_name: 'Play', channel_ids: [alpha]},
  });
  expect((await sidebar()).Channels!.channel_ids).toEqual([beta, offTopic, town]);

  const order = [ids.direct, id, ids.channels, ids.favorites];
  expect((await bob.put(`${path}/order`, order)).body).toEqual(order);
  expect((await bob.get(path)).body.order).toEqual(order);

  expect(await bob.delete(`${path}/${id}`)).toMatchObject({status: 200, body: {status: 'OK'}});
  expect((await sidebar()).Channels!.channel_ids).toContain(alpha);
  stop();
  const place = {userId: bob.id, teamId};
  expect(published).toEqual([
    {...place, kind: 'created', categoryIds: [id]},
    {...place, kind: 'updated', categoryIds: [id]},
    {...place, kind: 'order', categoryIds: order},
    {...place, kind: 'deleted', categoryIds: [id]},
  ]);
});

test('several categories can change together and keep the order of their channels', async () => {
  const {path, ids, alpha, beta, town, offTopic} = await setUp();
  const {id} = (await bob.post(path, {display_name: 'Work'})).body;
  const changed = await bob.put(path, [
    {
      id,
      user_id: bob.id,
      team_id: teamId,
      display_name: 'Work',
      sorting: 'manual',
      collapsed: true,
      channel_ids: [beta, alpha],
    },
    {
      id: ids.channels,
      user_id: bob.id,
      team_id: teamId,
      display_name: 'Renamed',
      sorting: 'alpha',
      channel_ids: [town, offTopic],
    },
  ]);
  expect(changed.body).toMatchObject([
    {id, sorting: 'manual', collapsed: true, channel_ids: [beta, alpha]},
    {id: ids.channels, sorting: 'alpha', display_name: 'Channels', channel_ids: [town, offTopic]},
  ]);
});

test('favorites and their preferences are in sync', async () => {
  const {path, ids, sidebar, alpha, beta, direct} = await setUp();
  await bob.put(path, [{id: ids.favorites, channel_ids: [beta, direct]}]);
  expect(await favoritesByPreference()).toEqual([beta, direct].sort());
  expect((await sidebar()).Favorites!.channel_ids).toEqual([beta, direct]);

  await bob.put('/users/me/preferences', [favorite(alpha)]);
  expect((await sidebar()).Favorites!.channel_ids.toSorted()).toEqual([alpha, beta, direct].sort());
  expect((await sidebar()).Channels!.channel_ids).not.toContain(alpha);
  await bob.post('/users/me/preferences/delete', [favorite(beta)]);
  await bob.put('/users/me/preferences', [favorite(alpha, 'false')]);
  expect((await sidebar()).Favorites!.channel_ids).toEqual([direct]);
  expect((await sidebar()).Channels!.channel_ids).toEqual(expect.arrayContaining([alpha, beta]));

  await bob.post(path, {display_name: 'Work', channel_ids: [direct]});
  expect((await sidebar()).Favorites!.channel_ids).toEqual([]);
  expect(await favoritesByPreference()).toEqual([alpha]);
});

test('a favorite direct channel is a favorite in every team', async () => {
  const {path, ids, direct} = await setUp();
  const other = (await bob.post('/teams', {name: `second${counter}`, display_name: 'Second', type: 'O'})).body
    .id;
  const otherPath = `/users/me/teams/${other}/channels/categories`;
  await bob.get(otherPath);
  const published: string[] = [];
  const announced = new Promise<void>((resolve) => {
    const stop = server.platform.events.inStreamOrder('sidebar-categories:changed', (change) => {
      published.push(change.teamId);
      if (published.includes(other)) {
        stop();
        resolve();
      }
    });
  });
  await bob.put(`${path}/${ids.favorites}`, {channel_ids: [direct]});
  await announced;
  expect((await bob.get(otherPath)).body.categories[0].channel_ids).toEqual([direct]);
  await bob.put(`${otherPath}/favorites_${bob.id}_${other}`, {channel_ids: []});
  expect((await bob.get(`${path}/${ids.favorites}`)).body.channel_ids).toEqual([]);
});

test('channels that the user left or that are archived are hidden, but archived ones keep their position', async () => {
  const {path, sidebar, alpha, beta} = await setUp();
  await bob.post(path, {display_name: 'Work', channel_ids: [alpha]});
  await bob.delete(`/channels/${alpha}`);
  await bob.delete(`/channels/${beta}`);
  expect((await sidebar()).Work!.channel_ids).toEqual([alpha]);
  expect((await sidebar()).Channels!.channel_ids).not.toContain(beta);
  await bob.delete(`/channels/${alpha}/members/me`);
  expect((await sidebar()).Work!.channel_ids).toEqual([]);
});

test('muting a category mutes its channels', async () => {
  const {path, ids, alpha, beta} = await setUp();
  const marked = async (channelId: string) =>
    (await bob.get(`/channels/${channelId}/members/me`)).body.notify_props.mark_unread;
  const {id} = (await bob.post(path, {display_name: 'Noise', channel_ids: [alpha]})).body;
  await bob.put(`${path}/${id}`, {muted: true});
  expect([await marked(alpha), await marked(beta)]).toEqual(['mention', 'all']);
  await bob.put(`${path}/${id}`, {channel_ids: [beta]});
  expect([await marked(alpha), await marked(beta)]).toEqual(['all', 'mention']);
  await bob.put(`${path}/${id}`, {muted: false});
  expect(await marked(beta)).toBe('all');
  expect((await bob.put(`${path}/${ids.direct}`, {muted: true})).body.muted).toBe(false);
});

test('rejects invalid values', async () => {
  const {path, ids} = await setUp();
  const invalid = refusal(400, 'api.context.invalid_body_param.app_error');
  expect(await bob.post(path, {display_name: ''})).toMatchObject(invalid);
  expect(await bob.post(path, {display_name: 'ä'.repeat(65)})).toMatchObject(invalid);
  expect(await bob.post(path, {display_name: 'Work', user_id: ann.id})).toMatchObject(invalid);
  expect(await bob.put(path, [{id: ids.channels, team_id: ann.id}])).toMatchObject(invalid);
  expect(await bob.put(`${path}/${ids.channels}`, {sorting: 'random'})).toMatchObject(invalid);
  expect(await bob.put(`${path}/order`, [ids.channels])).toMatchObject(invalid);
  expect(await bob.put(`${path}/order`, [ids.channels, ids.channels, ids.direct])).toMatchObject(invalid);
  const missing = refusal(404, 'app.channel.sidebar_categories.app_error');
  expect(await bob.get(`${path}/nothing`)).toMatchObject(missing);
  expect(await bob.put(path, [{id: 'nothing'}])).toMatchObject(missing);
  expect(await bob.delete(`${path}/nothing`)).toMatchObject(missing);
  expect(await bob.delete(`${path}/${ids.favorites}`)).toMatchObject(
    refusal(400, 'app.channel.sidebar_categories.app_error'),
  );
});

test("is available to the user and administrators, in the user's teams", async () => {
  const {path} = await setUp();
  const forbidden = refusal(403, 'api.context.permissions.app_error');
  for (const call of [
    () => ann.get(path),
    () => ann.post(path, {display_name: 'x'}),
    () => ann.get(`${path}/order`),
  ]) {
    expect(await call()).toMatchObject(forbidden);
  }
  expect(await server.admin.get(path)).toMatchObject({status: 200});
  const outsider = await server.person(`outsider${counter}`);
  expect(await outsider.get(`/users/me/teams/${teamId}/channels/categories`)).toMatchObject(forbidden);
  expect((await bob.get(`/teams/${teamId}/channels/managed_categories`)).body).toEqual({});
});

test('two concurrent first requests create one sidebar', async () => {
  const {path} = await setUp();
  const responses = await Promise.all(Array.from({length: 6}, () => bob.get(path)));
  for (const {body} of responses) expect(body).toEqual(responses[0]!.body);
});
