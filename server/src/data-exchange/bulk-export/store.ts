import type {Queryable} from '../../platform/database/queryable.ts';

// The functions in this file share one transaction with a consistent snapshot of the database.

export interface RoleRow {
  name: string;
  displayname: string;
  description: string;
  permissions: string;
  schememanaged: boolean;
  builtin: boolean;
}

/** All roles except those of schemes. */
export function selectRoles(db: Queryable): Promise<RoleRow[]> {
  return db.rows<RoleRow>({
    text: `
      select Name, DisplayName, Description, Permissions, SchemeManaged, BuiltIn from Roles
      where DeleteAt = 0 and Name not in (
        select unnest(array[DefaultTeamAdminRole, DefaultTeamUserRole, DefaultTeamGuestRole, DefaultChannelAdminRole,
          DefaultChannelUserRole, DefaultChannelGuestRole]) from Schemes)
      order by Name`,
  });
}

export interface SchemeRow {
  name: string;
  displayname: string;
  scope: 'team' | 'channel';
  description: string;
  /** Each role by the name of the column that refers to it; null if the column is empty. */
  roles: Record<string, {display_name: string; description: string; permissions: string} | null>;
}

export function selectSchemes(db: Queryable): Promise<SchemeRow[]> {
  const columns = ['TeamAdmin', 'TeamUser', 'TeamGuest', 'ChannelAdmin', 'ChannelUser', 'ChannelGuest'];
  const roles = columns.map(
    (column) => `
      '${column}', (select json_build_object('display_name', r.DisplayName, 'description', r.Description,
        'permissions', r.Permissions) from Roles r where r.Name = s.Default${column}Role)`,
  );
  return db.rows<SchemeRow>({
    text: `
      select s.Name, s.DisplayName, s.Scope, s.Description, json_build_object(${roles.join(', ')}) as roles
      from Schemes s where DeleteAt = 0 order by Name`,
  });
}

export function selectEmoji(db: Queryable): Promise<{id: string; name: string}[]> {
  return db.rows({text: 'select Id, Name from Emoji where DeleteAt = 0 order by Name'});
}

export interface TeamRow {
  id: string;
  name: string;
  displayname: string;
  type: 'O' | 'I';
  description: string;
  allowopeninvite: boolean;
  scheme: string | null;
}

export function selectTeams(db: Queryable): Promise<TeamRow[]> {
  return db.rows<TeamRow>({
    text: `
      select t.Id, t.Name, t.DisplayName, t.Type, t.Description, t.AllowOpenInvite, s.Name as scheme
      from Teams t left join Schemes s on s.Id = t.SchemeId and s.DeleteAt = 0
      where t.DeleteAt = 0 order by t.Name`,
  });
}

export interface ChannelRow {
  id: string;
  team: string;
  name: string;
  displayname: string;
  type: 'O' | 'P';
  header: string;
  purpose: string;
  deleteat: number;
  scheme: string | null;
}

/** Public and private channels, archived ones included, of teams that are not archived. */
export function selectChannels(db: Queryable): Promise<ChannelRow[]> {
  return db.rows<ChannelRow>({
    text: `
      select c.Id, t.Name as team, c.Name, c.DisplayName, c.Type, c.Header, c.Purpose, c.DeleteAt, s.Name as scheme
      from Channels c join Teams t on t.Id = c.TeamId left join Schemes s on s.Id = c.SchemeId and s.DeleteAt = 0
      where t.DeleteAt = 0 order by t.Name, c.Name`,
  });
}

export interface UserRow {
  id: string;
  username: string;
  email: string;
  authservice: string;
  authdata: string | null;
  nickname: string;
  firstname: string;
  lastname: string;
  position: string;
  roles: string;
  locale: string;
  deleteat: number;
  props: Record<string, string>;
  notifyprops: Record<string, string>;
  haspicture: boolean;
}

/** A page of people in order of username, after the given one. */
export function selectUsers(db: Queryable, afterUsername: string, limit: number): Promise<UserRow[]> {
  return db.rows<UserRow>({
    name: 'export-users',
    text: `
      select u.Id, u.Username, u.Email, u.AuthService, u.AuthData, u.Nickname, u.FirstName, u.LastName, u.Position,
        u.Roles, u.Locale, u.DeleteAt, u.Props, u.NotifyProps, u.LastPictureUpdate > 0 as haspicture
      from Users u
      where u.Username > $1 and not exists (select from Bots b where b.UserId = u.Id)
      order by u.Username limit $2`,
    values: [afterUsername, limit],
  });
}

export interface BotRow {
  id: string;
  username: string;
  owner: string;
  displayname: string;
  description: string;
  deleteat: number;
  haspicture: boolean;
}

export function selectBots(db: Queryable): Promise<BotRow[]> {
  return db.rows<BotRow>({
    text: `
      select u.Id, u.Username, coalesce(o.Username, b.OwnerId) as owner, u.FirstName as displayname, b.Description,
        b.DeleteAt, u.LastPictureUpdate > 0 as haspicture
      from Bots b join Users u on u.Id = b.UserId left join Users o on o.Id = b.OwnerId
      order by u.Username`,
  });
}

export interface PreferenceRow {
  userid: string;
  category: string;
  name: string;
  value: string;
}

/** Preferences in the categories of the format, except saved posts. */
export function selectPreferences(db: Queryable, userIds: readonly string[]): Promise<PreferenceRow[]> {
  return db.rows<PreferenceRow>({
    name: 'export-preferences',
    text: `
      select UserId, Category, Name, Value from Preferences
      where UserId = any($1) and Category in ('theme', 'display_settings', 'advanced_settings', 'sidebar_settings',
        'notifications', 'tutorial_step', 'favorite_channel')`,
    values: [userIds],
  });
}

export interface MemberRoles {
  roles: string;
  schemeuser: boolean;
  schemeadmin: boolean;
  schemeguest: boolean;
}

export interface TeamMemberRow extends MemberRoles {
  userid: string;
  teamid: string;
  team: string;
}

export function selectTeamMembers(db: Queryable, userIds: readonly string[]): Promise<TeamMemberRow[]> {
  return db.rows<TeamMemberRow>({
    name: 'export-team-members',
    text: `
      select m.UserId, m.TeamId, t.Name as team, m.Roles, m.SchemeUser, m.SchemeAdmin, m.SchemeGuest
      from TeamMembers m join Teams t on t.Id = m.TeamId
      where m.UserId = any($1) and m.DeleteAt = 0 and t.DeleteAt = 0
      order by t.Name`,
    values: [userIds],
  });
}

export interface ChannelMemberRow extends MemberRoles {
  userid: string;
  channelid: string;
  teamid: string;
  channel: string;
  notifyprops: Record<string, string>;
  lastviewedat: number;
  msgcount: number;
  msgcountroot: number;
  mentioncount: number;
  mentioncountroot: number;
  urgentmentioncount: number;
}

const MEMBER = `
  m.UserId, m.ChannelId, m.Roles, m.SchemeUser, m.SchemeAdmin, m.SchemeGuest, m.NotifyProps, m.LastViewedAt, m.MsgCount,
  m.MsgCountRoot, m.MentionCount, m.MentionCountRoot, m.UrgentMentionCount`;

export function selectChannelMembers(db: Queryable, userIds: readonly string[]): Promise<ChannelMemberRow[]> {
  return db.rows<ChannelMemberRow>({
    name: 'export-channel-members',
    text: `
      select ${MEMBER}, c.TeamId, c.Name as channel
      from ChannelMembers m join Channels c on c.Id = m.ChannelId
      where m.UserId = any($1) and c.TeamId <> '' order by c.Name`,
    values: [userIds],
  });
}

export interface DirectChannelRow {
  id: string;
  header: string;
  /** Usernames in order. */
  members: string[];
}

/** Direct and group channels, ordered by the usernames of their members. */
export function selectDirectChannels(db: Queryable): Promise<DirectChannelRow[]> {
  return db.rows<DirectChannelRow>({
    text: `
      select c.Id, c.Header, array_agg(u.Username::text order by u.Username) as members
      from Channels c join ChannelMembers m on m.ChannelId = c.Id join Users u on u.Id = m.UserId
      where c.Type in ('D', 'G') and c.DeleteAt = 0
      group by c.Id order by members, c.Id`,
  });
}

export interface ParticipantRow extends ChannelMemberRow {
  username: string;
  favorite: boolean;
  shown: boolean;
}

/** The members of direct and group channels, ordered by username. */
export function selectParticipants(db: Queryable, channelIds: readonly string[]): Promise<ParticipantRow[]> {
  return db.rows<ParticipantRow>({
    name: 'export-participants',
    text: `
      select ${MEMBER}, u.Username,
        exists (select from Preferences p where p.UserId = u.Id and p.Category = 'favorite_channel' and p.Name = c.Id
          and p.Value = 'true') as favorite,
        exists (select from Preferences p where p.UserId = u.Id and p.Value = 'true'
          and (p.Category = 'group_channel_show' and p.Name = c.Id
            or p.Category = 'direct_channel_show' and c.Type = 'D' and p.Name in (
              select o.UserId from ChannelMembers o where o.ChannelId = c.Id
                and (o.UserId <> u.Id or c.Name = u.Id || '__' || u.Id)))) as shown
      from ChannelMembers m join Channels c on c.Id = m.ChannelId join Users u on u.Id = m.UserId
      where c.Id = any($1) order by u.Username`,
    values: [channelIds],
  });
}

export interface PostRow {
  id: string;
  createat: number;
  editat: number;
  ispinned: boolean;
  rootid: string;
  username: string;
  message: string;
  type: string;
  props: Record<string, unknown>;
  hasreactions: boolean;
  fileids: string;
}

const POST = `
  p.Id, p.CreateAt, p.EditAt, p.IsPinned, p.RootId, u.Username, p.Message, p.Type, p.Props, p.HasReactions, p.FileIds`;

/** A page of a channel's posts in order of time, after the given one, without replies and deleted posts. */
export function selectPosts(
  db: Queryable,
  channelId: string,
  after: {createAt: number; id: string},
  limit: number,
): Promise<PostRow[]> {
  return db.rows<PostRow>({
    name: 'export-posts',
    text: `
      select ${POST} from Posts p join Users u on u.Id = p.UserId
      where p.ChannelId = $1 and (p.CreateAt, p.Id) > ($2, $3) and p.RootId = '' and p.DeleteAt = 0
      order by p.CreateAt, p.Id limit $4`,
    values: [channelId, after.createAt, after.id, limit],
  });
}

export function selectReplies(db: Queryable, rootIds: readonly string[]): Promise<PostRow[]> {
  return db.rows<PostRow>({
    name: 'export-replies',
    text: `
      select ${POST} from Posts p join Users u on u.Id = p.UserId
      where p.RootId = any($1) and p.RootId <> '' and p.DeleteAt = 0
      order by p.CreateAt, p.Message, u.Username, p.Id`,
    values: [rootIds],
  });
}

export interface ReactionRow {
  postid: string;
  username: string;
  emojiname: string;
  createat: number;
}

export function selectReactions(db: Queryable, postIds: readonly string[]): Promise<ReactionRow[]> {
  return db.rows<ReactionRow>({
    name: 'export-reactions',
    text: `
      select r.PostId, u.Username, r.EmojiName, r.CreateAt from Reactions r join Users u on u.Id = r.UserId
      where r.PostId = any($1) and r.DeleteAt = 0 order by r.CreateAt, u.Username, r.EmojiName`,
    values: [postIds],
  });
}

/** Who saved which of the posts. */
export function selectFlags(
  db: Queryable,
  postIds: readonly string[],
): Promise<{postid: string; username: string}[]> {
  return db.rows({
    name: 'export-flags',
    text: `
      select p.Name as postid, u.Username from Preferences p join Users u on u.Id = p.UserId
      where p.Category = 'flagged_post' and p.Name = any($1) and p.Value = 'true' order by u.Username`,
    values: [postIds],
  });
}

export interface FollowerRow {
  postid: string;
  username: string;
  lastviewed: number;
  unreadmentions: number;
}

export function selectFollowers(db: Queryable, postIds: readonly string[]): Promise<FollowerRow[]> {
  return db.rows<FollowerRow>({
    name: 'export-followers',
    text: `
      select m.PostId, u.Username, m.LastViewed, m.UnreadMentions
      from ThreadMemberships m join Users u on u.Id = m.UserId
      where m.PostId = any($1) and m.Following order by u.Username`,
    values: [postIds],
  });
}

export interface FileRow {
  id: string;
  postid: string;
  name: string;
  path: string;
  size: number;
  sha256: string;
}

export function selectFiles(db: Queryable, postIds: readonly string[]): Promise<FileRow[]> {
  return db.rows<FileRow>({
    name: 'export-files',
    text: `
      select Id, PostId, Name, Path, Size, Sha256 from FileInfo
      where PostId = any($1) and PostId <> '' and DeleteAt = 0 order by CreateAt, Id`,
    values: [postIds],
  });
}

/** The number of posts, for progress. */
export async function countPosts(db: Queryable): Promise<number> {
  const row = await db.row<{count: number}>({
    text: `select count(*) as count from Posts where RootId = '' and DeleteAt = 0`,
  });
  return row!.count;
}
