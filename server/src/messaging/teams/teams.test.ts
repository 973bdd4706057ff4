import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {refusal} from '../../../../test/support/expect-error.ts';
import {createTestServer, type Person, type TestServer} from '../../../../test/support/test-server.ts';
import {isReservedTeamName} from './team-rules.ts';

let server: TestServer;
let ann: Person;
let bob: Person;
let cat: Person;

beforeAll(async () => {
  server = await createTestServer({settings: {GuestAccountsSettings: {Enable: true}}});
  ann = await server.person('ann');
  bob = await server.person('bob');
  cat = await server.person('cat');
});

afterAll(() => server.close());

let counter = 0;

async function team(
  by: Person,
  fields: Partial<Record<string, unknown>> = {},
): Promise<{id: string; name: string; invite_id: string}> {
  const name = `team${++counter}`;
  const {status, body} = await by.post('/teams', {name, display_name: name, type: 'O', ...fields});
  expect(status).toBe(201);
  return body;
}

describe('creating a team', () => {
  test('creates its default channels and makes the creator administrator', async () => {
    const {status, body} = await ann.post('/teams', {name: 'rockets', display_name: 'Rockets', type: 'I'});
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'rockets',
      display_name: 'Rockets',
      type: 'I',
      delete_at: 0,
      allow_open_invite: false,
      email: 'ann@example.com',
      scheme_id: '',
    });
    expect(body.invite_id).toHaveLength(26);
    const member = await ann.get(`/teams/${body.id}/members/me`);
    expect(member.body).toEqual({
      team_id: body.id,
      user_id: ann.id,
      roles: 'team_user team_admin',
      delete_at: 0,
      scheme_guest: false,
      scheme_user: true,
      scheme_admin: true,
      explicit_roles: '',
    });
    const channels = await ann.get(`/users/me/teams/${body.id}/channels`);
    expect(
      channels.body.map(({name, display_name}: {name: string; display_name: string}) => [name, display_name]),
    ).toEqual([
      ['off-topic', 'Off-Topic'],
      ['town-square', 'Town Square'],
    ]);
  });

  test.each([
    [{name: 'a'}, 'model.team.is_valid.characters.app_error'],
    [{name: 'UPPER'}, 'model.team.is_valid.characters.app_error'],
    [{name: '-dash'}, 'model.team.is_valid.characters.app_error'],
    [{name: 'dash-'}, 'model.team.is_valid.characters.app_error'],
    [{name: 'x'.repeat(65)}, 'model.team.is_valid.characters.app_error'],
    [{name: 'administrators'}, 'model.team.is_valid.reserved.app_error'],
    [{name: 'okay', display_name: ''}, 'model.team.is_valid.name.app_error'],
    [{name: 'okay', display_name: 'ä'.repeat(65)}, 'model.team.is_valid.name.app_error'],
    [{name: 'okay', type: 'X'}, 'model.team.is_valid.type.app_error'],
    [{name: 'okay', description: 'ä'.repeat(128)}, 'model.team.is_valid.description.app_error'],
    [{name: 'okay', company_name: 'x'.repeat(65)}, 'model.team.is_valid.company.app_error'],
    [{name: 'okay', allowed_domains: 'x'.repeat(1001)}, 'model.team.is_valid.domains.app_error'],
    [{name: 'okay', email: 'x'.repeat(129)}, 'model.team.is_valid.email.app_error'],
  ])('rejects %o', async (fields, id) => {
    expect(await ann.post('/teams', {display_name: 'Okay', type: 'O', ...fields})).toMatchObject(
      refusal(400, id),
    );
  });

  test('accepts every field at its limit', async () => {
    const fields = {
      name: `l-${'x'.repeat(62)}`,
      display_name: 'ä'.repeat(64),
      description: 'x'.repeat(255),
      company_name: 'x'.repeat(64),
    };
    expect(await ann.post('/teams', {type: 'O', ...fields})).toMatchObject({status: 201, body: fields});
  });

  test('rejects a name that another team has, even an archived one', async () => {
    const {id, name} = await team(ann);
    const again = {name, display_name: 'Again', type: 'O'};
    expect(await bob.post('/teams', again)).toMatchObject(refusal(400, 'app.team.save.existing.app_error'));
    await ann.delete(`/teams/${id}`);
    expect(await bob.post('/teams', again)).toMatchObject(refusal(400, 'app.team.save.existing.app_error'));
  });

  test('is not allowed for guests', async () => {
    const guest = await makeGuest('maker');
    expect(await guest.post('/teams', {name: 'mine', display_name: 'Mine', type: 'O'})).toMatchObject(
      refusal(403, 'api.team.is_team_creation_allowed.disabled.app_error'),
    );
  });

  test('detects reserved prefixes in any case', () => {
    expect(isReservedTeamName('Channels')).toBe(true);
    expect(isReservedTeamName('my-channels')).toBe(false);
  });
});

async function makeGuest(username: string): Promise<Person> {
  const guest = await server.person(username);
  await server.platform.database.execute({
    text: `update Users set Roles = 'system_guest' where Id = $1`,
    values: [guest.id],
  });
  server.platform.events.publish('users:changed', {userIds: [guest.id]});
  return guest;
}

describe('when users cannot create teams', () => {
  test('is still allowed for system administrators', async () => {
    await server.platform.config.patch({TeamSettings: {EnableTeamCreation: false}});
    const clientConfig = await ann.get('/config/client?format=old');
    expect(clientConfig.body.EnableTeamCreation).toBe('false');
    const body = {display_name: 'Closed', type: 'O'};
    expect(await ann.post('/teams', {...body, name: 'closed-one'})).toMatchObject({
      status: 403,
      body: {id: 'api.team.is_team_creation_allowed.disabled.app_error'},
    });
    expect((await server.admin.post('/teams', {...body, name: 'closed-two'})).status).toBe(201);
    await server.platform.config.patch({TeamSettings: {EnableTeamCreation: true}});
    expect((await ann.post('/teams', {...body, name: 'closed-three'})).status).toBe(201);
  });
});

describe('viewing a team', () => {
  test('requires membership or an open team', async () => {
    const closed = await team(ann);
    const open = await team(ann, {allow_open_invite: true});
    expect(await bob.get(`/teams/${closed.id}`)).toMatchObject(
      refusal(403, 'api.context.permissions.app_error'),
    );
    expect(await bob.get(`/teams/name/${closed.name}`)).toMatchObject(
      refusal(404, 'app.team.get_by_name.missing.app_error'),
    );
    expect((await bob.get(`/teams/name/${closed.name}/exists`)).body).toEqual({exists: false});
    expect((await ann.get(`/teams/name/${closed.name}/exists`)).body).toEqual({exists: true});
    expect((await bob.get(`/teams/name/${open.name.toUpperCase()}`)).body).toMatchObject({
      id: open.id,
      invite_id: '',
      email: '',
    });
    expect(await bob.get('/teams/ybndrfg8ejkmcpqxot1uwisza3')).toMatchObject(
      refusal(404, 'app.team.get.find.app_error'),
    );
    expect(await bob.get('/teams/name/nowhere')).toMatchObject(
      refusal(404, 'app.team.get_by_name.missing.app_error'),
    );
  });

  test('includes the invite id for members, and the email for managers', async () => {
    const {id} = await team(ann, {email: 'team@example.com'});
    await ann.post(`/teams/${id}/members`, {team_id: id, user_id: bob.id});
    expect((await ann.get(`/teams/${id}`)).body).toMatchObject({email: 'team@example.com'});
    const seen = (await bob.get(`/teams/${id}`)).body;
    expect(seen.email).toBe('');
    expect(seen.invite_id).toHaveLength(26);
  });

  test('in lists is limited to open teams for members and includes all for administrators', async () => {
    const closed = await team(ann);
    const open = await team(ann, {allow_open_invite: true});
    const archived = await team(ann, {allow_open_invite: true});
    await ann.delete(`/teams/${archived.id}`);
    const ids = (body: {id: string}[]) => body.map(({id}) => id);
    const listed = ids((await bob.get('/teams?per_page=200')).body);
    expect(listed).toContain(open.id);
    expect(listed).not.toContain(closed.id);
    expect(listed).not.toContain(archived.id);
    const all = (await server.admin.get('/teams?per_page=200&include_total_count=true')).body;
    expect(ids(all.teams)).toEqual(expect.arrayContaining([open.id, closed.id, archived.id]));
    expect(all.total_count).toBe(all.teams.length);
    const found = await bob.post('/teams/search', {term: open.name.toUpperCase()});
    expect(ids(found.body)).toContain(open.id);
    expect((await bob.post('/teams/search', {term: closed.name, allow_open_invite: false})).body).toEqual([]);
    const paged = await server.admin.post('/teams/search', {term: closed.name, page: 0, per_page: 1});
    expect(paged.body.teams).toHaveLength(1);
    expect((await bob.post('/teams/search', {term: '100%'})).body).toEqual([]);
    await ann.post(`/teams/${closed.id}/members`, {team_id: closed.id, user_id: bob.id});
    // All teams are sorted, not only those on the page.
    const sorted = async (sort_column: string, sort_direction: string) => {
      const page = {page: 0, per_page: 200, sort_column, sort_direction};
      return ids((await server.admin.post('/teams/search', {term: '', ...page})).body.teams);
    };
    for (const [column, lower, higher] of [
      ['members', open, closed],
      ['allow_open_invite', closed, open],
      ['create_at', closed, open],
      ['delete_at', open, archived],
    ] as const) {
      const isFirst = (order: string[], one: {id: string}, other: {id: string}) =>
        order.indexOf(one.id) < order.indexOf(other.id);
      expect([column, isFirst(await sorted(column, 'asc'), lower, higher)]).toEqual([column, true]);
      expect([column, isFirst(await sorted(column, 'desc'), higher, lower)]).toEqual([column, true]);
    }
    const newest = {term: '', sort_column: 'create_at', sort_direction: 'desc', page: 0, per_page: 1};
    expect(ids((await server.admin.post('/teams/search', newest)).body.teams)).toEqual([archived.id]);
    expect((await server.admin.post('/teams/search', {term: '', sort_column: 'email'})).status).toBe(400);
    expect((await bob.post('/teams/search', {term: '', sort_column: 'members'})).status).toBe(403);
    const guest = await makeGuest('lister');
    expect(await guest.get('/teams')).toMatchObject(
      refusal(403, 'api.team.get_all_teams.insufficient_permissions'),
    );
  });
});

describe('editing a team', () => {
  test('is limited to users who manage it', async () => {
    const {id} = await team(ann);
    await ann.post(`/teams/${id}/members`, {user_id: bob.id});
    for (const call of [
      () => bob.put(`/teams/${id}/patch`, {display_name: 'Mine'}),
      () => bob.put(`/teams/${id}`, {id, display_name: 'Mine'}),
      () => bob.put(`/teams/${id}/privacy`, {privacy: 'O'}),
      () => bob.post(`/teams/${id}/regenerate_invite_id`),
      () => bob.delete(`/teams/${id}`),
      () => bob.post(`/teams/${id}/restore`),
      () => ann.put(`/teams/${id}/scheme`, {scheme_id: ''}),
    ]) {
      expect(await call()).toMatchObject(refusal(403, 'api.context.permissions.app_error'));
    }
  });

  test('patches the given fields only', async () => {
    const {id, name} = await team(ann, {description: 'old'});
    const patched = await ann.put(`/teams/${id}/patch`, {
      display_name: 'New',
      allow_open_invite: true,
      name: 'x',
    });
    expect(patched).toMatchObject({
      status: 200,
      body: {name, display_name: 'New', description: 'old', allow_open_invite: true},
    });
    const put = await ann.put(`/teams/${id}`, {...patched.body, description: 'newer'});
    expect(put.body).toMatchObject({description: 'newer', display_name: 'New'});
    expect(await ann.put(`/teams/${id}`, {...patched.body, id: bob.id})).toMatchObject(
      refusal(400, 'api.context.invalid_body_param.app_error'),
    );
    expect(await ann.put(`/teams/${id}/patch`, {display_name: ''})).toMatchObject(
      refusal(400, 'model.team.is_valid.name.app_error'),
    );
  });

  test('revokes invitations when the team closes', async () => {
    const {id, invite_id} = await team(ann);
    const open = await ann.put(`/teams/${id}/privacy`, {privacy: 'O'});
    expect(open.body).toMatchObject({type: 'O', allow_open_invite: true, invite_id});
    const closed = await ann.put(`/teams/${id}/privacy`, {privacy: 'I'});
    expect(closed.body).toMatchObject({type: 'I', allow_open_invite: false});
    expect(closed.body.invite_id).not.toBe(invite_id);
    expect(await ann.put(`/teams/${id}/privacy`, {privacy: 'P'})).toMatchObject({status: 400});
  });

  test('archives and unarchives', async () => {
    const {id} = await team(ann);
    expect(await ann.delete(`/teams/${id}?permanent=true`)).toMatchObject(
      refusal(401, 'api.user.delete_team.not_enabled.app_error'),
    );
    expect(await ann.delete(`/teams/${id}`)).toMatchObject({status: 200, body: {status: 'OK'}});
    expect((await ann.get(`/teams/${id}`)).body.delete_at).toBeGreaterThan(0);
    expect((await ann.get('/users/me/teams')).body.map((row: {id: string}) => row.id)).not.toContain(id);
    expect(await ann.post(`/teams/${id}/members`, {user_id: bob.id})).toMatchObject(
      refusal(400, 'api.team.join_user_to_team.archived.app_error'),
    );
    expect(await ann.post(`/teams/${id}/restore`)).toMatchObject({status: 200, body: {delete_at: 0}});
    expect((await ann.get('/users/me/teams')).body.map((row: {id: string}) => row.id)).toContain(id);
  });

  test('accepts only team schemes', async () => {
    const {id} = await team(ann);
    expect(await server.admin.put(`/teams/${id}/scheme`, {scheme_id: id})).toMatchObject(
      refusal(400, 'api.team.update_team_scheme.scheme_scope.error'),
    );
    expect(await server.admin.put(`/teams/${id}/scheme`, {scheme_id: ''})).toMatchObject({status: 200});
  });
});

describe('joining a team', () => {
  test('is possible for open teams and otherwise requires an invitation', async () => {
    const closed = await team(ann);
    const open = await team(ann, {allow_open_invite: true});
    expect(await bob.post(`/teams/${open.id}/members`, {user_id: bob.id})).toMatchObject({
      status: 201,
      body: {roles: 'team_user', user_id: bob.id},
    });
    expect(await bob.post(`/teams/${closed.id}/members`, {user_id: bob.id})).toMatchObject({
      status: 403,
      body: {id: 'api.context.permissions.app_error', message: expect.stringContaining('invitation')},
    });
    expect(await bob.post(`/teams/members/invite?invite_id=${closed.invite_id}`)).toMatchObject({
      status: 201,
      body: {team_id: closed.id, user_id: bob.id, roles: 'team_user'},
    });
    expect(await cat.post('/teams/members/invite?invite_id=nonsense')).toMatchObject(
      refusal(404, 'app.team.get_by_invite_id.finding.app_error'),
    );
    expect(await cat.post('/teams/members/invite')).toMatchObject({status: 400});
    expect(await cat.post('/teams/members/invite?token=abc')).toMatchObject(
      refusal(400, 'api.user.create_user.signup_link_expired.app_error'),
    );
    const guest = await makeGuest('invited');
    expect(await guest.post(`/teams/members/invite?invite_id=${closed.invite_id}`)).toMatchObject({
      status: 403,
    });
  });

  test('shows everyone the team of an invitation', async () => {
    const {id, invite_id, name} = await team(ann, {description: 'about'});
    expect((await server.anonymous.get(`/teams/invite/${invite_id}`)).body).toEqual({
      id,
      name,
      display_name: name,
      description: 'about',
    });
    expect(await server.anonymous.get('/teams/invite/none')).toMatchObject({status: 404});
  });

  test('adds members to the default channels, but not guests', async () => {
    const {id} = await team(ann);
    const guest = await makeGuest('visitor');
    await ann.post(`/teams/${id}/members`, {user_id: bob.id});
    expect(await ann.post(`/teams/${id}/members`, {user_id: guest.id})).toMatchObject({
      body: {roles: 'team_guest', scheme_guest: true, scheme_user: false},
    });
    expect((await bob.get(`/users/me/teams/${id}/channels`)).body).toHaveLength(2);
    expect((await guest.get(`/users/me/teams/${id}/channels`)).body).toEqual([]);

    // Guests leave the team when they leave their last channel.
    const offTopic = (await ann.get(`/teams/${id}/channels/name/off-topic`)).body.id;
    const square = (await ann.get(`/teams/${id}/channels/name/town-square`)).body.id;
    for (const channelId of [offTopic, square]) {
      expect((await ann.post(`/channels/${channelId}/members`, {user_id: guest.id})).status).toBe(201);
    }
    const isInTeam = async () => (await ann.get(`/teams/${id}/members/${guest.id}`)).status;
    await guest.delete(`/channels/${offTopic}/members/${guest.id}`);
    expect(await isInTeam()).toBe(200);
    await ann.delete(`/channels/${square}/members/${guest.id}`);
    await expect.poll(isInTeam).toBe(404);
  });

  test('is possible for other users only if the actor is a member', async () => {
    const {id} = await team(ann);
    expect(await bob.post(`/teams/${id}/members`, {user_id: cat.id})).toMatchObject({status: 403});
    expect(await ann.post(`/teams/${id}/members`, {user_id: 'ybndrfg8ejkmcpqxot1uwisza3'})).toMatchObject(
      refusal(404, 'app.user.missing_account.const'),
    );
    expect(await ann.post(`/teams/${id}/members`, {user_id: cat.id, team_id: bob.id})).toMatchObject({
      status: 400,
    });
  });

  test('works for several users: all or none, or as many as possible', async () => {
    const {id} = await team(ann);
    const unknown = 'ybndrfg8ejkmcpqxot1uwisza3';
    const body = [
      {user_id: bob.id, team_id: id},
      {user_id: unknown, team_id: id},
    ];
    expect(await ann.post(`/teams/${id}/members/batch`, body)).toMatchObject({status: 404});
    expect(await ann.get(`/teams/${id}/members/${bob.id}`)).toMatchObject({status: 404});
    expect(await ann.post(`/teams/${id}/members/batch?graceful=true`, body)).toMatchObject({
      status: 201,
      body: [
        {user_id: bob.id, member: {user_id: bob.id}, error: null},
        {user_id: unknown, error: {id: 'app.user.missing_account.const', status_code: 404}},
      ],
    });
    const both = [{user_id: bob.id}, {user_id: cat.id}];
    expect((await ann.post(`/teams/${id}/members/batch`, both)).body).toHaveLength(2);
  });

  test('respects the allowed domains', async () => {
    const {id} = await team(ann, {allowed_domains: 'example.org, @other.example'});
    expect(await ann.post(`/teams/${id}/members`, {user_id: bob.id})).toMatchObject(
      refusal(400, 'api.team.join_user_to_team.allowed_domains.app_error'),
    );
    await ann.put(`/teams/${id}/patch`, {allowed_domains: 'example.org EXAMPLE.com'});
    expect(await ann.post(`/teams/${id}/members`, {user_id: bob.id})).toMatchObject({status: 201});
  });

  test('respects TeamSettings.MaxUsersPerTeam, even with concurrent requests', async () => {
    const {id} = await team(ann, {allow_open_invite: true});
    await server.platform.config.patch({TeamSettings: {MaxUsersPerTeam: 2}});
    const responses = await Promise.all(
      [bob, cat].map((person) => person.post(`/teams/${id}/members`, {user_id: person.id})),
    );
    expect(responses.map(({status}) => status).sort()).toEqual([201, 400]);
    expect(responses.find(({status}) => status === 400)!.body.id).toBe(
      'app.team.join_user_to_team.max_accounts.app_error',
    );
    expect((await ann.get(`/teams/${id}/stats`)).body).toEqual({
      team_id: id,
      total_member_count: 2,
      active_member_count: 2,
    });
    await server.platform.config.patch({TeamSettings: {MaxUsersPerTeam: 50_000}});
  });
});

describe('team members', () => {
  test('are listed by page, by id and by username', async () => {
    const {id} = await team(ann);
    await ann.post(`/teams/${id}/members/batch`, [{user_id: bob.id}, {user_id: cat.id}]);
    const list = (await ann.get(`/teams/${id}/members`)).body;
    expect(list.map(({user_id}: {user_id: string}) => user_id)).toEqual([ann.id, bob.id, cat.id].sort());
    expect((await ann.get(`/teams/${id}/members?page=1&per_page=2`)).body).toHaveLength(1);
    const named = (await ann.get(`/teams/${id}/members?sort=Username`)).body;
    expect(named.map(({user_id}: {user_id: string}) => user_id)).toEqual([ann.id, bob.id, cat.id]);
    expect((await ann.post(`/teams/${id}/members/ids`, [cat.id, server.admin.id])).body).toMatchObject([
      {user_id: cat.id},
    ]);
    const outsider = await server.person('outsider1');
    expect(await outsider.get(`/teams/${id}/members`)).toMatchObject({status: 403});
  });

  test('are hidden from guests who share no channel with them', async () => {
    const {id} = await team(ann);
    const guest = await makeGuest('onlooker');
    await ann.post(`/teams/${id}/members/batch`, [{user_id: bob.id}, {user_id: guest.id}]);
    const channel = (await ann.post('/channels', {team_id: id, name: 'shared', type: 'P'})).body;
    await ann.post(`/channels/${channel.id}/members`, {user_id: guest.id});
    const seen = (await guest.get(`/teams/${id}/members`)).body.map((row: {user_id: string}) => row.user_id);
    expect(seen.sort()).toEqual([ann.id, guest.id].sort());
    expect(await guest.get(`/teams/${id}/members/${bob.id}`)).toMatchObject({status: 404});
    expect(await guest.get(`/teams/${id}/members/me`)).toMatchObject({status: 200});
  });

  test('leave, and are removed by administrators', async () => {
    const {id} = await team(ann);
    await ann.post(`/teams/${id}/members/batch`, [{user_id: bob.id}, {user_id: cat.id}]);
    expect(await bob.delete(`/teams/${id}/members/${cat.id}`)).toMatchObject({status: 403});
    expect(await bob.delete(`/teams/${id}/members/me`)).toMatchObject({status: 200});
    expect(await bob.get(`/teams/${id}`)).toMatchObject({status: 403});
    expect(await ann.delete(`/teams/${id}/members/${cat.id}`)).toMatchObject({status: 200});
    expect(await ann.delete(`/teams/${id}/members/${cat.id}`)).toMatchObject(
      refusal(404, 'app.team.get_member.missing.app_error'),
    );
  });

  test('get roles by name and by flag', async () => {
    const {id} = await team(ann);
    await ann.post(`/teams/${id}/members`, {user_id: bob.id});
    const path = `/teams/${id}/members/${bob.id}`;
    expect(await bob.put(`${path}/roles`, {roles: 'team_user team_admin'})).toMatchObject({status: 403});
    expect(await ann.put(`${path}/roles`, {roles: 'team_user team_admin team_post_all'})).toMatchObject({
      status: 200,
    });
    expect((await ann.get(path)).body).toMatchObject({
      roles: 'team_post_all team_user team_admin',
      explicit_roles: 'team_post_all',
      scheme_admin: true,
    });
    expect(await bob.put(`/teams/${id}/patch`, {description: 'by bob'})).toMatchObject({status: 200});
    expect(await ann.put(`${path}/schemeRoles`, {scheme_user: true, scheme_admin: false})).toMatchObject({
      status: 200,
    });
    expect(await bob.put(`/teams/${id}/patch`, {description: 'again'})).toMatchObject({status: 403});
    for (const [roles, errorId] of [
      ['team_user nonsense', 'app.role.get_by_name.app_error'],
      ['team_user channel_admin', 'api.channel.update_team_member_roles.scheme_role.app_error'],
      ['team_guest', 'api.channel.update_team_member_roles.changing_guest_role.app_error'],
      ['team_guest team_user', 'api.channel.update_team_member_roles.guest_and_user.app_error'],
    ]) {
      expect(await ann.put(`${path}/roles`, {roles})).toMatchObject(refusal(400, errorId!));
    }
    expect(
      await ann.put(`${path}/schemeRoles`, {scheme_user: false, scheme_admin: false, scheme_guest: true}),
    ).toMatchObject({
      status: 400,
    });
    expect(await ann.put(`/teams/${id}/members/${cat.id}/roles`, {roles: 'team_user'})).toMatchObject({
      status: 404,
    });
  });

  test('see their own teams and memberships, and administrators can see the ones of others', async () => {
    const dan = await server.person('dan');
    const {id} = await team(dan);
    expect((await dan.get('/users/me/teams')).body).toMatchObject([{id}]);
    expect((await dan.get('/users/me/teams/members')).body).toMatchObject([{team_id: id, user_id: dan.id}]);
    expect(await bob.get(`/users/${dan.id}/teams`)).toMatchObject({status: 403});
    expect(await bob.get(`/users/${dan.id}/teams/members`)).toMatchObject({status: 403});
    expect((await server.admin.get(`/users/${dan.id}/teams`)).body).toMatchObject([{id}]);
  });
});

test('events are published without secrets', async () => {
  const published: unknown[] = [];
  const stop = [
    server.platform.events.inStreamOrder('team:created', (payload) => published.push(['created', payload])),
    server.platform.events.inStreamOrder('team:changed', (payload) => published.push(['changed', payload])),
    server.platform.events.inStreamOrder('team:archived', (payload) => published.push(['archived', payload])),
    server.platform.events.inStreamOrder('team:restored', (payload) => published.push(['restored', payload])),
    server.platform.events.inStreamOrder('team-member:joined', (payload) =>
      published.push(['joined', payload]),
    ),
    server.platform.events.inStreamOrder('team-member:left', (payload) => published.push(['left', payload])),
    server.platform.events.inStreamOrder('team-member:changed', (payload) =>
      published.push(['member', payload]),
    ),
  ];
  const {id: teamId} = await team(ann);
  await ann.post(`/teams/${teamId}/members`, {user_id: bob.id});
  await ann.put(`/teams/${teamId}/patch`, {description: 'new'});
  await ann.put(`/teams/${teamId}/members/${bob.id}/schemeRoles`, {scheme_user: true, scheme_admin: true});
  await ann.delete(`/teams/${teamId}/members/${bob.id}`);
  await ann.delete(`/teams/${teamId}`);
  await ann.post(`/teams/${teamId}/restore`);
  for (const end of stop) end();
  const seen = {id: teamId, invite_id: '', email: ''};
  expect(published).toMatchObject([
    ['created', {teamId}],
    ['joined', {teamId, userId: ann.id, actorId: ann.id}],
    ['joined', {teamId, userId: bob.id, actorId: ann.id}],
    ['changed', {team: {...seen, description: 'new'}}],
    ['member', {member: {user_id: bob.id, scheme_admin: true}}],
    ['left', {teamId, userId: bob.id, actorId: ann.id}],
    ['archived', {team: seen}],
    ['restored', {team: {...seen, delete_at: 0}}],
  ]);
});
