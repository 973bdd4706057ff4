import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {type Crew, createCrew} from '../../../../test/support/crew.ts';
import {type Client, type Person, TEST_PASSWORD} from '../../../../test/support/test-server.ts';

// A webhook acts for its owner: with the owner's consent, and with the owner's current permissions.

let crew: Crew;
let admin: Person;

beforeAll(async () => {
  crew = await createCrew({GuestAccountsSettings: {Enable: true}});
  admin = crew.server.admin;
});
afterAll(() => crew.close());

let unique = 0;
const name = (prefix: string) => `${prefix}${++unique}`;

async function created(client: Client, path: string, body: object) {
  const answer = await client.post(path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

/** Signs up over HTTP like any visitor. */
async function signUp(): Promise<Person> {
  const username = name('visitor');
  const {id} = await created(crew.server.anonymous, '/users', {
    username,
    email: `${username}@example.com`,
    password: TEST_PASSWORD,
  });
  const login = await crew.server.anonymous.post('/users/login', {
    login_id: username,
    password: TEST_PASSWORD,
  });
  const token = String(login.headers.token);
  return {id, username, token, ...crew.server.withToken(token)};
}

const send = (key: string, body: object) => crew.server.anonymous.post(`/hooks/${key}`, {text: 'x', ...body});

/** The messages in a channel, as a system administrator sees them. */
async function messages(channelId: string): Promise<string[]> {
  const {body} = await admin.get(`/channels/${channelId}/posts`);
  return Object.values(body.posts as Record<string, {message: string}>).map(({message}) => message);
}

/** The author of the post that a request created. */
async function authorOf(key: string, body: object): Promise<string> {
  const answer = await send(key, body);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({status: 200});
  return (await admin.get(`/posts/${answer.headers['x-post-id']}`)).body.user_id;
}

describe('a visitor who signs up and creates a team of their own', () => {
  let visitor: Person;
  let teamId: string;
  let townSquare: string;

  beforeEach(async () => {
    visitor = await signUp();
    const slug = name('lair');
    teamId = (await created(visitor, '/teams', {name: slug, display_name: slug, type: 'O'})).id;
    townSquare = (await visitor.get(`/teams/${teamId}/channels/name/town-square`)).body.id;
    await created(visitor, `/teams/${teamId}/members`, {team_id: teamId, user_id: admin.id});
  });

  test('cannot create a webhook that belongs to an administrator', async () => {
    expect(await visitor.post('/hooks/incoming', {channel_id: townSquare, user_id: admin.id})).toMatchObject({
      status: 403,
      body: {
        id: 'api.context.permissions.app_error',
        message: expect.stringContaining('Only a system administrator can create a webhook for someone else'),
        path: 'user_id',
      },
    });
  });

  test.each(['absent', 'empty', 'their own'])(
    'owns a webhook that is created with user_id %s',
    async (what) => {
      const userId = {absent: undefined, empty: '', 'their own': visitor.id}[what];
      const hook = await created(visitor, '/hooks/incoming', {channel_id: townSquare, user_id: userId});
      expect(hook.user_id).toBe(visitor.id);
      expect(await authorOf(hook.id, {})).toBe(visitor.id);
    },
  );

  test('cannot transfer their webhook to an administrator who has not accepted it', async () => {
    const hook = await created(visitor, '/hooks/incoming', {channel_id: townSquare});
    await visitor.post(`/hooks/incoming/${hook.id}/transfer`, {user_id: admin.id});
    expect((await visitor.get(`/hooks/incoming/${hook.id}`)).body.user_id).toBe(visitor.id);
    expect(await authorOf(hook.id, {})).toBe(visitor.id);
  });

  test('offers a webhook as it is: another channel ends the offer, another name does not', async () => {
    const hook = await created(visitor, '/hooks/incoming', {channel_id: townSquare});
    const path = `/hooks/incoming/${hook.id}`;
    expect((await visitor.post(`${path}/transfer`, {user_id: admin.id})).status).toBe(202);
    await visitor.put(path, {display_name: 'CI'});
    expect((await visitor.get(`${path}/transfer`)).body.transfer).toMatchObject({display_name: 'CI'});
    const offTopic = (await visitor.get(`/teams/${teamId}/channels/name/off-topic`)).body.id;
    expect((await visitor.put(path, {channel_id: offTopic})).body.channel_id).toBe(offTopic);
    expect((await visitor.get(`${path}/transfer`)).body).toEqual({transfer: null});
  });

  test('cannot make an administrator’s webhook reach more than its owner has allowed', async () => {
    const hook = await created(admin, '/hooks/incoming', {channel_id: townSquare, channel_locked: true});
    const offTopic = (await visitor.get(`/teams/${teamId}/channels/name/off-topic`)).body.id;
    for (const change of [{channel_locked: false}, {channel_id: offTopic}]) {
      expect(await visitor.put(`/hooks/incoming/${hook.id}`, {id: hook.id, ...change})).toMatchObject({
        status: 403,
        body: {
          message: expect.stringContaining(
            "Only the webhook's owner or a system administrator can change where it posts",
          ),
        },
      });
    }
    expect((await send(hook.id, {channel: `@${crew.ann.username}`})).status).toBe(403);
    expect((await visitor.put(`/hooks/incoming/${hook.id}`, {display_name: 'CI'})).status).toBe(201);
  });

  test('cannot reach the direct channels of others, with their own webhook or an administrator’s', async () => {
    const {ann, bob, cat} = crew;
    const {channels} = crew.server.features;
    const direct = await channels.directChannel(ann.id, bob.id, ann.id);
    const group = await channels.groupChannel([ann.id, bob.id, cat.id], ann.id);
    for (const owner of [visitor, admin]) {
      const hook = await created(owner, '/hooks/incoming', {channel_id: townSquare});
      for (const channel of [
        `${ann.id}__${bob.id}`,
        `${bob.id}__${ann.id}`,
        `${ann.id}__${cat.id}`,
        `${ann.id}__${ann.id}`,
        direct.id,
        group.name,
        group.id,
        crew.channelId,
      ]) {
        expect(await send(hook.id, {text: 'forged', channel}), channel).toMatchObject({
          status: 404,
          body: {message: "Couldn't find the channel"},
        });
      }
    }
    expect(await messages(direct.id)).not.toContain('forged');
    expect(await messages(group.id)).not.toContain('forged');
    const made = await crew.server.platform.database.rows({
      text: 'select Name from Channels where Name = $1',
      values: [[ann.id, cat.id].sort().join('__')],
    });
    expect(made).toEqual([]);
  });

  test('can only message others in their own name', async () => {
    const hook = await created(visitor, '/hooks/incoming', {channel_id: townSquare});
    expect(await authorOf(hook.id, {channel: `@${crew.ann.username}`})).toBe(visitor.id);
    expect(await authorOf(hook.id, {channel: `${crew.ann.id}__${visitor.id}`})).toBe(visitor.id);
  });
});

test('a webhook can post to a group channel of its owner', async () => {
  const {ann, bob, cat} = crew;
  const group = await crew.server.features.channels.groupChannel([ann.id, bob.id, cat.id], ann.id);
  const hook = await created(ann, '/hooks/incoming', {channel_id: crew.channelId});
  expect(await authorOf(hook.id, {channel: group.name})).toBe(ann.id);
});

test('a locked webhook creates no direct channel', async () => {
  const {ann} = crew;
  const other = await crew.server.person(name('other'));
  const hook = await created(ann, '/hooks/incoming', {channel_id: crew.channelId, channel_locked: true});
  for (const channel of [`@${other.username}`, `${ann.id}__${other.id}`]) {
    expect((await send(hook.id, {channel})).body.id).toBe('web.incoming_webhook.channel_locked.app_error');
  }
  const made = await crew.server.platform.database.rows({
    text: 'select Name from Channels where Name = $1',
    values: [[ann.id, other.id].sort().join('__')],
  });
  expect(made).toEqual([]);
});

test('a webhook creates no direct channel that its owner could not create', async () => {
  const {ann} = crew;
  const outsider = await crew.server.person(name('outsider'));
  const hook = await created(ann, '/hooks/incoming', {channel_id: crew.channelId});
  await crew.server.platform.config.patch({TeamSettings: {RestrictDirectMessage: 'team'}});
  expect((await send(hook.id, {channel: `@${outsider.username}`})).status).toBe(403);
  await crew.server.platform.config.patch({TeamSettings: {RestrictDirectMessage: 'any'}});
  const {body: role} = await admin.get('/roles/name/system_user');
  const without = role.permissions.filter((one: string) => one !== 'create_direct_channel');
  expect((await send(hook.id, {channel: '@cat'})).status).toBe(200);
  await admin.put(`/roles/${role.id}/patch`, {permissions: without});
  expect(await send(hook.id, {channel: `@${outsider.username}`})).toMatchObject({
    status: 403,
    body: {detailed_error: expect.stringContaining('@ann is not allowed to open direct channels')},
  });
  expect((await send(hook.id, {channel: '@cat'})).status).toBe(200);
  await admin.put(`/roles/${role.id}/patch`, {permissions: role.permissions});
  expect((await send(hook.id, {channel: `@${outsider.username}`})).status).toBe(200);
});

describe('an administrator creates a webhook for', () => {
  const asked = (userId: string, channelId = crew.channelId) =>
    admin.post('/hooks/incoming', {channel_id: channelId, user_id: userId});

  test('a member of the team', async () => {
    const {body: hook} = await asked(crew.bob.id);
    expect(hook.user_id).toBe(crew.bob.id);
    expect(await authorOf(hook.id, {})).toBe(crew.bob.id);
  });

  test('a member of the team, who could join the public channel', async () => {
    const {body: hook} = await asked(crew.bob.id, await crew.channel(name('open'), [crew.ann]));
    expect(hook.user_id).toBe(crew.bob.id);
  });

  test('but cannot move it to a channel that its owner cannot use', async () => {
    const {body: hook} = await asked(crew.bob.id);
    const secret = await crew.channel(name('secret'), [crew.ann], 'P');
    expect(await admin.put(`/hooks/incoming/${hook.id}`, {channel_id: secret})).toMatchObject({
      status: 400,
      body: {id: 'api.webhook.owner.app_error'},
    });
    await admin.delete(`/teams/${crew.teamId}/members/${crew.bob.id}`);
    const renamed = await admin.put(`/hooks/incoming/${hook.id}`, {display_name: 'CI'});
    await crew.server.features.teams.addMember(crew.teamId, crew.bob.id, crew.ann.id);
    expect(renamed.body.display_name).toBe('CI');
  });

  test('but not for someone outside the team, deactivated, or unable to post in the channel', async () => {
    const gone = await crew.server.person(name('gone'));
    await admin.put(`/users/${gone.id}/active`, {active: false});
    const secret = await crew.channel(name('secret'), [crew.ann], 'P');
    for (const [userId, channelId, why] of [
      [crew.stranger.id, crew.channelId, "is not a member of the webhook's team"],
      [gone.id, crew.channelId, 'is deactivated'],
      [crew.bob.id, secret, 'not a member of the channel'],
    ] as const) {
      expect(await asked(userId, channelId)).toMatchObject({
        status: 400,
        body: {id: 'api.webhook.owner.app_error', message: expect.stringContaining(why)},
      });
    }
  });
});

describe('a webhook stops immediately when its owner', () => {
  let owner: Person;
  let key: string;

  beforeEach(async () => {
    owner = await crew.server.person(name('owner'));
    await crew.server.features.teams.addMember(crew.teamId, owner.id, crew.ann.id);
    key = (await created(admin, '/hooks/incoming', {channel_id: crew.channelId, user_id: owner.id})).id;
    expect((await send(key, {})).status).toBe(200);
  });

  async function expectRefused(
    message: 'Inappropriate channel permissions.' | "Couldn't find the user",
    why: string,
    body: object = {},
  ) {
    expect(await send(key, body)).toMatchObject({
      status: 403,
      body: {message, detailed_error: expect.stringContaining(why)},
    });
  }

  test('is deactivated, and continues when they are activated again', async () => {
    await admin.put(`/users/${owner.id}/active`, {active: false});
    await expectRefused("Couldn't find the user", 'is deactivated');
    await expectRefused("Couldn't find the user", 'is deactivated', {channel: '@ann'});
    await admin.put(`/users/${owner.id}/active`, {active: true});
    expect((await send(key, {})).status).toBe(200);
  });

  test('becomes a bot', async () => {
    await admin.post(`/users/${owner.id}/convert_to_bot`);
    await expectRefused("Couldn't find the user", 'is a bot');
  });

  test('leaves the team, for direct channels too', async () => {
    expect((await send(key, {channel: '@bob'})).status).toBe(200);
    await admin.delete(`/teams/${crew.teamId}/members/${owner.id}`);
    await expectRefused('Inappropriate channel permissions.', 'is not a member of the team');
    await expectRefused('Inappropriate channel permissions.', 'is not a member of the team', {
      channel: '@bob',
    });
  });

  test('leaves the private channel', async () => {
    const channel = name('private');
    const channelId = await crew.channel(channel, [crew.ann, owner], 'P');
    expect((await send(key, {channel})).status).toBe(200);
    await crew.ann.delete(`/channels/${channelId}/members/${owner.id}`);
    await expectRefused('Inappropriate channel permissions.', 'is not a member of the channel', {channel});
  });

  test('is a system administrator who is not in the private channel', async () => {
    const hook = await created(admin, '/hooks/incoming', {channel_id: crew.channelId});
    const channel = name('private');
    await crew.channel(channel, [crew.ann], 'P');
    expect((await send(hook.id, {channel})).status).toBe(403);
  });

  test('may no longer post in the channel, as a member or not', async () => {
    const channel = name('moderated');
    const channelId = await crew.channel(channel, [crew.ann]);
    expect((await send(key, {channel})).status).toBe(200);
    const moderate = (members: boolean) =>
      admin.put(`/channels/${channelId}/moderations/patch`, [{name: 'create_post', roles: {members}}]);
    expect((await moderate(false)).status).toBe(200);
    await expectRefused('Inappropriate channel permissions.', 'is not allowed to post', {channel});
    await crew.server.features.channels.addMember(channelId, owner.id, owner.id);
    await expectRefused('Inappropriate channel permissions.', 'is not allowed to post', {channel});
    await moderate(true);
    expect((await send(key, {channel})).status).toBe(200);
  });

  test('becomes a guest, in channels they have not joined', async () => {
    const channel = name('open');
    await crew.channel(channel, [crew.ann]);
    expect((await send(key, {channel})).status).toBe(200);
    expect((await admin.post(`/users/${owner.id}/demote`)).status).toBe(200);
    expect((await send(key, {channel})).status).toBe(403);
    expect((await send(key, {})).status).toBe(200);
    // Users without a shared channel look like unknown users.
    expect(await send(key, {channel: '@stranger'})).toMatchObject({
      status: 400,
      body: {message: "Couldn't find the user"},
    });
    expect((await send(key, {channel: `${owner.id}__${crew.stranger.id}`})).status).toBe(404);
    // While guest accounts are disabled, guests cannot do anything.
    await crew.server.platform.config.patch({GuestAccountsSettings: {Enable: false}});
    expect((await send(key, {})).status).toBe(403);
    await crew.server.platform.config.patch({GuestAccountsSettings: {Enable: true}});
    expect((await send(key, {})).status).toBe(200);
  });

  test('has access, but the channel was archived, became private or moved to another team', async () => {
    const [archived, closed, moved] = [name('archived'), name('closed'), name('moved')];
    const archivedId = await crew.channel(archived, [crew.ann]);
    const closedId = await crew.channel(closed, [crew.ann]);
    const movedId = await crew.channel(moved, [crew.ann]);
    const own = await created(crew.ann, '/hooks/incoming', {channel_id: movedId});
    for (const channel of [archived, closed, moved]) {
      expect((await send(key, {channel})).status).toBe(200);
    }
    expect((await send(own.id, {})).status).toBe(200);
    const slug = name('away');
    const away = await created(crew.ann, '/teams', {name: slug, display_name: slug, type: 'O'});
    await admin.delete(`/channels/${archivedId}`);
    await admin.put(`/channels/${closedId}/privacy`, {privacy: 'P'});
    expect((await admin.post(`/channels/${movedId}/move`, {team_id: away.id, force: true})).status).toBe(200);
    expect((await send(key, {channel: archived})).status).toBe(404);
    expect((await send(key, {channel: closed})).status).toBe(403);
    expect((await send(key, {channel: moved})).status).toBe(404);
    expect((await send(own.id, {})).status).toBe(404);
  });
});
