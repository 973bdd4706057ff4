-- Teams, channels, posts and what hangs on them.

create type team_type as enum ('I', 'O');
create type channel_type as enum ('P', 'G', 'O', 'D');

create table Teams (
  Id varchar(26) primary key,
  CreateAt bigint not null,
  UpdateAt bigint not null,
  DeleteAt bigint not null default 0,
  DisplayName varchar(64) not null,
  Name varchar(64) not null unique,
  Description varchar(255) not null default '',
  Email varchar(128) not null default '',
  Type team_type not null,
  CompanyName varchar(64) not null default '',
  AllowedDomains varchar(1000) not null default '',
  -- Sealed (docs/secret-keys.md).
  InviteId text not null default '',
  SchemeId varchar(26) not null default '',
  AllowOpenInvite boolean not null default false,
  LastTeamIconUpdate bigint not null default 0,
  GroupConstrained boolean not null default false,
  CloudLimitsArchived boolean not null default false,
  -- SHA-256 of the invite id in hexadecimal, by which an invitation finds its team.
  InviteIdHash varchar(64) not null default ''
);
create index idx_teams_invite_id_hash on Teams (InviteIdHash);
create index idx_teams_scheme_id on Teams (SchemeId) where SchemeId <> '';

create table TeamMembers (
  TeamId varchar(26) not null,
  UserId varchar(26) not null,
  Roles varchar(256) not null default '',
  DeleteAt bigint not null default 0,
  SchemeUser boolean not null default false,
  SchemeAdmin boolean not null default false,
  SchemeGuest boolean not null default false,
  CreateAt bigint not null default 0,
  primary key (TeamId, UserId)
);
create index idx_teammembers_user_id on TeamMembers (UserId);

create table Channels (
  Id varchar(26) primary key,
  CreateAt bigint not null,
  UpdateAt bigint not null,
  DeleteAt bigint not null default 0,
  -- Empty for direct and group channels.
  TeamId varchar(26) not null default '',
  Type channel_type not null,
  DisplayName varchar(64) not null default '',
  Name varchar(64) not null,
  Header varchar(1024) not null default '',
  Purpose varchar(250) not null default '',
  LastPostAt bigint not null default 0,
  TotalMsgCount bigint not null default 0,
  ExtraUpdateAt bigint not null default 0,
  CreatorId varchar(26) not null default '',
  SchemeId varchar(26) not null default '',
  GroupConstrained boolean not null default false,
  Shared boolean not null default false,
  TotalMsgCountRoot bigint not null default 0,
  LastRootPostAt bigint not null default 0,
  AutoTranslation boolean not null default false,
  BannerInfo jsonb,
  DefaultCategoryName varchar(64) not null default '',
  unique (Name, TeamId)
) with (fillfactor = 80);
-- The counters change with every post: they are in no index, and a page keeps room for the new version of a row,
-- so that such an update touches no index at all.
create index idx_channels_team_id_display_name on Channels (TeamId, lower(DisplayName), Id);
create index idx_channels_scheme_id on Channels (SchemeId) where SchemeId <> '';

create table ChannelMembers (
  ChannelId varchar(26) not null,
  UserId varchar(26) not null,
  Roles varchar(256) not null default '',
  LastViewedAt bigint not null default 0,
  MsgCount bigint not null default 0,
  MentionCount bigint not null default 0,
  NotifyProps jsonb not null default '{}',
  LastUpdateAt bigint not null default 0,
  SchemeUser boolean not null default false,
  SchemeAdmin boolean not null default false,
  SchemeGuest boolean not null default false,
  MentionCountRoot bigint not null default 0,
  MsgCountRoot bigint not null default 0,
  UrgentMentionCount bigint not null default 0,
  primary key (ChannelId, UserId)
) with (fillfactor = 80);
create index idx_channelmembers_user_id on ChannelMembers (UserId);

-- Who was in a channel and when: compliance depends on it. A row is opened by a join and closed by a leave.
create table ChannelMemberHistory (
  ChannelId varchar(26) not null,
  UserId varchar(26) not null,
  JoinTime bigint not null,
  LeaveTime bigint,
  primary key (ChannelId, UserId, JoinTime)
);
create index idx_channelmemberhistory_user_id on ChannelMemberHistory (UserId);

create table Posts (
  Id varchar(26) primary key,
  CreateAt bigint not null,
  UpdateAt bigint not null,
  EditAt bigint not null default 0,
  DeleteAt bigint not null default 0,
  IsPinned boolean not null default false,
  UserId varchar(26) not null,
  ChannelId varchar(26) not null,
  -- The first post of the thread that this one replies to, or empty.
  RootId varchar(26) not null default '',
  -- On a copy of an earlier text: the post that was edited.
  OriginalId varchar(26) not null default '',
  Message varchar(65535) not null default '',
  Type varchar(26) not null default '',
  Props jsonb not null default '{}',
  Hashtags varchar(1000) not null default '',
  Filenames varchar(4000) not null default '[]',
  FileIds varchar(300) not null default '[]',
  HasReactions boolean not null default false,
  RemoteId varchar(26) not null default ''
);
-- Every index here is paid for by every post: each names the reader that it serves.
-- Pages of a channel; the identity of an imported post.
create index idx_posts_channel_id_create_at on Posts (ChannelId, CreateAt, Id);
-- One person's posts in a window: compliance reports, an auditor's SQL.
create index idx_posts_user_id_create_at on Posts (UserId, CreateAt);
-- Everybody's posts in a window.
create index idx_posts_create_at_id on Posts (CreateAt, Id);
-- Scheduled exports' cursor.
create index idx_posts_update_at_id on Posts (UpdateAt, Id);
-- Threads.
create index idx_posts_root_id on Posts (RootId, CreateAt) where RootId <> '';
-- The history of an edited post.
create index idx_posts_original_id on Posts (OriginalId) where OriginalId <> '';
-- What has changed since a client went away, besides what is new.
create index idx_posts_channel_id_changed on Posts (ChannelId, UpdateAt) where UpdateAt > CreateAt;
create index idx_posts_pinned on Posts (ChannelId) where IsPinned;
-- Search. No stemming and no stop words: a company writes in several languages, and a name is a word.
-- New posts wait in a list before they enter these indexes, and the post that fills the list enters them all. With
-- PostgreSQL's usual 4 MB that is one post in some ten thousand, which takes a second and holds up those behind it.
-- A short list is entered often and quickly, and costs no more in total.
create index idx_posts_message_txt on Posts using gin (to_tsvector('simple', Message))
  with (gin_pending_list_limit = 256);
create index idx_posts_hashtags_txt on Posts using gin (to_tsvector('simple', Hashtags))
  with (gin_pending_list_limit = 256) where Hashtags <> '';

-- One row a thread that has replies, under the id of its first post.
create table Threads (
  PostId varchar(26) primary key,
  ReplyCount bigint not null default 0,
  LastReplyAt bigint not null default 0,
  Participants jsonb not null default '[]',
  ChannelId varchar(26) not null,
  ThreadDeleteAt bigint not null default 0,
  ThreadTeamId varchar(26) not null default ''
);
create index idx_threads_channel_id_last_reply_at on Threads (ChannelId, LastReplyAt);

create table ThreadMemberships (
  PostId varchar(26) not null,
  UserId varchar(26) not null,
  Following boolean not null default true,
  LastViewed bigint not null default 0,
  LastUpdated bigint not null default 0,
  UnreadMentions bigint not null default 0,
  primary key (PostId, UserId)
);
create index idx_thread_memberships_user_id on ThreadMemberships (UserId);

create table Reactions (
  UserId varchar(26) not null,
  PostId varchar(26) not null,
  EmojiName varchar(64) not null,
  CreateAt bigint not null,
  UpdateAt bigint not null default 0,
  DeleteAt bigint not null default 0,
  RemoteId varchar(26) not null default '',
  ChannelId varchar(26) not null default '',
  primary key (PostId, UserId, EmojiName)
);

create table FileInfo (
  Id varchar(26) primary key,
  CreatorId varchar(26) not null,
  -- Empty until the post that the file was uploaded for is made.
  PostId varchar(26) not null default '',
  ChannelId varchar(26) not null default '',
  CreateAt bigint not null,
  UpdateAt bigint not null,
  DeleteAt bigint not null default 0,
  Path varchar(512) not null default '',
  ThumbnailPath varchar(512) not null default '',
  PreviewPath varchar(512) not null default '',
  Name varchar(256) not null default '',
  Extension varchar(64) not null default '',
  Size bigint not null default 0,
  MimeType varchar(256) not null default '',
  Width integer not null default 0,
  Height integer not null default 0,
  HasPreviewImage boolean not null default false,
  MiniPreview bytea,
  Content text not null default '',
  RemoteId varchar(26) not null default '',
  Archived boolean not null default false,
  -- SHA-256 of the content in hexadecimal, taken when it arrived; empty until it is known.
  Sha256 varchar(64) not null default ''
);
create index idx_fileinfo_without_sha256 on FileInfo (Id) where Sha256 = '';
create index idx_fileinfo_post_id on FileInfo (PostId) where PostId <> '';
create index idx_fileinfo_creator_id_create_at on FileInfo (CreatorId, CreateAt);
create index idx_fileinfo_channel_id_create_at on FileInfo (ChannelId, CreateAt);
-- Names are searched by their words: a dot, a hyphen or an underscore ends one.
create index idx_fileinfo_name_txt on FileInfo using gin (to_tsvector('simple', translate(Name, '.,-_', '    ')));

create table Emoji (
  Id varchar(26) primary key,
  CreateAt bigint not null,
  UpdateAt bigint not null,
  DeleteAt bigint not null default 0,
  CreatorId varchar(26) not null,
  Name varchar(64) not null,
  unique (Name, DeleteAt)
);

create table Status (
  UserId varchar(26) primary key,
  Status varchar(32) not null,
  Manual boolean not null default false,
  LastActivityAt bigint not null default 0,
  DNDEndTime bigint not null default 0,
  PrevStatus varchar(32) not null default ''
);
create index idx_status_dnd_end_time on Status (DNDEndTime) where DNDEndTime > 0;

create table SidebarCategories (
  Id varchar(128) primary key,
  UserId varchar(26) not null,
  TeamId varchar(26) not null,
  SortOrder bigint not null default 0,
  Sorting varchar(64) not null default '',
  Type varchar(64) not null,
  DisplayName varchar(64) not null,
  Muted boolean not null default false,
  Collapsed boolean not null default false
);
create index idx_sidebarcategories_user_id_team_id on SidebarCategories (UserId, TeamId);

create table SidebarChannels (
  ChannelId varchar(26) not null,
  UserId varchar(26) not null,
  CategoryId varchar(128) not null,
  SortOrder bigint not null default 0,
  primary key (ChannelId, UserId, CategoryId)
);
create index idx_sidebarchannels_category_id on SidebarChannels (CategoryId);

create table Drafts (
  UserId varchar(26) not null,
  ChannelId varchar(26) not null,
  RootId varchar(26) not null default '',
  CreateAt bigint not null,
  UpdateAt bigint not null,
  DeleteAt bigint not null default 0,
  Message varchar(65535) not null default '',
  Props jsonb not null default '{}',
  FileIds varchar(300) not null default '[]',
  Priority jsonb not null default '{}',
  Type varchar(26) not null default '',
  primary key (UserId, ChannelId, RootId)
);

create table PostsPriority (
  PostId varchar(26) primary key,
  ChannelId varchar(26) not null,
  Priority varchar(32) not null default '',
  RequestedAck boolean not null default false,
  PersistentNotifications boolean not null default false
);

create table PostAcknowledgements (
  PostId varchar(26) not null,
  UserId varchar(26) not null,
  ChannelId varchar(26) not null default '',
  AcknowledgedAt bigint not null default 0,
  RemoteId varchar(26) not null default '',
  primary key (PostId, UserId)
);

-- Messages that people want to be reminded of.
create table PostReminders (
  PostId varchar(26) not null,
  UserId varchar(26) not null,
  -- Seconds, unlike all other times: the reference server keeps them so.
  TargetTime bigint not null,
  primary key (PostId, UserId)
);
create index idx_post_reminders_target_time on PostReminders (TargetTime);
create index idx_post_reminders_user_id on PostReminders (UserId);

-- Links at the top of a channel.
create table ChannelBookmarks (
  Id varchar(26) primary key,
  OwnerId varchar(26) not null,
  ChannelId varchar(26) not null,
  FileInfoId varchar(26) not null default '',
  CreateAt bigint not null,
  UpdateAt bigint not null,
  DeleteAt bigint not null default 0,
  DisplayName varchar(64) not null,
  SortOrder integer not null default 0,
  LinkUrl varchar(1024) not null default '',
  ImageUrl varchar(1024) not null default '',
  Emoji varchar(64) not null default '',
  Type varchar(16) not null default 'link',
  OriginalId varchar(26) not null default '',
  ParentId varchar(26) not null default ''
);
create index idx_channelbookmarks_channel_id on ChannelBookmarks (ChannelId, UpdateAt);
create index idx_channelbookmarks_owner_id on ChannelBookmarks (OwnerId);

-- Uploads that come in parts and can be resumed.
create table UploadSessions (
  Id varchar(26) primary key,
  Type varchar(32) not null,
  CreateAt bigint not null,
  UserId varchar(26) not null,
  ChannelId varchar(26) not null default '',
  Filename varchar(256) not null,
  Path varchar(512) not null default '',
  FileSize bigint not null,
  -- Bytes that have arrived.
  FileOffset bigint not null default 0,
  RemoteId varchar(26) not null default '',
  ReqFileId varchar(26) not null default '',
  -- Where they are in the file store, in order.
  Parts text[] not null default '{}'
);
create index idx_uploadsessions_user_id on UploadSessions (UserId);
create index idx_uploadsessions_create_at on UploadSessions (CreateAt);

-- The size of pictures on other sites, so that clients can reserve space for them: what each URL last showed.
create table LinkMetadata (
  Hash bigint primary key,
  URL varchar(2048) not null,
  Timestamp bigint not null,
  Type varchar(16) not null,
  Data jsonb not null
);
-- The oldest entries are deleted first.
create index idx_linkmetadata_timestamp on LinkMetadata (Timestamp);
