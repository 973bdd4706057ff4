create table UserGroups (
  Id varchar(26) primary key,
  -- The name after the @ of a mention.
  Name varchar(64) unique,
  DisplayName varchar(128) not null,
  Description varchar(1024) not null default '',
  Source varchar(64) not null,
  RemoteId varchar(48),
  CreateAt bigint not null,
  UpdateAt bigint not null,
  DeleteAt bigint not null default 0,
  AllowReference boolean not null default false,
  unique (Source, RemoteId)
);

create table GroupMembers (
  GroupId varchar(26) not null,
  UserId varchar(26) not null,
  CreateAt bigint not null,
  DeleteAt bigint not null default 0,
  primary key (GroupId, UserId)
);
create index idx_groupmembers_userid on GroupMembers (UserId);
