import type {Database} from '../../server/src/platform/database/database.ts';

/** The contents of the tables that an import writes, without ids and import times. Each row is a string. */
export async function tableContents(database: Database): Promise<string[]> {
  const contents: string[] = [];
  for (const [table, query] of Object.entries(QUERIES)) {
    const rows = await database.rows<object>({text: NAMES + query});
    contents.push(...rows.map((row) => `${table} ${JSON.stringify(row)}`).sort());
  }
  return contents;
}

// Names for channels and posts that don't depend on their ids.
const NAMES = `
  with channel as (
    select c.*, coalesce(t.Name, '') || '/' || case when c.Type in ('D', 'G')
      then (select string_agg(u.Username, ',' order by u.Username) from ChannelMembers m join Users u on u.Id = m.UserId where m.ChannelId = c.Id)
      else c.Name end as label
    from Channels c left join Teams t on t.Id = c.TeamId
  ),
  post as (
    select p.*, channel.label || ' ' || p.CreateAt || ' ' || p.Message as label, channel.label as channel
    from Posts p join channel on channel.Id = p.ChannelId
  ),
  thing as (
    select Id, Name as label from Teams union all select Id, label from channel union all select Id, label from post
    union all select Id, Username from Users
  ) `;

const ROLE = (column: string) =>
  `(select jsonb_build_array(r.DisplayName, r.Description, r.Permissions, r.SchemeManaged) from Roles r where r.Name = s.${column})`;

const QUERIES = {
  roles: `select Name, DisplayName, Permissions from Roles where Name not in (
    select unnest(array[DefaultTeamAdminRole, DefaultTeamUserRole, DefaultTeamGuestRole, DefaultChannelAdminRole, DefaultChannelUserRole, DefaultChannelGuestRole]) from Schemes)`,
  schemes: `select s.Name, s.DisplayName, s.Description, s.Scope, ${ROLE('DefaultTeamAdminRole')} as ta, ${ROLE('DefaultTeamUserRole')} as tu,
    ${ROLE('DefaultTeamGuestRole')} as tg, ${ROLE('DefaultChannelAdminRole')} as ca, ${ROLE('DefaultChannelUserRole')} as cu,
    ${ROLE('DefaultChannelGuestRole')} as cg from Schemes s`,
  emoji: 'select Name, DeleteAt > 0 as deleted from Emoji',
  teams: `select t.Name, t.DisplayName, t.Type, t.Description, t.AllowOpenInvite, t.DeleteAt > 0 as deleted, s.Name as scheme
    from Teams t left join Schemes s on s.Id = t.SchemeId`,
  channels: `select label, Type, c.DisplayName, Header, Purpose, c.DeleteAt > 0 as deleted, s.Name as scheme, TotalMsgCount,
    TotalMsgCountRoot, LastPostAt, LastRootPostAt from channel c left join Schemes s on s.Id = c.SchemeId`,
  users: `select Username, Email, EmailVerified, AuthService, AuthData, Password <> '' as haspassword, Nickname, FirstName, LastName,
    Position, Roles, Locale, DeleteAt, Props, NotifyProps, Timezone, LastPictureUpdate > 0 as haspicture from Users`,
  bots: `select u.Username, b.Description, coalesce(o.Username, b.OwnerId) as owner, b.DeleteAt from Bots b join Users u on u.Id = b.UserId
    left join Users o on o.Id = b.OwnerId`,
  teammembers: `select t.Name, u.Username, m.Roles, SchemeUser, SchemeAdmin, SchemeGuest, m.DeleteAt from TeamMembers m
    join Teams t on t.Id = m.TeamId join Users u on u.Id = m.UserId`,
  channelmembers: `select c.label, u.Username, m.Roles, SchemeUser, SchemeAdmin, SchemeGuest, m.NotifyProps, MsgCount, MsgCountRoot,
    MentionCount, MentionCountRoot, UrgentMentionCount, LastViewedAt >= LastPostAt as seen from ChannelMembers m
    join channel c on c.Id = m.ChannelId join Users u on u.Id = m.UserId`,
  history: `select c.label, u.Username, LeaveTime is null as open from ChannelMemberHistory h join channel c on c.Id = h.ChannelId
    join Users u on u.Id = h.UserId`,
  posts: `select p.label, u.Username, p.CreateAt, p.EditAt, p.DeleteAt > 0 as deleted, p.IsPinned, r.label as root, p.Type, p.Props, p.Hashtags,
    jsonb_array_length(p.FileIds::jsonb) as files, p.HasReactions from post p join Users u on u.Id = p.UserId left join post r on r.Id = p.RootId`,
  threads: `select p.label, t.ReplyCount, t.LastReplyAt, x.Name as team, (select jsonb_agg(u.Username order by place)
    from jsonb_array_elements_text(t.Participants) with ordinality as w (id, place) join Users u on u.Id = w.id) as participants
    from Threads t join post p on p.Id = t.PostId left join Teams x on x.Id = t.ThreadTeamId`,
  threadmemberships: `select p.label, u.Username, Following, LastViewed, UnreadMentions from ThreadMemberships m join post p on p.Id = m.PostId
    join Users u on u.Id = m.UserId`,
  reactions: `select p.label, u.Username, r.EmojiName, r.CreateAt, r.DeleteAt > 0 as deleted, c.label as channel from Reactions r
    join post p on p.Id = r.PostId join Users u on u.Id = r.UserId join channel c on c.Id = r.ChannelId`,
  preferences: `select u.Username, p.Category, coalesce((select min(label) from thing where thing.Id = p.Name), p.Name) as name, p.Value
    from Preferences p join Users u on u.Id = p.UserId`,
  files: `select p.label, f.Name, f.Size, f.MimeType, f.Width, f.Height, f.HasPreviewImage, f.DeleteAt > 0 as deleted, u.Username, c.label as channel,
    array_position(array(select jsonb_array_elements_text(p.FileIds::jsonb))::text[], f.Id::text) as place
    from FileInfo f join post p on p.Id = f.PostId join Users u on u.Id = f.CreatorId join channel c on c.Id = f.ChannelId`,
};

/** The last update time of every row that has one, by id. */
export async function updateTimes(database: Database): Promise<string[]> {
  const tables = ['Teams', 'Channels', 'Users', 'Bots', 'Posts', 'Roles', 'Schemes', 'FileInfo', 'Reactions'];
  const rows = await Promise.all([
    ...tables.map((table) =>
      database.rows<{row: string}>({
        text:
          table === 'Bots'
            ? `select UserId || ' ' || UpdateAt as row from Bots`
            : table === 'Reactions'
              ? `select PostId || UserId || EmojiName || ' ' || UpdateAt as row from Reactions`
              : `select Id || ' ' || UpdateAt as row from ${table}`,
      }),
    ),
    database.rows<{row: string}>({
      text: `select ChannelId || UserId || ' ' || LastUpdateAt || ' ' || LastViewedAt as row from ChannelMembers`,
    }),
    database.rows<{row: string}>({
      text: `select PostId || UserId || ' ' || LastUpdated as row from ThreadMemberships`,
    }),
    database.rows<{row: string}>({
      text: `select Id || ' ' || Password || ' ' || LastPasswordUpdate || ' ' || LastPictureUpdate as row from Users`,
    }),
  ]);
  return rows.flatMap((list) => list.map(({row}) => row).sort());
}
