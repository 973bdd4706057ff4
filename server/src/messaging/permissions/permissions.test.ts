import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {type Crew, createCrew} from '../../../../test/support/crew.ts';
import type {Person} from '../../../../test/support/test-server.ts';
import type {Database} from '../../platform/database/database.ts';
import {type Actor, createPermissions} from './permissions.ts';

let crew: Crew;
let permissions: Crew['server']['features']['permissions'];

beforeAll(async () => {
  crew = await createCrew();
  permissions = crew.server.features.permissions;
});
afterAll(() => crew.close());

const actor = ({id}: Person): Actor => ({userId: id, roles: ['system_user']});

/** Changes rows without notifying the server, as another process would. */
const execute = (text: string, values: unknown[]) => crew.server.platform.database.execute({text, values});

describe('a permission', () => {
  test('comes from the roles in the channel, its team and the system', async () => {
    const channelId = await crew.channel('levels', [crew.ann, crew.bob], 'P');
    // Granted by channel_user, team_user and system_user.
    expect(await permissions.can(actor(crew.bob), 'create_post', {channelId})).toBe(true);
    expect(await permissions.can(actor(crew.bob), 'list_team_channels', {channelId})).toBe(true);
    expect(await permissions.can(actor(crew.bob), 'create_direct_channel', {channelId})).toBe(true);
    expect(await permissions.can(actor(crew.bob), 'list_team_channels', {teamId: crew.teamId})).toBe(true);
    // A permission in one channel does not apply to others.
    expect(await permissions.can(actor(crew.bob), 'create_post', {teamId: crew.teamId})).toBe(false);
    expect(await permissions.can(actor(crew.bob), 'create_post')).toBe(false);
    expect(await permissions.can(actor(crew.cat), 'create_post', {channelId})).toBe(false);
    expect(await permissions.can(actor(crew.stranger), 'list_team_channels', {channelId})).toBe(false);
    expect(await permissions.can(actor(crew.stranger), 'list_team_channels', {teamId: crew.teamId})).toBe(
      false,
    );
    expect(await permissions.can(actor(crew.bob), 'manage_channel_roles', {channelId})).toBe(false);
    // The creator is administrator of the channel and the team.
    expect(await permissions.can(actor(crew.ann), 'manage_channel_roles', {channelId})).toBe(true);
    expect(await permissions.can(actor(crew.ann), 'manage_team', {teamId: crew.teamId})).toBe(true);
  });

  test('is not granted in a team or channel that does not exist', async () => {
    const nowhere = 'y'.repeat(26);
    expect(await permissions.can(actor(crew.bob), 'create_post', {channelId: nowhere})).toBe(false);
    expect(await permissions.can(actor(crew.bob), 'view_team', {teamId: nowhere})).toBe(false);
    expect(await permissions.channelStanding(crew.bob.id, nowhere)).toBeUndefined();
    expect(await permissions.isTeamMember(crew.bob.id, nowhere)).toBe(false);
  });

  test('is not granted by a deleted or unknown role', async () => {
    const {events} = crew.server.platform;
    const withRole = {userId: crew.bob.id, roles: ['system_post_all']};
    expect(await permissions.can({userId: crew.bob.id, roles: ['no_such_role']}, 'create_post')).toBe(false);
    expect(await permissions.can(withRole, 'create_post')).toBe(true);
    await execute(`update Roles set DeleteAt = 1 where Name = 'system_post_all'`, []);
    events.publish('role:changed', {roleName: 'system_post_all'});
    // The role is loaded by this call, then cached.
    expect(await permissions.can(withRole, 'create_post')).toBe(false);
    expect(await permissions.can(withRole, 'create_post')).toBe(false);
    await execute(`update Roles set DeleteAt = 0 where Name = 'system_post_all'`, []);
    events.publish('role:changed', {roleName: 'system_post_all'});
    expect(await permissions.can(withRole, 'create_post')).toBe(true);
  });

  test('of a role that changes while it is loaded is loaded again', async () => {
    const {database, events} = crew.server.platform;
    const [sent, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // Like a slow connection: the rows arrive after the change.
    const slow: Database = {
      ...database,
      async rows<Row>(query: Parameters<Database['rows']>[0]) {
        const rows = await database.rows<Row>(query);
        sent.resolve();
        await changed.promise;
        return rows;
      },
    };
    const {can} = createPermissions({database: slow, events});
    const checking = can({userId: crew.bob.id, roles: ['system_post_all']}, 'create_post');
    await sent.promise;
    await execute(`update Roles set DeleteAt = 1 where Name = 'system_post_all'`, []);
    events.publish('role:changed', {roleName: 'system_post_all'});
    changed.resolve();
    expect(await checking).toBe(false);
    await execute(`update Roles set DeleteAt = 0 where Name = 'system_post_all'`, []);
    events.publish('role:changed', {roleName: 'system_post_all'});
  });

  test('is granted if any role has it', async () => {
    const several = {userId: crew.bob.id, roles: ['system_user', 'system_post_all']};
    expect(await permissions.can(several, 'create_post')).toBe(true);
    expect(await permissions.can(several, 'create_team')).toBe(true);
    expect(await permissions.can(several, 'manage_system')).toBe(false);
  });

  test('that is missing results in an error with details for the operator', async () => {
    await expect(permissions.require(actor(crew.bob), 'manage_system')).rejects.toMatchObject({
      status: 403,
      detail: `userId=${crew.bob.id}, permission=manage_system, where=system`,
    });
    const where = {teamId: crew.teamId};
    await expect(permissions.require(actor(crew.bob), 'manage_team', where)).rejects.toMatchObject({
      detail: `userId=${crew.bob.id}, permission=manage_team, where=${JSON.stringify(where)}`,
    });
    await permissions.require(actor(crew.ann), 'manage_team', where);
  });

  test("over another account is required, but not over one's own", async () => {
    for (const require of [
      (by: Actor, userId: string) => permissions.requireSelfOr(by, userId, 'read_other_users_teams'),
      permissions.requireSelfOrEditor,
    ]) {
      await require(actor(crew.bob), crew.bob.id);
      await require({userId: crew.bob.id, roles: ['system_admin']}, crew.ann.id);
      await expect(require(actor(crew.bob), crew.ann.id)).rejects.toMatchObject({status: 403});
    }
  });
});

describe('a channel', () => {
  test('can be read by its team if it is public, and otherwise only by its members', async () => {
    const open = await crew.channel('open', [crew.ann]);
    const closed = await crew.channel('closed', [crew.ann], 'P');
    expect(await permissions.canReadChannel(actor(crew.ann), closed)).toBe(true);
    expect(await permissions.canReadChannel(actor(crew.bob), open)).toBe(true);
    expect(await permissions.canReadChannel(actor(crew.bob), closed)).toBe(false);
    expect(await permissions.canReadChannel(actor(crew.stranger), open)).toBe(false);
    expect(await permissions.canReadChannel(actor(crew.bob), 'y'.repeat(26))).toBe(false);
    await permissions.requireChannelRead(actor(crew.bob), open);
    await expect(permissions.requireChannelRead(actor(crew.bob), closed)).rejects.toMatchObject({
      status: 403,
      detail: expect.stringContaining('permission=read_channel'),
    });
  });

  test('accepts posts from members, and from others only with a permission for public channels', async () => {
    const open = await crew.channel('forum', [crew.ann]);
    const closed = await crew.channel('council', [crew.ann], 'P');
    await permissions.requireChannelPost(actor(crew.ann), closed);
    await expect(permissions.requireChannelPost(actor(crew.bob), open)).rejects.toMatchObject({
      status: 403,
      detail: expect.stringContaining('permission=create_post,'),
    });
    const anywhere = {userId: crew.bob.id, roles: ['system_user', 'system_post_all_public']};
    await permissions.requireChannelPost(anywhere, open);
    await expect(permissions.requireChannelPost(anywhere, closed)).rejects.toMatchObject({status: 403});
    await expect(permissions.requireChannelPost(anywhere, 'y'.repeat(26))).rejects.toMatchObject({
      status: 403,
    });
  });

  test('accepts posts from users with the permission for public channels in its team', async () => {
    const open = await crew.channel('plaza', [crew.ann]);
    const closed = await crew.channel('vault', [crew.ann], 'P');
    const setRoles = async (roles: string) => {
      await execute('update TeamMembers set Roles = $2 where UserId = $1', [crew.bob.id, roles]);
      crew.server.platform.events.publish('caches:stale', {});
    };
    await setRoles('team_post_all_public');
    expect(await permissions.canPostInChannel(actor(crew.bob), open)).toBe(true);
    expect(await permissions.canPostInChannel(actor(crew.bob), closed)).toBe(false);
    expect(await permissions.canPostInChannel(actor(crew.cat), open)).toBe(false);
    await setRoles('');
  });

  test('can be joined for posting by members of its team if it is public', async () => {
    const open = await crew.channel('market', [crew.ann]);
    const closed = await crew.channel('cellar', [crew.ann], 'P');
    expect(await permissions.canJoinAndPost(actor(crew.bob), open)).toBe(true);
    expect(await permissions.canJoinAndPost(actor(crew.bob), closed)).toBe(false);
    expect(await permissions.canJoinAndPost(actor(crew.stranger), open)).toBe(false);
    expect(await permissions.canJoinAndPost(actor(crew.bob), 'y'.repeat(26))).toBe(false);
  });

  test('returns the membership and roles of a user', async () => {
    const channelId = await crew.channel('standing', [crew.ann], 'P');
    expect(await permissions.channelStanding(crew.ann.id, channelId)).toEqual({
      teamId: crew.teamId,
      type: 'P',
      deleteAt: 0,
      memberRole: 'channel_user',
      isMember: true,
      isTeamMember: true,
      roles: ['channel_admin', 'channel_user', 'team_admin', 'team_user'],
    });
    expect(await permissions.channelStanding(crew.bob.id, channelId)).toMatchObject({
      isMember: false,
      isTeamMember: true,
      roles: ['team_user'],
    });
    expect(await permissions.channelStanding(crew.stranger.id, channelId)).toMatchObject({
      isMember: false,
      isTeamMember: false,
      roles: [],
    });
  });

  test('has separate roles for guests and members, and explicit roles besides flags', async () => {
    const channelId = await crew.channel('mixed', [crew.ann, crew.cat], 'P');
    await execute(
      `update ChannelMembers set SchemeUser = false, SchemeGuest = true, Roles = ' one  two ' where UserId = $1`,
      [crew.cat.id],
    );
    await execute(`update TeamMembers set SchemeUser = false, SchemeGuest = true where UserId = $1`, [
      crew.cat.id,
    ]);
    crew.server.platform.events.publish('caches:stale', {});
    expect((await permissions.channelStanding(crew.cat.id, channelId))?.roles).toEqual([
      'one',
      'two',
      'channel_guest',
      'team_guest',
    ]);
    await execute(`update TeamMembers set SchemeUser = true, SchemeGuest = false where UserId = $1`, [
      crew.cat.id,
    ]);
    crew.server.platform.events.publish('caches:stale', {});
  });
});

describe('the cache is cleared', () => {
  /** Whether bob may post in the channel and manage the team, as cached. */
  const known = async (channelId: string) => [
    await permissions.can(actor(crew.bob), 'create_post', {channelId}),
    await permissions.can(actor(crew.bob), 'list_team_channels', {channelId}),
    await permissions.isTeamMember(crew.bob.id, crew.teamId),
  ];
  const leaveSilently = (channelId: string) =>
    execute('delete from ChannelMembers where ChannelId = $1 and UserId = $2', [channelId, crew.bob.id]);
  const joinSilently = (channelId: string) =>
    execute('insert into ChannelMembers (ChannelId, UserId, SchemeUser) values ($1, $2, true)', [
      channelId,
      crew.bob.id,
    ]);
  const inTeam = (isIn: boolean) =>
    execute('update TeamMembers set DeleteAt = $1 where TeamId = $2 and UserId = $3', [
      isIn ? 0 : 1,
      crew.teamId,
      crew.bob.id,
    ]);

  test('for a user who joins or leaves a channel, but not for others', async () => {
    const {events} = crew.server.platform;
    const left = await crew.channel('left', [crew.ann, crew.bob], 'P');
    const kept = await crew.channel('kept', [crew.ann, crew.bob], 'P');
    expect([...(await known(left)), ...(await known(kept))]).not.toContain(false);
    await leaveSilently(left);
    await leaveSilently(kept);
    events.publish('channel-standing:changed', {channelId: left, userId: crew.ann.id});
    expect((await known(left))[0]).toBe(true);
    events.publish('channel-standing:changed', {channelId: left, userId: crew.bob.id});
    expect((await known(left))[0]).toBe(false);
    expect((await known(kept))[0]).toBe(true);
    // For all members of the channel, because the event has no user.
    events.publish('channel-standing:changed', {channelId: kept});
    expect((await known(kept))[0]).toBe(false);
    await joinSilently(left);
    events.publish('channel-standing:changed', {channelId: kept});
    expect((await known(left))[0]).toBe(false);
    events.publish('channel-standing:changed', {channelId: left});
    expect((await known(left))[0]).toBe(true);
  });

  test('for a user who leaves a team, including its channels', async () => {
    const {events} = crew.server.platform;
    const channelId = await crew.channel('of-team', [crew.ann, crew.bob], 'P');
    const other = await crew.server.features.teams.create(
      {name: 'others', display_name: 'Others', type: 'O'},
      crew.ann.id,
    );
    const changes = [
      // For all users or for bob, but not for another user or team.
      [{teamId: crew.teamId}, true],
      [{teamId: crew.teamId, userId: crew.bob.id}, true],
      [{teamId: crew.teamId, userId: crew.ann.id}, false],
      [{teamId: other.id, userId: crew.bob.id}, false],
    ] as const;
    for (const [change, isForgotten] of changes) {
      await inTeam(true);
      events.publish('caches:stale', {});
      expect(await known(channelId)).toEqual([true, true, true]);
      await inTeam(false);
      events.publish('team-standing:changed', change);
      expect(await known(channelId)).toEqual([true, !isForgotten, !isForgotten]);
    }
    // Everything about the team's members is cleared, but not about channels of another team.
    await inTeam(true);
    events.publish('caches:stale', {});
    await known(channelId);
    await inTeam(false);
    events.publish('team-standing:changed', {teamId: other.id});
    expect(await known(channelId)).toEqual([true, true, false]);
    await inTeam(true);
    events.publish('caches:stale', {});
  });

  test('when other processes may have changed anything', async () => {
    const channelId = await crew.channel('anything', [crew.ann, crew.bob], 'P');
    const {events} = crew.server.platform;
    expect(await known(channelId)).toEqual([true, true, true]);
    await leaveSilently(channelId);
    await inTeam(false);
    await execute(`update Roles set Permissions = Permissions || ' fly' where Name = 'system_user'`, []);
    expect(await known(channelId)).toEqual([true, true, true]);
    expect(await permissions.can(actor(crew.bob), 'fly')).toBe(false);
    events.publish('caches:stale', {});
    expect(await known(channelId)).toEqual([false, false, false]);
    expect(await permissions.can(actor(crew.bob), 'fly')).toBe(true);
    await execute(
      `update Roles set Permissions = replace(Permissions, ' fly', '') where Name = 'system_user'`,
      [],
    );
    await inTeam(true);
    events.publish('caches:stale', {});
  });

  test('of values that changed while they were being loaded', async () => {
    const {events} = crew.server.platform;
    const channelId = await crew.channel('race', [crew.ann, crew.bob], 'P');
    const stale = async (announce: () => void, read: () => Promise<unknown>) => {
      const reading = read();
      announce();
      await reading;
    };
    await stale(
      () => events.publish('channel-standing:changed', {channelId, userId: crew.bob.id}),
      () => permissions.channelStanding(crew.bob.id, channelId),
    );
    await leaveSilently(channelId);
    expect((await permissions.channelStanding(crew.bob.id, channelId))?.isMember).toBe(false);

    events.publish('caches:stale', {});
    await stale(
      () => events.publish('team-standing:changed', {teamId: crew.teamId, userId: crew.bob.id}),
      () => permissions.isTeamMember(crew.bob.id, crew.teamId),
    );
    await inTeam(false);
    expect(await permissions.isTeamMember(crew.bob.id, crew.teamId)).toBe(false);
    await inTeam(true);
    events.publish('caches:stale', {});
  });
});

describe('roles of a membership', () => {
  const setRoles = (person: Person, roles: string) =>
    crew.ann.put(`/teams/${crew.teamId}/members/${person.id}/roles`, {roles});
  const membership = async () => (await crew.ann.get(`/teams/${crew.teamId}/members/${crew.bob.id}`)).body;

  test('are flags for standard roles and names for others', async () => {
    expect((await setRoles(crew.bob, 'team_user team_admin team_post_all')).status).toBe(200);
    expect(await membership()).toMatchObject({
      scheme_user: true,
      scheme_admin: true,
      scheme_guest: false,
      explicit_roles: 'team_post_all',
    });
    expect((await setRoles(crew.bob, 'team_user')).status).toBe(200);
    expect(await membership()).toMatchObject({scheme_user: true, scheme_admin: false, explicit_roles: ''});
  });

  test.each([
    ['no_such_role', 'app.role.get_by_name.app_error'],
    // An existing role that is assigned with a flag in channels.
    ['team_user channel_admin', 'api.team.update_member_roles.scheme_role.app_error'],
    ['team_user team_guest', 'api.team.update_team_member_roles.guest_and_user.app_error'],
    ['team_admin team_guest', 'api.team.update_team_member_roles.guest_and_user.app_error'],
    ['team_guest', 'api.team.update_team_member_roles.changing_guest_role.app_error'],
  ])('cannot be %s', async (roles, id) => {
    const {status, body} = await setRoles(crew.bob, roles);
    expect([status, body.path, body.id.split('.').at(-2)]).toEqual([400, 'roles', id.split('.').at(-2)]);
    expect(await membership()).toMatchObject({scheme_user: true, scheme_admin: false, explicit_roles: ''});
  });

  test('of a guest can only be guest roles', async () => {
    await execute('update TeamMembers set SchemeUser = false, SchemeGuest = true where UserId = $1', [
      crew.bob.id,
    ]);
    for (const roles of ['team_user', 'team_user team_guest', '']) {
      expect([roles, (await setRoles(crew.bob, roles)).status]).toEqual([roles, 400]);
    }
    expect((await setRoles(crew.bob, 'team_guest')).status).toBe(200);
    await execute('update TeamMembers set SchemeUser = true, SchemeGuest = false where UserId = $1', [
      crew.bob.id,
    ]);
  });
});
