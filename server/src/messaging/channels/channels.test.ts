import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {refusal} from '../../../../test/support/expect-error.ts';
import {createTestServer, type Person, type TestServer} from '../../../../test/support/test-server.ts';
import {createDatabaseRateLimitStore} from '../../platform/rate-limit/database-store.ts';

let server: TestServer;
/** Team administrator. */
let ann: Person;
/** Team member. */
let bob: Person;
/** In no team. */
let eve: Person;
/** Team guest. */
let guest: Person;
let teamId: string;
let townSquare: string;

const FORBIDDEN = refusal(403, 'api.context.permissions.app_error');
const UNKNOWN_ID = 'ybndrfg8ejkmcpqxot1uwisza3';

beforeAll(async () => {
  server = await createTestServer({settings: {GuestAccountsSettings: {Enable: true}}});
  ann = await server.person('ann');
  bob = await server.person('bob');
  eve = await server.person('eve');
  guest = await server.person('guest');
  await server.platform.database.execute({
    text: `update Users set Roles = 'system_guest' where Id = $1`,
    values: [guest.id],
  });
  server.platform.events.publish('users:changed', {userIds: [guest.id]});
  teamId = (await ann.post('/teams', {name: 'crew', display_name: 'Crew', type: 'O'})).body.id;
  await ann.post(`/teams/${teamId}/members/batch`, [{user_id: bob.id}, {user_id: guest.id}]);
  townSquare = (await ann.get(`/teams/${teamId}/channels/name/town-square`)).body.id;
});

afterAll(() => server.close());

let counter = 0;

interface Made {
  id: string;
  name: string;
  update_at: number;
  [field: string]: unknown;
}

async function channel(by: Person, fields: Record<string, unknown> = {}): Promise<Made> {
  const response = await by.post('/channels', {
    team_id: teamId,
    name: `channel${++counter}`,
    type: 'O',
    ...fields,
  });
  expect(response.status).toBe(201);
  return response.body;
}

const names = (channels: {name: string}[]) => channels.map(({name}) => name);

describe('creating a channel', () => {
  test('makes the creator a member and administrator', async () => {
    const created = await channel(bob, {
      name: 'ideas',
      display_name: 'Ideas',
      header: 'What we think',
      purpose: 'To think',
    });
    expect(created).toMatchObject({
      team_id: teamId,
      type: 'O',
      name: 'ideas',
      display_name: 'Ideas',
      header: 'What we think',
      purpose: 'To think',
      creator_id: bob.id,
      delete_at: 0,
      total_msg_count_root: expect.any(Number),
    });
    expect((await bob.get(`/channels/${created.id}/members/me`)).body).toEqual({
      channel_id: created.id,
      user_id: bob.id,
      roles: 'channel_user channel_admin',
      last_viewed_at: expect.any(Number),
      msg_count: expect.any(Number),
      msg_count_root: expect.any(Number),
      mention_count: 0,
      mention_count_root: 0,
      urgent_mention_count: 0,
      notify_props: {
        channel_auto_follow_threads: 'off',
        desktop: 'default',
        desktop_threads: 'default',
        email: 'default',
        ignore_channel_mentions: 'default',
        mark_unread: 'all',
        push: 'default',
        push_threads: 'default',
      },
      last_update_at: expect.any(Number),
      scheme_guest: false,
      scheme_user: true,
      scheme_admin: true,
      explicit_roles: '',
    });
  });

  test.each([
    [{name: ''}, 'model.channel.is_valid.1_or_more.app_error'],
    [{name: 'Upper'}, 'model.channel.is_valid.1_or_more.app_error'],
    [{name: '-dash'}, 'model.channel.is_valid.1_or_more.app_error'],
    [{name: 'with space'}, 'model.channel.is_valid.1_or_more.app_error'],
    [{name: 'x'.repeat(65)}, 'model.channel.is_valid.1_or_more.app_error'],
    [{name: `${UNKNOWN_ID}__${UNKNOWN_ID}`}, 'model.channel.is_valid.name.app_error'],
    [{display_name: 'ä'.repeat(65)}, 'model.channel.is_valid.display_name.app_error'],
    [{header: 'ä'.repeat(1025)}, 'model.channel.is_valid.header.app_error'],
    [{purpose: 'ä'.repeat(251)}, 'model.channel.is_valid.purpose.app_error'],
    [{type: 'X'}, 'model.channel.is_valid.type.app_error'],
    [{type: 'D'}, 'api.channel.create_channel.direct_channel.app_error'],
    [{type: 'G'}, 'api.channel.create_channel.direct_channel.app_error'],
    [{team_id: null}, 'app.channel.create_channel.no_team_id.app_error'],
  ])('rejects %o', async (fields, id) => {
    const body = {team_id: teamId, name: 'okay', type: 'O', ...fields};
    expect(await ann.post('/channels', body)).toMatchObject(refusal(400, id));
  });

  test('accepts every field at its limit and uses the name as the default display name', async () => {
    const fields = {
      name: `${'y'.repeat(62)}-_`,
      display_name: '🙂'.repeat(64),
      header: '🙂'.repeat(1024),
      purpose: '🙂'.repeat(250),
    };
    expect(await channel(ann, fields)).toMatchObject(fields);
    expect(await channel(ann, {name: '1', display_name: ' '})).toMatchObject({name: '1', display_name: '1'});
  });

  test('rejects a name that another channel of the team has, even an archived one', async () => {
    const {id, name} = await channel(ann);
    const taken = refusal(400, 'store.sql_channel.save_channel.exists.app_error');
    expect(await bob.post('/channels', {team_id: teamId, name, type: 'P'})).toMatchObject(taken);
    await ann.delete(`/channels/${id}`);
    expect(await bob.post('/channels', {team_id: teamId, name, type: 'P'})).toMatchObject(taken);
    const other = (await ann.post('/teams', {name: 'other', display_name: 'Other', type: 'O'})).body;
    expect(await ann.post('/channels', {team_id: other.id, name, type: 'P'})).toMatchObject({status: 201});
  });

  test('is not allowed for guests and outsiders', async () => {
    for (const person of [guest, eve]) {
      expect(await person.post('/channels', {team_id: teamId, name: 'mine', type: 'O'})).toMatchObject(
        FORBIDDEN,
      );
      expect(await person.post('/channels', {team_id: teamId, name: 'mine', type: 'P'})).toMatchObject(
        FORBIDDEN,
      );
    }
    expect(
      await server.admin.post('/channels', {team_id: UNKNOWN_ID, name: 'mine', type: 'O'}),
    ).toMatchObject(refusal(400, 'app.channel.create_channel.no_team_id.app_error'));
  });

  test('respects TeamSettings.MaxChannelsPerTeam, even with concurrent requests', async () => {
    const small = (await ann.post('/teams', {name: 'small', display_name: 'Small', type: 'O'})).body;
    await server.platform.config.patch({TeamSettings: {MaxChannelsPerTeam: 4}});
    const responses = await Promise.all(
      ['one', 'two', 'three', 'four'].map((name) =>
        ann.post('/channels', {team_id: small.id, name, type: 'O'}),
      ),
    );
    expect(responses.map(({status}) => status).sort()).toEqual([201, 201, 400, 400]);
    expect(responses.find(({status}) => status === 400)!.body.id).toBe(
      'api.channel.create_channel.max_channel_limit.app_error',
    );
    const one = responses.find(({status}) => status === 201)!.body;
    await ann.delete(`/channels/${one.id}`);
    expect(await ann.post('/channels', {team_id: small.id, name: 'five', type: 'O'})).toMatchObject({
      status: 201,
    });
    expect(await ann.post(`/channels/${one.id}/restore`)).toMatchObject(
      refusal(400, 'api.channel.create_channel.max_channel_limit.app_error'),
    );
    await server.platform.config.patch({TeamSettings: {MaxChannelsPerTeam: 50_000}});
  });
});

describe('viewing a channel', () => {
  test('team members see public channels, channel members see private ones', async () => {
    const open = await channel(ann);
    const closed = await channel(ann, {type: 'P'});
    expect(await bob.get(`/channels/${open.id}`)).toMatchObject({status: 200, body: {id: open.id}});
    expect(await bob.get(`/channels/${closed.id}`)).toMatchObject(FORBIDDEN);
    expect(await eve.get(`/channels/${open.id}`)).toMatchObject(FORBIDDEN);
    expect(await guest.get(`/channels/${open.id}`)).toMatchObject(FORBIDDEN);
    expect(await ann.get(`/channels/${UNKNOWN_ID}`)).toMatchObject(
      refusal(404, 'app.channel.get.existing.app_error'),
    );
    expect(await ann.get('/channels/short')).toMatchObject(
      refusal(400, 'api.context.invalid_url_param.app_error'),
    );
  });

  test('a lookup by name does not reveal private channels to outsiders', async () => {
    const missing = refusal(404, 'app.channel.get_by_name.missing.app_error');
    const open = await channel(ann);
    const closed = await channel(ann, {type: 'P'});
    expect(await bob.get(`/teams/${teamId}/channels/name/${open.name}`)).toMatchObject({body: {id: open.id}});
    expect(await bob.get(`/teams/name/crew/channels/name/${open.name}`)).toMatchObject({body: {id: open.id}});
    expect(await bob.get(`/teams/${teamId}/channels/name/${closed.name}`)).toMatchObject(missing);
    expect(await ann.get(`/teams/${teamId}/channels/name/${closed.name}`)).toMatchObject({
      body: {id: closed.id},
    });
    expect(await bob.get(`/teams/${teamId}/channels/name/nowhere`)).toMatchObject(missing);
    expect(await bob.get(`/teams/name/nowhere/channels/name/${open.name}`)).toMatchObject(missing);
    await ann.delete(`/channels/${open.id}`);
    expect(await bob.get(`/teams/${teamId}/channels/name/${open.name}`)).toMatchObject(missing);
    expect(await bob.get(`/teams/${teamId}/channels/name/${open.name}?include_deleted=true`)).toMatchObject({
      body: {id: open.id},
    });
  });
});

describe('editing a channel', () => {
  test('patches the given fields and reports the previous values', async () => {
    const {id} = await channel(bob, {header: 'old', purpose: 'why', display_name: 'Name'});
    const published: unknown[] = [];
    const stop = server.platform.events.inStreamOrder('channel:updated-by', (payload) =>
      published.push(payload),
    );
    const patched = await bob.put(`/channels/${id}/patch`, {header: 'new', name: 'renamed'});
    expect(patched).toMatchObject({
      status: 200,
      body: {header: 'new', purpose: 'why', display_name: 'Name', name: 'renamed'},
    });
    await bob.put(`/channels/${id}/patch`, {header: 'new'});
    stop();
    expect(published).toMatchObject([{channel: {header: 'new'}, before: {header: 'old'}, actorId: bob.id}]);
    const {header, purpose, display_name, name, update_at} = patched.body;
    expect((await bob.get(`/channels/${id}`)).body).toMatchObject({
      header,
      purpose,
      display_name,
      name,
      update_at,
    });
  });

  test('a banner requires the permission to manage banners and must have a text and a color', async () => {
    const {id} = await channel(ann);
    await ann.post(`/channels/${id}/members`, {user_id: bob.id});
    const banner = {enabled: true, text: 'Careful', background_color: '#aa0000'};
    const setBanner = (by: Person, change: object) =>
      by.put(`/channels/${id}/patch`, {banner_info: {...banner, ...change}});
    expect(await setBanner(bob, {})).toMatchObject(FORBIDDEN);
    expect((await setBanner(ann, {})).body.banner_info).toEqual(banner);
    const whole = (await bob.get(`/channels/${id}`)).body;
    expect((await bob.put(`/channels/${id}`, whole)).status).toBe(200);
    expect(await bob.put(`/channels/${id}`, {...whole, banner_info: {enabled: false}})).toMatchObject(
      FORBIDDEN,
    );
    for (const [change, problem] of [
      [{text: ' '}, 'text.empty'],
      [{text: 'x'.repeat(1025)}, 'text.invalid_length'],
      [{background_color: 'url(x)'}, 'background_color.empty'],
    ] as const) {
      expect(await setBanner(ann, change)).toMatchObject(
        refusal(400, `model.channel.is_valid.banner_info.${problem}.app_error`),
      );
    }
  });

  test('accepts a complete record', async () => {
    const record = await channel(bob, {header: 'old', purpose: 'why'});
    const put = await bob.put(`/channels/${record.id}`, {...record, header: '', purpose: 'new'});
    expect(put).toMatchObject({status: 200, body: {header: '', purpose: 'new'}});
    expect(await bob.put(`/channels/${record.id}`, {...record, id: townSquare})).toMatchObject({status: 400});
    expect(await bob.put(`/channels/${record.id}`, {...record, type: 'P'})).toMatchObject(
      refusal(400, 'api.channel.update_channel.typechange.app_error'),
    );
  });

  test('rejects invalid values', async () => {
    const {id} = await channel(bob);
    const taken = await channel(bob);
    for (const [patch, errorId] of [
      [{name: taken.name}, 'store.sql_channel.save_channel.exists.app_error'],
      [{name: 'No Name'}, 'model.channel.is_valid.1_or_more.app_error'],
      [{header: 'x'.repeat(1025)}, 'model.channel.is_valid.header.app_error'],
    ] as const) {
      expect(await bob.put(`/channels/${id}/patch`, patch)).toMatchObject(refusal(400, errorId));
    }
    expect(await ann.put(`/channels/${townSquare}/patch`, {name: 'plaza'})).toMatchObject(
      refusal(400, 'api.channel.update_channel.tried.app_error'),
    );
    expect(await ann.put(`/channels/${townSquare}/patch`, {display_name: 'Plaza'})).toMatchObject({
      status: 200,
    });
    await bob.delete(`/channels/${id}`);
    expect(await bob.put(`/channels/${id}/patch`, {header: 'x'})).toMatchObject(
      refusal(400, 'api.channel.update_channel.deleted.app_error'),
    );
  });

  test.each([
    ['group_constrained', true],
    ['autotranslation', true],
    ['default_category_name', 'News'],
    ['managed_category_name', 'News'],
  ])('rejects an unsupported feature: %s', async (field, value) => {
    const {id} = await channel(bob, {
      group_constrained: false,
      autotranslation: null,
      default_category_name: '',
    });
    const unavailable = {
      status: 501,
      body: {id: 'api.feature_not_available.app_error', path: field, message: expect.stringContaining(field)},
    };
    expect(await bob.put(`/channels/${id}/patch`, {[field]: value})).toMatchObject(unavailable);
    const body = {team_id: teamId, name: `channel${++counter}`, type: 'O', [field]: value};
    expect(await bob.post('/channels', body)).toMatchObject(unavailable);
    // Clients send whole records.
    const record = (await bob.get(`/channels/${id}`)).body;
    expect((await bob.put(`/channels/${id}`, {...record, header: 'x'})).body.header).toBe('x');
  });

  test('requires membership, except for team administrators', async () => {
    const {id} = await channel(bob);
    const other = await server.person(`other${++counter}`);
    await ann.post(`/teams/${teamId}/members`, {user_id: other.id});
    expect(await other.put(`/channels/${id}/patch`, {header: 'mine'})).toMatchObject(FORBIDDEN);
    expect(await ann.put(`/channels/${id}/patch`, {header: 'ours'})).toMatchObject({status: 200});
    expect(await ann.put(`/channels/${UNKNOWN_ID}/patch`, {})).toMatchObject({status: 404});
  });
});

describe('archiving', () => {
  test('keeps the members and can be undone by users who manage the team', async () => {
    const {id} = await channel(bob);
    const published: string[] = [];
    const stops = [
      server.platform.events.inStreamOrder('channel:archived', ({actorId}) =>
        published.push(`archived ${actorId}`),
      ),
      server.platform.events.inStreamOrder('channel:restored', ({actorId}) =>
        published.push(`restored ${actorId}`),
      ),
      server.platform.events.inStreamOrder('channel-member:left', () => published.push('left')),
    ];
    expect(await bob.delete(`/channels/${id}`)).toMatchObject({status: 200, body: {status: 'OK'}});
    expect(await bob.delete(`/channels/${id}`)).toMatchObject(
      refusal(400, 'api.channel.delete_channel.deleted.app_error'),
    );
    expect((await bob.get(`/channels/${id}`)).body.delete_at).toBeGreaterThan(0);
    expect(await bob.get(`/channels/${id}/members/me`)).toMatchObject({status: 200});
    expect(await ann.post(`/channels/${id}/members`, {user_id: ann.id})).toMatchObject(
      refusal(400, 'api.channel.add_user_to_channel.deleted.app_error'),
    );
    expect(await bob.post(`/channels/${id}/restore`)).toMatchObject(FORBIDDEN);
    expect(await ann.post(`/channels/${id}/restore`)).toMatchObject({status: 200, body: {delete_at: 0}});
    expect(await ann.post(`/channels/${id}/restore`)).toMatchObject(
      refusal(400, 'api.channel.restore_channel.restored.app_error'),
    );
    for (const stop of stops) stop();
    expect(published).toEqual([`archived ${bob.id}`, `restored ${ann.id}`]);
    const history = await server.platform.database.rows<{leavetime: number | null}>({
      text: 'select LeaveTime from ChannelMemberHistory where ChannelId = $1',
      values: [id],
    });
    expect(history).toEqual([{leavetime: null}]);
  });

  test('is rejected for Town Square, for direct channels, for outsiders and with permanent deletion', async () => {
    expect(await ann.delete(`/channels/${townSquare}`)).toMatchObject(
      refusal(400, 'api.channel.delete_channel.cannot.app_error'),
    );
    const direct = (await ann.post('/channels/direct', [ann.id, bob.id])).body;
    expect(await server.admin.delete(`/channels/${direct.id}`)).toMatchObject(
      refusal(400, 'api.channel.delete_channel.type.invalid'),
    );
    const {id} = await channel(bob);
    expect(await eve.delete(`/channels/${id}`)).toMatchObject(FORBIDDEN);
    expect(await bob.delete(`/channels/${id}?permanent=true`)).toMatchObject({status: 401});
  });
});

describe('converting', () => {
  test('makes a public channel private and back', async () => {
    const {id} = await channel(bob);
    const published: string[] = [];
    const stop = server.platform.events.inStreamOrder('channel:converted', (payload) =>
      published.push(payload.channel.type),
    );
    expect(await eve.put(`/channels/${id}/privacy`, {privacy: 'P'})).toMatchObject(FORBIDDEN);
    expect(await bob.put(`/channels/${id}/privacy`, {privacy: 'P'})).toMatchObject({
      status: 200,
      body: {type: 'P'},
    });
    expect(await guest.get(`/channels/${id}`)).toMatchObject(FORBIDDEN);
    await bob.put(`/channels/${id}/privacy`, {privacy: 'P'});
    expect(await bob.put(`/channels/${id}/privacy`, {privacy: 'O'})).toMatchObject({body: {type: 'O'}});
    expect(await bob.post(`/channels/${id}/convert`)).toMatchObject({body: {type: 'P'}});
    stop();
    expect(published).toEqual(['P', 'O', 'P']);
    expect(await bob.put(`/channels/${id}/privacy`, {privacy: 'X'})).toMatchObject({status: 400});
    expect(await ann.put(`/channels/${townSquare}/privacy`, {privacy: 'P'})).toMatchObject(
      refusal(400, 'api.channel.update_channel_privacy.default_channel_error'),
    );
  });

  test('takes effect immediately for users who are not members', async () => {
    const {id} = await channel(ann);
    expect(await bob.get(`/channels/${id}`)).toMatchObject({status: 200});
    await ann.put(`/channels/${id}/privacy`, {privacy: 'P'});
    expect(await bob.get(`/channels/${id}`)).toMatchObject(FORBIDDEN);
  });
});

describe('moving to another team', () => {
  test('requires a system administrator and keeps only members who are in the new team', async () => {
    const {id} = await channel(ann);
    await bob.post(`/channels/${id}/members`, {user_id: bob.id});
    const target = (await ann.post('/teams', {name: 'target', display_name: 'Target', type: 'O'})).body;
    expect(await ann.post(`/channels/${id}/move`, {team_id: target.id})).toMatchObject(FORBIDDEN);
    const move = (body: object) => server.admin.post(`/channels/${id}/move`, {team_id: target.id, ...body});
    expect(await move({})).toMatchObject(refusal(400, 'app.channel.move_channel.members_do_not_match.error'));
    expect(await move({team_id: UNKNOWN_ID})).toMatchObject(
      refusal(400, 'app.channel.create_channel.no_team_id.app_error'),
    );
    expect(await move({force: true})).toMatchObject({status: 200, body: {team_id: target.id}});
    const members = (await ann.get(`/channels/${id}/members`)).body;
    expect(members.map(({user_id}: {user_id: string}) => user_id)).toEqual([ann.id]);
    const history = await server.platform.database.rows<{userid: string; gone: boolean}>({
      text: 'select UserId, LeaveTime is not null as gone from ChannelMemberHistory where ChannelId = $1',
      values: [id],
    });
    expect(history).toEqual(
      expect.arrayContaining([
        {userid: ann.id, gone: false},
        {userid: bob.id, gone: true},
      ]),
    );
    expect(await bob.get(`/channels/${id}`)).toMatchObject(FORBIDDEN);
    expect(await server.admin.post(`/channels/${townSquare}/move`, {team_id: target.id})).toMatchObject(
      refusal(400, 'api.channel.move_channel.default.app_error'),
    );
    const twin = await channel(ann, {name: 'off-topic2'});
    await ann.post('/channels', {team_id: target.id, name: 'off-topic2', type: 'O'});
    expect(await server.admin.post(`/channels/${twin.id}/move`, {team_id: target.id})).toMatchObject(
      refusal(400, 'store.sql_channel.save_channel.exists.app_error'),
    );
  });
});

describe('members', () => {
  test('join public channels themselves and private ones by invitation', async () => {
    const open = await channel(ann);
    const closed = await channel(ann, {type: 'P'});
    expect(await bob.post(`/channels/${open.id}/members`, {user_id: bob.id})).toMatchObject({
      status: 201,
      body: {user_id: bob.id, roles: 'channel_user'},
    });
    expect(await bob.post(`/channels/${closed.id}/members`, {user_id: bob.id})).toMatchObject(FORBIDDEN);
    expect(await guest.post(`/channels/${open.id}/members`, {user_id: guest.id})).toMatchObject(FORBIDDEN);
    expect(await eve.post(`/channels/${open.id}/members`, {user_id: eve.id})).toMatchObject(FORBIDDEN);
    expect(await ann.post(`/channels/${closed.id}/members`, {user_id: bob.id})).toMatchObject({status: 201});
    expect(await ann.post(`/channels/${closed.id}/members`, {user_id: guest.id})).toMatchObject({
      body: {roles: 'channel_guest', scheme_guest: true, scheme_user: false},
    });
    expect((await guest.get(`/channels/${closed.id}`)).body.id).toBe(closed.id);
    expect(await ann.post(`/channels/${open.id}/members`, {user_id: eve.id})).toMatchObject(
      refusal(400, 'api.channel.add_user.to.channel.failed.deleted.app_error'),
    );
    expect(await ann.post(`/channels/${open.id}/members`, {})).toMatchObject({status: 400});
  });

  test('are added together, all or none', async () => {
    const {id} = await channel(ann);
    expect(await ann.post(`/channels/${id}/members`, {user_ids: [bob.id, eve.id]})).toMatchObject({
      status: 400,
    });
    expect((await ann.get(`/channels/${id}/members`)).body).toHaveLength(1);
    const added = await ann.post(`/channels/${id}/members`, {user_ids: [bob.id, guest.id, ann.id]});
    expect(added.body).toHaveLength(3);
  });

  test('are replaced by system administrators, with the changes of each batch reported', async () => {
    const {id} = await channel(ann, {type: 'P'});
    await ann.post(`/channels/${id}/members`, {user_ids: [guest.id]});
    const path = `/channels/${id}/members?batch_size=1&batch_delay_ms=0`;
    const set = async (body: object, by = server.admin) => {
      const response = await server.app.inject({
        method: 'PUT',
        url: `/api/v4${path}`,
        headers: {authorization: `Bearer ${by.token}`},
        payload: body,
      });
      expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/x-ndjson']);
      return response.body
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    };
    const nothing = {added: [], removed: [], promoted: [], demoted: [], errors: []};
    expect(await ann.put(path, {members: [bob.id]})).toMatchObject(FORBIDDEN);
    expect(await set({members: [ann.id, bob.id, eve.id]})).toEqual([
      {...nothing, removed: [guest.id]},
      ...[bob.id, eve.id].map((userId) =>
        userId === eve.id
          ? {...nothing, errors: [{user_id: eve.id, id: expect.any(String), error: expect.any(String)}]}
          : {...nothing, added: [userId]},
      ),
    ]);
    expect((await set({members: [ann.id], channel_admins: [bob.id]})).slice(-2)).toEqual([
      {...nothing, promoted: [bob.id]},
      {...nothing, demoted: [ann.id]},
    ]);
    expect(await set({members: [ann.id, bob.id]})).toEqual([]);
    const {body} = await bob.get(`/channels/${id}/members`);
    expect(
      body.map((one: {user_id: string; scheme_admin: boolean}) => [one.user_id, one.scheme_admin]),
    ).toEqual([ann.id, bob.id].sort().map((userId) => [userId, userId === bob.id]));
    expect((await server.admin.put(path, {members: []})).status).toBe(400);
    const direct = (await ann.post('/channels/direct', [ann.id, bob.id])).body.id;
    expect((await server.admin.put(`/channels/${direct}/members`, {members: [ann.id]})).status).toBe(400);
  });

  test('are announced once, even if they are added repeatedly', async () => {
    const {id} = await channel(ann);
    const published: unknown[] = [];
    const stops = [
      server.platform.events.inStreamOrder('channel-member:joined', (payload) => published.push(payload)),
      server.platform.events.inStreamOrder('channel-member:left', (payload) => published.push(payload)),
    ];
    await Promise.all(Array.from({length: 5}, () => ann.post(`/channels/${id}/members`, {user_id: bob.id})));
    await ann.delete(`/channels/${id}/members/${bob.id}`);
    for (const stop of stops) stop();
    const payload = {channelId: id, teamId, userId: bob.id, actorId: ann.id, withTeam: false};
    expect(published).toEqual([payload, payload]);
  });

  test('are listed by page and by id', async () => {
    const {id} = await channel(ann);
    await ann.post(`/channels/${id}/members`, {user_ids: [bob.id, guest.id]});
    const sorted = [ann.id, bob.id, guest.id].sort();
    const ids = (list: {user_id: string}[]) => list.map(({user_id}) => user_id);
    expect(ids((await bob.get(`/channels/${id}/members`)).body)).toEqual(sorted);
    expect(ids((await bob.get(`/channels/${id}/members?page=1&per_page=2`)).body)).toEqual(sorted.slice(2));
    expect(ids((await bob.post(`/channels/${id}/members/ids`, [bob.id, eve.id])).body)).toEqual([bob.id]);
    expect(await bob.get(`/channels/${id}/members/${eve.id}`)).toMatchObject(
      refusal(404, 'app.channel.get_member.missing.app_error'),
    );
    expect(await eve.get(`/channels/${id}/members`)).toMatchObject(FORBIDDEN);
    expect((await bob.get(`/channels/${id}/member_counts_by_group`)).body).toEqual([]);
  });

  test('hide their last activity from each other', async () => {
    const {id} = await channel(ann);
    await ann.post(`/channels/${id}/members`, {user_id: bob.id});
    const members = `/channels/${id}/members`;
    type Row = {user_id: string; last_viewed_at: number; last_update_at: number};
    const ofBob = async (by: Person): Promise<Row[]> => [
      (await by.get(`${members}/${bob.id}`)).body,
      (await by.get(members)).body.find(({user_id}: Row) => user_id === bob.id),
      ...(await by.post(`${members}/ids`, [bob.id])).body,
      (await by.post(members, {user_id: bob.id})).body,
    ];
    for (const member of await ofBob(ann)) {
      expect(member).toMatchObject({user_id: bob.id, last_viewed_at: -1, last_update_at: -1});
    }
    for (const {last_update_at} of await ofBob(bob)) expect(last_update_at).toBeGreaterThan(0);
  });

  test('leave, and are removed by users who manage members', async () => {
    const {id} = await channel(ann, {type: 'P'});
    await ann.post(`/channels/${id}/members`, {user_ids: [bob.id, guest.id]});
    expect(await guest.delete(`/channels/${id}/members/${bob.id}`)).toMatchObject(FORBIDDEN);
    expect(await bob.delete(`/channels/${id}/members/${guest.id}`)).toMatchObject({status: 200});
    expect(await bob.delete(`/channels/${id}/members/me`)).toMatchObject({status: 200});
    expect(await bob.get(`/channels/${id}`)).toMatchObject(FORBIDDEN);
    expect(await ann.delete(`/channels/${id}/members/${bob.id}`)).toMatchObject(
      refusal(404, 'app.channel.get_member.missing.app_error'),
    );
  });

  test('cannot leave Town Square, except guests', async () => {
    expect(await bob.delete(`/channels/${townSquare}/members/me`)).toMatchObject(
      refusal(400, 'api.channel.leave.default.app_error'),
    );
    expect(await ann.delete(`/channels/${townSquare}/members/${bob.id}`)).toMatchObject(
      refusal(400, 'api.channel.remove.default.app_error'),
    );
    await ann.post(`/channels/${townSquare}/members`, {user_id: guest.id});
    expect(await guest.delete(`/channels/${townSquare}/members/me`)).toMatchObject({status: 200});
  });

  test('get roles by name and by flag', async () => {
    const {id} = await channel(ann);
    await ann.post(`/channels/${id}/members`, {user_ids: [bob.id, guest.id]});
    const path = `/channels/${id}/members/${bob.id}`;
    expect(await bob.put(`${path}/roles`, {roles: 'channel_user channel_admin'})).toMatchObject(FORBIDDEN);
    expect(
      await ann.put(`${path}/roles`, {roles: 'channel_admin channel_user system_post_all'}),
    ).toMatchObject({
      status: 200,
    });
    expect((await ann.get(path)).body).toMatchObject({
      roles: 'system_post_all channel_user channel_admin',
      explicit_roles: 'system_post_all',
    });
    // The member's permissions change immediately.
    expect(
      await bob.put(`/channels/${id}/members/${ann.id}/schemeRoles`, {
        scheme_user: true,
        scheme_admin: false,
      }),
    ).toMatchObject({status: 200});
    expect(await ann.put(`${path}/schemeRoles`, {scheme_user: true, scheme_admin: false})).toMatchObject({
      status: 200,
    });
    expect((await ann.get(path)).body).toMatchObject({scheme_admin: false});
    for (const [roles, errorId] of [
      ['nonsense', 'app.role.get_by_name.app_error'],
      ['team_admin', 'api.channel.update_channel_member_roles.scheme_role.app_error'],
      ['channel_guest', 'api.channel.update_channel_member_roles.changing_guest_role.app_error'],
      ['channel_guest channel_admin', 'api.channel.update_channel_member_roles.guest_and_user.app_error'],
    ]) {
      expect(await ann.put(`${path}/roles`, {roles})).toMatchObject(refusal(400, errorId!));
    }
    expect(
      await ann.put(`/channels/${id}/members/${guest.id}/schemeRoles`, {
        scheme_user: true,
        scheme_admin: false,
      }),
    ).toMatchObject({status: 400});
    expect(await ann.put(`/channels/${id}/members/${eve.id}/roles`, {roles: ''})).toMatchObject({
      status: 404,
    });
  });

  test('set their notification preferences', async () => {
    const {id} = await channel(bob);
    const path = `/channels/${id}/members/me/notify_props`;
    const published: unknown[] = [];
    const stop = server.platform.events.inStreamOrder('channel-member:changed', ({member}) =>
      published.push(member),
    );
    expect(
      await bob.put(path, {
        channel_id: id,
        user_id: bob.id,
        mark_unread: 'mention',
        desktop: 'all',
        unknown: 'x',
      }),
    ).toMatchObject({status: 200});
    stop();
    const {notify_props} = (await bob.get(`/channels/${id}/members/me`)).body;
    expect(notify_props).toMatchObject({mark_unread: 'mention', desktop: 'all', push: 'default'});
    expect(notify_props).not.toHaveProperty('unknown');
    expect(published).toMatchObject([{user_id: bob.id, notify_props}]);
    expect(await bob.put(path, {mark_unread: 'sometimes'})).toMatchObject(
      refusal(400, 'model.channel_member.is_valid.unread_level.app_error'),
    );
    expect(await bob.put(path, {desktop: 5})).toMatchObject(
      refusal(400, 'model.channel_member.is_valid.notify_level.app_error'),
    );
    expect(await bob.put(path, {})).toMatchObject({status: 200});
    expect(await ann.put(`/channels/${id}/members/${bob.id}/notify_props`, {push: 'none'})).toMatchObject(
      FORBIDDEN,
    );
  });

  test('get their memberships as a list, or all of them line by line', async () => {
    const busy = await server.person('busy');
    await ann.post(`/teams/${teamId}/members`, {user_id: busy.id});
    await channel(busy);
    const direct = (await busy.post('/channels/direct', [busy.id, ann.id])).body;
    await server.features.systemMessages.idle();
    const listed = (await busy.get(`/users/me/teams/${teamId}/channels/members`)).body;
    expect(listed).toHaveLength(4);
    expect(listed.map((row: {channel_id: string}) => row.channel_id)).toContain(direct.id);
    const lines = await busy.get('/users/me/channel_members?page=-1');
    expect(lines.headers['content-type']).toBe('application/x-ndjson');
    expect(
      lines.body
        .trimEnd()
        .split('\n')
        .map((line: string) => JSON.parse(line)),
    ).toEqual(listed);
    expect((await busy.get('/users/me/channel_members?page=1&per_page=3')).body).toHaveLength(1);
    expect(await bob.get(`/users/${busy.id}/channel_members?page=-1`)).toMatchObject(FORBIDDEN);
    expect(await bob.get(`/users/${busy.id}/teams/${teamId}/channels/members`)).toMatchObject(FORBIDDEN);
  });
});

test('get roles from the scheme of the channel', async () => {
  const {id} = await channel(bob);
  const schemeId = 'ybndrfg8ejkmcpqxot1uwisza7';
  await server.platform.database.execute({
    text: `
      insert into Schemes (Id, Name, CreateAt, UpdateAt, Scope, DefaultChannelAdminRole, DefaultChannelUserRole)
      values ($1, 'quiet', 1, 1, 'channel', 'quiet_admin', 'quiet_user')`,
    values: [schemeId],
  });
  const path = `/channels/${id}/scheme`;
  expect(await bob.put(path, {scheme_id: schemeId})).toMatchObject(FORBIDDEN);
  expect(await server.admin.put(path, {scheme_id: UNKNOWN_ID})).toMatchObject(
    refusal(400, 'api.channel.update_channel_scheme.scheme_scope.error'),
  );
  expect(await server.admin.put(path, {scheme_id: schemeId})).toMatchObject({status: 200});
  const member = await server.admin.get(`/channels/${id}/members/${bob.id}`);
  expect(member.body.roles).toBe('quiet_user quiet_admin');
  // The scheme's roles don't exist, so members have no permissions until the scheme is removed.
  expect(await bob.put(`/channels/${id}/patch`, {header: 'x'})).toMatchObject(FORBIDDEN);
  expect(await server.admin.put(path, {scheme_id: ''})).toMatchObject({status: 200});
  expect(await bob.put(`/channels/${id}/patch`, {header: 'x'})).toMatchObject({status: 200});
});

describe('direct and group channels', () => {
  test('have the same name, regardless of who opens them', async () => {
    const opened = await ann.post('/channels/direct', [ann.id, bob.id]);
    const name = [ann.id, bob.id].sort().join('__');
    expect(opened).toMatchObject({status: 201, body: {type: 'D', name, team_id: '', display_name: ''}});
    expect((await bob.post('/channels/direct', [bob.id, ann.id])).body.id).toBe(opened.body.id);
    const members = (await ann.get(`/channels/${opened.body.id}/members`)).body;
    expect(members).toMatchObject([{scheme_user: true, scheme_admin: false}, {scheme_user: true}]);
    expect((await ann.get(`/teams/${teamId}/channels/name/${name}`)).body.id).toBe(opened.body.id);
    const notes = await ann.post('/channels/direct', [ann.id, ann.id]);
    expect(notes.body.name).toBe(`${ann.id}__${ann.id}`);
    expect((await ann.get(`/channels/${notes.body.id}/members`)).body).toHaveLength(1);
  });

  test('require two existing users, including the caller', async () => {
    expect(await ann.post('/channels/direct', [ann.id])).toMatchObject(
      refusal(400, 'api.context.invalid_body_param.app_error'),
    );
    expect(await ann.post('/channels/direct', [ann.id, bob.id, eve.id])).toMatchObject({status: 400});
    expect(await ann.post('/channels/direct', [ann.id, UNKNOWN_ID])).toMatchObject(
      refusal(400, 'api.channel.create_direct_channel.invalid_user.app_error'),
    );
    expect(await ann.post('/channels/direct', [bob.id, eve.id])).toMatchObject(FORBIDDEN);
    expect(await server.admin.post('/channels/direct', [bob.id, eve.id])).toMatchObject({status: 201});
  });

  test('between users without a common team are rejected if TeamSettings.RestrictDirectMessage is `team', async () => {
    const stranger = await server.person('stranger');
    await server.platform.config.patch({TeamSettings: {RestrictDirectMessage: 'team'}});
    expect(await bob.post('/channels/direct', [bob.id, stranger.id])).toMatchObject(
      refusal(403, 'api.channel.create_channel.direct_channel.team_restricted_error'),
    );
    expect(await bob.post('/channels/direct', [bob.id, guest.id])).toMatchObject({status: 201});
    expect(await stranger.post('/channels/direct', [stranger.id, stranger.id])).toMatchObject({status: 201});
    expect(await server.admin.post('/channels/direct', [server.admin.id, stranger.id])).toMatchObject({
      status: 201,
    });
    await server.platform.config.patch({TeamSettings: {RestrictDirectMessage: 'any'}});
  });

  test('can be created 200 times an hour in groups, and opened again without a limit', async () => {
    const [fay, gil, hal, ida] = (await Promise.all(
      ['fay', 'gil', 'hal', 'ida'].map((name) => server.person(name)),
    )) as [Person, Person, Person, Person];
    const {id} = (await fay.post('/channels/group', [gil.id, hal.id])).body;
    const hour = 3_600_000;
    const now = Date.now();
    const store = createDatabaseRateLimitStore(server.platform.database);
    await store.advance(`group-channels ${fay.id}`, now, (198 / 200) * hour, now + hour);
    expect((await fay.post('/channels/group', [gil.id, ida.id])).status).toBe(201);
    expect(await fay.post('/channels/group', [hal.id, ida.id])).toMatchObject({
      status: 429,
      body: {id: 'api.context.rate_limit.app_error'},
    });
    expect((await fay.post('/channels/group', [gil.id, hal.id])).body.id).toBe(id);
    expect((await gil.post('/channels/group', [hal.id, ida.id])).status).toBe(201);
  });

  test('have three to eight members in a group, including the caller', async () => {
    const opened = await ann.post('/channels/group', [bob.id, eve.id]);
    expect(opened).toMatchObject({
      status: 201,
      body: {type: 'G', display_name: 'ann, bob, eve', team_id: ''},
    });
    expect(opened.body.name).toMatch(/^[0-9a-f]{40}$/);
    expect((await eve.post('/channels/group', [ann.id, bob.id, eve.id])).body.id).toBe(opened.body.id);
    const size = refusal(400, 'api.channel.create_group.bad_size.app_error');
    expect(await ann.post('/channels/group', [bob.id, bob.id])).toMatchObject(size);
    const many = await Promise.all(Array.from({length: 8}, (_, index) => server.person(`many${index}`)));
    expect(
      await ann.post(
        '/channels/group',
        many.map(({id}) => id),
      ),
    ).toMatchObject(size);
    expect(
      await ann.post(
        '/channels/group',
        many.slice(1).map(({id}) => id),
      ),
    ).toMatchObject({status: 201});
    expect(await ann.post('/channels/group', [bob.id, UNKNOWN_ID])).toMatchObject(
      refusal(400, 'api.channel.create_group.bad_user.app_error'),
    );
    expect(names((await eve.post('/channels/group/search', {term: 'bo'})).body)).toEqual([opened.body.name]);
    expect((await eve.post('/channels/group/search', {term: 'bob nobody'})).body).toEqual([]);
    const nine = 'm ma man many many1 many2 many3 many4 many5';
    expect((await ann.post('/channels/group/search', {term: `${nine} nobody`})).body).toEqual([]);
    const tooMany = {term: `${nine} many6 nobody`};
    expect((await ann.post('/channels/group/search', tooMany)).body).toHaveLength(1);
  });

  test('cannot change members and have only a header', async () => {
    const direct = (await ann.post('/channels/direct', [ann.id, bob.id])).body;
    expect(await ann.post(`/channels/${direct.id}/members`, {user_id: eve.id})).toMatchObject(
      refusal(400, 'api.channel.add_user_to_channel.type.app_error'),
    );
    expect(await ann.delete(`/channels/${direct.id}/members/me`)).toMatchObject(
      refusal(400, 'api.channel.remove_user_from_channel.type.app_error'),
    );
    expect(await bob.put(`/channels/${direct.id}/patch`, {header: 'hello'})).toMatchObject({
      body: {header: 'hello'},
    });
    expect(await bob.put(`/channels/${direct.id}/patch`, {display_name: 'us'})).toMatchObject(
      refusal(400, 'api.channel.update_channel.update_direct_or_group_messages_not_allowed.app_error'),
    );
    expect(await eve.put(`/channels/${direct.id}/patch`, {header: 'mine'})).toMatchObject(
      refusal(403, 'api.channel.patch_update_channel.forbidden.app_error'),
    );
    expect(await eve.get(`/channels/${direct.id}`)).toMatchObject(FORBIDDEN);
  });

  test('list the teams that their members share', async () => {
    const shared = (await ann.post('/channels/group', [bob.id, guest.id])).body;
    expect((await ann.get(`/channels/${shared.id}/common_teams`)).body).toMatchObject([
      {id: teamId, invite_id: '', email: ''},
    ]);
    const alone = (await ann.post('/channels/group', [bob.id, eve.id])).body;
    expect((await ann.get(`/channels/${alone.id}/common_teams`)).body).toEqual([]);
  });

  test('are announced once when opened concurrently', async () => {
    const [one, two] = [await server.person('one'), await server.person('two')];
    const published: unknown[] = [];
    const stop = server.platform.events.inStreamOrder('direct-channel:created', (payload) =>
      published.push(payload),
    );
    await Promise.all([one, two, one, two].map((by) => by.post('/channels/direct', [one.id, two.id])));
    stop();
    expect(published).toHaveLength(1);
  });
});

describe('lists', () => {
  let lists: string;
  let member: Person;

  beforeAll(async () => {
    member = await server.person('member');
    lists = (await ann.post('/teams', {name: 'lists', display_name: 'Lists', type: 'O'})).body.id;
    await ann.post(`/teams/${lists}/members/batch`, [{user_id: member.id}, {user_id: guest.id}]);
    await channel(ann, {
      team_id: lists,
      name: 'alpha',
      display_name: 'Alpha 100%',
      purpose: 'Not off-topic: Rocket_fuel',
    });
    await channel(ann, {team_id: lists, name: 'secret', type: 'P', display_name: 'Secret'});
    const own = await channel(member, {team_id: lists, name: 'own', type: 'P', display_name: 'Own'});
    await member.post(`/channels/${own.id}/members`, {user_id: guest.id});
    const archived = await channel(ann, {team_id: lists, name: 'archived'});
    await ann.delete(`/channels/${archived.id}`);
    const hidden = await channel(ann, {team_id: lists, name: 'archived-secret', type: 'P'});
    await ann.delete(`/channels/${hidden.id}`);
  });

  test('of a team: public, private, archived, by ids', async () => {
    expect(names((await member.get(`/teams/${lists}/channels`)).body)).toEqual([
      'alpha',
      'off-topic',
      'town-square',
    ]);
    expect(names((await member.get(`/teams/${lists}/channels?page=1&per_page=2`)).body)).toEqual([
      'town-square',
    ]);
    expect(await guest.get(`/teams/${lists}/channels`)).toMatchObject(FORBIDDEN);
    expect(await ann.get(`/teams/${lists}/channels/private`)).toMatchObject(FORBIDDEN);
    expect(names((await server.admin.get(`/teams/${lists}/channels/private`)).body)).toEqual([
      'own',
      'secret',
    ]);
    expect(names((await member.get(`/teams/${lists}/channels/deleted`)).body)).toEqual(['archived']);
    expect(names((await ann.get(`/teams/${lists}/channels/deleted`)).body)).toEqual([
      'archived',
      'archived-secret',
    ]);
    const ids = (await server.admin.get(`/channels?per_page=200&include_deleted=true`)).body.map(
      ({id}: {id: string}) => id,
    );
    expect(names((await member.post(`/teams/${lists}/channels/ids`, ids)).body)).toEqual([
      'alpha',
      'off-topic',
      'town-square',
    ]);
    expect((await member.get(`/teams/${lists}/channels/recommended`)).body).toEqual([]);
  });

  test('of a user', async () => {
    expect(names((await ann.get(`/users/me/teams/${lists}/channels`)).body).sort()).toEqual(
      expect.arrayContaining(['alpha', 'off-topic', 'secret', 'town-square']),
    );
    const live = names((await ann.get(`/users/me/teams/${lists}/channels`)).body);
    expect(live).not.toContain('archived');
    const all = names((await ann.get(`/users/me/teams/${lists}/channels?include_deleted=true`)).body);
    expect(all).toEqual(expect.arrayContaining(['archived', 'archived-secret']));
    const since = await ann.get(
      `/users/me/teams/${lists}/channels?include_deleted=true&last_delete_at=${Date.now() + 60_000}`,
    );
    expect(names(since.body)).toEqual(live);
    const everywhere = (await ann.get('/users/me/channels')).body;
    expect(new Set(everywhere.map(({team_id}: {team_id: string}) => team_id)).size).toBeGreaterThan(2);
    expect(await member.get(`/users/${ann.id}/teams/${lists}/channels`)).toMatchObject(FORBIDDEN);
    expect(await member.get(`/users/${ann.id}/channels`)).toMatchObject(FORBIDDEN);
    expect(await eve.get(`/users/me/teams/${lists}/channels`)).toMatchObject(FORBIDDEN);
  });

  test('by search: all words must match, ignoring case, without wildcards', async () => {
    const search = async (who: Person, term: string, more: object = {}) =>
      names((await who.post(`/teams/${lists}/channels/search`, {term, ...more})).body);
    expect(await search(member, 'ALPHA fuel')).toEqual(['alpha']);
    expect(await search(member, 'alpha nothing')).toEqual([]);
    expect(await search(member, '100%')).toEqual(['alpha']);
    expect(await search(member, '%')).toEqual(['alpha']);
    expect(await search(member, 'rocket_')).toEqual(['alpha']);
    expect(await search(member, 'secret')).toEqual([]);
    expect(await search(ann, 'secret')).toEqual(['secret']);
    expect(await search(guest, '')).toEqual(['own']);
    expect(await search(guest, '', {exclude_joined: true})).toEqual([]);
    expect(await search(member, 'own')).toEqual(['own', 'town-square']);
    expect(await search(member, 'own', {exclude_joined: true})).toEqual([]);
    expect(await search(member, 'alpha', {exclude_joined: true})).toEqual(['alpha']);
    expect(await eve.post(`/teams/${lists}/channels/search`, {term: ''})).toMatchObject(FORBIDDEN);
  });

  test('by autocomplete', async () => {
    const complete = async (who: Person, name: string) =>
      names((await who.get(`/teams/${lists}/channels/autocomplete?name=${name}`)).body);
    expect(await complete(member, 'OW')).toEqual(['own', 'town-square']);
    // First the channel with exactly this name.
    expect(await complete(member, 'Off-Topic')).toEqual(['off-topic', 'alpha']);
    expect(await complete(guest, 'ow')).toEqual(['own']);
    await member.post('/channels/direct', [member.id, ann.id]);
    const found = (await member.get(`/teams/${lists}/channels/search_autocomplete?name=an`)).body;
    expect(found).toMatchObject([{type: 'D', display_name: 'ann'}]);
    const group = (await member.post('/channels/group', [ann.id, bob.id])).body;
    const both = (await member.get(`/teams/${lists}/channels/search_autocomplete?name=ann`)).body;
    expect(both.map(({id}: {id: string}) => id)).toContain(group.id);
  });

  test('of all teams, for administrators', async () => {
    expect(await ann.get('/channels')).toMatchObject(FORBIDDEN);
    const list = (await server.admin.get('/channels?per_page=200&include_total_count=true')).body;
    expect(list.total_count).toBe(list.channels.length);
    expect(list.channels.find(({name}: {name: string}) => name === 'alpha')).toMatchObject({
      team_id: lists,
      team_name: 'lists',
      team_display_name: 'Lists',
    });
    const plain = (await server.admin.get('/channels?per_page=200&exclude_default_channels=true')).body;
    expect(names(plain)).not.toContain('town-square');
    const search = (body: object) => server.admin.post('/channels/search', {team_ids: [lists], ...body});
    expect(names((await search({term: 'a', public: true, exclude_default_channels: true})).body)).toEqual([
      'alpha',
    ]);
    expect(names((await search({term: 'secret', private: true})).body)).toEqual(['secret']);
    expect(names((await search({term: 'archived', deleted: true})).body)).toEqual([
      'archived',
      'archived-secret',
    ]);
    const [secret] = (await search({term: 'secret', private: true})).body;
    expect((await search({term: 'secret', group_constrained: true})).body).toEqual([]);
    expect((await search({term: secret.id})).body).toEqual([]);
    expect(names((await search({term: secret.id, include_search_by_id: true})).body)).toEqual(['secret']);
    const paged = (await search({term: '', page: 0, per_page: 2})).body;
    expect(paged.channels).toHaveLength(2);
    expect(paged.total_count).toBe(5);
    // All channels are sorted, not only those on the page.
    const {database} = server.platform;
    await database.execute({
      text: `update Channels set TotalMsgCount = length(Name), LastPostAt = 1000 - length(Name) where TeamId = $1`,
      values: [lists],
    });
    const sorted = async (sort_column: string, sort_direction: string, page = 0) =>
      names((await search({term: '', sort_column, sort_direction, page, per_page: 2})).body.channels);
    expect(await sorted('display_name', 'desc')).toEqual(['town-square', 'secret']);
    expect(await sorted('total_msg_count', 'asc')).toEqual(['own', 'alpha']);
    expect(await sorted('total_msg_count', 'desc')).toEqual(['town-square', 'off-topic']);
    expect(await sorted('total_msg_count', 'desc', 1)).toEqual(['secret', 'alpha']);
    expect(await sorted('last_post_at', 'desc')).toEqual(['own', 'alpha']);
    expect(await sorted('type', 'desc')).toEqual(['own', 'secret']);
    // In the order of the name where it doesn't decide.
    expect((await sorted('delete_at', 'asc'))[0]).toBe('alpha');
    const counts = async (sort_direction: string) => {
      const order = {sort_column: 'members', sort_direction, page: 0, per_page: 200};
      const found = (await search({term: '', ...order})).body.channels as {id: string}[];
      const {body} = await server.admin.post(
        '/channels/stats/member_count',
        found.map(({id}) => id),
      );
      return found.map(({id}) => body[id] ?? 0);
    };
    const ascending = await counts('asc');
    expect(new Set(ascending).size).toBeGreaterThan(1);
    expect(ascending).toEqual(ascending.toSorted((a, b) => a - b));
    expect(await counts('desc')).toEqual(ascending.toReversed());
    expect((await search({term: '', sort_column: 'header'})).status).toBe(400);
    expect(await ann.post('/channels/search', {term: 'a'})).toMatchObject(FORBIDDEN);
    const own = (await member.post('/channels/search?system_console=false', {term: 'own'})).body;
    expect(names(own)).toEqual(expect.arrayContaining(['own', 'town-square']));
  });
});

describe('read state', () => {
  let busy: string;

  beforeAll(async () => {
    busy = (await channel(ann, {name: 'busy'})).id;
    await ann.post(`/channels/${busy}/members`, {user_id: bob.id});
    // Adding a user posts a message that mentions them.
    await server.features.systemMessages.idle();
    await bob.put(`/users/me/teams/${teamId}/read`);
    await ann.post('/posts', {channel_id: busy, message: 'hello'});
    await ann.post('/posts', {channel_id: busy, message: 'hello @bob'});
  });

  test('is counted per channel and team and reset by viewing', async () => {
    expect((await bob.get(`/users/me/channels/${busy}/unread`)).body).toMatchObject({
      team_id: teamId,
      channel_id: busy,
      user_id: bob.id,
      msg_count: 2,
      msg_count_root: 2,
      mention_count: 1,
      mention_count_root: 1,
    });
    const before = (await bob.get(`/users/me/teams/${teamId}/unread`)).body;
    expect(before.mention_count).toBe(1);
    const published: unknown[] = [];
    const stop = server.platform.events.inStreamOrder('channels:viewed', (payload) =>
      published.push(payload),
    );
    const viewed = await bob.post('/channels/members/me/view', {channel_id: busy, prev_channel_id: ''});
    stop();
    const {last_post_at, total_msg_count} = (await bob.get(`/channels/${busy}`)).body;
    expect(viewed.body).toEqual({status: 'OK', last_viewed_at_times: {[busy]: last_post_at}});
    expect(published).toEqual([{userId: bob.id, times: {[busy]: last_post_at}}]);
    expect((await bob.get(`/channels/${busy}/members/me`)).body).toMatchObject({
      last_viewed_at: last_post_at,
      msg_count: total_msg_count,
      mention_count: 0,
      mention_count_root: 0,
    });
    const after = (await bob.get(`/users/me/teams/${teamId}/unread`)).body;
    expect(after.msg_count).toBe(before.msg_count - 2);
    expect(after.mention_count).toBe(0);
  });

  test('excludes posts in muted channels, and other teams on request', async () => {
    const count = async (query = '') => (await bob.get(`/users/me/teams/unread${query}`)).body;
    const [{msg_count: before}] = (await count()).filter(
      ({team_id}: {team_id: string}) => team_id === teamId,
    );
    const {id} = await channel(ann);
    await ann.post(`/channels/${id}/members`, {user_id: bob.id});
    await server.features.systemMessages.idle();
    await bob.put(`/channels/${id}/members/me/notify_props`, {mark_unread: 'mention'});
    await ann.post('/posts', {channel_id: id, message: 'psst'});
    const [{msg_count: after}] = (await count()).filter(({team_id}: {team_id: string}) => team_id === teamId);
    expect(after).toBe(before);
    expect(
      (await count(`?exclude_team=${teamId}`)).map(({team_id}: {team_id: string}) => team_id),
    ).not.toContain(teamId);
    expect((await count('?include_collapsed_threads=true'))[0]).toMatchObject({thread_count: 0});
  });

  test('can be reset for several channels, a team, or all direct channels at once', async () => {
    const first = await channel(ann);
    const second = await channel(ann);
    const direct = (await ann.post('/channels/direct', [ann.id, bob.id])).body;
    for (const {id} of [first, second]) await ann.post(`/channels/${id}/members`, {user_id: bob.id});
    await server.features.systemMessages.idle();
    const unread = async (id: string) => (await bob.get(`/users/me/channels/${id}/unread`)).body.msg_count;
    const postAll = async () => {
      for (const {id} of [first, second, direct]) await ann.post('/posts', {channel_id: id, message: 'news'});
    };
    await postAll();
    const marked = await bob.post('/channels/members/me/mark_read', [first.id, second.id, UNKNOWN_ID]);
    expect(Object.keys(marked.body.last_viewed_at_times).sort()).toEqual([first.id, second.id].sort());
    expect(await unread(first.id)).toBe(0);
    await postAll();
    expect(await bob.put(`/users/me/teams/${teamId}/read`)).toMatchObject({status: 200});
    expect([await unread(first.id), await unread(second.id)]).toEqual([0, 0]);
    expect(await unread(direct.id)).toBeGreaterThan(0);
    expect(await bob.put('/channels/members/me/direct/read')).toMatchObject({status: 200});
    expect(await unread(direct.id)).toBe(0);
  });

  test('is private', async () => {
    expect(await ann.get(`/users/${bob.id}/channels/${busy}/unread`)).toMatchObject(FORBIDDEN);
    expect(await ann.post(`/channels/members/${bob.id}/view`, {channel_id: busy})).toMatchObject(FORBIDDEN);
    expect(await ann.get(`/users/${bob.id}/teams/unread`)).toMatchObject(FORBIDDEN);
    const {id} = await channel(ann);
    expect(await bob.get(`/users/me/channels/${id}/unread`)).toMatchObject(
      refusal(404, 'app.channel.get_member.missing.app_error'),
    );
  });

  test("comes with counts of the channel's contents", async () => {
    const {id} = await channel(ann);
    await ann.post(`/channels/${id}/members`, {user_id: guest.id});
    expect((await ann.get(`/channels/${id}/stats`)).body).toEqual({
      channel_id: id,
      member_count: 2,
      guest_count: 1,
      pinnedpost_count: 0,
      files_count: 0,
    });
    expect((await ann.get(`/channels/${id}/stats?exclude_files_count=true`)).body.files_count).toBe(-1);
    expect((await ann.post('/channels/stats/member_count', [id, busy])).body).toEqual({[id]: 2, [busy]: 2});
    expect(await eve.get(`/channels/${id}/stats`)).toMatchObject(FORBIDDEN);
    await server.platform.database.execute({
      text: `update Users set Timezone = '{"useAutomaticTimezone":"true","automaticTimezone":"Europe/Paris"}' where Id = $1`,
      values: [guest.id],
    });
    expect((await ann.get(`/channels/${id}/timezones`)).body).toEqual(['Europe/Paris']);
  });
});

describe('converting a group message to a private channel', () => {
  const group = async (...others: Person[]) =>
    (await ann.post('/channels/group', [ann.id, ...others.map(({id}) => id)])).body;
  const convert = (person: Person, id: string, body: object = {}) =>
    person.post(`/channels/${id}/convert_to_channel?team_id=${teamId}`, {
      channel_id: id,
      team_id: teamId,
      name: `from-group-${++counter}`,
      display_name: 'From a group',
      ...body,
    });

  test('keeps the members, messages and threads, and notifies the members', async () => {
    const cat = await server.person('cat');
    await server.features.teams.addMember(teamId, cat.id, ann.id);
    const {id, name} = await group(bob, cat);
    const root = (await bob.post('/posts', {channel_id: id, message: 'before'})).body;
    await ann.post('/posts', {channel_id: id, message: 'reply', root_id: root.id});
    const teams = await bob.get(`/channels/${id}/common_teams`);
    expect(teams.body.map((team: {id: string}) => team.id)).toEqual([teamId]);

    const announced: unknown[] = [];
    const stop = server.platform.events.inStreamOrder('group-channel:converted', (event) =>
      announced.push(event),
    );
    const {status, body} = await convert(bob, id);
    stop();
    expect(status).toBe(200);
    expect(body).toMatchObject({id, type: 'P', team_id: teamId, display_name: 'From a group'});
    expect(body.name).not.toBe(name);
    expect(announced).toMatchObject([{actorId: bob.id, channel: {id, type: 'P'}}]);
    await server.features.systemMessages.idle();
    const {posts, order} = (await cat.get(`/channels/${id}/posts`)).body;
    expect(posts[order[0]]).toMatchObject({
      type: 'system_gm_to_channel',
      user_id: bob.id,
      message: 'bob created this channel from a group message with ann, bob, and cat.',
      props: {convertedByUserId: bob.id, gmMembersDuringConversionIDs: [ann.id, bob.id, cat.id]},
    });
    expect(posts[root.id].message).toBe('before');
    expect((await cat.get(`/channels/${id}/members`)).body).toHaveLength(3);
    // The thread now belongs to the team.
    const threads = await bob.get(`/users/me/teams/${teamId}/threads?extended=true`);
    expect(threads.body.threads.map((thread: {id: string}) => thread.id)).toContain(root.id);
    const sidebar = (await bob.get(`/users/me/teams/${teamId}/channels/categories`)).body.categories;
    expect(sidebar.find(({type}: {type: string}) => type === 'channels').channel_ids).toContain(id);
    // The same people can start a new group message.
    expect((await group(bob, cat)).id).not.toBe(id);
  });

  test('requires membership, the permission to create private channels, and a team that everyone is in', async () => {
    const dan = await server.person('dan');
    const outside = await group(bob, eve);
    expect((await ann.get(`/channels/${outside.id}/common_teams`)).body).toEqual([]);
    expect(await convert(ann, outside.id)).toMatchObject(
      refusal(400, 'app.channel.group_message_conversion.incorrect_team'),
    );
    expect((await convert(eve, outside.id)).status).toBe(403);
    await server.features.teams.addMember(teamId, dan.id, ann.id);
    const inside = await group(bob, dan);
    const ivy = await server.person('ivy');
    await server.features.teams.addMember(teamId, ivy.id, ann.id);
    expect((await convert(ivy, inside.id)).status).toBe(403);
    expect((await ivy.get(`/channels/${inside.id}/common_teams`)).status).toBe(403);
    expect((await convert(ann, inside.id, {name: 'Not valid'})).status).toBe(400);
    expect((await convert(ann, inside.id, {name: 'town-square'})).status).toBe(400);
    expect((await convert(ann, inside.id, {display_name: ' '})).status).toBe(400);
    expect((await convert(ann, inside.id, {channel_id: outside.id})).status).toBe(400);
    expect((await convert(ann, townSquare)).body.id).toBe(
      'app.channel.group_message_conversion.original_channel_not_gm',
    );
    expect((await ann.get(`/channels/${inside.id}`)).body.type).toBe('G');
    expect((await convert(ann, inside.id)).status).toBe(200);
    expect((await convert(ann, inside.id)).status).toBe(400);
  });
});
