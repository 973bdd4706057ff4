create table ScheduledPosts (
  Id varchar(26) primary key,
  CreateAt bigint not null,
  UpdateAt bigint not null,
  UserId varchar(26) not null,
  ChannelId varchar(26) not null,
  RootId varchar(26) not null default '',
  Message varchar(65535) not null default '',
  Props jsonb not null default '{}',
  FileIds varchar(300) not null default '[]',
  Priority jsonb not null default '{}',
  ScheduledAt bigint not null,
  -- When sending it failed, and why; 0 and empty while it waits.
  ProcessedAt bigint not null default 0,
  ErrorCode varchar(200) not null default ''
);
create index idx_scheduledposts_userid_channel_id_scheduled_at on ScheduledPosts (UserId, ChannelId, ScheduledAt);
create index idx_scheduledposts_due on ScheduledPosts (ScheduledAt, Id) where ErrorCode = '';
