import {createHash} from 'node:crypto';
import {sql} from '../../../server/src/platform/database/sql.ts';
import {newId} from '../../../server/src/platform/ids/ids.ts';
import {hashPassword} from '../../../server/src/platform/passwords/passwords.ts';
import {type Client, TEST_PASSWORD, type TestServer} from '../../support/test-server.ts';
import type {Caller} from './access-table.ts';

/** A team with its people and things, of no use to any other test. */
export interface World {
  server: TestServer;
  member: string;
  other: string;
  bot: string;
  teamAdmin: string;
  systemAdmin: string;
  teamId: string;
  publicChannelId: string;
  privateChannelId: string;
  publicPostId: string;
  privatePostId: string;
  accessTokenId: string;
  sessionId: string;
  /** The values of path parameters that stand for the member's own things, by the parameters' names. */
  params: Record<string, string>;
  /** The order of the member's sidebar categories, once one was made. */
  order?: string[];
  /** What each caller signs in with. */
  tokens: Record<Caller, string | undefined>;
  /** Calls as that caller. */
  as(caller: Caller): Client;
}

let passwordHash: Promise<string> | undefined;

/** Makes a world, in a few statements: a run makes hundreds. */
export async function createWorld(server: TestServer): Promise<World> {
  passwordHash ??= hashPassword(TEST_PASSWORD);
  const password = await passwordHash;
  const now = Date.now();
  const mark = newId().slice(0, 10);
  const people = ['member', 'other', 'bot', 'teamadmin', 'systemadmin'];
  const [member, other, bot, teamAdmin, systemAdmin] = people.map(() => newId()) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const ids = [member, other, bot, teamAdmin, systemAdmin];
  const [teamId, publicChannelId, privateChannelId, publicPostId, privatePostId, emojiId, sessionId] =
    Array.from({length: 7}, newId) as [string, string, string, string, string, string, string];
  const [memberSession, otherSession, teamAdminSession, systemAdminSession] = Array.from(
    {length: 4},
    newId,
  ) as [string, string, string, string];
  const [personalToken, botToken, accessTokenId] = Array.from({length: 3}, newId) as [string, string, string];
  const inviteId = newId();
  const hash = (token: string) => createHash('sha256').update(token).digest('hex');

  await server.platform.database.transaction(async (tx) => {
    await tx.execute(sql`
      insert into Users (Id, CreateAt, UpdateAt, Username, Email, Password, Roles)
      select id, ${now}, ${now}, name || ${mark}, name || ${mark} || '@example.com', ${password},
        case name when 'systemadmin' then 'system_admin system_user' else 'system_user' end
      from unnest(${ids}::text[], ${people}::text[]) as person (id, name)`);
    await tx.execute(sql`
      insert into Bots (UserId, OwnerId, CreateAt, UpdateAt) values (${bot}, ${systemAdmin}, ${now}, ${now})`);
    await tx.execute(sql`
      insert into Sessions (Id, Token, CreateAt, ExpiresAt, LastActivityAt, UserId)
      select id, token, ${now}, ${now + 3_600_000}, ${now}, owner
      from unnest(
        ${[sessionId, newId(), newId(), newId()]}::text[],
        ${[memberSession, otherSession, teamAdminSession, systemAdminSession].map(hash)}::text[],
        ${[member, other, teamAdmin, systemAdmin]}::text[]) as session (id, token, owner)`);
    await tx.execute(sql`
      insert into UserAccessTokens (Id, Token, UserId, Description, CreateAt)
      values (${accessTokenId}, ${hash(personalToken)}, ${member}, 'personal', ${now}),
        (${newId()}, ${hash(botToken)}, ${bot}, 'bot', ${now})`);
    await tx.execute(sql`
      insert into Teams (Id, CreateAt, UpdateAt, DisplayName, Name, Type, InviteId)
      values (${teamId}, ${now}, ${now}, 'Team', ${`team-${mark}`}, 'I', ${inviteId})`);
    await tx.execute(sql`
      insert into TeamMembers (TeamId, UserId, SchemeUser, SchemeAdmin, CreateAt)
      select ${teamId}, id, true, id = ${teamAdmin}, ${now}
      from unnest(${[member, bot, teamAdmin]}::text[]) as person (id)`);
    const channels = [
      {id: newId(), name: 'town-square', type: 'O', members: [member, bot, teamAdmin]},
      {id: publicChannelId, name: `public-${mark}`, type: 'O', members: [member, bot, teamAdmin]},
      {id: privateChannelId, name: `private-${mark}`, type: 'P', members: [member]},
    ];
    for (const channel of channels) {
      await tx.execute(sql`
        with made as (
          insert into Channels (Id, CreateAt, UpdateAt, TeamId, Type, DisplayName, Name, CreatorId, TotalMsgCount,
            TotalMsgCountRoot, LastPostAt, LastRootPostAt)
          values (${channel.id}, ${now}, ${now}, ${teamId}, ${channel.type}, ${channel.name}, ${channel.name},
            ${member}, 1, 1, ${now}, ${now})),
        history as (
          insert into ChannelMemberHistory (ChannelId, UserId, JoinTime)
          select ${channel.id}, id, ${now} from unnest(${channel.members}::text[]) as person (id))
        insert into ChannelMembers (ChannelId, UserId, LastUpdateAt, SchemeUser)
        select ${channel.id}, id, ${now}, true from unnest(${channel.members}::text[]) as person (id)`);
    }
    await tx.execute(sql`
      insert into Posts (Id, CreateAt, UpdateAt, UserId, ChannelId, Message)
      values (${publicPostId}, ${now}, ${now}, ${member}, ${publicChannelId}, 'in public'),
        (${privatePostId}, ${now}, ${now}, ${member}, ${privateChannelId}, 'in private')`);
    await tx.execute(sql`
      insert into Emoji (Id, CreateAt, UpdateAt, CreatorId, Name)
      values (${emojiId}, ${now}, ${now}, ${member}, ${`emoji-${mark}`})`);
  });

  const tokens: Record<Caller, string | undefined> = {
    anonymous: undefined,
    member: memberSession,
    token: personalToken,
    other: otherSession,
    bot: botToken,
    'team admin': teamAdminSession,
    'system admin': systemAdminSession,
  };
  return {
    server,
    member,
    other,
    bot,
    teamAdmin,
    systemAdmin,
    teamId,
    publicChannelId,
    privateChannelId,
    publicPostId,
    privatePostId,
    accessTokenId,
    sessionId,
    params: {
      user_id: member,
      username: `member${mark}`,
      email: `member${mark}@example.com`,
      team_id: teamId,
      team_name: `team-${mark}`,
      invite_id: inviteId,
      channel_id: privateChannelId,
      channel_name: `private-${mark}`,
      post_id: privatePostId,
      emoji_id: emojiId,
      emoji_name: `emoji-${mark}`,
      token_id: accessTokenId,
      bot_user_id: bot,
      role_name: 'system_user',
    },
    tokens,
    as(caller) {
      const token = tokens[caller];
      return token === undefined ? server.anonymous : server.withToken(token);
    },
  };
}
