import {createHash} from 'node:crypto';
import {siteUrl} from '../../../server/src/platform/config/site-url.ts';
import {newId} from '../../../server/src/platform/database/ids.ts';
import {sql} from '../../../server/src/platform/database/sql.ts';
import {hashPassword} from '../../../server/src/platform/secrets/passwords.ts';
import {type Client, TEST_PASSWORD, type TestServer} from '../../support/test-server.ts';
import {CALLERS, type Caller, DERIVED_CALLERS} from './access-table.ts';
import {type Canaries, createCanaries} from './canaries.ts';

/** The kind of the channel under test (see {@link World.privateChannelId}). */
export type ChannelKind = 'private' | 'direct' | 'group' | 'archived';

/** A team with its users and data, which no other test uses. */
export interface World {
  server: TestServer;
  member: string;
  other: string;
  bot: string;
  guest: string;
  teamAdmin: string;
  systemAdmin: string;
  teamId: string;
  publicChannelId: string;
  /**
   * The channel under test. The member is in it, and no other caller. It is private unless the world was created for
   * another kind.
   */
  privateChannelId: string;
  publicPostId: string;
  /** The member's post in the channel under test. */
  privatePostId: string;
  accessTokenId: string;
  sessionId: string;
  /** The values of path parameters that refer to the member's own data, by parameter name. */
  params: Record<string, string>;
  /** The order of the member's sidebar categories, once one exists. */
  order?: string[];
  /** The credential of each caller. */
  tokens: Record<Caller, string | undefined>;
  /** Texts planted in data that most callers must not see. */
  canaries: Canaries;
  /** Returns a client for the caller. */
  as(caller: Caller): Client;
  /** Archives the channel under test if its kind is `archived`. Call this after preparing data in it. */
  archive(): Promise<void>;
}

/** The time of the member's scheduled message, in the year 2096. */
export const SCHEDULED_AT = 4_000_000_000_000;

let passwordHash: Promise<string> | undefined;

const ACCOUNTS = [
  'member',
  'other',
  'bot',
  'teamadmin',
  'systemadmin',
  'guest',
  'formerinchannel',
  'formerinteam',
  'deactivated',
  // In direct and group channels with the member. Sends no requests.
  'peer',
] as const;
type Account = (typeof ACCOUNTS)[number];

const ACCOUNT_OF: Record<Exclude<Caller, 'anonymous'>, Account> = {
  member: 'member',
  token: 'member',
  other: 'other',
  bot: 'bot',
  'team admin': 'teamadmin',
  'system admin': 'systemadmin',
  guest: 'guest',
  'former channel member': 'formerinchannel',
  'former team member': 'formerinteam',
  deactivated: 'deactivated',
  'deactivated token': 'deactivated',
};
const BY_ACCESS_TOKEN: readonly Caller[] = ['token', 'bot', 'deactivated token'];

const hash = (token: string) => createHash('sha256').update(token).digest('hex');

/** Creates a world in a few statements, because a run creates many hundreds. */
export async function createWorld(server: TestServer, kind: ChannelKind = 'private'): Promise<World> {
  passwordHash ??= hashPassword(TEST_PASSWORD);
  const password = await passwordHash;
  const now = Date.now();
  const mark = newId().slice(0, 10);
  const id = Object.fromEntries(ACCOUNTS.map((name) => [name, newId()])) as Record<Account, string>;
  const [teamId, publicChannelId, publicPostId, privatePostId, emojiId, sessionId, accessTokenId, inviteId] =
    Array.from({length: 8}, newId) as [string, string, string, string, string, string, string, string];
  const scheduledPostId = newId();
  const callers = [...CALLERS, ...Object.keys(DERIVED_CALLERS)].filter(
    (caller): caller is keyof typeof ACCOUNT_OF => caller !== 'anonymous',
  );
  const tokens = Object.fromEntries(callers.map((caller) => [caller, newId()])) as Record<
    keyof typeof ACCOUNT_OF,
    string
  >;
  const canaries = createCanaries({
    tokens: Object.values(tokens),
    passwordHash: password,
    inviteId,
    usernames: Object.fromEntries(ACCOUNTS.map((name) => [name, `${name}${mark}`])),
  });
  const {text} = canaries;

  const inTeam = [id.member, id.bot, id.teamadmin, id.guest, id.formerinchannel, id.deactivated];
  const channel = (more: Partial<NewChannel> & Pick<NewChannel, 'type' | 'members'>): NewChannel => ({
    id: newId(),
    name: `${more.type.toLowerCase()}-${newId()}`,
    display: text('name of a channel'),
    header: text('header of a channel'),
    purpose: text('purpose of a channel'),
    post: {id: newId(), message: `private ${text('message')}`},
    archived: false,
    ...more,
  });
  const direct = [id.member, id.peer].sort().join('__');
  const KINDS: Record<ChannelKind, Partial<NewChannel> & Pick<NewChannel, 'type' | 'members'>> = {
    private: {type: 'P', members: [id.member, id.deactivated]},
    archived: {type: 'P', members: [id.member, id.deactivated]},
    direct: {type: 'D', members: [id.member, id.peer], name: direct, display: ''},
    group: {type: 'G', members: [id.member, id.peer, id.deactivated]},
  };
  const underTest = channel({
    ...KINDS[kind],
    post: {id: privatePostId, message: `private ${text('message')}`},
  });
  const channels: NewChannel[] = [
    channel({
      type: 'O',
      name: 'town-square',
      members: inTeam,
      display: 'Town Square',
      header: '',
      purpose: '',
      post: {id: newId(), message: 'Welcome'},
    }),
    channel({
      id: publicChannelId,
      type: 'O',
      members: inTeam,
      display: text('name of the public channel'),
      header: text('header of the public channel'),
      purpose: '',
      // Links to a message that only some people can read. Its quote must only be sent to them.
      post: {
        id: publicPostId,
        message: `private ${text('message in the public channel')} ${siteUrl(server.platform.config.get())}/team-${mark}/pl/${privatePostId}`,
      },
    }),
    underTest,
    ...(kind === 'direct' ? [] : [channel(KINDS.direct)]),
    ...(kind === 'group' ? [] : [channel(KINDS.group)]),
    channel({...KINDS.archived, archived: true}),
  ];
  const fileId = newId();
  const inviteIds = server.platform.sealing.column('Teams', 'InviteId');

  await server.platform.database.transaction(async (tx) => {
    await tx.execute(sql`
      insert into Users (Id, CreateAt, UpdateAt, DeleteAt, Username, Email, Password, Roles, MfaSecret, NotifyProps)
      select id, ${now}, ${now}, case name when 'deactivated' then ${now}::bigint else 0 end, name || ${mark}, email,
        ${password},
        case name when 'systemadmin' then 'system_admin system_user' when 'guest' then 'system_guest'
          else 'system_user' end,
        ${text('MFA secret')}, jsonb_build_object('mention_keys', case name when 'member' then ${text('notification setting')} else '' end)
      from unnest(${Object.values(id)}::text[], ${[...ACCOUNTS]}::text[],
        ${ACCOUNTS.map((name) => `${text(`email of ${name}`)}@example.com`)}::text[]) as person (id, name, email)`);
    await tx.execute(sql`
      insert into Bots (UserId, OwnerId, CreateAt, UpdateAt) values (${id.bot}, ${id.systemadmin}, ${now}, ${now})`);
    const sessions = callers.filter((caller) => !BY_ACCESS_TOKEN.includes(caller));
    await tx.execute(sql`
      insert into Sessions (Id, Token, CreateAt, ExpiresAt, LastActivityAt, UserId, DeviceId)
      select id, token, ${now}, ${now + 3_600_000}, ${now}, owner,
        case owner when ${id.member} then ${text('device')} else '' end
      from unnest(
        ${sessions.map((caller) => (caller === 'member' ? sessionId : newId()))}::text[],
        ${sessions.map((caller) => hash(tokens[caller]))}::text[],
        ${sessions.map((caller) => id[ACCOUNT_OF[caller]])}::text[]) as session (id, token, owner)`);
    await tx.execute(sql`
      insert into UserAccessTokens (Id, Token, UserId, Description, CreateAt)
      select id, token, owner, description, ${now}
      from unnest(
        ${BY_ACCESS_TOKEN.map((caller) => (caller === 'token' ? accessTokenId : newId()))}::text[],
        ${BY_ACCESS_TOKEN.map((caller) => hash(tokens[caller as 'token']))}::text[],
        ${BY_ACCESS_TOKEN.map((caller) => id[ACCOUNT_OF[caller as 'token']])}::text[],
        ${BY_ACCESS_TOKEN.map((caller) => (caller === 'token' ? text('description of a token') : caller))}::text[]
      ) as token (id, token, owner, description)`);
    await tx.execute(sql`
      insert into Teams (Id, CreateAt, UpdateAt, DisplayName, Name, Description, Type, InviteId, InviteIdHash)
      values (${teamId}, ${now}, ${now}, ${text('name of the team')}, ${`team-${mark}`},
        ${text('description of the team')}, 'I', ${inviteIds.seal(teamId, inviteId)}, ${hash(inviteId)})`);
    await tx.execute(sql`
      insert into TeamMembers (TeamId, UserId, SchemeUser, SchemeGuest, SchemeAdmin, CreateAt, DeleteAt)
      select ${teamId}, id, id <> ${id.guest}, id = ${id.guest}, id = ${id.teamadmin}, ${now},
        case id when ${id.formerinteam} then ${now}::bigint else 0 end
      from unnest(${[...inTeam, id.formerinteam]}::text[]) as person (id)`);
    const rows = channels.map(({post, ...one}) => ({
      ...one,
      team: 'DG'.includes(one.type) ? '' : teamId,
      post: post.id,
      message: post.message,
      props: one.id === underTest.id ? {note: text('property of a message')} : {},
    }));
    await tx.execute(sql`
      with channel as (
        select *
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as channel (id text, type channel_type, team text,
          name text, display text, header text, purpose text, archived boolean, members text[], post text, message text,
          props jsonb)),
      person as (
        select channel.id as channel, member.id
        from channel cross join unnest(channel.members) as member (id)),
      made as (
        insert into Channels (Id, CreateAt, UpdateAt, DeleteAt, TeamId, Type, DisplayName, Name, Header, Purpose,
          CreatorId, TotalMsgCount, TotalMsgCountRoot, LastPostAt, LastRootPostAt)
        select id, ${now}, ${now}, case when archived then ${now}::bigint else 0 end, team, type, display, name, header,
          purpose, ${id.member}, 1, 1, ${now}, ${now}
        from channel),
      history as (
        insert into ChannelMemberHistory (ChannelId, UserId, JoinTime)
        select channel, id, ${now} from person),
      members as (
        insert into ChannelMembers (ChannelId, UserId, LastUpdateAt, SchemeUser, SchemeGuest)
        select channel, id, ${now}, id <> ${id.guest}, id = ${id.guest} from person)
      insert into Posts (Id, CreateAt, UpdateAt, UserId, ChannelId, Message, Props)
      select post, ${now}, ${now}, ${id.member}, id, message, props from channel`);
    // What the former member of the channel under test has left there.
    await tx.execute(sql`
      with history as (
        insert into ChannelMemberHistory (ChannelId, UserId, JoinTime, LeaveTime)
        values (${underTest.id}, ${id.formerinchannel}, ${now - 2}, ${now - 1})),
      saved as (
        insert into Preferences (UserId, Category, Name, Value)
        values (${id.formerinchannel}, 'flagged_post', ${privatePostId}, 'true'),
          (${id.member}, 'theme', 'one', ${text('preference')})),
      thread as (
        insert into Threads (PostId, ReplyCount, LastReplyAt, Participants, ChannelId, ThreadTeamId)
        values (${privatePostId}, 0, ${now}, '[]', ${underTest.id}, ${'DG'.includes(underTest.type) ? '' : teamId})),
      followers as (
        insert into ThreadMemberships (PostId, UserId, Following, LastUpdated)
        select ${privatePostId}, id, true, ${now}
        from unnest(${[id.member, id.formerinchannel]}::text[]) as person (id)),
      earlier as (
        insert into Posts (Id, CreateAt, UpdateAt, DeleteAt, UserId, ChannelId, OriginalId, Message)
        values (${newId()}, ${now}, ${now}, ${now}, ${id.member}, ${underTest.id}, ${privatePostId},
          ${text('earlier text of a message')})),
      deleted as (
        insert into Posts (Id, CreateAt, UpdateAt, DeleteAt, UserId, ChannelId, Message)
        values (${newId()}, ${now}, ${now}, ${now}, ${id.member}, ${underTest.id}, ${text('deleted message')})),
      file as (
        insert into FileInfo (Id, CreatorId, PostId, ChannelId, CreateAt, UpdateAt, Path, Name, Extension, Size, MimeType,
          Content)
        values (${fileId}, ${id.member}, ${privatePostId}, ${underTest.id}, ${now}, ${now}, ${`none/${fileId}`},
          ${`text ${text('name of a file')}.txt`}, 'txt', 4, 'text/plain', ${text('indexed text of a file')})),
      attached as (
        update Posts set FileIds = ${JSON.stringify([fileId])} where Id = ${privatePostId}),
      report as (
        insert into Compliances (Id, CreateAt, UserId, Status, "desc", Type, StartAt, EndAt, Keywords)
        values (${newId()}, ${now}, ${id.systemadmin}, 'finished', ${text('compliance report')}, 'adhoc', 1, 2, ''))
      insert into Drafts (UserId, ChannelId, CreateAt, UpdateAt, Message)
      values (${id.member}, ${underTest.id}, ${now}, ${now}, ${text('draft')})`);
    await tx.execute(sql`
      insert into ScheduledPosts (Id, CreateAt, UpdateAt, UserId, ChannelId, Message, ScheduledAt)
      values (${scheduledPostId}, ${now}, ${now}, ${id.member}, ${underTest.id}, ${text('scheduled message')},
        ${SCHEDULED_AT})`);
    await tx.execute(sql`
      insert into Emoji (Id, CreateAt, UpdateAt, CreatorId, Name)
      values (${emojiId}, ${now}, ${now}, ${id.member}, ${`emoji-${mark}`})`);
  });

  return {
    server,
    member: id.member,
    other: id.other,
    bot: id.bot,
    guest: id.guest,
    teamAdmin: id.teamadmin,
    systemAdmin: id.systemadmin,
    teamId,
    publicChannelId,
    privateChannelId: underTest.id,
    publicPostId,
    privatePostId,
    accessTokenId,
    sessionId,
    params: {
      user_id: id.member,
      username: `member${mark}`,
      email: `${text('email of member')}@example.com`,
      team_id: teamId,
      team_name: `team-${mark}`,
      invite_id: inviteId,
      channel_id: underTest.id,
      channel_name: underTest.name,
      post_id: privatePostId,
      scheduled_post_id: scheduledPostId,
      emoji_id: emojiId,
      emoji_name: `emoji-${mark}`,
      token_id: accessTokenId,
      bot_user_id: id.bot,
      role_name: 'system_user',
    },
    tokens: {...tokens, anonymous: undefined},
    canaries,
    as(caller) {
      return caller === 'anonymous' ? server.anonymous : server.withToken(tokens[caller]);
    },
    async archive() {
      if (kind !== 'archived') return;
      await server.platform.database.execute(
        sql`update Channels set DeleteAt = ${now} where Id = ${underTest.id}`,
      );
      server.platform.events.publish('caches:stale', {});
    },
  };
}

interface NewChannel {
  id: string;
  type: 'O' | 'P' | 'D' | 'G';
  name: string;
  display: string;
  header: string;
  purpose: string;
  members: string[];
  post: {id: string; message: string};
  archived: boolean;
}
