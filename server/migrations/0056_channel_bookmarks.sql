-- Links that members keep at the top of a channel.
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
