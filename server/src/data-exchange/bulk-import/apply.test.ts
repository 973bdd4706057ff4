import sharp from 'sharp';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {tableContents, updateTimes} from '../../../../test/support/import-digest.ts';
import {importSource, VERSION} from '../../../../test/support/import-source.ts';
import {createTestServer, type TestServer} from '../../../../test/support/test-server.ts';
import {newId} from '../../platform/database/ids.ts';
import type {ImportOptions} from './bulk-import.ts';
import type {ObjectCounts} from './object-counts.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const AT = 1_600_000_000_000;

type Lines = readonly (object | string)[];

async function importLines(
  lines: Lines,
  {files, ...options}: ImportOptions & {files?: Record<string, Buffer>} = {},
): Promise<ObjectCounts> {
  const report = await server.features.bulkImport.apply(importSource(lines, files), options);
  expect({
    ending: report.ending,
    problem: report.problem,
    errors: report.findings.groups().filter((it) => it.severity === 'error'),
  }).toEqual({
    ending: 'done',
    problem: undefined,
    errors: [],
  });
  return report.counts;
}

const sql = <Row = Record<string, unknown>>(text: string, ...values: unknown[]) =>
  server.platform.database.rows<Row>({text, values});

async function one(text: string, ...values: unknown[]): Promise<Record<string, unknown>> {
  const rows = await sql(text, ...values);
  expect(rows).toHaveLength(1);
  return rows[0]!;
}

let number = 0;
/** Names that no other test uses. */
function uniqueNames() {
  const n = ++number;
  const names = {team: `team-${n}`, channel: 'lobby', ann: `ann${n}`, bob: `bob${n}`, cid: `cid${n}`};
  const user = (username: string, fields: object = {}) => ({
    type: 'user',
    user: {
      username,
      email: `${username}@example.com`,
      teams: [{name: names.team, channels: [{name: 'lobby'}]}],
      ...fields,
    },
  });
  return {
    ...names,
    user,
    world: [
      VERSION,
      {type: 'team', team: {name: names.team, display_name: 'Ours', type: 'O'}},
      {type: 'channel', channel: {team: names.team, name: 'lobby', display_name: 'Lobby', type: 'O'}},
      user(names.ann),
      user(names.bob),
      user(names.cid),
    ],
    post: (fields: object = {}) => ({
      type: 'post',
      post: {team: names.team, channel: 'lobby', user: names.ann, message: 'hi', create_at: AT, ...fields},
    }),
    directPost: (fields: object = {}) => ({
      type: 'direct_post',
      direct_post: {
        channel_members: [names.ann, names.bob],
        user: names.ann,
        message: 'hi',
        create_at: AT,
        ...fields,
      },
    }),
  };
}

/** Imports lines twice and checks that the second import changes nothing. */
async function importTwice(
  lines: Lines,
  options: Parameters<typeof importLines>[1] = {},
): Promise<ObjectCounts> {
  const counts = await importLines(lines, options);
  const before = [await tableContents(server.platform.database), await updateTimes(server.platform.database)];
  const again = await importLines(lines, options);
  expect([
    await tableContents(server.platform.database),
    await updateTimes(server.platform.database),
  ]).toEqual(before);
  for (const ofKind of Object.values(again))
    expect({...ofKind, unchanged: 0, skipped: 0}).toEqual({unchanged: 0, skipped: 0});
  return counts;
}

describe('teams and channels', () => {
  test('are created from the file, and a team gets its default channels', async () => {
    const {team} = uniqueNames();
    const counts = await importTwice([
      VERSION,
      {
        type: 'team',
        team: {name: team, display_name: 'Ours', type: 'I', description: 'd', allow_open_invite: true},
      },
      {
        type: 'channel',
        channel: {team, name: 'lobby', display_name: 'Lobby', type: 'P', header: 'h', purpose: 'p'},
      },
      {type: 'channel', channel: {team, name: 'bare', display_name: '', type: 'O'}},
      {type: 'channel', channel: {team, name: 'town-square', display_name: 'Agora', type: 'O'}},
      {type: 'channel', channel: {team, name: 'old', display_name: 'Old', type: 'O', deleted_at: AT}},
    ]);
    expect(counts).toEqual({team: {created: 1}, channel: {created: 3, updated: 1}});
    expect(
      await one(
        `select DisplayName, Type, Description, AllowOpenInvite, InviteId like 'sealed:%' as invite from Teams where Name = $1`,
        team,
      ),
    ).toEqual({
      displayname: 'Ours',
      type: 'I',
      description: 'd',
      allowopeninvite: true,
      invite: true,
    });
    expect(
      await sql(
        'select c.Name, c.DisplayName, c.Type, c.Header, c.Purpose, c.DeleteAt from Channels c join Teams t on t.Id = c.TeamId where t.Name = $1 order by 1',
        team,
      ),
    ).toEqual([
      {name: 'bare', displayname: 'bare', type: 'O', header: '', purpose: '', deleteat: 0},
      {name: 'lobby', displayname: 'Lobby', type: 'P', header: 'h', purpose: 'p', deleteat: 0},
      {name: 'off-topic', displayname: 'Off-Topic', type: 'O', header: '', purpose: '', deleteat: 0},
      {name: 'old', displayname: 'Old', type: 'O', header: '', purpose: '', deleteat: AT},
      {name: 'town-square', displayname: 'Agora', type: 'O', header: '', purpose: '', deleteat: 0},
    ]);
  });

  test('absent fields keep their values, and present ones overwrite them', async () => {
    const {team} = uniqueNames();
    const teamLine = (fields: object) => ({
      type: 'team',
      team: {name: team, display_name: 'Ours', type: 'O', ...fields},
    });
    const channelLine = (fields: object) => ({
      type: 'channel',
      channel: {team, name: 'lobby', display_name: 'Lobby', type: 'O', ...fields},
    });
    await importLines([
      VERSION,
      teamLine({description: 'd', allow_open_invite: true}),
      channelLine({header: 'h', purpose: 'p'}),
    ]);
    const counts = await importLines([VERSION, teamLine({}), channelLine({purpose: '', type: 'P'})]);
    expect(counts).toEqual({team: {unchanged: 1}, channel: {updated: 1}});
    expect(await one('select Description, AllowOpenInvite from Teams where Name = $1', team)).toEqual({
      description: 'd',
      allowopeninvite: true,
    });
    expect(
      await one(
        `select c.Header, c.Purpose, c.Type from Channels c join Teams t on t.Id = c.TeamId where t.Name = $1 and c.Name = 'lobby'`,
        team,
      ),
    ).toEqual({
      header: 'h',
      purpose: '',
      type: 'P',
    });
  });
});

describe('schemes and roles', () => {
  const role = (display_name: string, permissions?: string[]) => ({name: 'label', display_name, permissions});
  test('a scheme has generated roles, which a later import updates', async () => {
    const {team} = uniqueNames();
    const name = `scheme_${number}`;
    const scheme = (permissions: string[]) => ({
      type: 'scheme',
      scheme: {
        name,
        display_name: 'Quiet',
        scope: 'team',
        description: 'd',
        default_team_admin_role: role('TA'),
        default_team_user_role: role('TU'),
        default_channel_admin_role: role('CA'),
        default_channel_user_role: role('CU', permissions),
      },
    });
    const lines = [
      VERSION,
      scheme(['create_post', 'read_channel']),
      {type: 'team', team: {name: team, display_name: 'x', type: 'O', scheme: name}},
    ];
    expect(await importTwice(lines)).toEqual({scheme: {created: 1}, team: {created: 1}});
    const row = await one(
      'select s.* from Schemes s join Teams t on t.SchemeId = s.Id where t.Name = $1',
      team,
    );
    const roleOf = (column: string) =>
      one('select DisplayName, Permissions, SchemeManaged from Roles where Name = $1', row[column]);
    expect(await roleOf('defaultchanneluserrole')).toEqual({
      displayname: 'CU',
      permissions: 'create_post read_channel',
      schememanaged: true,
    });
    expect((await roleOf('defaultteamguestrole')).permissions).toBe('view_team');
    expect(row.scope).toBe('team');

    expect(await importLines([VERSION, scheme(['read_channel'])])).toEqual({scheme: {updated: 1}});
    expect((await roleOf('defaultchanneluserrole')).permissions).toBe('read_channel');
    expect(await one('select Name from Schemes where Id = $1', row.id)).toEqual({name});
  });

  test('system roles', async () => {
    const name = `role_${++number}`;
    const line = {
      type: 'role',
      role: {name, display_name: 'R', permissions: ['create_post'], scheme_managed: false},
    };
    expect(await importTwice([VERSION, line])).toEqual({role: {created: 1}});
    expect(await one('select DisplayName, Permissions from Roles where Name = $1', name)).toEqual({
      displayname: 'R',
      permissions: 'create_post',
    });
  });
});

describe('users', () => {
  test('with all fields of strict mode', async () => {
    const {team, ann, world} = uniqueNames();
    const lines = [
      ...world.slice(0, 3),
      {
        type: 'user',
        user: {
          username: ann,
          email: `${ann.toUpperCase()}@Example.com`,
          password: 'a long enough password',
          nickname: 'n',
          first_name: 'f',
          last_name: 'l',
          position: 'p',
          roles: 'system_admin system_user',
          locale: 'de',
          delete_at: 0,
          theme: '{"a":"#123456"}',
          military_time: 'true',
          collapse_previews: 'false',
          message_display: 'compact',
          channel_display_mode: 'centered',
          tutorial_step: '999',
          use_markdown_preview: 'True',
          use_formatting: false,
          show_unread_section: 'false',
          email_interval: 'immediate',
          notify_props: {
            desktop: 'all',
            desktop_sound: 'false',
            email: 'true',
            mobile: 'none',
            mobile_push_status: 'online',
            channel: 'false',
            comments: 'any',
            mention_keys: 'x,y',
          },
          teams: [
            {
              name: team,
              theme: '{"b":"#abcdef"}',
              roles: 'team_admin team_user',
              channels: [
                {
                  name: 'lobby',
                  roles: 'channel_user channel_admin',
                  favorite: true,
                  notify_props: {desktop: 'none', mobile: 'all', mark_unread: 'mention'},
                },
              ],
            },
          ],
        },
      },
    ];
    expect(await importTwice(lines)).toEqual({
      team: {created: 1},
      channel: {created: 1},
      user: {created: 1},
      'team membership': {created: 1},
      'channel membership': {created: 1},
    });
    const user = await one('select * from Users where Username = $1', ann);
    expect(user).toMatchObject({
      email: `${ann}@example.com`,
      emailverified: true,
      nickname: 'n',
      firstname: 'f',
      lastname: 'l',
      position: 'p',
      roles: 'system_admin system_user',
      locale: 'de',
      deleteat: 0,
      notifyprops: {
        desktop: 'all',
        desktop_sound: 'false',
        email: 'true',
        push: 'none',
        push_status: 'online',
        channel: 'false',
        comments: 'any',
        mention_keys: 'x,y',
        first_name: 'false',
      },
    });
    const teamId = (await one('select Id from Teams where Name = $1', team)).id;
    const channelId = (await one(`select Id from Channels where TeamId = $1 and Name = 'lobby'`, teamId)).id;
    expect(
      await sql('select Category, Name, Value from Preferences where UserId = $1 order by 1, 2', user.id),
    ).toEqual(
      [
        ['advanced_settings', 'feature_enabled_markdown_preview', 'true'],
        ['advanced_settings', 'formatting', 'false'],
        ['display_settings', 'channel_display_mode', 'centered'],
        ['display_settings', 'collapse_previews', 'false'],
        ['display_settings', 'message_display', 'compact'],
        ['display_settings', 'use_military_time', 'true'],
        ['favorite_channel', channelId, 'true'],
        ['notifications', 'email_interval', '30'],
        ['sidebar_settings', 'show_unread_section', 'false'],
        ['theme', '', '{"a":"#123456"}'],
        ['theme', teamId, '{"b":"#abcdef"}'],
        ['tutorial_step', user.id, '999'],
      ]
        .map(([category, name, value]) => ({category, name, value}))
        .sort((a, b) => (`${a.category} ${a.name}` < `${b.category} ${b.name}` ? -1 : 1)),
    );
    expect(
      await one('select SchemeUser, SchemeAdmin, Roles from TeamMembers where UserId = $1', user.id),
    ).toEqual({schemeuser: true, schemeadmin: true, roles: ''});
    expect(
      await sql(
        'select c.Name, m.SchemeUser, m.SchemeAdmin, m.NotifyProps from ChannelMembers m join Channels c on c.Id = m.ChannelId where m.UserId = $1 order by 1',
        user.id,
      ),
    ).toMatchObject([
      {
        name: 'lobby',
        schemeuser: true,
        schemeadmin: true,
        notifyprops: {desktop: 'none', push: 'all', mark_unread: 'mention', email: 'default'},
      },
      {name: 'town-square', schemeuser: true, schemeadmin: false, notifyprops: {desktop: 'default'}},
    ]);
    expect(
      await one(
        'select count(*) as count from ChannelMemberHistory where UserId = $1 and LeaveTime is null',
        user.id,
      ),
    ).toEqual({count: 2});
    const login = await server.anonymous.post('/users/login', {
      login_id: ann,
      password: 'a long enough password',
    });
    expect(login.status).toBe(200);
  });

  test('both dialects produce the same preferences', async () => {
    const preferences = async (fields: object) => {
      const {ann, user} = uniqueNames();
      await importLines([VERSION, user(ann, {...fields, teams: null})]);
      return sql(
        `select p.Category, p.Name, p.Value from Preferences p join Users u on u.Id = p.UserId
         where u.Username = $1 and p.Category <> 'tutorial_step' order by 1, 2`,
        ann,
      );
    };
    const specified = await preferences({
      use_markdown_preview: true,
      use_formatting: 'False',
      collapse_previews: 'true',
      show_unread_section: true,
      email_interval: 'immediate',
    });
    expect(specified).toHaveLength(5);
    expect(
      await preferences({
        feature_enabled_markdown_preview: 'true',
        formatting: 'false',
        link_previews: 'true',
        show_unread_section: 'true',
        email_interval: 'immediately',
      }),
    ).toEqual(specified);
  });

  test('an account without a password cannot sign in, and a second import keeps an existing password', async () => {
    const {ann, user} = uniqueNames();
    await importLines([VERSION, user(ann, {teams: null})]);
    expect((await server.anonymous.post('/users/login', {login_id: ann, password: ''})).status).not.toBe(200);
    await importLines([VERSION, user(ann, {teams: null, password: 'the first long password'})]);
    expect(await importLines([VERSION, user(ann, {teams: null})])).toEqual({user: {unchanged: 1}});
    expect(
      (await server.anonymous.post('/users/login', {login_id: ann, password: 'the first long password'}))
        .status,
    ).toBe(200);
    expect(
      await importLines([VERSION, user(ann, {teams: null, password: 'the second long password'})]),
    ).toEqual({user: {updated: 1, unchanged: 0}});
    expect(
      (await server.anonymous.post('/users/login', {login_id: ann, password: 'the second long password'}))
        .status,
    ).toBe(200);
  });

  test('roles, locale, notify props, memberships and favorites stay if the file omits them', async () => {
    const {team, ann, user, world} = uniqueNames();
    const full = user(ann, {
      roles: 'system_user system_admin',
      locale: 'fr',
      notify_props: {desktop: 'none'},
      tutorial_step: '3',
      teams: [
        {
          name: team,
          roles: 'team_admin team_user',
          channels: [
            {
              name: 'lobby',
              roles: 'channel_admin channel_user',
              favorite: true,
              notify_props: {mark_unread: 'mention'},
            },
          ],
        },
      ],
    });
    await importLines([...world.slice(0, 3), full]);
    const before = await tableContents(server.platform.database);
    const bare = user(ann, {
      notify_props: {email: 'true'},
      teams: [{name: team, channels: [{name: 'lobby', favorite: false, notify_props: null}]}],
    });
    expect(await importLines([VERSION, bare])).toEqual({
      user: {unchanged: 1},
      'team membership': {unchanged: 1},
      'channel membership': {unchanged: 1},
    });
    expect(await tableContents(server.platform.database)).toEqual(before);
  });

  test('an account keeps its sign-in service until the file removes it', async () => {
    const {ann, user} = uniqueNames();
    const stored = () => one('select AuthService, AuthData from Users where Username = $1', ann);
    await importLines([VERSION, user(ann, {teams: null, auth_service: 'ldap', auth_data: ann})]);
    await importLines([VERSION, user(ann, {teams: null, nickname: 'x'})]);
    expect(await stored()).toEqual({authservice: 'ldap', authdata: ann});
    await importLines([VERSION, user(ann, {teams: null, auth_service: ''})]);
    expect(await stored()).toEqual({authservice: '', authdata: null});
  });

  test('deactivating an account revokes its sessions', async () => {
    const {ann, user} = uniqueNames();
    const person = await server.person(ann);
    expect((await person.get('/users/me')).status).toBe(200);
    await importTwice([VERSION, user(ann, {teams: null, delete_at: AT})]);
    expect((await person.get('/users/me')).status).toBe(401);
    expect(await sql('select 1 from Sessions where UserId = $1', person.id)).toEqual([]);
    expect(await importLines([VERSION, user(ann, {teams: null, delete_at: 0})])).toEqual({
      user: {updated: 1},
    });
  });

  test("guests get guest roles in teams and channels, and don't join Town Square", async () => {
    const {team, ann, user, world} = uniqueNames();
    await importTwice([
      ...world.slice(0, 3),
      user(ann, {
        roles: 'system_guest',
        teams: [{name: team, roles: 'team_guest', channels: [{name: 'lobby', roles: 'channel_guest'}]}],
      }),
    ]);
    expect(
      await sql(
        'select c.Name, SchemeGuest, SchemeUser from ChannelMembers m join Channels c on c.Id = m.ChannelId join Users u on u.Id = m.UserId where u.Username = $1',
        ann,
      ),
    ).toEqual([{name: 'lobby', schemeguest: true, schemeuser: false}]);
  });

  test('without roles in the file, guests become guests and members become members of a team', async () => {
    const {team, ann, bob, user, world} = uniqueNames();
    await importTwice([
      ...world.slice(0, 3),
      user(ann, {roles: 'system_guest', teams: [{name: team}]}),
      user(bob, {roles: 'system_user', teams: [{name: team}]}),
    ]);
    expect(
      await sql(
        `select u.Username, SchemeGuest, SchemeUser, SchemeAdmin, m.Roles from TeamMembers m join Users u on u.Id = m.UserId
         where u.Username = any($1) order by SchemeGuest desc`,
        [ann, bob],
      ),
    ).toEqual([
      {username: ann, schemeguest: true, schemeuser: false, schemeadmin: false, roles: ''},
      {username: bob, schemeguest: false, schemeuser: true, schemeadmin: false, roles: ''},
    ]);
  });

  test('roles of memberships change, and other roles keep their names', async () => {
    const {team, ann, bob, cid, user, world} = uniqueNames();
    const member = (username: string, ofTeam: string, ofChannel: string) =>
      user(username, {
        teams: [{name: team, roles: ofTeam, channels: [{name: 'lobby', roles: ofChannel}]}],
      });
    await importLines([
      ...world.slice(0, 3),
      member(ann, 'team_user', 'channel_user'),
      member(bob, 'team_user', 'channel_user'),
    ]);
    expect(
      await importLines([
        VERSION,
        member(ann, 'team_user  team_admin', 'channel_admin channel_user system_post_all'),
        member(bob, 'team_user', 'channel_user'),
        member(cid, 'team_admin  system_post_all', 'system_post_all system_post_all_public'),
      ]),
    ).toEqual({
      user: {created: 1, unchanged: 2},
      'team membership': {created: 1, updated: 1, unchanged: 1},
      'channel membership': {created: 1, updated: 1, unchanged: 1},
    });
    const rolesIn = async (table: string, condition = '') =>
      Object.fromEntries(
        (
          await sql<{username: string; schemeadmin: boolean; schemeuser: boolean; roles: string}>(
            `select u.Username, m.SchemeAdmin, m.SchemeUser, m.Roles from ${table} m join Users u on u.Id = m.UserId
             ${condition} where u.Username = any($1)`,
            [ann, bob, cid],
          )
        ).map((row) => [row.username, [row.schemeadmin, row.schemeuser, row.roles]]),
      );
    expect(await rolesIn('TeamMembers')).toEqual({
      [ann]: [true, true, ''],
      [bob]: [false, true, ''],
      [cid]: [true, true, 'system_post_all'],
    });
    expect(
      await rolesIn('ChannelMembers', `join Channels c on c.Id = m.ChannelId and c.Name = 'lobby'`),
    ).toEqual({
      [ann]: [true, true, 'system_post_all'],
      [bob]: [false, true, ''],
      [cid]: [false, true, 'system_post_all system_post_all_public'],
    });
  });

  test('Town Square has the roles and settings of the file, even if the file lists the team twice', async () => {
    const {team, ann, user, world} = uniqueNames();
    const roles = 'channel_user channel_admin';
    await importLines([
      ...world.slice(0, 3),
      user(ann, {
        teams: [
          {name: team, channels: [{name: 'town-square', roles, notify_props: {desktop: 'all'}}]},
          {name: team},
        ],
      }),
    ]);
    expect(
      await one(
        `select m.SchemeAdmin, m.NotifyProps->>'desktop' as desktop from ChannelMembers m join Users u on u.Id = m.UserId
         where u.Username = $1`,
        ann,
      ),
    ).toEqual({schemeadmin: true, desktop: 'all'});
  });

  test('a guest of a team does not join Town Square and has no other role', async () => {
    const {team, ann, bob, user, world} = uniqueNames();
    await importLines([
      ...world.slice(0, 3),
      user(ann, {teams: [{name: team, roles: 'team_guest team_admin'}]}),
      user(bob, {roles: 'system_guest', teams: [{name: team, roles: 'team_user'}]}),
    ]);
    expect(
      await sql(
        `select u.Username, m.SchemeGuest, m.SchemeUser, m.SchemeAdmin,
           exists (select 1 from ChannelMembers c where c.UserId = u.Id) as joined
         from TeamMembers m join Users u on u.Id = m.UserId where u.Username = any($1) order by 1`,
        [ann, bob],
      ),
    ).toEqual([
      {username: ann, schemeguest: true, schemeuser: false, schemeadmin: false, joined: false},
      {username: bob, schemeguest: false, schemeuser: true, schemeadmin: false, joined: true},
    ]);
  });

  test('counters of a membership are ignored if one of them is missing', async () => {
    const {team, ann, bob, cid, user, world} = uniqueNames();
    const member = (username: string, counters: object) =>
      user(username, {teams: [{name: team, channels: [{name: 'lobby', ...counters}]}]});
    const [messages, mentions] = [
      {msg_count: 7, msg_count_root: 5},
      {mention_count: 4, mention_count_root: 3},
    ];
    await importLines([
      ...world.slice(0, 3),
      member(ann, {...messages, ...mentions}),
      member(bob, {last_viewed_at: AT, msg_count: 7, mention_count: 4}),
      member(cid, {last_viewed_at: AT, msg_count_root: 5, mention_count_root: 3}),
    ]);
    expect(
      await sql(
        `select distinct m.MsgCount, m.MsgCountRoot, m.MentionCount, m.MentionCountRoot
         from ChannelMembers m join Users u on u.Id = m.UserId where u.Username = any($1)`,
        [ann, bob, cid],
      ),
    ).toEqual([{msgcount: 0, msgcountroot: 0, mentioncount: 0, mentioncountroot: 0}]);
  });

  test('a new account has defaults for what the file omits', async () => {
    const {ann, user} = uniqueNames();
    const before = Date.now();
    await importLines([VERSION, user(ann, {teams: null, roles: '', locale: ''})]);
    const row = await one('select * from Users where Username = $1', ann);
    expect(row).toMatchObject({
      roles: 'system_user',
      locale: 'en',
      authservice: '',
      authdata: null,
      props: {},
      timezone: {automaticTimezone: '', manualTimezone: '', useAutomaticTimezone: 'true'},
      notifyprops: {desktop: 'mention', first_name: 'false'},
    });
    expect(
      await one(`select Value from Preferences where UserId = $1 and Category = 'tutorial_step'`, row.id),
    ).toEqual({value: '0'});
    for (const column of ['createat', 'updateat', 'lastpasswordupdate']) {
      expect(row[column]).toBeGreaterThanOrEqual(before);
      expect(row[column]).toBeLessThanOrEqual(Date.now());
    }
    await importLines([VERSION, user(ann, {teams: null, roles: 'system_user system_manager', locale: 'fr'})]);
    await importLines([VERSION, user(ann, {teams: null, roles: '', locale: ''})]);
    expect(await one('select Roles, Locale from Users where Username = $1', ann)).toEqual({
      roles: 'system_user system_manager',
      locale: 'fr',
    });
  });

  test('an account with a sign-in service has no password, and "email" is a password', async () => {
    const {ann, user} = uniqueNames();
    const stored = () =>
      one(`select AuthService, Password <> '' as password from Users where Username = $1`, ann);
    const password = 'a long enough password';
    await importLines([VERSION, user(ann, {teams: null, password})]);
    await importLines([VERSION, user(ann, {teams: null, auth_service: 'email'})]);
    expect(await stored()).toEqual({authservice: '', password: true});
    await importLines([VERSION, user(ann, {teams: null, auth_service: 'ldap', auth_data: ann})]);
    expect(await stored()).toEqual({authservice: 'ldap', password: false});
  });

  test('changes are announced, also those of preferences, but not repetitions and new accounts', async () => {
    const {ann, bob, user} = uniqueNames();
    const {events} = server.platform;
    const announced: unknown[] = [];
    const stops = [
      events.onEveryNode('users:changed', ({userIds}) => void announced.push(...userIds)),
      events.onEveryNode(
        'user:activation-changed',
        ({userId, active}) => void announced.push({userId, active}),
      ),
      events.onEveryNode('sessions:revoked', ({userId}) => void announced.push({revoked: userId})),
    ];
    const changesOf = async (...lines: Lines) => {
      announced.length = 0;
      const {user: counts} = await importLines([VERSION, ...lines]);
      return {announced: [...announced], counts};
    };
    expect(await changesOf(user(ann, {teams: null, theme: '{}'}))).toEqual({
      announced: [],
      counts: {created: 1},
    });
    const userId = (await one('select Id from Users where Username = $1', ann)).id;
    const themed = user(ann, {teams: null, theme: '{"a":"#123456"}'});
    expect(await changesOf(themed, user(bob, {teams: null}))).toEqual({
      announced: [userId],
      counts: {created: 1, updated: 1},
    });
    expect(await changesOf(themed)).toEqual({announced: [], counts: {unchanged: 1}});
    const gone = user(ann, {teams: null, delete_at: AT});
    expect((await changesOf(gone)).announced).toEqual([userId, {revoked: userId}, {userId, active: false}]);
    expect((await changesOf(gone)).announced).toEqual([]);
    expect((await changesOf(user(ann, {teams: null, delete_at: 0}))).announced).toEqual([
      userId,
      {userId, active: true},
    ]);
    for (const stop of stops) stop();
  });

  test('the last administrator cannot be demoted', async () => {
    const {user} = uniqueNames();
    const admins = `select Id from Users where Roles like '%system_admin%' and DeleteAt = 0`;
    const others = await sql<{id: string}>(`${admins} and Username <> 'admin'`);
    await sql(
      `update Users set DeleteAt = 1 where Id = any($1)`,
      others.map(({id}) => id),
    );
    const report = await server.features.bulkImport.apply(
      importSource([VERSION, user('admin', {teams: null, roles: 'system_user'})]),
    );
    expect([report.ending, report.problem]).toEqual(['failed', expect.stringContaining('administrator')]);
    expect(await sql(admins)).toEqual([{id: server.admin.id}]);
  });

  test('an email address can move to another account', async () => {
    const {ann, bob, user} = uniqueNames();
    await importLines([VERSION, user(ann, {teams: null})]);
    await importLines([
      VERSION,
      user(ann, {teams: null, email: `new-${ann}@example.com`}),
      user(bob, {teams: null, email: `${ann}@example.com`}),
    ]);
    expect(await one('select Email from Users where Username = $1', bob)).toEqual({
      email: `${ann}@example.com`,
    });
  });

  test('a profile picture is imported', async () => {
    const {ann, user} = uniqueNames();
    const picture = await sharp({create: {width: 30, height: 20, channels: 3, background: 'blue'}})
      .png()
      .toBuffer();
    await importTwice([VERSION, user(ann, {teams: null, profile_image: 'me.png'})], {
      files: {'me.png': picture},
    });
    const {id} = await one('select Id from Users where Username = $1', ann);
    const answer = await server.admin.get(`/users/${id}/image`);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/png']);
  });

  test('newer fields are imported', async () => {
    const {team, ann, user, world} = uniqueNames();
    await importTwice([
      ...world.slice(0, 3),
      user(ann, {
        custom_status: {emoji: 'palm_tree', text: 'away'},
        name_format: 'full_name',
        show_join_leave: 'false',
        teams: [
          {
            name: team,
            channels: [
              {
                name: 'lobby',
                last_viewed_at: AT,
                msg_count: 7,
                msg_count_root: 5,
                mention_count: 2,
                mention_count_root: 1,
                urgend_mention_count: 1,
              },
            ],
          },
        ],
      }),
    ]);
    expect((await one('select Props from Users where Username = $1', ann)).props).toEqual({
      customStatus: '{"emoji":"palm_tree","text":"away"}',
    });
    expect(
      await one(
        `select m.LastViewedAt, m.MsgCount, m.MsgCountRoot, m.MentionCount, m.MentionCountRoot, m.UrgentMentionCount from ChannelMembers m join Channels c on c.Id = m.ChannelId
        join Users u on u.Id = m.UserId where u.Username = $1 and c.Name = 'lobby'`,
        ann,
      ),
    ).toEqual({
      lastviewedat: AT,
      msgcount: 7,
      msgcountroot: 5,
      mentioncount: 2,
      mentioncountroot: 1,
      urgentmentioncount: 1,
    });
  });
});

test('bots are created and updated', async () => {
  const {ann, bob, user} = uniqueNames();
  const bot = (fields: object = {}) => ({
    type: 'bot',
    bot: {username: bob, owner: ann, display_name: 'Bob', description: 'd', ...fields},
  });
  expect(
    await importTwice([
      VERSION,
      user(ann, {teams: null}),
      bot(),
      {type: 'bot', bot: {username: `x${bob}`, owner: 'com.example.plugin'}},
    ]),
  ).toEqual({
    user: {created: 1},
    bot: {created: 2},
  });
  expect(
    await sql(
      `select u.Username, u.FirstName, b.Description, coalesce(o.Username, b.OwnerId) as owner from Bots b join Users u on u.Id = b.UserId
      left join Users o on o.Id = b.OwnerId where u.Username in ($1, $2) order by 1`,
      bob,
      `x${bob}`,
    ),
  ).toEqual([
    {username: bob, firstname: 'Bob', description: 'd', owner: ann},
    {username: `x${bob}`, firstname: '', description: '', owner: 'com.example.plugin'},
  ]);
  expect(await importLines([VERSION, bot({description: 'e', delete_at: AT})])).toEqual({bot: {updated: 1}});
});

test('emoji are created and updated', async () => {
  const name = `emoji${++number}`;
  const image = (background: string) =>
    sharp({create: {width: 8, height: 8, channels: 3, background}})
      .png()
      .toBuffer();
  const line = {type: 'emoji', emoji: {name, image: 'a.png'}};
  const smile = {type: 'emoji', emoji: {name: 'smile', image: 'a.png'}};
  expect(await importTwice([VERSION, line, smile], {files: {'a.png': await image('red')}})).toEqual({
    emoji: {created: 1, skipped: 1},
  });
  expect(await importLines([VERSION, line], {files: {'a.png': await image('green')}})).toEqual({
    emoji: {updated: 1},
  });
  expect((await server.admin.get(`/emoji/name/${name}`)).body).toMatchObject({name});
});

describe('posts', () => {
  test('are imported with replies, reactions and flags, and correct counters and threads', async () => {
    const {ann, bob, cid, team, world, post} = uniqueNames();
    const counts = await importTwice([
      ...world,
      post({
        message: 'first #tag',
        props: {attachments: [{text: 'x'}]},
        flagged_by: [bob, bob],
        reactions: [
          {user: bob, emoji_name: 'smile', create_at: AT + 5},
          {user: bob, emoji_name: 'smile', create_at: AT + 9},
        ],
        replies: [
          {
            user: bob,
            message: 'second',
            create_at: AT + 10,
            flagged_by: [ann],
            reactions: [{user: cid, emoji_name: '+1', create_at: AT + 11}],
          },
          {user: cid, message: 'third', create_at: AT + 30},
          {user: bob, message: 'early', create_at: AT - 1},
        ],
      }),
      post({message: 'joined', type: 'system_join_channel', create_at: AT + 40}),
      post({message: 'pinned', is_pinned: true, edit_at: AT + 60, create_at: AT + 50}),
    ]);
    expect(counts).toMatchObject({post: {created: 3}, reply: {created: 3}, reaction: {created: 2}});
    const channel = await one(
      `select c.* from Channels c join Teams t on t.Id = c.TeamId where t.Name = $1 and c.Name = 'lobby'`,
      team,
    );
    expect(channel).toMatchObject({
      totalmsgcount: 5,
      totalmsgcountroot: 2,
      lastpostat: AT + 50,
      lastrootpostat: AT + 50,
    });
    const posts = await sql(
      'select p.Id, p.Message, p.CreateAt, p.UpdateAt, p.EditAt, p.IsPinned, p.HasReactions, p.Hashtags, p.Props, p.RootId, u.Username from Posts p join Users u on u.Id = p.UserId where ChannelId = $1 order by CreateAt, Message',
      channel.id,
    );
    expect(posts.map(({id, rootid, ...row}) => ({...row, isreply: rootid === posts[1]!.id}))).toEqual([
      {
        message: 'early',
        createat: AT,
        updateat: AT,
        editat: 0,
        ispinned: false,
        hasreactions: false,
        hashtags: '',
        props: {},
        username: bob,
        isreply: true,
      },
      {
        message: 'first #tag',
        createat: AT,
        updateat: AT + 30,
        editat: 0,
        ispinned: false,
        hasreactions: true,
        hashtags: '#tag',
        props: {attachments: [{text: 'x'}]},
        username: ann,
        isreply: false,
      },
      {
        message: 'second',
        createat: AT + 10,
        updateat: AT + 10,
        editat: 0,
        ispinned: false,
        hasreactions: true,
        hashtags: '',
        props: {},
        username: bob,
        isreply: true,
      },
      {
        message: 'third',
        createat: AT + 30,
        updateat: AT + 30,
        editat: 0,
        ispinned: false,
        hasreactions: false,
        hashtags: '',
        props: {},
        username: cid,
        isreply: true,
      },
      {
        message: 'joined',
        createat: AT + 40,
        updateat: AT + 40,
        editat: 0,
        ispinned: false,
        hasreactions: false,
        hashtags: '',
        props: {},
        username: ann,
        isreply: false,
      },
      {
        message: 'pinned',
        createat: AT + 50,
        updateat: AT + 50,
        editat: AT + 60,
        ispinned: true,
        hasreactions: false,
        hashtags: '',
        props: {},
        username: ann,
        isreply: false,
      },
    ]);
    const ids = Object.fromEntries(
      (
        await sql<{id: string; username: string}>('select Id, Username from Users where Username = any($1)', [
          ann,
          bob,
          cid,
        ])
      ).map((row) => [row.username, row.id]),
    );
    expect(
      await one(
        'select ReplyCount, LastReplyAt, Participants, ThreadTeamId from Threads where PostId = $1',
        posts[1]!.id,
      ),
    ).toEqual({
      replycount: 3,
      lastreplyat: AT + 30,
      participants: [ids[bob], ids[cid]],
      threadteamid: channel.teamid,
    });
    expect(
      await sql(
        `select UserId, Name from Preferences where Category = 'flagged_post' and UserId = any($1) order by UserId`,
        [ids[ann], ids[bob]],
      ),
    ).toEqual(
      [
        {userid: ids[ann], name: posts[2]!.id},
        {userid: ids[bob], name: posts[1]!.id},
      ].sort((a, b) => (a.userid! < b.userid! ? -1 : 1)),
    );
    // Members who join through the import have read the history.
    expect(
      await one(
        'select distinct MsgCount, MsgCountRoot from ChannelMembers where ChannelId = $1',
        channel.id,
      ),
    ).toEqual({msgcount: 5, msgcountroot: 2});
  });

  test('a post that is in the file twice is imported once', async () => {
    const {world, post, team} = uniqueNames();
    const counts = await importLines([...world, post(), post(), post({message: 'other'}), post()]);
    expect(counts.post).toEqual({created: 2, skipped: 2});
    expect(
      await one(
        `select TotalMsgCount from Channels c join Teams t on t.Id = c.TeamId where t.Name = $1 and c.Name = 'lobby'`,
        team,
      ),
    ).toEqual({totalmsgcount: 2});
  });

  test('a line far behind the first about a post or a direct channel adds to it too', async () => {
    const {world, post, directPost} = uniqueNames();
    const others = Array.from({length: 1000}, (_, i) => post({message: `m${i}`, create_at: AT + i}));
    const last = [post({props: {a: 1}}), directPost({message: 'again'})];
    expect(
      await importLines([...world, post(), directPost(), ...others, ...last], {createDirectChannels: true}),
    ).toMatchObject({
      post: {created: 1001, updated: 1},
      'direct channel': {created: 1},
      'direct post': {created: 2},
    });
  });

  test('a reply that is in a line twice is imported once, as last described', async () => {
    const {world, post, ann, bob, cid, team} = uniqueNames();
    const reply = {message: 'r', create_at: AT + 1};
    const [first, second] = [
      {...reply, user: bob, flagged_by: [ann], reactions: [{user: ann, emoji_name: 'x', create_at: AT}]},
      {
        ...reply,
        user: cid,
        flagged_by: [bob],
        props: {a: 1},
        reactions: [
          {user: ann, emoji_name: 'x', create_at: AT + 9},
          {user: ann, emoji_name: 'y', create_at: AT + 9},
        ],
      },
    ];
    const others = [
      {...reply, user: bob, message: 'other'},
      {...reply, user: bob, create_at: AT + 2},
    ];
    expect(await importLines([...world, post({replies: [first, second, ...others]})])).toMatchObject({
      post: {created: 1},
      reply: {created: 3},
      reaction: {created: 2},
    });
    const stored = await one(
      `select p.Id, p.Props, u.Username,
         (select jsonb_agg(jsonb_build_array(r.EmojiName, r.CreateAt) order by r.EmojiName) from Reactions r where r.PostId = p.Id) as reactions,
         (select count(*) from Preferences f where f.Category = 'flagged_post' and f.Name = p.Id) as flags
       from Posts p join Users u on u.Id = p.UserId join Channels c on c.Id = p.ChannelId join Teams t on t.Id = c.TeamId
       where t.Name = $1 and p.Message = 'r' and p.CreateAt = $2`,
      team,
      AT + 1,
    );
    expect(stored).toMatchObject({
      props: {a: 1},
      username: cid,
      // A reaction is not older than its post.
      reactions: [
        ['x', AT + 1],
        ['y', AT + 9],
      ],
      flags: 2,
    });
  });

  test('one of several equal posts is recognized, if possible one that is not deleted', async () => {
    const {world, post, bob, ann} = uniqueNames();
    await importLines([...world, post({replies: [{user: bob, message: 'r', create_at: AT + 1}]})]);
    // Copies of the post before and after it, as after two imports by another server.
    await sql(
      `insert into Posts select (jsonb_populate_record(p, jsonb_build_object('id', copy || substr(p.Id, 2), 'deleteat', 5))).*
       from Posts p join Users u on u.Id = p.UserId, unnest(array['0', 'z']) copy where u.Username = $1 and p.RootId = ''`,
      ann,
    );
    const counts = await importLines([
      VERSION,
      post({
        props: {a: 1},
        replies: [
          {user: bob, message: 'r', create_at: AT + 1},
          {user: bob, message: 'new', create_at: AT + 2},
        ],
      }),
    ]);
    expect(counts).toEqual({post: {updated: 1}, reply: {created: 1, unchanged: 1}});
    expect(
      await one(
        `select p.Props, p.DeleteAt, (select count(*) from Posts r where r.RootId = p.Id and r.DeleteAt = 0) as replies
         from Posts p join Users u on u.Id = p.UserId where u.Username = $1 and p.Props <> '{}'`,
        ann,
      ),
    ).toEqual({props: {a: 1}, deleteat: 0, replies: 2});
  });

  test('a second line about a post adds to the first', async () => {
    const {world, post, bob, ann, cid} = uniqueNames();
    const counts = await importTwice([
      ...world,
      post({replies: [{user: bob, message: 'r1', create_at: AT + 1}]}),
      post({
        replies: [
          {user: bob, message: 'r1', create_at: AT + 1},
          {user: cid, message: 'r2', create_at: AT + 2},
        ],
        reactions: [{user: bob, emoji_name: 'x', create_at: AT}],
        props: {a: 1},
      }),
    ]);
    expect(counts).toMatchObject({
      post: {created: 1, updated: 1},
      reply: {created: 2, unchanged: 1},
      reaction: {created: 1},
    });
    expect(
      await one(
        'select t.ReplyCount, jsonb_array_length(t.Participants) as people, p.Props, p.HasReactions from Threads t join Posts p on p.Id = t.PostId join Users u on u.Id = p.UserId where u.Username = $1',
        ann,
      ),
    ).toEqual({
      replycount: 2,
      people: 2,
      props: {a: 1},
      hasreactions: true,
    });
  });

  test('the same time and text in another channel, or in a reply, is a different post', async () => {
    const {world, post, bob, directPost} = uniqueNames();
    const counts = await importTwice(
      [...world, post({replies: [{user: bob, message: 'hi', create_at: AT}]}), directPost()],
      {createDirectChannels: true},
    );
    expect(counts).toMatchObject({post: {created: 1}, 'direct post': {created: 1}, reply: {created: 1}});
  });

  test('changes of author, props, type and pin are imported', async () => {
    const {world, post, bob, ann} = uniqueNames();
    await importLines([...world, post({props: {a: 1}})]);
    expect(
      await importLines([VERSION, post({user: bob, props: {a: 2}, is_pinned: true, type: 'custom_x'})]),
    ).toEqual({post: {updated: 1}});
    const row = () =>
      one(
        'select p.Props, p.IsPinned, p.Type, p.UpdateAt > p.CreateAt as touched from Posts p join Users u on u.Id = p.UserId where u.Username = $1',
        bob,
      );
    expect(await row()).toEqual({props: {a: 2}, ispinned: true, type: 'custom_x', touched: true});
    expect(await importLines([VERSION, post({user: bob})])).toEqual({post: {unchanged: 1}});
    expect((await row()).props).toEqual({a: 2});
    expect(
      await sql('select 1 from Posts p join Users u on u.Id = p.UserId where u.Username = $1', ann),
    ).toEqual([]);
  });

  test('a post that was edited or deleted since is recognized and not changed', async () => {
    const {world, post, ann, bob} = uniqueNames();
    await importLines([
      ...world,
      post({message: 'typo'}),
      post({message: 'gone', replies: [{user: bob, message: 'r', create_at: AT + 1}]}),
    ]);
    const posts = await sql<{id: string; message: string}>(
      `select p.Id, p.Message from Posts p join Users u on u.Id = p.UserId where u.Username = $1`,
      ann,
    );
    const id = (message: string) => posts.find((it) => it.message === message)!.id;
    expect((await server.admin.put(`/posts/${id('typo')}/patch`, {message: 'corrected'})).status).toBe(200);
    expect((await server.admin.delete(`/posts/${id('gone')}`)).status).toBe(200);
    const counts = await importTwice([
      VERSION,
      post({message: 'typo', reactions: [{user: bob, emoji_name: 'x', create_at: AT + 1}]}),
      post({
        message: 'gone',
        replies: [
          {user: bob, message: 'r', create_at: AT + 1},
          {user: bob, message: 'new', create_at: AT + 2},
        ],
      }),
    ]);
    expect(counts).toEqual({post: {unchanged: 2}, reply: {created: 1, unchanged: 1}, reaction: {created: 1}});
    expect(await one('select Message, HasReactions from Posts where Id = $1', id('typo'))).toEqual({
      message: 'corrected',
      hasreactions: true,
    });
    expect(await sql('select DeleteAt > 0 as deleted from Posts where RootId = $1', id('gone'))).toEqual([
      {deleted: true},
      {deleted: true},
    ]);
  });

  test('followers of threads are imported', async () => {
    const {world, post, ann, bob, cid} = uniqueNames();
    await importTwice([
      ...world,
      post({
        replies: [{user: bob, message: 'r', create_at: AT + 1}],
        thread_followers: [{user: ann, last_viewed: AT + 1, unread_mentions: 2}, {user: cid}],
      }),
    ]);
    expect(
      await sql(
        'select u.Username, m.Following, m.LastViewed, m.UnreadMentions from ThreadMemberships m join Users u on u.Id = m.UserId where u.Username = any($1) order by 1',
        [ann, bob, cid],
      ),
    ).toEqual([
      {username: ann, following: true, lastviewed: AT + 1, unreadmentions: 2},
      {username: cid, following: true, lastviewed: 0, unreadmentions: 0},
    ]);
  });

  test('a removed reaction is imported again', async () => {
    const {world, post, ann} = uniqueNames();
    const lines = [...world, post({reactions: [{user: ann, emoji_name: 'x', create_at: AT}]})];
    await importLines(lines);
    await sql(
      `update Reactions set DeleteAt = 5 where UserId = (select Id from Users where Username = $1)`,
      ann,
    );
    expect((await importLines(lines)).reaction).toEqual({created: 1});
    expect(
      await one(
        'select r.DeleteAt from Reactions r join Users u on u.Id = r.UserId where u.Username = $1',
        ann,
      ),
    ).toEqual({deleteat: 0});
  });

  test('history older than what a member has viewed is not unread', async () => {
    const {world, post, ann, team} = uniqueNames();
    await importLines(world);
    const channel = await one(
      `select c.Id from Channels c join Teams t on t.Id = c.TeamId where t.Name = $1 and c.Name = 'lobby'`,
      team,
    );
    const user = await one('select Id from Users where Username = $1', ann);
    const written = await server.features.posts.create({
      channelId: channel.id as string,
      userId: user.id as string,
      message: 'live',
    });
    await importLines([...world, post()]);
    const members = await sql<{username: string; msgcount: number}>(
      'select u.Username, m.MsgCount from ChannelMembers m join Users u on u.Id = m.UserId where m.ChannelId = $1 order by 1',
      channel.id,
    );
    expect(written.message).toBe('live');
    // The author has viewed everything. The others have not viewed what was posted after they joined.
    expect(members.map(({msgcount}) => msgcount)).toEqual([2, 0, 0]);
    expect(await one('select TotalMsgCount, LastPostAt from Channels where Id = $1', channel.id)).toEqual({
      totalmsgcount: 2,
      lastpostat: written.create_at,
    });
  });
});

describe('direct channels and posts', () => {
  test('with another user, in a group and with oneself', async () => {
    const {ann, bob, cid, world, directPost} = uniqueNames();
    const counts = await importTwice([
      ...world,
      {type: 'direct_channel', direct_channel: {members: [bob, ann], header: 'h', favorited_by: [ann]}},
      {type: 'direct_channel', direct_channel: {members: [ann, bob, cid]}},
      {type: 'direct_channel', direct_channel: {members: [ann, ann]}},
      directPost({channel_members: [ann, bob]}),
      directPost({channel_members: [cid, bob, ann]}),
      directPost({channel_members: [ann, ann], message: 'note to myself'}),
    ]);
    expect(counts).toMatchObject({'direct channel': {created: 3}, 'direct post': {created: 3}});
    const ids = Object.fromEntries(
      (
        await sql<{id: string; username: string}>('select Id, Username from Users where Username = any($1)', [
          ann,
          bob,
          cid,
        ])
      ).map((row) => [row.username, row.id]),
    );
    const direct = await server.features.channels.directChannel(ids[ann]!, ids[bob]!, ids[ann]!);
    const group = await server.features.channels.groupChannel([ids[ann]!, ids[bob]!, ids[cid]!], ids[ann]!);
    expect(
      await sql(
        `select UserId, Name from Preferences where Category = 'direct_channel_show' and UserId = $1`,
        ids[bob],
      ),
    ).toEqual([{userid: ids[bob], name: ids[ann]}]);
    expect(
      await one(
        'select Type, DisplayName, Header, TotalMsgCount, TeamId from Channels where Id = $1',
        direct.id,
      ),
    ).toEqual({type: 'D', displayname: '', header: 'h', totalmsgcount: 1, teamid: ''});
    expect(
      await sql(
        `select distinct UserId, Value from Preferences where Name = any($1) and Category like '%channel%' order by 1`,
        [ids[ann], direct.id, group.id],
      ),
    ).toEqual(
      Object.values(ids)
        .toSorted()
        .map((userid) => ({userid, value: 'true'})),
    );
    expect(
      await one('select Type, DisplayName, TotalMsgCount from Channels where Id = $1', group.id),
    ).toEqual({type: 'G', displayname: [ann, bob, cid].join(', '), totalmsgcount: 1});
    const self = await server.features.channels.directChannel(ids[ann]!, ids[ann]!, ids[ann]!);
    expect(await one('select count(*) as count from ChannelMembers where ChannelId = $1', self.id)).toEqual({
      count: 1,
    });
    expect(
      await sql(
        `select Category, Name from Preferences where UserId = $1 and Category in ('direct_channel_show', 'group_channel_show', 'favorite_channel') order by 1, 2`,
        ids[ann],
      ),
    ).toEqual(
      [
        {category: 'direct_channel_show', name: ids[ann]!},
        {category: 'direct_channel_show', name: ids[bob]!},
        {category: 'favorite_channel', name: direct.id},
        {category: 'group_channel_show', name: group.id},
      ].sort((a, b) => (`${a.category}${a.name}` < `${b.category}${b.name}` ? -1 : 1)),
    );
  });

  test('participants and shown_by are imported', async () => {
    const {ann, bob, world} = uniqueNames();
    await importTwice([
      ...world,
      {
        type: 'direct_channel',
        direct_channel: {
          participants: [
            {
              username: ann,
              last_viewed_at: AT,
              msg_count: 3,
              msg_count_root: 2,
              notify_props: {desktop: 'none'},
            },
            {username: bob},
          ],
          shown_by: [ann],
        },
      },
    ]);
    expect(
      await sql(
        `select u.Username, m.LastViewedAt, m.MsgCount, m.NotifyProps->>'desktop' as desktop,
           exists (select 1 from Preferences p where p.UserId = u.Id and p.Category = 'direct_channel_show') as shown
         from ChannelMembers m join Users u on u.Id = m.UserId join Channels c on c.Id = m.ChannelId where u.Username = any($1) and c.Type = 'D' order by 1`,
        [ann, bob],
      ),
    ).toMatchObject([
      {username: ann, lastviewedat: AT, msgcount: 3, desktop: 'none', shown: true},
      {username: bob, msgcount: 0, desktop: 'default', shown: false},
    ]);
  });

  test('lines about the same channel are merged', async () => {
    const {ann, bob, world} = uniqueNames();
    const line = (fields: object) => ({
      type: 'direct_channel',
      direct_channel: {members: [ann, bob], ...fields},
    });
    const participants = [
      {username: ann, scheme_admin: true, scheme_user: true, scheme_guest: false},
      {username: bob, scheme_guest: true, scheme_user: false},
    ];
    await importTwice([
      ...world,
      line({header: 'h', participants, favorited_by: [ann], shown_by: [bob]}),
      line({favorited_by: [bob]}),
    ]);
    expect(
      await sql(
        `select u.Username, m.SchemeAdmin, m.SchemeUser, m.SchemeGuest, c.Header,
           (select array_agg(p.Category order by 1) from Preferences p where p.UserId = u.Id
            and p.Category in ('favorite_channel', 'direct_channel_show')) as preferences
         from ChannelMembers m join Users u on u.Id = m.UserId join Channels c on c.Id = m.ChannelId and c.Type = 'D'
         where u.Username = any($1) order by 1`,
        [ann, bob],
      ),
    ).toEqual([
      {
        username: ann,
        schemeadmin: true,
        schemeuser: true,
        schemeguest: false,
        header: 'h',
        preferences: ['favorite_channel'],
      },
      {
        username: bob,
        schemeadmin: false,
        schemeuser: false,
        schemeguest: true,
        header: 'h',
        preferences: ['direct_channel_show', 'favorite_channel'],
      },
    ]);
  });

  test('of existing channels, only those with changes are counted as updated', async () => {
    const {ann, bob, cid, world} = uniqueNames();
    const line = (members: string[], fields: object = {}) => ({
      type: 'direct_channel',
      direct_channel: {members, ...fields},
    });
    await importLines([...world, line([ann, bob]), line([ann, cid]), line([bob, cid])]);
    const counts = await importLines([
      VERSION,
      line([ann, bob], {header: 'new'}),
      line([ann, cid]),
      line([bob, cid], {participants: [{username: bob, notify_props: {desktop: 'all'}}, {username: cid}]}),
    ]);
    expect(counts).toEqual({'direct channel': {updated: 2, unchanged: 1}});
  });

  test('direct channels that someone creates meanwhile are used', async () => {
    const {ann, bob, cid, world, directPost} = uniqueNames();
    await importLines(world);
    const users = await sql<{id: string; username: string}>(
      'select Id, Username from Users where Username = any($1)',
      [ann, bob, cid],
    );
    const idOf = (username: string) => users.find((user) => user.username === username)!.id;
    /** The id of the channel with each of these people. */
    const created = new Map([bob, cid].map((username) => [username, newId()]));
    const inserted = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const other = server.platform.database.transaction(async (tx) => {
      for (const [username, id] of created) {
        await tx.execute({
          text: `insert into Channels (Id, Type, Name, TeamId, CreateAt, UpdateAt) values ($1, 'D', $2, '', 1, 1)`,
          values: [id, [idOf(ann), idOf(username)].sort().join('__')],
        });
      }
      inserted.resolve();
      await released.promise;
    });
    await inserted.promise;
    const importing = importLines(
      [VERSION, ...[bob, cid].map((name) => directPost({channel_members: [ann, name], message: name}))],
      {createDirectChannels: true},
    );
    await expect.poll(() => sql('select 1 from pg_locks where not granted')).not.toEqual([]);
    released.resolve();
    await other;
    await importing;
    expect(
      await sql(
        `select p.Message, p.ChannelId, (select count(*) from ChannelMembers m where m.ChannelId = p.ChannelId) as members
         from Posts p where p.UserId = $1 order by p.Message`,
        idOf(ann),
      ),
    ).toEqual([...created].map(([message, channelid]) => ({message, channelid, members: 2})));
  });

  test('a direct post that is in the file twice is imported once', async () => {
    const {world, directPost, ann, bob} = uniqueNames();
    const counts = await importLines([...world, directPost(), directPost()], {createDirectChannels: true});
    // The memberships of the three users in their team's channel, but not those of the direct channel.
    expect(counts['channel membership']).toEqual({created: 3});
    expect(counts['direct post']).toEqual({created: 1, skipped: 1});
    expect(
      await sql(
        `select u.Username from ChannelMembers m join Users u on u.Id = m.UserId join Channels c on c.Id = m.ChannelId
         where c.Type = 'D' and u.Username = any($1) order by 1`,
        [ann, bob],
      ),
    ).toEqual([{username: ann}, {username: bob}]);
  });

  test('the later of two lines about a channel wins, in repeated imports too', async () => {
    const {ann, bob, world} = uniqueNames();
    const line = (header: string) => ({
      type: 'direct_channel',
      direct_channel: {members: [ann, bob], header},
    });
    expect((await importTwice([...world, line('a'), line('b')]))['direct channel']).toEqual({created: 1});
  });

  test('missing channels of direct posts are created, and channels may come between posts', async () => {
    const {ann, bob, cid, world, post, directPost} = uniqueNames();
    const counts = await importTwice(
      [
        ...world,
        directPost(),
        post(),
        directPost({channel_members: [ann, cid]}),
        {type: 'direct_channel', direct_channel: {members: [bob, cid]}},
        post({create_at: AT + 1}),
        directPost({channel_members: [bob, cid], user: bob}),
      ],
      {createDirectChannels: true},
    );
    expect(counts).toMatchObject({
      'direct channel': {created: 3},
      'direct post': {created: 3},
      post: {created: 2},
    });
  });
});

test('caches are cleared after each batch with changes, and at the end', async () => {
  const {world, ann, bob, user} = uniqueNames();
  let cleared = 0;
  const stop = server.platform.events.onEveryNode('caches:stale', () => void cleared++);
  const timesClearedBy = async (...lines: Lines) => {
    cleared = 0;
    await importLines([VERSION, ...lines]);
    return cleared;
  };
  await importLines(world);
  const line = (fields: object = {}) => ({
    type: 'direct_channel',
    direct_channel: {members: [ann, bob], ...fields},
  });
  const settings = [{username: ann, notify_props: {desktop: 'all'}}, {username: bob}];
  expect(await timesClearedBy(line())).toBe(2);
  expect(await timesClearedBy(line())).toBe(1);
  expect(await timesClearedBy(line({header: 'h'}))).toBe(2);
  expect(await timesClearedBy(line({participants: settings}))).toBe(2);
  expect(await timesClearedBy(line({favorited_by: [ann]}))).toBe(2);
  expect(await timesClearedBy(user(ann))).toBe(1);
  await sql(
    `delete from ChannelMembers m using Users u, Channels c
     where u.Id = m.UserId and u.Username = $1 and c.Id = m.ChannelId and c.Name = 'town-square'`,
    ann,
  );
  expect(await timesClearedBy(user(ann))).toBe(2);
  stop();
});

test('a direct channel in the first lines of a file is counted', async () => {
  const {world, ann, bob, directPost} = uniqueNames();
  await importLines(world);
  expect(
    await importLines([
      VERSION,
      {type: 'direct_channel', direct_channel: {members: [ann, bob]}},
      directPost(),
      directPost({props: {a: 1}}),
    ]),
  ).toEqual({
    'direct channel': {created: 1},
    'direct post': {created: 1, updated: 1},
  });
});

describe('attachments', () => {
  const png = () =>
    sharp({create: {width: 300, height: 200, channels: 3, background: 'red'}})
      .png()
      .toBuffer();
  const filesOf = (username: string) =>
    sql(
      `select f.Name, f.Size, f.Width, f.HasPreviewImage as preview, p.RootId <> '' as onreply from FileInfo f join Posts p on p.Id = f.PostId join Users u on u.Id = p.UserId
       where u.Username = $1 and f.DeleteAt = 0
       order by p.CreateAt, array_position(array(select jsonb_array_elements_text(p.FileIds::jsonb))::text[], f.Id::text)`,
      username,
    );

  test('are copied with their previews, and recognized in the next import', async () => {
    const {world, post, ann} = uniqueNames();
    const files = {'x/b.png': await png(), 'a.txt': Buffer.from('text')};
    const counts = await importTwice(
      [
        ...world,
        post({
          attachments: [{path: 'x/b.png'}, {path: 'a.txt'}],
          replies: [{user: ann, message: '', create_at: AT + 1, attachments: [{path: 'a.txt'}]}],
        }),
      ],
      {files},
    );
    expect(counts.attachment).toEqual({created: 3});
    expect(await filesOf(ann)).toEqual([
      {name: 'b.png', size: files['x/b.png'].length, width: 300, preview: true, onreply: false},
      {name: 'a.txt', size: 4, width: 0, preview: false, onreply: false},
      {name: 'a.txt', size: 4, width: 0, preview: false, onreply: true},
    ]);
    const info = await one(
      'select f.Id from FileInfo f join Posts p on p.Id = f.PostId join Users u on u.Id = p.UserId where u.Username = $1 and f.Name = $2',
      ann,
      'b.png',
    );
    expect((await server.admin.get(`/files/${info.id}/thumbnail`)).status).toBe(200);
  });

  test('a list replaces the stored attachments, an empty list removes them, and no list keeps them', async () => {
    const {world, post, ann} = uniqueNames();
    const files = {a: Buffer.from('a'), b: Buffer.from('b'), 'other/a': Buffer.from('A')};
    const names = async () => (await filesOf(ann)).map(({name}) => name);
    const updatedAt = async () =>
      (await one('select p.UpdateAt from Posts p join Users u on u.Id = p.UserId where u.Username = $1', ann))
        .updateat as number;
    await importLines([...world, post({attachments: [{path: 'a'}]})], {files});
    const first = await updatedAt();
    await importLines([VERSION, post()], {files});
    expect([await names(), await updatedAt()]).toEqual([['a'], first]);
    await importLines([VERSION, post({attachments: [{path: 'b'}, {path: 'a'}]})], {files});
    expect(await names()).toEqual(['b', 'a']);
    expect(await updatedAt()).toBeGreaterThan(first);
    expect(
      (await importLines([VERSION, post({attachments: [{path: 'other/a'}]})], {files})).attachment,
    ).toEqual({created: 1});
    expect(await names()).toEqual(['a']);
    await importLines([VERSION, post({attachments: []})], {files});
    expect(await names()).toEqual([]);
    await importLines([VERSION, post({attachments: [{path: 'a'}, {path: 'a'}]})], {files});
    expect(await names()).toEqual(['a', 'a']);
  });

  test('the later of two lines about a post defines its attachments', async () => {
    const {world, post, ann} = uniqueNames();
    const files = {a: Buffer.from('a'), b: Buffer.from('b')};
    const lists = [['a'], ['a', 'b'], ['b', 'a', 'b']].map((list) => list.map((path) => ({path})));
    await importLines(
      [...world, ...lists.map((attachments, number) => post({attachments, props: {number}}))],
      {files},
    );
    expect((await filesOf(ann)).map(({name}) => name)).toEqual(['b', 'a', 'b']);
  });

  test('missing files are skipped if they are allowed', async () => {
    const {world, post, ann} = uniqueNames();
    const lines = [...world, post({attachments: [{path: 'missing'}, {path: 'a'}]})];
    expect(
      (await importLines(lines, {files: {a: Buffer.from('a')}, allowMissingFiles: true})).attachment,
    ).toEqual({created: 1});
    expect((await filesOf(ann)).map(({name}) => name)).toEqual(['a']);
  });
});

describe('an error in the file', () => {
  test('stops the import before its line, and the corrected file resumes there', async () => {
    const {world, post, ann} = uniqueNames();
    const lines = [
      ...world,
      post({message: '1'}),
      post({message: '2', create_at: AT + 1}),
      post({message: '3', user: 'nobody'}),
      post({message: '4'}),
    ];
    const report = await server.features.bulkImport.apply(importSource(lines));
    expect([report.ending, report.linesImported, report.findings.errors]).toEqual(['errors', 8, 1]);
    const messages = async () =>
      (
        await sql(
          `select p.Message from Posts p join Users u on u.Id = p.UserId where u.Username = $1 order by 1`,
          ann,
        )
      ).map(({message}) => message);
    expect(await messages()).toEqual(['1', '2']);

    const corrected = lines.with(8, post({message: '3'}));
    const second = await server.features.bulkImport.apply(importSource(corrected));
    expect([second.ending, second.resumedAt, second.linesImported]).toEqual(['done', 9, 10]);
    expect(second.counts).toMatchObject({team: {created: 1}, user: {created: 3}, post: {created: 4}});
    expect(await messages()).toEqual(['1', '2', '3', '4']);
  });

  test.each<[string, Lines, number]>([
    [
      'an unsupported version',
      [
        {type: 'version', version: 7},
        {type: 'team', team: {name: 'never', display_name: 'x', type: 'O'}},
      ],
      0,
    ],
    [
      'a line that is not JSON',
      [VERSION, 'nonsense', {type: 'team', team: {name: 'never', display_name: 'x', type: 'O'}}],
      0,
    ],
    ['an empty file', [], 0],
  ])('%s', async (_, lines, linesImported) => {
    const report = await server.features.bulkImport.apply(importSource(lines));
    expect([report.ending, report.linesImported]).toEqual(['errors', linesImported]);
    expect(await sql(`select 1 from Teams where Name = 'never'`)).toEqual([]);
  });
});

test('an interrupted import keeps what is imported, and the same file resumes it', async () => {
  const {world, post, ann} = uniqueNames();
  const lines = [
    ...world,
    ...Array.from({length: 9000}, (_, i) => post({message: `m${i}`, create_at: AT + i})),
  ];
  const controller = new AbortController();
  const first = await server.features.bulkImport.apply(
    importSource(lines),
    {},
    {signal: controller.signal, onProgress: ({lines: n}) => n > 500 && controller.abort()},
  );
  expect(first.ending).toBe('interrupted');
  expect(first.linesImported).toBeGreaterThan(500);
  expect(first.linesImported).toBeLessThan(lines.length);
  const stored = () =>
    one('select count(*) as count from Posts p join Users u on u.Id = p.UserId where u.Username = $1', ann);
  expect(await stored()).toEqual({count: first.linesImported! - 6});
  const second = await server.features.bulkImport.apply(importSource(lines));
  expect([second.ending, second.resumedAt]).toEqual(['done', first.linesImported! + 1]);
  expect(second.counts.post).toEqual({created: 9000});
  expect(await stored()).toEqual({count: 9000});
});

test('only one import runs at a time', async () => {
  const {world} = uniqueNames();
  const source = importSource(world);
  let second: Promise<unknown> | undefined;
  await server.features.bulkImport.apply({
    ...source,
    read() {
      second = server.features.bulkImport.apply(importSource(world)).catch((error: Error) => error.message);
      return (async function* () {
        await second;
        yield* source.read();
      })();
    },
  });
  expect(await second).toContain('Another import is running');
});

test('concurrent changes of fields that the file omits are kept', async () => {
  const {world, user, ann, team} = uniqueNames();
  await importLines(world);
  const {database} = server.platform;
  const locked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const change = (text: string, ...values: unknown[]) => ({text, values});
  const other = database.transaction(async (tx) => {
    await tx.execute(
      change(
        `update Users set Nickname = 'Annie', NotifyProps = NotifyProps || '{"email": "false"}' where Username = $1`,
        ann,
      ),
    );
    await tx.execute(
      change(
        `update Channels set Header = 'mind the gap' where Name = 'lobby' and TeamId = (select Id from Teams where Name = $1)`,
        team,
      ),
    );
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  const importing = importLines([
    VERSION,
    {
      type: 'channel',
      channel: {team, name: 'lobby', display_name: 'Lobby', type: 'O', purpose: 'waiting'},
    },
    user(ann, {position: 'Pilot', notify_props: {desktop: 'all'}}),
  ]);
  // The import waits for the rows that the other transaction has locked.
  await expect.poll(() => sql('select 1 from pg_locks where not granted')).not.toEqual([]);
  released.resolve();
  await other;
  await importing;
  expect(
    await one(
      `select u.Nickname, u.Position, u.NotifyProps ->> 'email' as email, u.NotifyProps ->> 'desktop' as desktop, c.Header, c.Purpose
       from Users u, Channels c join Teams t on t.Id = c.TeamId where u.Username = $1 and t.Name = $2 and c.Name = 'lobby'`,
      ann,
      team,
    ),
  ).toEqual({
    nickname: 'Annie',
    position: 'Pilot',
    email: 'false',
    desktop: 'all',
    header: 'mind the gap',
    purpose: 'waiting',
  });
});

test('people can post in a channel during an import, and all counters are correct', async () => {
  const {world, post, ann, bob, team} = uniqueNames();
  await importLines(world);
  const channel = (
    await one(
      `select c.Id from Channels c join Teams t on t.Id = c.TeamId where t.Name = $1 and c.Name = 'lobby'`,
      team,
    )
  ).id as string;
  const ids = await sql<{id: string}>('select Id from Users where Username = any($1)', [[ann, bob]]);
  const lines = Array.from({length: 6000}, (_, i) =>
    post({message: `m${i}`, create_at: AT + i, replies: [{user: bob, message: 'r', create_at: AT + i + 1}]}),
  );
  let finished = false;
  const importing = importLines([VERSION, ...lines]).finally(() => {
    finished = true;
  });
  const {posts} = server.features;
  let live = 0;
  while (!finished) {
    const [root] = await Promise.all(
      ids.map(({id}) => posts.create({channelId: channel, userId: id, message: 'live'})),
    );
    const imported = await sql<{id: string}>(
      `select Id from Posts where ChannelId = $1 and RootId = '' order by random() limit 1`,
      channel,
    );
    await posts.create({channelId: channel, userId: ids[0]!.id, message: 'reply', rootId: imported[0]!.id});
    expect(root!.message).toBe('live');
    live += 3;
  }
  expect(await importing).toEqual({post: {created: 6000}, reply: {created: 6000}});
  expect(
    await one(
      `select TotalMsgCount, (select count(*) from Posts where ChannelId = $1) as posts,
         (select sum(ReplyCount) from Threads where ChannelId = $1) as inthreads,
         (select count(*) from Posts where ChannelId = $1 and RootId <> '') as replies
       from Channels where Id = $1`,
      channel,
    ),
  ).toEqual({
    totalmsgcount: 12_000 + live,
    posts: 12_000 + live,
    inthreads: 6000 + live / 3,
    replies: 6000 + live / 3,
  });
});
